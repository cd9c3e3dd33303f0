// SPDX-License-Identifier: Apache-2.0
// Which vertices does a file list?
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/vertex_names.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

// The vertices with these names, of a graph of n vertices.
std::vector<std::optional<arcas::graph::vertex>> vertices_named(
    const arcas::graph::vertex_names& all, std::size_t n, std::span<const std::string> names);

// The vertices that the file at `path` lists, in ascending order, each once. The file has a name on
// each line; empty lines and lines that begin with # are ignored. find(names) returns the vertices
// with these names; `of` names the graph, which has n vertices; their names take at most
// name_bytes. Throws std::runtime_error for a vertex that the graph does not contain.
using find_names = std::function<std::vector<std::optional<arcas::graph::vertex>>(
    const std::vector<std::string>& names)>;
std::vector<arcas::graph::vertex> listed_vertices(const std::string& path, std::size_t n,
                                                  std::uint64_t name_bytes, const std::string& of,
                                                  const find_names& find);

}  // namespace cli
