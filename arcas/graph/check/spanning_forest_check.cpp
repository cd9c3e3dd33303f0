// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

class disjoint_sets {
 public:
  explicit disjoint_sets(std::size_t n) : above_(n) {
    std::iota(above_.begin(), above_.end(), vertex{0});
  }
  vertex root(vertex v) {
    while (above_[v] != v) v = above_[v] = above_[above_[v]];
    return v;
  }
  // Returns false if u and v are in one set already.
  bool join(vertex u, vertex v) {
    u = root(u), v = root(v);
    above_[std::max(u, v)] = std::min(u, v);
    return u != v;
  }

 private:
  std::vector<vertex> above_;
};

template <class W>
double weight_at(const basic_undirected_graph<W>& g, vertex v, std::size_t i) {
  if constexpr (is_weight<W>) {
    return static_cast<double>(g.out_edges(v)[i].weight);
  } else {
    return 1;
  }
}
template <class W>
double weight_of(const basic_edge<vertex, W>& e) {
  if constexpr (is_weight<W>) {
    return static_cast<double>(e.weight);
  } else {
    return 1;
  }
}

template <class W>
bool has_edge(const basic_undirected_graph<W>& g, const basic_edge<vertex, W>& e) {
  const auto row = g.neighbors(e.from);
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] == e.to && weight_at(g, e.from, i) == weight_of(e)) return true;
  return false;
}

}  // namespace

template <class W>
std::string fault_in_spanning_forest(const basic_undirected_graph<W>& g,
                                     std::span<const basic_edge<vertex, W>> edges, double total) {
  std::vector<std::tuple<double, vertex, vertex>> all;
  for (std::size_t v = 0; v < g.vertex_count(); ++v) {
    const auto row = g.neighbors(static_cast<vertex>(v));
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i] > v) all.emplace_back(weight_at(g, static_cast<vertex>(v), i), v, row[i]);
  }
  std::sort(all.begin(), all.end());
  disjoint_sets expected(g.vertex_count()), found(g.vertex_count());
  double least = 0, sum = 0;
  std::size_t count = 0;
  for (const auto& [w, u, v] : all) {
    if (!expected.join(u, v)) continue;
    least += w;
    ++count;
  }
  for (const auto& e : edges) {
    const std::string which = std::to_string(e.from) + " to " + std::to_string(e.to);
    if (e.from >= g.vertex_count() || e.to >= g.vertex_count() || !has_edge(g, e))
      return "the graph has no edge from " + which + " of that weight";
    if (!found.join(e.from, e.to)) return "the edge from " + which + " closes a cycle";
    sum += weight_of(e);
  }
  if (edges.size() != count)
    return "the forest has " + std::to_string(edges.size()) + " edges, but a spanning forest has " +
           std::to_string(count);
  const double rounding = 1e-9 * std::max(1.0, std::abs(least));
  if (std::abs(sum - least) > rounding || std::abs(total - least) > rounding)
    return "the forest has weight " + number_text(sum) + " and its stated weight is " +
           number_text(total) + "; the least is " + number_text(least);
  return {};
}

template std::string fault_in_spanning_forest(const basic_undirected_graph<unweighted>&,
                                              std::span<const basic_edge<vertex, unweighted>>,
                                              double);
template std::string fault_in_spanning_forest(const basic_undirected_graph<weight>&,
                                              std::span<const basic_edge<vertex, weight>>, double);
template std::string fault_in_spanning_forest(const basic_undirected_graph<std::int64_t>&,
                                              std::span<const basic_edge<vertex, std::int64_t>>,
                                              double);
template std::string fault_in_spanning_forest(const basic_undirected_graph<float>&,
                                              std::span<const basic_edge<vertex, float>>, double);
template std::string fault_in_spanning_forest(const basic_undirected_graph<real_weight>&,
                                              std::span<const basic_edge<vertex, real_weight>>,
                                              double);

}  // namespace arcas::inline v0::graph
