#include "pickle_opcode.hpp"

#include <fmt/format.h>

namespace dcrnn {

std::string name_of_refused(unsigned char opcode) {
    switch (opcode) {
        case INST:
            return "INST, which makes an object of a class";
        case OBJ:
            return "OBJ, which makes an object of a class";
        case NEWOBJ:
            return "NEWOBJ, which makes an object of a class";
        case NEWOBJ_EX:
            return "NEWOBJ_EX, which makes an object of a class";
        case EXT1:
        case EXT2:
        case EXT4:
            return "EXT, which names a class by a number";
        case EMPTY_SET:
            return "EMPTY_SET, which makes a set";
        case ADDITEMS:
            return "ADDITEMS, which fills a set";
        case FROZENSET:
            return "FROZENSET, which makes a set";
        case NEXT_BUFFER:
            return "NEXT_BUFFER, whose data lie outside the pickle";
        case READONLY_BUFFER:
            return "READONLY_BUFFER, whose data lie outside the pickle";
        default:
            return fmt::format("{:#04x}, which no version of Python has", opcode);
    }
}

}  // namespace dcrnn
