#pragma once
// The text of an option's value and back. to_text(parse(text)) gives the canonical text; doubles
// round-trip exactly. parse throws Error(usage) that names what is allowed; the caller adds the
// option's name.

#include "dcrnn/config/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

std::string to_text(const std::string& value);
std::string to_text(bool value);  // true | false
std::string to_text(std::int64_t value);
std::string to_text(double value);
std::string to_text(const std::vector<std::int64_t>& value);  // 20,30,40 ; empty list: empty text
std::string to_text(const std::vector<double>& value);
std::string to_text(NullValue value);       // 0 | nan | none
std::string to_text(MissingInput value);    // as-stored | mean
std::string to_text(ScalerKind value);      // standard | published | minmax | none
std::string to_text(GapRule value);         // false | true, the value of --keep-gaps
std::string to_text(FilterType value);      // laplacian | random_walk | dual_random_walk
std::string to_text(DiffusionForm value);   // chebyshev | released | powers
std::string to_text(SupportVariant value);  // exact | pytorch-port
std::string to_text(AdjacencyKind value);   // auto | sparse | dense
std::string to_text(Precision value);       // float32 | float64 | bfloat16
std::string to_text(DeviceKind value);      // auto | cpu | cuda
std::string to_text(TransferKind value);    // auto | device | host
std::string to_text(SplitName value);       // train | val | test | all
std::string to_text(DateOrder value);       // auto | day-first | month-first
std::string to_text(FirstLine value);       // auto | header | readings

void parse(const std::string& text, std::string& value);
void parse(const std::string& text, bool& value);
void parse(const std::string& text, std::int64_t& value);
void parse(const std::string& text, double& value);
void parse(const std::string& text, std::vector<std::int64_t>& value);
void parse(const std::string& text, std::vector<double>& value);
void parse(const std::string& text, NullValue& value);
void parse(const std::string& text, MissingInput& value);
void parse(const std::string& text, ScalerKind& value);
void parse(const std::string& text, GapRule& value);
void parse(const std::string& text, FilterType& value);
void parse(const std::string& text, DiffusionForm& value);
void parse(const std::string& text, SupportVariant& value);
void parse(const std::string& text, AdjacencyKind& value);
void parse(const std::string& text, Precision& value);
void parse(const std::string& text, DeviceKind& value);
void parse(const std::string& text, TransferKind& value);
void parse(const std::string& text, SplitName& value);
void parse(const std::string& text, DateOrder& value);
void parse(const std::string& text, FirstLine& value);

}  // namespace dcrnn
