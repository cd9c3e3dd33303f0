// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/kadabra.h>
#include <arcas/graph/kernels/path_sampler.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Returns an upper limit of the number of vertices on a shortest path: the number of vertices of
// the largest component; in undirected graphs at most 2 d + 1, where d is the greatest distance of
// a vertex from the least vertex of its component.
double most_on_a_path(const graph_view& g, const loop_options& loops) {
  const auto labels = components(g, {.loops = loops}).labels;
  const auto sizes = component_sizes(labels.all(), loops);
  if (sizes.empty()) return 0;
  const auto largest = static_cast<double>(sizes.front().vertices);
  if (!g.symmetric()) return largest;
  std::vector<vertex> starts;
  for (const component_size& c : sizes) starts.push_back(c.label);
  return std::min(largest, 2.0 * bfs(g, starts, {.loops = loops}).depth + 1);
}

// Each worker counts the paths that it draws; share() sums the counts.
class worker_counts {
 public:
  worker_counts(const graph_view& g, const sampled_betweenness_options& options)
      : g_(g),
        options_(options),
        n_(g.vertex_count()),
        workers_([this] { return worker(g_); }),
        shares_(n_),
        log_risks_(n_) {}

  void take(std::uint64_t first, std::uint64_t more) {
    whole_for(more, options_.loops, [&](std::size_t i) {
      random_stream draws(options_.seed, first + i);
      const auto [from, to] = drawn_ends(draws, n_);
      worker& mine = workers_.local();
      mine.sampler.sample(from, to, draws, [&](vertex v) { ++mine.counts[v]; });
    });
  }
  void forget() {
    workers_.for_each([](worker& w) { std::ranges::fill(w.counts, 0); });
  }
  void share(double samples) {
    std::vector<const worker*> all;
    workers_.for_each([&](worker& w) { all.push_back(&w); });
    whole_for(n_, options_.loops, [&](std::size_t v) {
      std::uint64_t count = 0;
      for (const worker* w : all) count += w->counts[v];
      shares_[v] = static_cast<double>(count) / samples;
    });
  }
  double sum(const auto& f) const {
    double all = 0;
    for (const double share : shares_) all += f(share);
    return all;
  }
  void deal(const auto& f) {
    whole_for(n_, options_.loops, [&](std::size_t v) { log_risks_[v] = f(shares_[v]); });
  }
  double widest(const share_bounds& bounds) const {
    return whole_reduce(n_, maximum<double>{}, options_.loops,
                        [&](std::size_t v) { return bounds.wider(shares_[v], log_risks_[v]); });
  }
  bool is_top_certain(std::size_t top, const share_bounds& bounds) const {
    const std::size_t k = std::min(top, n_);
    std::vector<vertex> order(n_);
    std::iota(order.begin(), order.end(), vertex{0});
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(k - 1),
                             std::ranges::greater(), [&](vertex v) { return shares_[v]; });
    top_margin margin;
    for (std::size_t i = 0; i < n_; ++i)
      margin.add(i < k, shares_[order[i]], log_risks_[order[i]], bounds);
    return margin.is_certain();
  }
  const std::vector<double>& shares() const { return shares_; }

 private:
  struct worker {
    explicit worker(const graph_view& g) : sampler(g), counts(g.vertex_count(), 0) {}
    path_sampler<rows_at_hand> sampler;
    std::vector<std::uint64_t> counts;  // number of paths through each vertex
  };

  const graph_view& g_;
  const sampled_betweenness_options& options_;
  const std::size_t n_;
  worker_local<worker> workers_;
  std::vector<double> shares_;     // of the samples whose path passes through a vertex
  std::vector<double> log_risks_;  // -log of the probability that a vertex's bound does not hold
};

void require(bool right, const std::string& sentence) {
  if (!right) throw std::invalid_argument(sentence);
}

}  // namespace

void detail::require_sense(const sampled_betweenness_options& options) {
  require(options.error >= 1e-6 && options.error < 1,
          "the error of sampled betweenness must be at least 0.000001 and below 1; it is " +
              number_text(options.error));
  require(options.confidence > 0 && options.confidence < 1,
          "the confidence of sampled betweenness must be above 0 and below 1; it is " +
              number_text(options.confidence));
}

sampled_betweenness_result sampled_betweenness(const graph_view& g,
                                               const sampled_betweenness_options& options) {
  require_sense(options);
  const std::size_t n = g.vertex_count();
  sampled_betweenness_result result;
  result.scores = plain_array<double>(n);
  if (n <= 2) {
    std::ranges::fill(result.scores, 0);
    result.certain = options.certain_top != 0;
    return result;
  }
  worker_counts counts(g, options);
  kadabra sampling(counts, n, most_on_a_path(g, options.loops), options);
  static_cast<sampling_end&>(result) = sampling.run();
  whole_for(n, options.loops,
            [&](std::size_t v) { result.scores[v] = counts.shares()[v] * sampling.scale(); });
  return result;
}

}  // namespace arcas::inline v0::graph
