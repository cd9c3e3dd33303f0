// SPDX-License-Identifier: Apache-2.0
// How do the sources of betweenness.h become scores? Each worker or place has its own Search. Its
// member add(source) makes the two sweeps of one source; scores() returns the sums.
#pragma once

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/whole_loop.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Distributes the sources, one at a time, over the places of `level`. make() returns a pointer to
// the search of a place, and is called by its leader. Returns the sums of the scores of n vertices.
template <class Search, class Make>
plain_array<double> dealt(std::size_t n, std::span<const vertex> sources,
                          const betweenness_options& options, int level, const Make& make) {
  using own = std::unique_ptr<Search>;
  struct {
    std::span<const vertex> sources;
    const betweenness_options& options;
    const Make& make;
    std::vector<own> done;

    void fork(own& mine) { mine = make(); }
    void work(own& mine, std::size_t i) {
      mine->add(sources[i]);
      if (options.observer) options.observer->source_done();
    }
    void join(own& mine) { done.push_back(std::move(mine)); }
  } all{sources, options, make, {}};
  loop_options one_by_one = options.loops;
  one_by_one.grain = 1;
  outer_parallel_for<decltype(all), own, std::size_t>(level, all, 0, sources.size(), one_by_one);
  if (options.loops.stop.stop_requested()) throw interrupted();
  plain_array<double> total(n);
  whole_for(n, options.loops, [&](std::size_t v) {
    total[v] = 0;
    for (const own& part : all.done) total[v] += part->scores()[v];
  });
  return total;
}

// Scales the sums over these sources.
inline betweenness_result scaled(plain_array<double> sums, betweenness_form form,
                                 std::size_t sources, bool symmetric,
                                 const betweenness_options& options) {
  const double factor = betweenness_scale(sums.size(), sources, symmetric, options);
  whole_for(sums.size(), options.loops, [&](std::size_t v) { sums[v] *= factor; });
  return {std::move(sums), form};
}

}  // namespace arcas::inline v0::graph::detail
