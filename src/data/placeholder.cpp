namespace dcrnn {}
