// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/brandes.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

namespace arcas::graph {

using namespace detail;
namespace {

void require_vertices(const links& g, std::span<const vertex> sources) {
  for (const vertex s : sources) {
    if (s < g.vertex_count()) continue;
    throw std::invalid_argument("betweenness from vertex " + std::to_string(s) + " of a graph of " +
                                std::to_string(g.vertex_count()) +
                                " vertices is not possible; give one that is there");
  }
}

// NetworkX's: what scores are multiplied by.
double scale(const links& g, std::size_t sources, const betweenness_options& options) {
  const auto n = static_cast<double>(g.vertex_count());
  double factor = 1;
  if (!options.normalized) {
    if (g.symmetric()) factor = 0.5;
  } else if (options.endpoints) {
    if (n >= 2) factor = 1 / (n * (n - 1));
  } else if (n > 2) {
    factor = 1 / ((n - 1) * (n - 2));
  }
  return sources == 0 ? factor : factor * n / static_cast<double>(sources);
}

// The most workers that a place of level 1 has.
unsigned workers_of_a_place(const worker_tree& tree) {
  unsigned most = 1;
  unsigned here = 0;
  for (worker_id w = 0; w < tree.size(); ++w) {
    here = tree.level_of(w) >= 1 ? 1 : here + 1;
    most = std::max(most, here);
  }
  return most;
}

plain_array<double> flat(const links& g, std::span<const vertex> sources,
                         const betweenness_options& options) {
  const runtime& on = runtime_of(options.loops);
  brandes run(g, options.endpoints, options.locality, options.loops, on.workers());
  for (const vertex s : sources) {
    run.add(s);
    if (options.observer) options.observer->source_done();
  }
  return std::move(run.scores());
}

// The sources of level 1: each place has arrays of its own, made by its leader.
class spread_sources {
 public:
  using own = std::unique_ptr<brandes>;

  spread_sources(const links& g, std::span<const vertex> sources,
                 const betweenness_options& options)
      : g_(g),
        sources_(sources),
        options_(options),
        workers_(workers_of_a_place(runtime_of(options.loops).tree())),
        total_(g.vertex_count()) {
    whole_for(total_.size(), options.loops, [&](std::size_t v) { total_[v] = 0; });
  }

  void fork(own& mine) {
    mine = std::make_unique<brandes>(g_, options_.endpoints, options_.locality, options_.loops,
                                     workers_);
  }
  void work(own& mine, std::size_t i) {
    mine->add(sources_[i]);
    if (options_.observer) options_.observer->source_done();
  }
  void join(own& mine) {
    const plain_array<double>& part = mine->scores();
    for (std::size_t v = 0; v < total_.size(); ++v) total_[v] += part[v];
  }
  plain_array<double>& total() { return total_; }

 private:
  const links& g_;
  std::span<const vertex> sources_;
  const betweenness_options& options_;
  const unsigned workers_;  // at each place
  plain_array<double> total_;
};

plain_array<double> nested(const links& g, std::span<const vertex> sources,
                           const betweenness_options& options) {
  spread_sources all(g, sources, options);
  loop_options one_by_one = options.loops;
  one_by_one.grain = 1;
  outer_parallel_for<spread_sources, spread_sources::own, std::size_t>(1, all, 0, sources.size(),
                                                                       one_by_one);
  if (options.loops.stop.stop_requested()) throw interrupted();
  return std::move(all.total());
}

}  // namespace

betweenness_result betweenness(const links& g, std::span<const vertex> sources,
                               const betweenness_options& options) {
  require_vertices(g, sources);
  betweenness_result result{options.form == betweenness_form::flat ? flat(g, sources, options)
                                                                   : nested(g, sources, options)};
  const double factor = scale(g, sources.size(), options);
  whole_for(g.vertex_count(), options.loops, [&](std::size_t v) { result.scores[v] *= factor; });
  return result;
}

betweenness_result betweenness(const links& g, const betweenness_options& options) {
  std::vector<vertex> all(g.vertex_count());
  std::iota(all.begin(), all.end(), vertex{0});
  return betweenness(g, all, options);
}

}  // namespace arcas::graph
