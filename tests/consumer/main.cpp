#include "dcrnn/config/option_table.hpp"

#include <iostream>

int main() {
    dcrnn::Options options;
    dcrnn::set_option(options, "horizon", "6");
    dcrnn::check_options(options);
    for (const auto& [key, text] : dcrnn::list_options(options))
        if (key == "horizon") std::cout << key << " = " << text << '\n';
    return 0;
}
