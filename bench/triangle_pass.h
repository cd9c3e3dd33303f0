// SPDX-License-Identifier: Apache-2.0
// How well is the counting of triangles shared out? Figure 5 of the Callisto paper: an iteration
// counts the triangles of one vertex, and reads rows of the graph as the kernel does. The
// renumbering of vertices before the loop is not timed.
#pragma once

#include "kernels.h"
#include "thread_slots.h"

#include <arcas/graph/kernels/triangle_passes.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

namespace bench {

class triangle_run {
 public:
  explicit triangle_run(const arcas::graph::undirected_graph& g)
      : simple_(arcas::graph::detail::oriented(g, arcas::graph::triangle_order::automatic,
                                               plain_loops())),
        rows_(simple_.kept) {}

  std::uint64_t vertices() const { return rows_.vertex_count(); }
  [[gnu::noinline]] void chunk(std::uint64_t begin, std::uint64_t end) {
    arcas::graph::detail::triangle_counter& mine = counters_.mine();
    for (std::uint64_t u = begin; u < end; ++u) {
      arcas::graph::detail::count_at(mine, rows_, static_cast<arcas::graph::vertex>(u));
    }
  }
  std::uint64_t total_and_clear() {
    std::uint64_t total = 0;
    counters_.each([&](auto& c) { total += std::exchange(c.count, 0); });
    return total;
  }

 private:
  const arcas::graph::detail::oriented_graph simple_;
  const arcas::graph::row_view rows_;
  thread_slots<arcas::graph::detail::triangle_counter> counters_;
};

// Cycles of one count. loop(run) counts at all vertices.
template <class Loop>
std::uint64_t count_cycles(triangle_run& run, std::uint64_t& found, const Loop& loop) {
  const std::uint64_t start = arcas::cycles();
  loop(run);
  const std::uint64_t took = arcas::cycles() - start;
  found = run.total_and_clear();
  return took;
}

template <loop_runtime Runtime>
void measure_triangles(const request& ask) {
  const any_graph graph = load_graph(ask.graph, memory_named(ask.memory));
  const auto* const undirected = std::get_if<arcas::graph::undirected_graph>(&graph);
  if (!undirected) {
    throw std::runtime_error(ask.graph +
                             ": triangles are counted in undirected graphs; make it with "
                             "bench_graph --undirected");
  }
  triangle_run run(*undirected);
  std::uint64_t expected = 0, found = 0;
  const auto alone = [](triangle_run& r) { r.chunk(0, r.vertices()); };
  count_cycles(run, expected, alone);
  const std::uint64_t sequential = count_cycles(run, expected, alone);
  Runtime runtime(ask);
  runtime.enter([&] {
    const auto together = [&](triangle_run& r) {
      runtime.loop(r.vertices(), [&](auto begin, auto end) { r.chunk(begin, end); });
    };
    count_cycles(run, found, together);
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const std::uint64_t parallel = count_cycles(run, found, together);
      if (found != expected) throw std::runtime_error("the count of triangles is wrong");
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("graph", ask.graph_name)
          .count("iterations", run.vertices())
          .timed(sample, sequential, parallel, ask)
          .print();
    }
  });
}

}  // namespace bench
