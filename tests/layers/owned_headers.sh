#!/bin/sh
# The headers of MPI, HDF5, libzip, libcsv, oneDNN and the command line parser each belong to one place.
cd "$1" || exit 1
bad=0

owned() {  # owned HEADERS PLACES: extended regular expressions
    found=$(grep -rlE "^ *# *include *[<\"]($1)" include src mpi)
    strangers=$(echo "$found" | grep -vE "^($2)" | grep .)
    [ -z "$strangers" ] || { bad=1; echo "<$1> belongs to $2, not to:" $strangers; }
}

owned 'mpi(-ext)?\.h' 'mpi/|include/dcrnn/mpi/'
owned 'hdf5(_hl)?\.h|H5' 'src/files/hdf5_'
owned 'zip\.h' 'src/files/zip_'
owned 'csv\.h' 'src/files/csv_'
owned 'oneapi/' 'src/product/onednn_'
owned 'boost/program_options' 'src/app/'
parsers=$(grep -rlE 'include *<boost/program_options' src | wc -l)
[ "$parsers" -le 1 ] || { bad=1; echo "$parsers files include Boost.ProgramOptions; one is enough"; }
exit $bad
