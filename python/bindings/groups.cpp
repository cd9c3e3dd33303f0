// SPDX-License-Identifier: Apache-2.0
// Kernels that group vertices and edges.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/similarity.h>
#include <arcas/graph/kernels/triangles.h>
#include <nanobind/stl/string.h>

namespace python {
namespace {

nb::tuple components(const graph_object& of, bool strong, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    const graph::components_options options{shared.loops()};
    return strong ? graph::strong_components(of.view(), options)
                  : graph::components(of.view(), options);
  });
  return nb::make_tuple(handed_over(std::move(made.labels)), seconds);
}

graph::communities_options communities_options(const std::string& method, bool weighted,
                                               const std::string& quality, double resolution) {
  graph::communities_options options;
  options.weighted = weighted;
  options.resolution = resolution;
  if (method == "louvain") options.method = graph::community_method::louvain;
  if (method == "label_propagation") options.method = graph::community_method::label_propagation;
  if (quality == "cpm") options.quality = graph::community_quality::cpm;
  return options;
}

// Returns kernel(g) for an undirected graph, with its weights if `weighted`.
template <class Kernel>
auto undirected_by_weights(const graph_object& of, bool weighted, const Kernel& kernel) {
  return with_undirected(of, [&](const auto& g) {
    if constexpr (is_weighted<decltype(g)>) {
      if (weighted) return kernel(g);
    }
    if (weighted)
      throw std::invalid_argument("weighted=True requires weights, and the graph has none");
    return kernel(graph::undirected_view(g));
  });
}

nb::tuple communities(const graph_object& of, const std::string& method, const std::string& quality,
                      bool weighted, double resolution, unsigned iterations, std::uint64_t seed,
                      const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    auto options = communities_options(method, weighted, quality, resolution);
    options.iterations = iterations;
    options.seed = seed;
    options.loops = shared.loops();
    return undirected_by_weights(of, weighted,
                                 [&](const auto& g) { return graph::communities(g, options); });
  });
  return nb::make_tuple(handed_over(std::move(made.labels)), made.count, made.quality,
                        made.iterations, seconds);
}

double partition_quality(const graph_object& of, const array_of<std::uint32_t>& labels,
                         const std::string& quality, bool weighted, double resolution,
                         const call& how) {
  return run(how, [&](running& shared) {
    auto options = communities_options("", weighted, quality, resolution);
    options.loops = shared.loops();
    return undirected_by_weights(of, weighted, [&](const auto& g) {
      return graph::partition_quality(g, seen(labels), options);
    });
  });
}

nb::object conductances(const graph_object& of, const array_of<std::uint32_t>& labels,
                        std::size_t count, bool weighted, const call& how) {
  return handed_over(run(how, [&](running& shared) {
    auto options = communities_options("", weighted, "", 1);
    options.loops = shared.loops();
    return undirected_by_weights(of, weighted, [&](const auto& g) {
      return graph::conductances(g, seen(labels), count, options);
    });
  }));
}

nb::tuple core_numbers(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::core_numbers(g, {shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made.cores)), made.degeneracy, seconds);
}

std::uint64_t count_triangles(const graph_object& of, const call& how) {
  return run(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::count_triangles(g, {.loops = shared.loops()});
    });
  });
}

nb::tuple triangles(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::triangles_by_vertex(g, {.loops = shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made.triangles)),
                        handed_over(std::move(made.clustering)), made.total,
                        made.average_clustering, made.transitivity, seconds);
}

// Two arrays: the lower and the higher ends of the edges.
nb::tuple ends_of(std::span<const graph::edge> edges) {
  std::vector<std::uint32_t> from(edges.size()), to(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    from[i] = edges[i].from;
    to[i] = edges[i].to;
  }
  return nb::make_tuple(handed_over(std::move(from)), handed_over(std::move(to)));
}

nb::tuple truss_numbers(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::truss_numbers(g, {shared.loops()});
    });
  });
  return nb::make_tuple(ends_of(made.edges.all()), handed_over(std::move(made.numbers)),
                        made.greatest, seconds);
}

nb::tuple biconnected(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::biconnected_components(g, {shared.loops()});
    });
  });
  return nb::make_tuple(ends_of(made.edges.all()), handed_over(std::move(made.blocks)),
                        made.block_count, made.bridge_count,
                        handed_over(std::move(made.articulation)), seconds);
}

graph::similarity_measure measure_named(const std::string& word) {
  using enum graph::similarity_measure;
  return word == "jaccard" ? jaccard : word == "common" ? common_neighbors : adamic_adar;
}

nb::tuple similarity(const graph_object& of, const array_of<std::uint32_t>& from,
                     const array_of<std::uint32_t>& to, const std::string& measure,
                     const call& how) {
  std::vector<graph::edge> pairs;
  for (std::size_t i = 0; i < from.size(); ++i) pairs.push_back({from.data()[i], to.data()[i]});
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::similarities(g, pairs, {measure_named(measure), shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made)), seconds);
}

// Returns (a list of arrays of vertices, a list of arrays of scores, seconds).
nb::tuple most_similar(const graph_object& of, std::size_t count, const std::string& measure,
                       bool neighbors, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::most_similar(g, {measure_named(measure), count, neighbors, shared.loops()});
    });
  });
  nb::list vertices, scores;
  for (auto& column : made.columns) {
    vertices.append(handed_over(std::move(column.vertices)));
    scores.append(handed_over(std::move(column.scores)));
  }
  return nb::make_tuple(vertices, scores, seconds);
}

}  // namespace

void define_groups(nb::module_& m) {
  m.def("components", components, nb::arg("graph"), nb::arg("strong"), nb::arg("how"));
  m.def("communities", communities, nb::arg("graph"), nb::arg("method"), nb::arg("quality"),
        nb::arg("weighted"), nb::arg("resolution"), nb::arg("iterations"), nb::arg("seed"),
        nb::arg("how"));
  m.def("partition_quality", partition_quality, nb::arg("graph"), nb::arg("labels"),
        nb::arg("quality"), nb::arg("weighted"), nb::arg("resolution"), nb::arg("how"));
  m.def("conductances", conductances, nb::arg("graph"), nb::arg("labels"), nb::arg("count"),
        nb::arg("weighted"), nb::arg("how"));
  m.def("core_numbers", core_numbers, nb::arg("graph"), nb::arg("how"));
  m.def("count_triangles", count_triangles, nb::arg("graph"), nb::arg("how"));
  m.def("triangles", triangles, nb::arg("graph"), nb::arg("how"));
  m.def("similarity", similarity, nb::arg("graph"), nb::arg("sources"), nb::arg("targets"),
        nb::arg("measure"), nb::arg("how"));
  m.def("most_similar", most_similar, nb::arg("graph"), nb::arg("count"), nb::arg("measure"),
        nb::arg("neighbors"), nb::arg("how"));
  m.def("truss_numbers", truss_numbers, nb::arg("graph"), nb::arg("how"));
  m.def("biconnected", biconnected, nb::arg("graph"), nb::arg("how"));
}

}  // namespace python
