// The values that have names: each list is both the printer's and the parser's.

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <cstddef>

namespace dcrnn {
namespace {

template <class Value>
struct Name {
    Value value;
    const char* text;
};

constexpr std::array<Name<bool>, 2> kBools{{{true, "true"}, {false, "false"}}};
constexpr std::array<Name<NullValue>, 3> kNullValues{
    {{NullValue::zero, "0"}, {NullValue::nan, "nan"}, {NullValue::none, "none"}}};
constexpr std::array<Name<MissingInput>, 2> kMissingInputs{
    {{MissingInput::as_stored, "as-stored"}, {MissingInput::mean, "mean"}}};
constexpr std::array<Name<ScalerKind>, 4> kScalerKinds{{{ScalerKind::standard, "standard"},
                                                        {ScalerKind::published, "published"},
                                                        {ScalerKind::minmax, "minmax"},
                                                        {ScalerKind::none, "none"}}};
constexpr std::array<Name<GapRule>, 2> kGapRules{
    {{GapRule::leave_out, "false"}, {GapRule::keep, "true"}}};
constexpr std::array<Name<FilterType>, 3> kFilterTypes{
    {{FilterType::laplacian, "laplacian"},
     {FilterType::random_walk, "random_walk"},
     {FilterType::dual_random_walk, "dual_random_walk"}}};
constexpr std::array<Name<DiffusionForm>, 3> kDiffusionForms{
    {{DiffusionForm::chebyshev, "chebyshev"},
     {DiffusionForm::released, "released"},
     {DiffusionForm::powers, "powers"}}};
constexpr std::array<Name<SupportVariant>, 2> kSupportVariants{
    {{SupportVariant::exact, "exact"}, {SupportVariant::pytorch_port, "pytorch-port"}}};
constexpr std::array<Name<AdjacencyKind>, 3> kAdjacencyKinds{{{AdjacencyKind::automatic, "auto"},
                                                              {AdjacencyKind::sparse, "sparse"},
                                                              {AdjacencyKind::dense, "dense"}}};
constexpr std::array<Name<Precision>, 3> kPrecisions{{{Precision::float32, "float32"},
                                                      {Precision::float64, "float64"},
                                                      {Precision::bfloat16, "bfloat16"}}};
constexpr std::array<Name<DeviceKind>, 3> kDeviceKinds{
    {{DeviceKind::automatic, "auto"}, {DeviceKind::cpu, "cpu"}, {DeviceKind::cuda, "cuda"}}};
constexpr std::array<Name<TransferKind>, 3> kTransferKinds{{{TransferKind::automatic, "auto"},
                                                            {TransferKind::device, "device"},
                                                            {TransferKind::host, "host"}}};
constexpr std::array<Name<SplitName>, 4> kSplitNames{{{SplitName::train, "train"},
                                                      {SplitName::val, "val"},
                                                      {SplitName::test, "test"},
                                                      {SplitName::all, "all"}}};

constexpr std::array<Name<DateOrder>, 3> kDateOrders{{{DateOrder::automatic, "auto"},
                                                      {DateOrder::day_first, "day-first"},
                                                      {DateOrder::month_first, "month-first"}}};
constexpr std::array<Name<FirstLine>, 3> kFirstLines{{{FirstLine::automatic, "auto"},
                                                      {FirstLine::header, "header"},
                                                      {FirstLine::readings, "readings"}}};

template <class Value, std::size_t count>
std::string name_of(Value value, const std::array<Name<Value>, count>& names) {
    for (const auto& name : names)
        if (name.value == value) return name.text;
    assert(false && "a value without a name");
    return "?";
}

template <class Value, std::size_t count>
Value value_of(const std::string& text, const std::array<Name<Value>, count>& names) {
    std::string allowed;
    for (const auto& name : names) {
        if (text == name.text) return name.value;
        allowed += (allowed.empty() ? "" : ", ") + std::string(name.text);
    }
    throw Error(ErrorKind::usage, fmt::format("'{}' is not one of the values", text), "",
                "choose from " + allowed);
}

}  // namespace

std::string to_text(bool value) { return name_of(value, kBools); }
std::string to_text(NullValue value) { return name_of(value, kNullValues); }
std::string to_text(MissingInput value) { return name_of(value, kMissingInputs); }
std::string to_text(ScalerKind value) { return name_of(value, kScalerKinds); }
std::string to_text(GapRule value) { return name_of(value, kGapRules); }
std::string to_text(FilterType value) { return name_of(value, kFilterTypes); }
std::string to_text(DiffusionForm value) { return name_of(value, kDiffusionForms); }
std::string to_text(SupportVariant value) { return name_of(value, kSupportVariants); }
std::string to_text(AdjacencyKind value) { return name_of(value, kAdjacencyKinds); }
std::string to_text(Precision value) { return name_of(value, kPrecisions); }
std::string to_text(DeviceKind value) { return name_of(value, kDeviceKinds); }
std::string to_text(TransferKind value) { return name_of(value, kTransferKinds); }
std::string to_text(SplitName value) { return name_of(value, kSplitNames); }
std::string to_text(DateOrder value) { return name_of(value, kDateOrders); }
std::string to_text(FirstLine value) { return name_of(value, kFirstLines); }

void parse(const std::string& text, bool& value) { value = value_of(text, kBools); }
void parse(const std::string& text, NullValue& value) { value = value_of(text, kNullValues); }
void parse(const std::string& text, MissingInput& value) { value = value_of(text, kMissingInputs); }
void parse(const std::string& text, ScalerKind& value) { value = value_of(text, kScalerKinds); }
void parse(const std::string& text, GapRule& value) { value = value_of(text, kGapRules); }
void parse(const std::string& text, FilterType& value) { value = value_of(text, kFilterTypes); }
void parse(const std::string& text, DiffusionForm& value) {
    value = value_of(text, kDiffusionForms);
}
void parse(const std::string& text, SupportVariant& value) {
    value = value_of(text, kSupportVariants);
}
void parse(const std::string& text, AdjacencyKind& value) {
    value = value_of(text, kAdjacencyKinds);
}
void parse(const std::string& text, Precision& value) { value = value_of(text, kPrecisions); }
void parse(const std::string& text, DeviceKind& value) { value = value_of(text, kDeviceKinds); }
void parse(const std::string& text, TransferKind& value) { value = value_of(text, kTransferKinds); }
void parse(const std::string& text, SplitName& value) { value = value_of(text, kSplitNames); }
void parse(const std::string& text, DateOrder& value) { value = value_of(text, kDateOrders); }
void parse(const std::string& text, FirstLine& value) { value = value_of(text, kFirstLines); }

}  // namespace dcrnn
