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
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
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
class worker_counts : public process_machine<path_shares> {
 public:
  worker_counts(const graph_view& g, const sampled_betweenness_options& options)
      : process_machine(g.vertex_count(), options.loops),
        seed_(options.seed),
        workers_([&g] { return worker(g); }) {}

  void take(std::uint64_t first, std::uint64_t more) {
    whole_for(more, loops(), [&](std::size_t i) {
      random_stream draws(seed_, first + i);
      const auto [from, to] = drawn_ends<vertex>(draws, size());
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
    apply([&](values& own, std::size_t v) {
      std::uint64_t count = 0;
      for (const worker* w : all) count += w->counts[v];
      own.shares[v] = static_cast<double>(count) / samples;
    });
  }
  bool is_top_certain(std::size_t top, const share_bounds& bounds) {
    const auto& [shares, log_risks] = own();
    const std::size_t k = std::min(top, size());
    std::vector<vertex> order(size());
    std::iota(order.begin(), order.end(), vertex{0});
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(k - 1),
                             std::ranges::greater(), [&](vertex v) { return shares[v]; });
    top_margin margin;
    for (std::size_t i = 0; i < size(); ++i)
      margin.add(i < k, shares[order[i]], log_risks[order[i]], bounds);
    return margin.is_certain();
  }

 private:
  struct worker {
    explicit worker(const graph_view& g) : sampler(g), counts(g.vertex_count(), 0) {}
    path_sampler<rows_at_hand> sampler;
    std::vector<std::uint64_t> counts;  // number of paths through each vertex
  };

  const std::uint64_t seed_;
  worker_local<worker> workers_;
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
  kadabra sampling(counts, most_on_a_path(g, options.loops), options);
  static_cast<sampling_end&>(result) = sampling.run();
  counts.apply([scale = sampling.scale()](auto& v, std::size_t i) { v.shares[i] *= scale; });
  result.scores = std::move(counts.own().shares);
  return result;
}

}  // namespace arcas::inline v0::graph
