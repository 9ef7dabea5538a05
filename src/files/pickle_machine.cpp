#include "pickle_machine.hpp"

#include "pickle_calls.hpp"
#include "pickle_opcode.hpp"
#include "pickle_text.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

constexpr const char* kTrust =
    "only numbers, text, lists, dictionaries and arrays are read, and "
    "nothing of a pickle is ever run: store these with Python";

}  // namespace

PickleMachine::PickleMachine(PickleDocument::Store& store, PickleBytes& bytes,
                             const std::vector<std::string_view>& names)
    : store_(store), bytes_(bytes), names_(called_names()) {
    names_.insert(names_.end(), names.begin(), names.end());
    none_ = store.make(PickleKind::none, bytes);
    true_ = store.make(PickleKind::boolean, bytes);
    true_->integer = 1;
    false_ = store.make(PickleKind::boolean, bytes);
    empty_ = store.make(PickleKind::tuple, bytes);
}

void PickleMachine::run() {
    while (step() != End::reached) {
    }
    if (stack_.size() != 1 || !marks_.empty())
        bytes_.refuse_damaged(fmt::format("{} values are left at its end", stack_.size()));
    store_.root = stack_.front();
    store_.size = bytes_.taken();
    check_tree(store_, bytes_);
}

PickleMachine::End PickleMachine::step() {
    const unsigned char opcode = bytes_.take_opcode();
    if (opcode == STOP) return End::reached;
    const bool known = push_constant(opcode) || push_number(opcode) || push_string(opcode) ||
                       push_collection(opcode) || fill_collection(opcode) || use_memo(opcode) ||
                       use_name(opcode) || move_stack(opcode);
    if (!known) {
        const bool is_python = opcode >= EXT1 && opcode <= READONLY_BUFFER;
        const bool is_class = opcode == INST || opcode == OBJ || opcode == NEWOBJ;
        bytes_.refuse(
            fmt::format("it uses the opcode {}", name_of_refused(opcode)),
            is_python || is_class ? kTrust : "the file is damaged or no pickle: get it again");
    }
    return End::not_yet;
}

bool PickleMachine::push_constant(unsigned char opcode) {
    switch (opcode) {
        case PROTO: {
            const auto protocol = bytes_.take_number(1);
            if (protocol > 5)
                bytes_.refuse(fmt::format("it is of protocol {}", protocol),
                              "protocols 0 to 5 are known: pickle.dump(..., protocol=4)");
            return true;
        }
        case FRAME:
            if (const auto size = bytes_.take_number(8); size > bytes_.size() - bytes_.taken())
                bytes_.refuse_damaged("the file ends before the pickle does");
            return true;
        case NONE:
            stack_.push_back(none_);
            return true;
        case NEWTRUE:
            stack_.push_back(true_);
            return true;
        case NEWFALSE:
            stack_.push_back(false_);
            return true;
        case EMPTY_TUPLE:
            stack_.push_back(empty_);
            return true;
        default:
            return false;
    }
}

bool PickleMachine::push_number(unsigned char opcode) {
    switch (opcode) {
        case BININT:
            push_integer(static_cast<std::int32_t>(bytes_.take_number(4)));
            return true;
        case BININT1:
            push_integer(static_cast<std::int64_t>(bytes_.take_number(1)));
            return true;
        case BININT2:
            push_integer(static_cast<std::int64_t>(bytes_.take_number(2)));
            return true;
        case INT:
        case LONG:
            push_decimal_integer(bytes_.take_line());
            return true;
        case LONG1:
            push_long(bytes_.take(bytes_.take_number(1)));
            return true;
        case LONG4:
            push_long(bytes_.take(bytes_.take_number(4)));
            return true;
        case FLOAT:
            push_decimal_real(bytes_.take_line());
            return true;
        case BINFLOAT: {
            PickleValue* const value = store_.make(PickleKind::real, bytes_);
            value->real = bytes_.take_real();
            stack_.push_back(value);
            return true;
        }
        default:
            return false;
    }
}

