#!/bin/sh
# Each rule finds the violation that it is there for, in a small tree that is otherwise clean.
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
bad=0

fresh_tree() {
    rm -rf "$tree"
    mkdir -p "$tree"/include/dcrnn/config "$tree"/include/dcrnn/data "$tree"/src/data "$tree"/src/files "$tree"/mpi
    cd "$tree" || exit 1
    echo '' > include/dcrnn/error.hpp
    echo '#include "dcrnn/error.hpp"' > include/dcrnn/config/options.hpp
    echo '#include "dcrnn/config/options.hpp"' > include/dcrnn/data/series.hpp
    echo '#include <hdf5.h>' > src/files/hdf5_file.cpp
    echo '#include <mpi.h>' > mpi/session.cpp
}

expect() {  # expect passes|fails RULE: what it must say about the tree
    if sh "$here/$2" "$tree" >/dev/null 2>&1; then verdict=passes; else verdict=fails; fi
    [ $verdict = "$1" ] || { bad=1; echo "$2 $verdict on the tree with: $(cat "$tree/added" 2>&1)"; }
}

breaks() {  # breaks RULE FILE LINE: adding the line to the file must make the rule fail
    fresh_tree
    expect passes "$1"
    mkdir -p "$(dirname "$2")"
    echo "$3" >> "$2"
    echo "$2: $3" > added
    expect fails "$1"
}

breaks include_order.sh include/dcrnn/config/options.hpp '#include "dcrnn/data/series.hpp"'
breaks include_order.sh mpi/session.cpp '#include "dcrnn/config/options.hpp"'
breaks include_order.sh src/files/npy.cpp '#include "dcrnn/config/options.hpp"'
breaks include_order.sh src/model/cell.cpp '#include "dcrnn/data/series.hpp"'
breaks include_order.sh src/graph/kernel.cpp '#include "dcrnn/data/series.hpp"'
breaks no_cycles.sh include/dcrnn/error.hpp '#include "dcrnn/data/series.hpp"'
breaks owned_headers.sh src/data/series.cpp '#include <hdf5.h>'
breaks owned_headers.sh include/dcrnn/data/series.hpp '#  include <mpi.h>'
breaks owned_headers.sh src/train/step.cpp '#include <mpi-ext.h>'
breaks owned_headers.sh src/config/file.cpp '#include <boost/program_options.hpp>'
breaks sizes_and_names.sh src/data/series.cpp "$(yes '//' | head -401)"
breaks sizes_and_names.sh src/data/string_utils.cpp '//'
exit $bad
