// SPDX-License-Identifier: Apache-2.0
// Chooses the columns of a table that are the ends of an edge, and the one that is its weight:
// those that file_options name; otherwise columns with usual names; otherwise the first two, and
// the third of three columns as the weight.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/files/formats.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace arcas::inline v0::graph::detail {

// Column numbers, from 0.
struct table_columns {
  std::size_t from = 0;
  std::size_t to = 1;
  std::optional<std::size_t> weight = {};
};

struct table_header {
  std::span<const std::string> names;  // names of the columns; empty: no header
  std::size_t columns = 0;
  // For errors: the name of the file, and the line of the header (0: no line).
  const std::string& file;
  std::uint64_t line = 0;
};

// Whether the names contain usual names for both ends of an edge.
bool names_ends(std::span<const std::string> names);

// is_number(c) tells whether column c, the third of three, can be the weight. Throws
// std::invalid_argument if a requested column does not exist.
table_columns choose_columns(const table_header& header, const file_options& options,
                             arcas::detail::function_reference<bool, std::size_t> is_number);

}  // namespace arcas::inline v0::graph::detail
