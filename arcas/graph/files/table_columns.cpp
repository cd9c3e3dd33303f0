// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/table_columns.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::array<std::string_view, 7> from_words = {"from", "source",     "src",      "tail",
                                                        "u",    "fromnodeid", "source_id"};
constexpr std::array<std::string_view, 8> to_words = {"to", "target",   "dst",       "head",
                                                      "v",  "tonodeid", "target_id", "destination"};
constexpr std::array<std::string_view, 2> weight_words = {"weight", "w"};

std::optional<std::size_t> known(std::span<const std::string> names,
                                 std::span<const std::string_view> words) {
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (std::ranges::find(words, lower(names[c])) != words.end()) return c;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const table_header& header, const char* option, const std::string& asked,
                         const std::string& fault) {
  const std::string line = header.line == 0 ? "" : ":" + std::to_string(header.line);
  throw std::invalid_argument(header.file + line + ": the column of the " + option + ", '" + asked +
                              "', " + fault + "; name one of the " +
                              std::to_string(header.columns) +
                              " columns by its header or by a number from 1");
}

// A column's name takes precedence over a column number.
std::size_t column(const table_header& header, const char* option, const std::string& asked) {
  const auto found = std::ranges::find(header.names, asked);
  if (found != header.names.end()) return static_cast<std::size_t>(found - header.names.begin());
  std::uint64_t number = 0;
  const char* const end = asked.data() + asked.size();
  const auto [rest, error] = std::from_chars(asked.data(), end, number);
  if (error == std::errc() && rest == end) {
    if (number >= 1 && number <= header.columns) return static_cast<std::size_t>(number - 1);
    refuse(header, option, asked, "is not from 1 to " + std::to_string(header.columns));
  }
  refuse(
      header, option, asked,
      header.names.empty() ? "is a name, but there is no header" : "is not a name in the header");
}

// Whether the column is a row index, as pandas writes it before the columns of a table.
bool numbers_rows(std::span<const std::string> names, std::size_t column) {
  if (names.empty() || column != 0) return false;
  const std::string name = lower(names[column]);
  return name.empty() || name == "index" || name == "id" || name.starts_with("unnamed:");
}

}  // namespace

bool names_ends(std::span<const std::string> names) {
  return known(names, from_words) && known(names, to_words);
}

table_columns choose_columns(const table_header& header, const file_options& options,
                             arcas::detail::function_reference<bool, std::size_t> is_number) {
  table_columns chosen;
  if (names_ends(header.names)) {
    chosen.from = *known(header.names, from_words);
    chosen.to = *known(header.names, to_words);
  }
  if (!options.from.empty()) chosen.from = column(header, "start", options.from);
  if (!options.to.empty()) chosen.to = column(header, "end", options.to);
  // The caller named only one end, and chose the column that is the default of the other end. That
  // other end is then the first of the remaining columns.
  if (chosen.from == chosen.to && options.from.empty() != options.to.empty()) {
    (options.from.empty() ? chosen.from : chosen.to) = chosen.from == 0 ? 1 : 0;
  }
  if (!options.weight.empty()) {
    chosen.weight = column(header, "weight", options.weight);
    return chosen;
  }
  chosen.weight = known(header.names, weight_words);
  if (chosen.weight || header.columns != 3 || chosen.from == chosen.to) return chosen;
  const std::size_t other = 3 - chosen.from - chosen.to;
  if (!numbers_rows(header.names, other) && is_number(other)) chosen.weight = other;
  return chosen;
}

}  // namespace arcas::inline v0::graph::detail
