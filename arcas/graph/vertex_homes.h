// SPDX-License-Identifier: Apache-2.0
// The home of each vertex. On a machine with several NUMA nodes each node gets a range of
// consecutive vertices. The number of these vertices plus the number of their in-edges is in
// proportion to the node's workers. The rows of these vertices, and a kernel's values for them,
// belong in the node's memory, and the node's workers run the loops over them.
//
//   place(g, runtime::current());         places the rows; once, after the graph is built
//   pagerank(g, {.locality = true});      places its arrays, and runs its loops by home
//
// On a machine with one node all of this does nothing.
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
  // Without homes: loops and values stay as they are.
  vertex_homes() = default;
  // Homes for the vertices of g on the machine of the runtime `on`.
  vertex_homes(const graph_view& g, const runtime& on);
  // For a kernel's option `locality`: if it is true, homes on the runtime of the kernel's loops,
  // otherwise none.
  vertex_homes(const graph_view& g, bool locality, const loop_options& loops);

  // Whether there are several nodes.
  bool matter() const { return nodes_.has_value(); }
  // ends()[k] is the end of node k's vertices.
  std::span<const std::size_t> ends() const { return ends_; }

  // Returns `loops` with a distributor by home. over_words() is for a loop over the words of a bit
  // set, which have one bit for each of 64 vertices.
  loop_options over_vertices(const loop_options& loops) const { return at(vertices_, loops); }
  loop_options over_words(const loop_options& loops) const { return at(words_, loops); }

  // An array with one value for each of n vertices, at their homes.
  template <class T>
  plain_array<T> array(std::size_t n) const {
    plain_array<T> values(n);
    place(values.all());
    return values;
  }
  // Moves the values, one for each vertex, to the homes of the vertices; no other thread may use
  // the values meanwhile.
  template <class T>
  void place(std::span<T> values) const {
    if (matter()) bind_values(values.data(), sizeof(T), ends_);
  }
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

// Moves the rows of a graph to the nodes of their vertices; no other thread may use the graph
// meanwhile. Pages that the system refuses to move stay; `arcas topology` shows refusals.
template <class W, bool Directed>
void place(const basic_graph<W, Directed>& g, const runtime& on) {
  const vertex_homes homes(g, on);
  homes.place(g.out());
  if (Directed) homes.place(g.in());
}

}  // namespace arcas::inline v0::graph
