# Installation and the package dcrnn for find_package.
