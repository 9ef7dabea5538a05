#!/bin/sh
# No layer includes a higher one: {error < {config, files}, product} < {data < readings, graph} < model < train <
# app. The layers data and graph do not know each other, the model knows no data and no ranks, mpi and files know only
# errors, and product knows only tensors.
here=$(dirname "$0")
sh "$here/edges.sh" "$1" | awk '
    function layer(path) {
        if (path == "include/dcrnn/error.hpp") return "error"
        sub("^include/dcrnn/", "", path); sub("^src/", "", path); sub("/.*", "", path)
        return path
    }
    BEGIN {
        allowed["error"] = "error"
        allowed["config"] = "error config"
        allowed["files"] = "error files"
        allowed["data"] = "error config files data"
        allowed["readings"] = "error config files data readings"
        allowed["product"] = "product"
        allowed["graph"] = "error config files product graph"
        allowed["model"] = "error config product graph model"
        allowed["mpi"] = "error mpi"
        allowed["train"] = "error config files data readings product graph model mpi train"
        allowed["app"] = "error config files data readings product graph model mpi train app"
    }
    index(" " allowed[layer($1)] " ", " " layer($2) " ") == 0 {
        print $1 " includes " $2 ": layer \"" layer($1) "\" must not know \"" layer($2) "\""
        bad = 1
    }
    END {
        if (NR == 0) { print "no includes were found"; bad = 1 }
        exit bad
    }'
