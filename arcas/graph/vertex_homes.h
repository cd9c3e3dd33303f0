// SPDX-License-Identifier: Apache-2.0
// Where is each vertex at home? On a machine of several NUMA nodes each gets a stretch of the
// vertices, in proportion to its workers, so that all have as many links to read: the rows of those
// vertices and the values that a kernel keeps for them belong into the node's memory, and loops
// over them to its workers.
//
//   place(g, runtime::current());                  once, when the graph is there
//   pagerank(g, {.locality = true});               its arrays, and its loops
//
// On a machine of one node there is nothing to do, and nothing is done.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/locality.h>
#include <arcas/loops/options.h>
#include <arcas/memory/memory_nodes.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

class vertex_homes {
 public:
  // Of no vertex: loops stay as they are, and values where they are.
  vertex_homes() = default;
  // Of g's vertices on the machine of that runtime.
  vertex_homes(const graph_view& g, const runtime& on);
  // As a kernel is asked: with locality or without, on the runtime of its loops.
  vertex_homes(const graph_view& g, bool locality, const loop_options& loops);

  // There are several nodes.
  bool matter() const { return nodes_.has_value(); }
  // Where node k's vertices end.
  std::span<const std::size_t> ends() const { return ends_; }

  // Loops as given, but over all vertices, or over words with a bit for each of 64 vertices.
  loop_options over_vertices(const loop_options& loops) const { return at(vertices_, loops); }
  loop_options over_words(const loop_options& loops) const { return at(words_, loops); }

  // A value for each of n vertices, at their homes.
  template <class T>
  plain_array<T> array(std::size_t n) const {
    plain_array<T> values(n);
    place(values.all());
    return values;
  }
  // Moves one value of each vertex to the vertex's home; no other thread may use the values.
  template <class T>
  void place(std::span<T> values) const {
    if (matter()) bind_values(values.data(), sizeof(T), ends_);
  }
  // And one row.
  template <class W>
  void place(const basic_adjacency<W>& rows) const {
    if (!matter()) return;
    bind_values(rows.offsets().data(), sizeof(edge_index), ends_);
    std::vector<std::size_t> row_ends;
    for (const std::size_t v : ends_) row_ends.push_back(rows.offsets()[v]);
    bind_values(rows.targets().data(), sizeof(vertex), row_ends);
    if constexpr (is_weight<W>) bind_values(rows.weights().data(), sizeof(W), row_ends);
  }

 private:
  loop_options at(const arcas::home_map& homes, const loop_options& loops) const;
  void bind_values(const void* first, std::size_t size, std::span<const std::size_t> ends) const;

  std::optional<memory_nodes> nodes_;
  std::vector<std::size_t> ends_;
  arcas::home_map vertices_;
  arcas::home_map words_;
};

// Moves the rows of a graph to the nodes of their vertices. Nothing else may use it meanwhile.
// What the system refuses stays where it is: `arcas topology` tells.
template <class W, bool Directed>
void place(const basic_graph<W, Directed>& g, const runtime& on) {
  const vertex_homes homes(g, on);
  homes.place(g.out());
  if (Directed) homes.place(g.in());
}

}  // namespace arcas::inline v0::graph
