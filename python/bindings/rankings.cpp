// SPDX-License-Identifier: Apache-2.0
// Kernels that give each vertex a score.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace python {
namespace {

using vertices_array = std::optional<array_of<std::uint32_t>>;

nb::tuple pagerank(const graph_object& of, bool weighted, double damping, double tolerance,
                   unsigned most, const std::optional<array_of<double>>& jumps, bool jacobi,
                   const call& how) {
  if (jumps && jumps->size() != of.view().vertex_count()) {
    throw std::invalid_argument("personalization has " + std::to_string(jumps->size()) +
                                " weights; one for each of the " +
                                std::to_string(of.view().vertex_count()) + " vertices is required");
  }
  auto [made, seconds] = timed(how, [&](running& shared) {
    graph::pagerank_options options{.weighted = weighted,
                                    .damping = damping,
                                    .tolerance = tolerance,
                                    .max_iterations = most,
                                    .loops = shared.loops(),
                                    .observer = &shared};
    if (jumps) options.personalization = seen(*jumps);
    if (jacobi) options.order = graph::pagerank_order::jacobi;
    return by_weights(of, weighted, [&](const auto& g) { return graph::pagerank(g, options); });
  });
  return nb::make_tuple(handed_over(std::move(made.scores)), made.iterations, made.residual,
                        seconds);
}

nb::tuple spectral(const graph_object& of, const std::string& kind, bool weighted, double tolerance,
                   unsigned most, double alpha, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    const auto fill = [&](graph::spectral_options& options) {
      options.weighted = weighted;
      options.tolerance = tolerance;
      options.max_iterations = most;
      options.loops = shared.loops();
      options.observer = &shared;
    };
    graph::katz_options options;
    fill(options);
    options.alpha = alpha;
    return by_weights(of, weighted, [&](const auto& g) {
      if (kind == "eigenvector_centrality") return graph::eigenvector_centrality(g, options);
      if (kind == "hits") return graph::hits(g, options);
      return graph::katz_centrality(g, options);
    });
  });
  nb::object authorities = nb::none();
  if (kind == "hits") authorities = handed_over(std::move(made.authorities));
  return nb::make_tuple(handed_over(std::move(made.scores)), authorities, made.alpha,
                        made.iterations, made.residual, seconds);
}

nb::tuple betweenness(const graph_object& of, const vertices_array& sources, bool weighted,
                      bool normalized, bool endpoints, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    const graph::betweenness_options options{.weighted = weighted,
                                             .normalized = normalized,
                                             .endpoints = endpoints,
                                             .observer = &shared,
                                             .loops = shared.loops()};
    shared.expect(sources ? sources->size() : of.view().vertex_count());
    return by_weights(of, weighted, [&](const auto& g) {
      return sources ? graph::betweenness(g, seen(*sources), options)
                     : graph::betweenness(g, options);
    });
  });
  return nb::make_tuple(handed_over(std::move(made.scores)), seconds);
}

nb::tuple sampled_betweenness(const graph_object& of, double error, double confidence,
                              std::size_t certain_top, std::uint64_t seed, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return graph::sampled_betweenness(of.view(), {.error = error,
                                                  .confidence = confidence,
                                                  .certain_top = certain_top,
                                                  .seed = seed,
                                                  .observer = &shared,
                                                  .loops = shared.loops()});
  });
  return nb::make_tuple(handed_over(std::move(made.scores)), made.samples, made.error, made.certain,
                        seconds);
}

// Returns arrays (closeness, harmonic centrality, eccentricity, reached, sum of the distances) with
// a value for each requested vertex, and the seconds.
nb::tuple distances_to(const graph_object& of, const vertices_array& vertices, bool weighted,
                       const call& how) {
  auto [facts, seconds] = timed(how, [&](running& shared) {
    const graph::distances_options options{weighted, &shared, shared.loops()};
    shared.expect(vertices ? vertices->size() : of.view().vertex_count());
    return by_weights(of, weighted, [&](const auto& g) {
      return vertices ? graph::distances_to(g, seen(*vertices), options)
                      : graph::distances_to(g, options);
    });
  });
  const std::size_t n = of.view().vertex_count();
  std::vector<double> closeness, harmonic, farthest, sums;
  std::vector<std::uint64_t> reached;
  for (const graph::distance_facts& fact : facts) {
    closeness.push_back(fact.closeness(n));
    harmonic.push_back(fact.inverse_sum);
    farthest.push_back(fact.farthest);
    reached.push_back(fact.reached);
    sums.push_back(fact.sum);
  }
  return nb::make_tuple(handed_over(std::move(closeness)), handed_over(std::move(harmonic)),
                        handed_over(std::move(farthest)), handed_over(std::move(reached)),
                        handed_over(std::move(sums)), seconds);
}

}  // namespace

void define_rankings(nb::module_& m) {
  m.def("pagerank", pagerank, nb::arg("graph"), nb::arg("weighted"), nb::arg("damping"),
        nb::arg("tolerance"), nb::arg("max_iterations"), nb::arg("personalization").none(),
        nb::arg("jacobi"), nb::arg("how"));
  m.def("spectral", spectral, nb::arg("graph"), nb::arg("kind"), nb::arg("weighted"),
        nb::arg("tolerance"), nb::arg("max_iterations"), nb::arg("alpha"), nb::arg("how"));
  m.def("betweenness", betweenness, nb::arg("graph"), nb::arg("sources").none(),
        nb::arg("weighted"), nb::arg("normalized"), nb::arg("endpoints"), nb::arg("how"));
  m.def("sampled_betweenness", sampled_betweenness, nb::arg("graph"), nb::arg("error"),
        nb::arg("confidence"), nb::arg("certain_top"), nb::arg("seed"), nb::arg("how"));
  m.def("distances_to", distances_to, nb::arg("graph"), nb::arg("vertices").none(),
        nb::arg("weighted"), nb::arg("how"));
}

}  // namespace python
