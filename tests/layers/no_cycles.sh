#!/bin/sh
# No file includes itself by way of others.
here=$(dirname "$0")
sh "$here/edges.sh" "$1" | tsort >/dev/null  # it names the files of a loop and fails
