// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml_keys.h>
#include <arcas/graph/files/graphml_names.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string_view trimmed_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

double parsed_number(std::string_view digits, std::chars_format format) {
  // A second sign would be taken by from_chars.
  if (digits.empty() || digits.front() == '-' || digits.front() == '+') return not_a_number;
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, format);
  return error == std::errc() && rest == end ? value : not_a_number;
}

double number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const double value = hexadecimal ? parsed_number(text.substr(2), std::chars_format::hex)
                                   : parsed_number(text, std::chars_format::general);
  return negative ? -value : value;
}

// Whether a text that is a whole number in decimal digits has this value; true of other texts.
bool is_exact_number(std::string_view text, double value) {
  constexpr double all_below = 9007199254740992;  // 2^53
  const std::string_view digits = text.substr(text.find_first_not_of("+-"));
  if (std::abs(value) < all_below || digits.find_first_not_of("0123456789") != text.npos)
    return true;
  std::array<char, 320> exact{};
  const auto [end, error] = std::to_chars(exact.data(), exact.data() + exact.size(),
                                          std::abs(value), std::chars_format::fixed, 0);
  return error == std::errc() && std::string_view(exact.data(), end) == digits;
}

}  // namespace

bool is_graphml_domain(std::string_view domain) {
  constexpr std::array<std::string_view, 8> domains = {"all",  "graphml",   "graph", "node",
                                                       "edge", "hyperedge", "port",  "endpoint"};
  return std::ranges::find(domains, domain) != domains.end();
}

bool graphml_keys::add(const graphml_key& key) {
  const bool found = holds(key);
  const entry fresh{found ? content::wanted : content::other, key.is_whole()};
  if (!by_id_.try_emplace(std::string(key.id), fresh).second) return false;
  any_ = any_ || found;
  whole_ = whole_ && (!found || key.is_whole());
  return true;
}

graphml_keys::entry graphml_keys::find(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? entry{} : at->second;
}

graphml_weight weight_in(std::string_view text, bool whole) {
  const double value = number_in(trimmed_number(text));
  const auto fault = [&](const char* what) {
    return graphml_weight{value, "\"" + shown(text) + "\" is not a " + what};
  };
  if (!std::isfinite(value)) return fault("weight; write a number");
  if (whole && value != std::floor(value))
    return fault("whole number, and attr.type says that it is; write the type double");
  if (!is_exact_number(trimmed_number(text), value))
    return fault("weight, since no double has this value; write at most 9007199254740992");
  return {value};
}

}  // namespace arcas::inline v0::graph::detail
