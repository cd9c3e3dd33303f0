// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <type_traits>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A path count of any size: part * 2^exponent, where part is 0 or in [1/2, 1).
struct any_count {
  long double part = 0;
  std::int64_t exponent = 0;

  static any_count of(long double value, std::int64_t exponent) {
    int more = 0;
    const long double part = std::frexp(value, &more);
    return {part, part == 0 ? 0 : exponent + more};
  }
  any_count plus(const any_count& b) const {
    if (part == 0 || b.part == 0) return part == 0 ? b : *this;
    if (exponent < b.exponent) return b.plus(*this);
    return of(part + std::ldexp(b.part, scale(b.exponent - exponent)), exponent);
  }
  double divided_by(const any_count& b) const {
    return static_cast<double>(std::ldexp(part / b.part, scale(exponent - b.exponent)));
  }
  static int scale(std::int64_t exponent) {
    return static_cast<int>(std::clamp<std::int64_t>(exponent, -20'000, 20'000));
  }
};

// The shortest paths from a source. before[v] has the predecessors of v on these paths; parallel
// edges from a predecessor to v list it several times.
struct shortest_ways {
  static constexpr std::uint32_t unreached = 0xffffffff;
  std::vector<std::uint32_t> steps;
  std::vector<any_count> count;
  std::vector<std::vector<vertex>> before;
  std::vector<vertex> order;  // reached vertices by distance
};

shortest_ways ways_from(const graph_view& g, vertex source) {
  const std::size_t n = g.vertex_count();
  shortest_ways ways{std::vector<std::uint32_t>(n, shortest_ways::unreached),
                     std::vector<any_count>(n),
                     std::vector<std::vector<vertex>>(n),
                     {source}};
  ways.steps[source] = 0;
  ways.count[source] = any_count::of(1, 0);
  for (std::size_t at = 0; at < ways.order.size(); ++at) {
    const vertex u = ways.order[at];
    for (const vertex v : g.out_neighbors(u)) {
      if (ways.steps[v] == shortest_ways::unreached) {
        ways.steps[v] = ways.steps[u] + 1;
        ways.order.push_back(v);
      }
      if (ways.steps[v] != ways.steps[u] + 1) continue;
      ways.count[v] = ways.count[v].plus(ways.count[u]);
      ways.before[v].push_back(u);
    }
  }
  return ways;
}

// Whether a path of `length` and an edge of weight `w` together have length `longer`. Integers are
// subtracted: a sum could overflow.
bool leads(std::int64_t length, std::int64_t w, std::int64_t longer) {
  return w == longer - length;
}
bool leads(double length, double w, double longer) {
  return length + w == longer;
}

// The paths of least length: distances are lowered until none can be lowered further; then the
// predecessors of each vertex are found among its in-neighbours.
template <class G>
shortest_ways lightest_ways_from(const G& g, vertex source) {
  using D = std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>;
  const std::size_t n = g.vertex_count();
  const D far = std::numeric_limits<D>::max();
  std::vector<D> length(n, far);
  length[source] = 0;
  std::deque<vertex> falling = {source};
  for (; !falling.empty(); falling.pop_front()) {
    for (const auto [v, w] : g.out_edges(falling.front())) {
      if (static_cast<D>(w) > far - length[falling.front()]) continue;
      const D by_this = length[falling.front()] + static_cast<D>(w);
      if (by_this >= length[v]) continue;
      length[v] = by_this;
      falling.push_back(v);
    }
  }
  shortest_ways ways{{}, std::vector<any_count>(n), std::vector<std::vector<vertex>>(n), {}};
  for (std::size_t v = 0; v < n; ++v) {
    if (length[v] != far) ways.order.push_back(static_cast<vertex>(v));
  }
  std::ranges::stable_sort(ways.order, {}, [&](vertex v) { return length[v]; });
  ways.count[source] = any_count::of(1, 0);
  for (const vertex v : ways.order) {
    for (const auto [u, w] : g.in_edges(v)) {
      if (length[u] == far || !leads(length[u], static_cast<D>(w), length[v])) continue;
      ways.count[v] = ways.count[v].plus(ways.count[u]);
      ways.before[v].push_back(u);
    }
  }
  return ways;
}

