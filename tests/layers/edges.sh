#!/bin/sh
# edges.sh ROOT: one line "file included-file" for each include of a project file by a project file.
cd "$1" || exit 1
find include src mpi -name '*.[ch]pp' | sort | while read -r file; do
    sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file" | while read -r name; do
        if [ -f "include/$name" ]; then echo "$file include/$name"
        else echo "$file ${file%/*}/$name"; fi
    done
done
