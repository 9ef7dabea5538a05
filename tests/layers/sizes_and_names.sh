#!/bin/sh
# A file holds one idea: none is longer than 400 lines, none is named after a drawer.
cd "$1" || exit 1
bad=0
for file in $(find include src mpi tests cmake jobs -type f \
                   \( -name '*.[ch]pp' -o -name '*.cmake' -o -name '*.sh' \) 2>/dev/null); do
    lines=$(wc -l < "$file")
    [ "$lines" -le 400 ] || { bad=1; echo "$file has $lines lines, more than 400"; }
    case ${file##*/} in
        *util*|*common*|*misc*|*helper*) bad=1; echo "$file: name it after what it does" ;;
    esac
done
exit $bad
