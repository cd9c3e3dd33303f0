// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using neighbor_sets = std::vector<std::set<vertex>>;

neighbor_sets neighbors_of_all(const undirected_view& g) {
  neighbor_sets all(g.vertex_count());
  for (std::size_t v = 0; v < all.size(); ++v) {
    const auto row = g.neighbors(static_cast<vertex>(v));
    all[v].insert(row.begin(), row.end());
    all[v].erase(static_cast<vertex>(v));
  }
  return all;
}

double term_of(const neighbor_sets& all, similarity_claim claim, vertex w) {
  return claim.adamic_adar ? 1 / std::log(static_cast<double>(all[w].size())) : 1;
}

double measured(const neighbor_sets& all, similarity_claim claim, vertex u, vertex v,
                double terms) {
  if (!claim.jaccard || terms == 0) return terms;
  return terms / (static_cast<double>(all[u].size() + all[v].size()) - terms);
}

bool are_near(double a, double b) {
  return std::abs(a - b) <= 1e-8 * std::max({1.0, std::abs(a), std::abs(b)});
}

std::string wrong_score(vertex u, vertex v, double right, double score) {
  return "vertices " + std::to_string(u) + " and " + std::to_string(v) + " have similarity " +
         number_text(right) + ", not " + number_text(score);
}

// The similarity of u to all vertices, by the walks of two edges from u.
std::vector<double> all_from(const neighbor_sets& all, similarity_claim claim, vertex u,
                             bool neighbors) {
  std::vector<double> scores(all.size());
  for (const vertex w : all[u])
    for (const vertex v : all[w])
      if (v != u && (neighbors || !all[u].contains(v))) scores[v] += term_of(all, claim, w);
  for (std::size_t v = 0; v < scores.size(); ++v)
    scores[v] = measured(all, claim, u, static_cast<vertex>(v), scores[v]);
  return scores;
}

// `right` has the similarity of u to all vertices.
std::string fault_of(vertex u, const std::vector<double>& right,
                     std::span<const std::vector<vertex>> vertices,
                     std::span<const std::vector<double>> scores) {
  const std::string name = "vertex " + std::to_string(u);
  std::vector<char> listed(right.size());
  std::size_t count = 0;
  for (; count < vertices.size() && vertices[count][u] != no_vertex; ++count) {
    const vertex v = vertices[count][u];
    const double score = scores[count][u];
    if (v >= right.size() || listed[v] != 0) return name + " has a wrong list of vertices";
    listed[v] = 1;
    if (right[v] == 0 || !are_near(right[v], score)) return wrong_score(u, v, right[v], score);
    if (count == 0) continue;
    const double previous = scores[count - 1][u];
    if (previous < score || (previous == score && vertices[count - 1][u] > v))
      return name + " has a list of vertices that is not in order";
  }
  for (std::size_t c = count; c < vertices.size(); ++c)
    if (vertices[c][u] != no_vertex || scores[c][u] != 0)
      return name + " has a vertex behind the end of its list";
  for (std::size_t v = 0; v < right.size(); ++v) {
    if (right[v] == 0 || listed[v] != 0) continue;
    const double last = count < vertices.size() ? 0 : scores[count - 1][u];
    if (right[v] > last && !are_near(right[v], last))
      return "the list of " + name + " lacks vertex " + std::to_string(v) + ", of similarity " +
             number_text(right[v]);
  }
  return {};
}

}  // namespace

std::string fault_in_similarities(const undirected_view& g, similarity_claim claim,
                                  std::span<const edge> pairs, std::span<const double> scores) {
  const neighbor_sets all = neighbors_of_all(g);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [u, v] = pairs[i];
    std::vector<vertex> common;
    std::ranges::set_intersection(all[u], all[v], std::back_inserter(common));
    double terms = 0;
    for (const vertex w : common) terms += term_of(all, claim, w);
    const double right = measured(all, claim, u, v, terms);
    if (!are_near(right, scores[i])) return wrong_score(u, v, right, scores[i]);
  }
  return {};
}

std::string fault_in_most_similar(const undirected_view& g, similarity_claim claim, bool neighbors,
                                  std::span<const std::vector<vertex>> vertices,
                                  std::span<const std::vector<double>> scores) {
  const neighbor_sets all = neighbors_of_all(g);
  for (std::size_t u = 0; u < all.size() && !vertices.empty(); ++u) {
    const auto v = static_cast<vertex>(u);
    std::string fault = fault_of(v, all_from(all, claim, v, neighbors), vertices, scores);
    if (!fault.empty()) return fault;
  }
  return {};
}

}  // namespace arcas::inline v0::graph
