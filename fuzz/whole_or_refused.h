// SPDX-License-Identifier: Apache-2.0
// What must hold of any bytes whatever? A reader makes a whole graph of them, or refuses them with
// one sentence that begins with the file's name; it never crashes and never takes memory out of
// proportion.
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
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

// Every row lies in the graph and ascends, and the arcs of both directions are the same.
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
}

template <class G>
bool whole_or_refused(std::string_view bytes, const std::string& name) {
  try {
    require_whole(arcas::graph::graph_file(bytes, name)
                      .read<G>({.random_weights = arcas::graph::random_weight_options{}}));
    return true;
  } catch (const arcas::graph::input_error& refusal) {
    const std::string_view sentence = refusal.what();
    require(sentence.starts_with(name + ":"), "a refusal begins with the name of the file");
    require(sentence.find('\n') == sentence.npos && sentence.find('\0') == sentence.npos,
            "a refusal is one line");
    return false;
  }
}

// As a graph of each kind, which take different ways through the readers.
inline void read_every_way(std::string_view bytes, const std::string& name) {
  using namespace arcas::graph;
  const bool plain = whole_or_refused<directed_graph>(bytes, name);
  const bool real = whole_or_refused<real_undirected_graph>(bytes, name);
  require(plain || !real, "weights that can be read can be left");
  whole_or_refused<weighted_directed_graph>(bytes, name);
}

}  // namespace fuzz
