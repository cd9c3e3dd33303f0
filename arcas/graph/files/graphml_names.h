// SPDX-License-Identifier: Apache-2.0
// What are the vertices called, and in which order are they? Ascending: by number where all names are numbers and are
// not to be text.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// All names differ. Sets `names`; returns the place of each in the order.
std::vector<vertex> ordered_names(const std::vector<std::string>& all, bool are_text,
                                  vertex_names& names);

// Whether ids are n0, n1, …, as igraph makes them up, and `names` are the names of all vertices, which differ.
bool are_made_up(const std::vector<std::string>& ids, const std::vector<std::string>& names);

// The number that a name is, as written: "007" is text.
std::optional<std::uint64_t> number_of_name(std::string_view name);

}  // namespace arcas::inline v0::graph::detail
