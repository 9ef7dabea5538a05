#pragma once
// Expects a call to fail with an Error of one kind whose message names the things it should name.

#include "dcrnn/error.hpp"

#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <string>

namespace dcrnn::support {

template <class Call>
void expect_error(ErrorKind kind, std::initializer_list<const char*> words, const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        const std::string message = error.what();
        BOOST_TEST_CONTEXT("message: " << message) {
            BOOST_TEST(error.exit_code() == static_cast<int>(kind));
            for (const char* word : words)
                BOOST_TEST(message.find(word) != std::string::npos, "no '" << word << "' in it");
        }
        return;
    }
    BOOST_ERROR("nothing was thrown");
}

}  // namespace dcrnn::support