bool PickleMachine::push_string(unsigned char opcode) {
    const auto take = [this](std::size_t bytes) { return bytes_.take(bytes_.take_number(bytes)); };
    switch (opcode) {
        case STRING:
            push_decoded(PickleKind::bytes, unquote(bytes_.take_line()));
            return true;
        case UNICODE:
            push_decoded(PickleKind::text, decode_raw_unicode(bytes_.take_line()));
            return true;
        case BINSTRING:
            push_text(PickleKind::bytes, take(4));
            return true;
        case SHORT_BINSTRING:
            push_text(PickleKind::bytes, take(1));
            return true;
        case BINBYTES:
            push_text(PickleKind::bytes, take(4));
            return true;
        case SHORT_BINBYTES:
            push_text(PickleKind::bytes, take(1));
            return true;
        case BINBYTES8:
        case BYTEARRAY8:
            push_text(PickleKind::bytes, take(8));
            return true;
        case BINUNICODE:
            push_unicode(take(4));
            return true;
        case SHORT_BINUNICODE:
            push_unicode(take(1));
            return true;
        case BINUNICODE8:
            push_unicode(take(8));
            return true;
        default:
            return false;
    }
}

bool PickleMachine::push_collection(unsigned char opcode) {
    switch (opcode) {
        case EMPTY_LIST:
            push_of(PickleKind::list, {});
            return true;
        case EMPTY_DICT:
            push_of(PickleKind::dict, {});
            return true;
        case LIST:
            push_of(PickleKind::list, pop_to_mark());
            return true;
        case TUPLE:
            push_of(PickleKind::tuple, pop_to_mark());
            return true;
        case TUPLE1:
            push_of(PickleKind::tuple, pop_count(1));
            return true;
        case TUPLE2:
            push_of(PickleKind::tuple, pop_count(2));
            return true;
        case TUPLE3:
            push_of(PickleKind::tuple, pop_count(3));
            return true;
        case DICT: {
            Items items = pop_to_mark();
            push_of(PickleKind::dict, {});
            set_items(std::move(items));
            return true;
        }
        default:
            return false;
    }
}

bool PickleMachine::fill_collection(unsigned char opcode) {
    switch (opcode) {
        case APPEND:
            append(pop_count(1));
            return true;
        case APPENDS:
            append(pop_to_mark());
            return true;
        case SETITEM:
            set_items(pop_count(2));
            return true;
        case SETITEMS:
            set_items(pop_to_mark());
            return true;
        default:
            return false;
    }
}

bool PickleMachine::use_memo(unsigned char opcode) {
    switch (opcode) {
        case PUT:
            remember(line_number());
            return true;
        case BINPUT:
            remember(bytes_.take_number(1));
            return true;
        case LONG_BINPUT:
            remember(bytes_.take_number(4));
            return true;
        case MEMOIZE:
            remember(memorized_);
            return true;
        case GET:
            recall(line_number());
            return true;
        case BINGET:
            recall(bytes_.take_number(1));
            return true;
        case LONG_BINGET:
            recall(bytes_.take_number(4));
            return true;
        default:
            return false;
    }
}

bool PickleMachine::use_name(unsigned char opcode) {
    switch (opcode) {
        case GLOBAL: {
            const auto module = bytes_.take_line();
            push_name(module, bytes_.take_line());
            return true;
        }
        case STACK_GLOBAL: {
            const Items items = pop_count(2);
            if (!items[0]->is_string() || !items[1]->is_string())
                bytes_.refuse_damaged("a name in it is no text");
            push_name(items[0]->text, items[1]->text);
            return true;
        }
        case REDUCE: {
            const Items items = pop_count(2);
            stack_.push_back(call(*items[0], *items[1], store_, bytes_));
            return true;
        }
        case BUILD: {
            const Items items = pop_count(1);
            set_state(top(), *items[0], store_, bytes_);
            return true;
        }
        case PERSID:
            push_unicode(bytes_.take_line());
            [[fallthrough]];
        case BINPERSID:
            push_of(PickleKind::persistent, pop_count(1));
            return true;
        default:
            return false;
    }
}

bool PickleMachine::move_stack(unsigned char opcode) {
    switch (opcode) {
        case MARK:
            marks_.push_back(stack_.size());
            return true;
        case POP:  // of a mark, when it is on top
            if (!marks_.empty() && marks_.back() == stack_.size())
                marks_.pop_back();
            else
                pop_count(1);
            return true;
        case POP_MARK:
            pop_to_mark();
            return true;
        case DUP:
            stack_.push_back(&top());
            return true;
        default:
            return false;
    }
}

}  // namespace dcrnn
