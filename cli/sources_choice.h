// SPDX-License-Identifier: Apache-2.0
// Where does a search start? At the vertices that were named, by their ids in the graph's file, or
// at ones drawn at random.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/sources.h>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

// --source. `what` says what happens without it.
void add_source_option(CLI::App& arguments, std::vector<std::uint64_t>& ids,
                       const std::string& what);

[[noreturn]] void refuse_source(std::uint64_t id, const std::string& file);

// The vertices of these names. Ids ascend with vertices.
template <class G>
std::vector<arcas::graph::vertex> named_vertices(const G& g, const std::vector<std::uint64_t>& ids,
                                                 const std::string& file) {
  using arcas::graph::vertex;
  std::vector<vertex> vertices;
  for (const std::uint64_t id : ids) {
    std::size_t low = 0;
    std::size_t high = g.vertex_count();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (g.original_id(static_cast<vertex>(middle)) < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == g.vertex_count() || g.original_id(static_cast<vertex>(low)) != id) {
      refuse_source(id, file);
    }
    vertices.push_back(static_cast<vertex>(low));
  }
  return vertices;
}

// One for each trial: the one that was named, over and over, or ones with edges, drawn as GAP draws
// them. Throws std::runtime_error with a sentence where no vertex has an edge.
template <class G>
std::vector<arcas::graph::vertex> trial_sources(const G& g, const std::vector<std::uint64_t>& ids,
                                                unsigned trials, std::uint64_t seed,
                                                const std::string& file) {
  if (!ids.empty()) {
    const auto named = named_vertices(g, {ids.front()}, file);
    return std::vector<arcas::graph::vertex>(trials, named.front());
  }
  auto drawn = arcas::graph::linked_vertices(g, trials, seed);
  if (drawn.empty()) {
    throw std::runtime_error(file + ": no vertex has an edge; give a start vertex by --source");
  }
  return drawn;
}

}  // namespace cli
