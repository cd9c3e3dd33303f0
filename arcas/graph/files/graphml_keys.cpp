// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/graphml_keys.h>
#include <arcas/graph/files/shown.h>
#include <arcas/graph/files/text_cursor.h>

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
  std::string_view number = trimmed_number(text);
  const double value = number_in(number);
  const auto fault = [&](const char* what) {
    return graphml_weight{value, "\"" + shown(text) + "\"" + what};
  };
  if (!std::isfinite(value)) return fault(" is not a weight; write a number");
  if (whole && value != std::floor(value)) {
    return fault(" is not a whole number, and attr.type says that it is; write the type double");
  }
  if (number.starts_with('+')) number.remove_prefix(1);
  if (is_rounded(number, value)) return fault(rounded_weight);
  return {value};
}

}  // namespace arcas::inline v0::graph::detail
