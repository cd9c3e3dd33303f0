// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/vertex_homes.h>

#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/loops/locality.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/memory_nodes.h>
#include <arcas/runtime/runtime.h>

#include <numeric>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The amount of data that a pass over the first v vertices reads: their in-edges, and one value for
// each vertex.
std::size_t work_below(const graph_view& g, std::size_t v) {
  return v == 0 ? 0 : g.in().offsets()[v] + v;
}

std::size_t first_vertex_with(const graph_view& g, std::size_t work) {
  std::size_t low = 0;
  std::size_t high = g.vertex_count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (work_below(g, middle) < work) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

vertex_homes::vertex_homes(const graph_view& g, const runtime& on) {
  if (on.machine().places(place_kind::numa_node).size() == 1) return;
  nodes_.emplace(on);
  const auto workers = nodes_->workers();
  const auto all = std::accumulate(workers.begin(), workers.end(), std::size_t{0});
  const std::size_t work = work_below(g, g.vertex_count());
  std::size_t so_far = 0;
  for (const unsigned here : workers) {
    so_far += here;
    const std::size_t share = work / all * so_far + work % all * so_far / all;
    // The end is a multiple of 64 vertices, so that each word of a bit set has one home.
    const std::size_t words = first_vertex_with(g, share) / vertex_bits::word_bits;
    ends_.push_back(so_far == all ? g.vertex_count() : words * vertex_bits::word_bits);
  }
  std::size_t before = 0;
  for (unsigned node = 0; node < ends_.size(); ++node) {
    vertices_.add(ends_[node] - before, node);
    words_.add((ends_[node] + vertex_bits::word_bits - 1) / vertex_bits::word_bits - words_.size(),
               node);
    before = ends_[node];
  }
}

vertex_homes::vertex_homes(const graph_view& g, bool locality, const loop_options& loops) {
  if (locality) *this = vertex_homes(g, runtime_of(loops));
}

loop_options vertex_homes::at(const arcas::home_map& homes, const loop_options& loops) const {
  loop_options placed = loops;
  if (matter()) placed.distributor = locality(homes);
  return placed;
}

void vertex_homes::bind_values(const void* first, std::size_t size,
                               std::span<const std::size_t> ends) const {
  std::vector<std::size_t> bytes;
  for (const std::size_t end : ends) bytes.push_back(end * size);
  arcas::detail::bind(const_cast<void*>(first), page_homes(bytes), *nodes_);
}

}  // namespace arcas::inline v0::graph
