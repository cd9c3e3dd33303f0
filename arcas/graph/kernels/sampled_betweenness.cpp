// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/path_sampler.h>
#include <arcas/graph/kernels/sampled_betweenness.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// No shortest path has more vertices: in a component of an undirected graph twice as many as the steps from one of its
// vertices to the farthest, and one; else the vertices of a component.
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

class kadabra {
  // The bounds of all scores hold with a half of what may go wrong, the number of samples at the end with the other.
  static constexpr double half = 0.5;
  // Shared evenly, so that no vertex has nothing of it.
  static constexpr double even_part = 0.001;
  // Samples in advance, as a part of the most that there may be; and from one look at the bounds to the next.
  static constexpr double advance_part = 0.01;
  static constexpr std::uint64_t first_look = 1024;
  static constexpr std::uint64_t look_part = 8;

 public:
  kadabra(const graph_view& g, const sampled_betweenness_options& options)
      : g_(g),
        options_(options),
        n_(g.vertex_count()),
        // A sample counts pairs of all vertices, a score those of the others.
        scale_(static_cast<double>(n_) / static_cast<double>(n_ - 2)),
        error_(options.error / scale_),
        risk_((1 - options.confidence) * half),
        workers_([this] { return worker(g_); }),
        shares_(n_),
        log_risks_(n_) {
    const double longest = most_on_a_path(g, options.loops);
    const double levels = longest > 2 ? std::floor(std::log2(longest - 2)) : 0;
    most_ = std::ceil(0.5 / (error_ * error_) * (levels + 1 + std::log(1 / risk_)));
  }

  sampled_betweenness_result run() {
    deal_risk();
    sampled_betweenness_result result;
    for (;;) {
      const auto step = std::max(first_look, samples_ / look_part);
      take(std::min(step, static_cast<std::uint64_t>(most_) - samples_));
      if (options_.observer != nullptr)
        options_.observer->sampled(samples_, static_cast<std::uint64_t>(most_));
      result.error = widest();
      result.certain = options_.certain_top != 0 && is_top_certain();
      if (result.certain || result.error <= error_ || static_cast<double>(samples_) >= most_) break;
    }
    // At the last sample the error is the one asked for, by the other argument.
    if (static_cast<double>(samples_) >= most_) result.error = std::min(result.error, error_);
    result.error *= scale_;
    result.samples = samples_;
    result.scores = plain_array<double>(n_);
    whole_for(n_, options_.loops, [&](std::size_t v) { result.scores[v] = shares_[v] * scale_; });
    return result;
  }

 private:
  struct worker {
    explicit worker(const graph_view& g) : sampler(g), counts(g.vertex_count(), 0) {}
    path_sampler sampler;
    std::vector<std::uint32_t> counts;  // of paths through each vertex
  };

  // More samples; then shares_ are those of all.
  void take(std::uint64_t more) {
    whole_for(more, options_.loops, [&](std::size_t i) {
      random_stream draws(options_.seed, drawn_ + i);
      const auto from = static_cast<vertex>(draws.next() % n_);
      auto to = static_cast<vertex>(draws.next() % (n_ - 1));
      if (to >= from) ++to;
      worker& mine = workers_.local();
      mine.sampler.sample(from, to, draws, [&](vertex v) { ++mine.counts[v]; });
    });
    drawn_ += more;
    samples_ += more;
    std::vector<const worker*> all;
    workers_.for_each([&](worker& w) { all.push_back(&w); });
    whole_for(n_, options_.loops, [&](std::size_t v) {
      std::uint64_t count = 0;
      for (const worker* w : all) count += w->counts[v];
      shares_[v] = static_cast<double>(count) / static_cast<double>(samples_);
    });
  }

