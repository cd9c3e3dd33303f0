// SPDX-License-Identifier: Apache-2.0
// The order of vertex names: ascending. Names are numbers if all of them are written as numbers and
// they are not declared as text; otherwise they are text.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// All names must differ. Sets `names`; returns the position of each name in the order.
std::vector<vertex> ordered_names(const std::vector<std::string>& all, bool are_text,
                                  vertex_names& names);

// Whether ids are n0, n1, …, which igraph generates, and `names` has a distinct name for each
// vertex.
bool are_made_up(const std::vector<std::string>& ids, const std::vector<std::string>& names);

// The value of a name that is a number in canonical form; "007" is text.
std::optional<std::uint64_t> number_of_name(std::string_view name);

}  // namespace arcas::inline v0::graph::detail
