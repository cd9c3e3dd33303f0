// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/similarity.h>
#include <arcas/graph/kernels/similarity_search.h>
#include <arcas/graph/whole_loop.h>

#include <cstdint>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

similarity_terms terms_of(const undirected_view& g, similarity_measure measure,
                          const loop_options& loops) {
  if (measure != similarity_measure::adamic_adar) return {measure, 0};
  return {measure, whole_reduce(g.vertex_count(), maximum<std::uint64_t>{}, loops,
                                [&](std::size_t v) -> std::uint64_t { return g.out_degree(v); })};
}

template <class Sum>
void find_similar(const undirected_view& g, const most_similar_options& options,
                  const similarity_terms& terms, const plain_array<std::uint32_t>& degrees,
                  most_similar_result& result) {
  const std::size_t width = result.columns.size();
  const auto degree_of = [&](vertex v) { return degrees.size() == 0 ? 0 : degrees[v]; };
  const auto find = [&](similar_search<Sum>& mine, std::size_t i) {
    const auto u = static_cast<vertex>(i);
    const auto row = g.neighbors(u);
    mine.begin(g.vertex_count());
    for_each_distinct(row, u,
                      [&](vertex w) { mine.add(w, g.neighbors(w), terms.term(degree_of(w))); });
    const auto best = mine.best(u, row, terms, width, options.neighbors, degree_of);
    for (std::size_t c = 0; c < width; ++c) {
      const bool found = c < best.size();
      result.columns[c].vertices[u] = found ? best[c].number : no_vertex;
      result.columns[c].scores[u] = found ? best[c].score : 0;
    }
  };
  whole_for_own<similar_search<Sum>>(g.vertex_count(), options.loops, find,
                                     [](similar_search<Sum>&) {});
}

}  // namespace

plain_array<double> similarities(const undirected_view& g, std::span<const edge> pairs,
                                 const similarity_options& options) {
  require_pairs(pairs, g.vertex_count());
  const similarity_terms terms = terms_of(g, options.measure, options.loops);
  plain_array<double> scores(pairs.size());
  const auto degree_of = [&](vertex v) { return distinct_neighbors(g.neighbors(v), v); };
  whole_for(pairs.size(), options.loops, [&](std::size_t i) {
    const auto [u, v] = pairs[i];
    const std::uint64_t sum = common_terms(u, g.neighbors(u), v, g.neighbors(v), [&](vertex w) {
      return terms.are_counts() ? 1 : terms.term(degree_of(w));
    });
    scores[i] =
        terms.use_degrees() ? terms.score(sum, degree_of(u), degree_of(v)) : terms.score(sum, 0, 0);
  });
  return scores;
}

most_similar_result most_similar(const undirected_view& g, const most_similar_options& options) {
  const std::size_t n = g.vertex_count();
  most_similar_result result;
  result.columns.resize(similar_columns(options.count, n));
  for (auto& [vertices, scores] : result.columns) {
    vertices = plain_array<vertex>(n);
    scores = plain_array<double>(n);
  }
  const similarity_terms terms = terms_of(g, options.measure, options.loops);
  plain_array<std::uint32_t> degrees;
  if (options.measure != similarity_measure::common_neighbors) {
    degrees = plain_array<std::uint32_t>(n);
    whole_for(n, options.loops, [&](std::size_t v) {
      const auto u = static_cast<vertex>(v);
      degrees[v] = distinct_neighbors(g.neighbors(u), u);
    });
  }
  with_sums(terms, [&]<class Sum>(Sum) { find_similar<Sum>(g, options, terms, degrees, result); });
  return result;
}

}  // namespace arcas::inline v0::graph