  // Vertices of high scores need more samples, or a greater chance of error: such that all would be near enough after
  // about as many samples. Of samples that do not count later, so that what follows is independent of them.
  void deal_risk() {
    take(std::max(first_look, static_cast<std::uint64_t>(most_ * advance_part)));
    const double least = 1 / static_cast<double>(samples_);
    const auto risk_of = [&](std::size_t v, double c) {
      return std::exp(-c * error_ * error_ / std::max(shares_[v], least));
    };
    const double wanted = risk_ * (1 - even_part);
    double low = 0, high = 1 / (error_ * error_) * std::log(4.0 * static_cast<double>(n_) / wanted);
    for (int halvings = 0; halvings < 40; ++halvings) {
      const double c = (low + high) / 2;
      double sum = 0;
      for (std::size_t v = 0; v < n_; ++v) sum += 2 * risk_of(v, c);
      (sum > wanted ? low : high) = c;
    }
    const double even = risk_ * even_part / (2 * static_cast<double>(n_));
    whole_for(n_, options_.loops,
              [&](std::size_t v) { log_risks_[v] = -std::log(risk_of(v, high) + even); });
    workers_.for_each([](worker& w) { std::ranges::fill(w.counts, 0); });
    samples_ = 0;
  }

  // How far the exact share may be below, and above, with the vertex's chance of error for either.
  double below(std::size_t v) const {
    const double t = static_cast<double>(samples_), l = log_risks_[v];
    const double a = 1.0 / 3 - most_ / t;
    return l / t * (a + std::sqrt(a * a + 2 * shares_[v] * most_ / l));
  }
  double above(std::size_t v) const {
    const double t = static_cast<double>(samples_), l = log_risks_[v];
    const double a = 1.0 / 3 + most_ / t;
    return l / t * (a + std::sqrt(a * a + 2 * shares_[v] * most_ / l));
  }
  double widest() const {
    return whole_reduce(n_, maximum<double>{}, options_.loops,
                        [&](std::size_t v) { return std::max(below(v), above(v)); });
  }

  // Whether the least that one of the highest may have is no less than the most that any other may have.
  bool is_top_certain() const {
    const std::size_t k = std::min(options_.certain_top, n_);
    std::vector<vertex> order(n_);
    for (std::size_t v = 0; v < n_; ++v) order[v] = static_cast<vertex>(v);
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(k - 1),
                             std::ranges::greater(), [&](vertex v) { return shares_[v]; });
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const vertex v = order[i];
      if (i < k) {
        least = std::min(least, shares_[v] - below(v));
      } else {
        most = std::max(most, shares_[v] + above(v));
      }
    }
    return least >= most;
  }

  const graph_view& g_;
  const sampled_betweenness_options& options_;
  const std::size_t n_;
  const double scale_;
  const double error_;  // of shares
  const double risk_;
  worker_local<worker> workers_;
  std::vector<double> shares_;     // of the samples
  std::vector<double> log_risks_;  // -log of the chance that a vertex's bound does not hold
  double most_ = 0;                // samples
  std::uint64_t drawn_ = 0;        // samples, with those in advance
  std::uint64_t samples_ = 0;
};

void require(bool right, const std::string& sentence) {
  if (!right) throw std::invalid_argument(sentence);
}

}  // namespace

sampled_betweenness_result sampled_betweenness(const graph_view& g,
                                               const sampled_betweenness_options& options) {
  require(options.error >= 1e-6 && options.error < 1,
          "the error of sampled betweenness must be from 0.000001 to below 1; it is " +
              std::to_string(options.error));
  require(options.confidence > 0 && options.confidence < 1,
          "the confidence of sampled betweenness must be above 0 and below 1; it is " +
              std::to_string(options.confidence));
  const std::size_t n = g.vertex_count();
  if (n > 2) return kadabra(g, options).run();
  sampled_betweenness_result none;
  none.scores = plain_array<double>(n);
  std::ranges::fill(none.scores, 0);
  none.certain = options.certain_top != 0;
  return none;
}

}  // namespace arcas::inline v0::graph
