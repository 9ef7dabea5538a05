#pragma once
// What a pickle calls, and what the call of it means here.

#include "pickle_store.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dcrnn {

// "module.name", the same for all versions of Python and numpy.
std::string full_name(std::string_view module, std::string_view name);
// The names that are called here.
const std::vector<std::string_view>& called_names();

// The value of a call: an array without data yet, a number, bytes, a dict, or an object.
PickleValue* call(const PickleValue& name, const PickleValue& arguments,
                  PickleDocument::Store& store, const PickleBytes& bytes);

// Gives a value that was made by a call its state.
void set_state(PickleValue& value, const PickleValue& state, PickleDocument::Store& store,
               const PickleBytes& bytes);

}  // namespace dcrnn
