// SPDX-License-Identifier: Apache-2.0
// Which requirement holds for every input? A reader makes a whole graph of it, or refuses it with
// an error of one line that begins with the file's name. It does not crash, and does not take
// memory out of proportion to the input.
#pragma once

#include <arcas/graph/graph_file.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", what);
  std::abort();
}

inline void require_one_line(std::string_view sentence, const std::string& start) {
  require(sentence.starts_with(start), "an error begins with the name of the file");
  require(sentence.find_first_of(std::string_view("\n\r\0", 3)) == sentence.npos,
          "an error is one line");
}

// Requires names in ascending order without duplicates, as the search for a name assumes.
inline void require_names(const arcas::graph::vertex_names& names, std::uint64_t n) {
  for (std::uint64_t v = 1; v < n; ++v) {
    const bool ascend =
        names.are_text() ? (*names.texts())[v - 1] < (*names.texts())[v] : names[v - 1] < names[v];
    require(ascend, "names ascend without duplicates");
  }
}

// Requires that each row contains vertices of the graph in ascending order, and that both
// directions have the same arcs.
template <class G>
void require_whole(const G& g) {
  std::uint64_t out = 0;
  std::uint64_t in = 0;
  std::uint64_t arcs = 0;
  for (std::uint64_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<arcas::graph::vertex>(i);
    arcs += g.out_degree(v);
    std::uint64_t before = 0;
    for (const auto u : g.out_neighbors(v)) {
      require(u < g.vertex_count() && u >= before, "neighbours are vertices, in ascending order");
      before = u;
      out += (i + 1) * 0x9E3779B97F4A7C15u ^ (u + std::uint64_t{1}) * 0xBF58476D1CE4E5B9u;
    }
    for (const auto u : g.in_neighbors(v)) {
      require(u < g.vertex_count(), "in-neighbours are vertices");
      in += (u + std::uint64_t{1}) * 0x9E3779B97F4A7C15u ^ (i + 1) * 0xBF58476D1CE4E5B9u;
    }
  }
  require(arcs == g.arc_count() && out == in, "both directions have the same arcs");
  require_names(g.names(), g.vertex_count());
}

template <class G>
bool whole_or_refused(std::string_view bytes, const std::string& name,
                      const arcas::graph::file_options& options) {
  try {
    require_whole(arcas::graph::graph_file(bytes, name, options)
                      .read<G>({.random_weights = arcas::graph::random_weight_options{}}));
    return true;
  } catch (const arcas::graph::input_error& refusal) {
    require_one_line(refusal.what(), name + ":");
    return false;
  }
}

// Reads the bytes as a graph of each kind, since the readers have different code for each.
inline void read_every_way(std::string_view bytes, const std::string& name,
                           const arcas::graph::file_options& options = {}) {
  using namespace arcas::graph;
  const bool plain = whole_or_refused<directed_graph>(bytes, name, options);
  const bool real = whole_or_refused<real_undirected_graph>(bytes, name, options);
  require(plain || !real, "a file that can be read with weights can be read without them");
  whole_or_refused<weighted_directed_graph>(bytes, name, options);
}

}  // namespace fuzz
