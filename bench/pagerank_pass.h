// SPDX-License-Identifier: Apache-2.0
// One pass of PageRank, in Jacobi's order, as a measured loop. The steps are those of the kernel.
// pull_chunk() is compiled once and called by every runtime and by the sequential reference.
#pragma once

#include "graph_file.h"
#include "thread_slots.h"

#include <arcas/graph/kernels/pagerank.h>

#include <cstdint>
#include <vector>

namespace bench {

// The arrays that a pass reads and writes. As in the kernel, they store shares, which are
// scores divided by out-degrees. base: the part of a score that does not come from neighbours.
struct jacobi_pass {
  double base = 0;
  const double* from = nullptr;
  double* to = nullptr;
};

// Vertices [begin, end).
[[gnu::noinline]] arcas::graph::detail::pagerank_sums pull_chunk(const any_graph& graph,
                                                                 const jacobi_pass& pass,
                                                                 std::uint64_t begin,
                                                                 std::uint64_t end);

// The arrays of a run, and the values that one pass computes for the next.
class pagerank_run {
 public:
  explicit pagerank_run(const any_graph& graph);

  // Gives all vertices the same score.
  void restart();
  std::uint64_t vertices() const { return share_.size(); }
  void chunk(std::uint64_t begin, std::uint64_t end) {
    arcas::graph::detail::pagerank_sums& mine = sums_.mine();
    mine = mine + pull_chunk(graph_, pass_, begin, end);
  }
  // Called after all chunks of a pass.
  void finish_pass();
  double residual() const { return residual_; }

 private:
  void aim(double dangling);

  const any_graph& graph_;
  std::vector<double> share_, next_share_;
  jacobi_pass pass_;
  thread_slots<arcas::graph::detail::pagerank_sums> sums_;
  double residual_ = 0;
};

}  // namespace bench
