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

std::string_view trimmed_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

number_fault read_number(std::string_view text, double& value) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  // from_chars() would accept a second sign.
  if (text.starts_with('-')) return number_fault::not_a_number;
  const char* const end = text.data() + text.size();
  const auto format = hexadecimal ? std::chars_format::hex : std::chars_format::general;
  const auto [rest, error] = std::from_chars(text.data(), end, value, format);
  if (error == std::errc::result_out_of_range && rest == end)
    return too_large_or_too_small(text, hexadecimal);
  if (error != std::errc() || rest != end || !std::isfinite(value))
    return number_fault::not_a_number;
  if (!hexadecimal && is_rounded(text, value)) return number_fault::rounded;
  if (negative) value = -value;
  return number_fault::none;
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
  double value = 0;
  const number_fault fault = read_number(trimmed_number(text), value);
  const char* const what =
      fault != number_fault::none ? weight_fault(fault)
      : whole && value != std::floor(value)
          ? " is not a whole number, and attr.type says that it is; write the type double"
          : nullptr;
  return {value, what ? "\"" + shown(text) + "\"" + what : std::string()};
}

}  // namespace arcas::inline v0::graph::detail
