// SPDX-License-Identifier: Apache-2.0
// Which columns of a table are the ends of an edge, and which is its weight? As file_options ask; else by what they are
// called; else the first two, and the third of three.
#pragma once

#include <arcas/graph/files/formats.h>
#include <arcas/graph/function_reference.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace arcas::inline v0::graph::detail {

// Counted from 0.
struct table_columns {
  std::size_t from = 0;
  std::size_t to = 1;
  std::optional<std::size_t> weight = {};
};

struct table_header {
  std::span<const std::string> names;  // of the columns; empty: there is no header
  std::size_t columns = 0;
  const std::string& file;  // in errors, with the line of the header; 0: none
  std::uint64_t line = 0;
};

// Both ends of an edge are called so.
bool names_ends(std::span<const std::string> names);

// is_number(c): column c, the third of three, may be the weight. Throws input_error where a column that was asked for is
// not there.
table_columns choose_columns(const table_header& header, const file_options& options,
                             function_reference<bool, std::size_t> is_number);

}  // namespace arcas::inline v0::graph::detail