// The betweenness sums before normalising, and before halving for an undirected graph.
template <class Ways>
std::vector<double> betweenness_by_predecessors(std::size_t n, std::span<const vertex> sources,
                                                bool endpoints, const Ways& from) {
  std::vector<double> scores(n);
  for (const vertex s : sources) {
    const shortest_ways ways = from(s);
    std::vector<double> dependency(n);
    for (auto at = ways.order.rbegin(); at != ways.order.rend(); ++at) {
      for (const vertex u : ways.before[*at]) {
        dependency[u] += ways.count[u].divided_by(ways.count[*at]) * (1 + dependency[*at]);
      }
      if (*at != s) scores[*at] += dependency[*at] + (endpoints ? 1 : 0);
    }
    if (endpoints) scores[s] += static_cast<double>(ways.order.size() - 1);
  }
  return scores;
}

std::string fault_in_scores(std::span<const double> expected, double factor,
                            std::span<const double> scores) {
  if (scores.size() != expected.size()) return "the number of scores is not the number of vertices";
  for (std::size_t v = 0; v < expected.size(); ++v) {
    const double right = expected[v] * factor;
    // The kernel may add up the terms of a score in another order, which changes the rounding. A
    // score has up to one term for each pair of a source and another vertex.
    if (std::abs(right - scores[v]) <= 1e-9 * std::max(right, factor)) continue;
    return "vertex " + std::to_string(v) + " has score " + number_text(right) + ", not " +
           number_text(scores[v]);
  }
  return {};
}

}  // namespace

std::string fault_in_betweenness(const graph_view& g, std::span<const vertex> sources,
                                 bool endpoints, double factor, std::span<const double> scores) {
  const auto from = [&](vertex s) { return ways_from(g, s); };
  return fault_in_scores(betweenness_by_predecessors(g.vertex_count(), sources, endpoints, from),
                         factor, scores);
}

std::string fault_in_sampled_betweenness(const graph_view& g, std::span<const double> scores,
                                         double error) {
  const std::size_t n = g.vertex_count();
  std::vector<vertex> all(n);
  for (std::size_t v = 0; v < n; ++v) all[v] = static_cast<vertex>(v);
  const std::vector<double> exact =
      betweenness_by_predecessors(n, all, false, [&](vertex s) { return ways_from(g, s); });
  const double pairs = n > 2 ? static_cast<double>(n - 1) * static_cast<double>(n - 2) : 1;
  if (scores.size() != n) return "the number of scores is not the number of vertices";
  for (std::size_t v = 0; v < n; ++v) {
    if (std::abs(exact[v] / pairs - scores[v]) <= error) continue;
    return "vertex " + std::to_string(v) + " has score " + number_text(exact[v] / pairs) +
           ", which differs from " + number_text(scores[v]) + " by more than " + number_text(error);
  }
  return {};
}

template <class G>
std::string fault_in_weighted_betweenness(const G& g, std::span<const vertex> sources,
                                          bool endpoints, double factor,
                                          std::span<const double> scores) {
  const auto from = [&](vertex s) { return lightest_ways_from(g, s); };
  return fault_in_scores(betweenness_by_predecessors(g.vertex_count(), sources, endpoints, from),
                         factor, scores);
}

template std::string fault_in_weighted_betweenness(const weighted_directed_graph&,
                                                   std::span<const vertex>, bool, double,
                                                   std::span<const double>);
template std::string fault_in_weighted_betweenness(const weighted_undirected_graph&,
                                                   std::span<const vertex>, bool, double,
                                                   std::span<const double>);
template std::string fault_in_weighted_betweenness(const real_directed_graph&,
                                                   std::span<const vertex>, bool, double,
                                                   std::span<const double>);
template std::string fault_in_weighted_betweenness(const real_undirected_graph&,
                                                   std::span<const vertex>, bool, double,
                                                   std::span<const double>);

}  // namespace arcas::inline v0::graph
