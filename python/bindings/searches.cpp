// SPDX-License-Identifier: Apache-2.0
// Searches, paths and walks.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/topological_order.h>

namespace python {
namespace {

nb::tuple bfs(const graph_object& of, const array_of<std::uint32_t>& sources, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return graph::bfs(of.view(), seen(sources), {.loops = shared.loops()});
  });
  return nb::make_tuple(handed_over(std::move(made.parents)), handed_over(std::move(made.levels)),
                        made.reached, made.depth, seconds);
}

[[noreturn]] void refuse_without_weights() {
  throw std::invalid_argument("the graph has no weights, which are required; bfs() counts steps");
}

nb::tuple sssp(const graph_object& of, graph::vertex source, double delta, bool parents,
               const call& how) {
  return of.with([&](const auto& g) -> nb::tuple {
    if constexpr (!is_weighted<decltype(g)>) {
      refuse_without_weights();
    } else {
      auto [made, seconds] = timed(how, [&](running& shared) {
        return graph::sssp(g, source,
                           {.delta = delta, .parents = parents, .loops = shared.loops()});
      });
      nb::object before = nb::none();
      if (parents) before = handed_over(std::move(made.parents));
      return nb::make_tuple(handed_over(std::move(made.distances)), before, made.delta, seconds);
    }
  });
}

// Returns a list of (vertices, length).
nb::list shortest_paths(const graph_object& of, graph::vertex from, graph::vertex to,
                        std::size_t count, const call& how) {
  return of.with([&](const auto& g) -> nb::list {
    if constexpr (!is_weighted<decltype(g)>) {
      refuse_without_weights();
    } else {
      auto paths = run(how, [&](running& shared) {
        return graph::k_shortest_paths(g, from, to, count, {shared.loops()});
      });
      nb::list all;
      for (auto& path : paths) {
        all.append(nb::make_tuple(handed_over(std::move(path.vertices)), path.length));
      }
      return all;
    }
  });
}

nb::tuple diameter(const graph_object& of, bool all, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    const graph::diameter_options options{&shared, shared.loops()};
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return all ? graph::eccentricities(g, options) : graph::diameter(g, options);
    });
  });
  nb::object eccentricities = nb::none();
  if (all) eccentricities = handed_over(std::move(made.eccentricities));
  return nb::make_tuple(made.diameter, made.from, made.to, made.searches, eccentricities, seconds);
}

nb::tuple random_walks(const graph_object& of, const array_of<std::uint32_t>& starts,
                       std::size_t steps, std::size_t per_start, bool weighted, double p, double q,
                       std::uint64_t seed, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    const graph::random_walks_options options{.steps = steps,
                                              .per_start = per_start,
                                              .weighted = weighted,
                                              .p = p,
                                              .q = q,
                                              .seed = seed,
                                              .loops = shared.loops()};
    return by_weights(of, weighted,
                      [&](const auto& g) { return graph::random_walks(g, seen(starts), options); });
  });
  return nb::make_tuple(handed_over(std::move(made.visited)), made.walks, seconds);
}

nb::tuple topological_order(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(
      how, [&](running& shared) { return graph::topological_order(of.view(), {shared.loops()}); });
  return nb::make_tuple(handed_over(std::move(made.order)), handed_over(std::move(made.levels)),
                        made.depth, handed_over(std::move(made.cycle)), seconds);
}

}  // namespace

void define_searches(nb::module_& m) {
  m.def("bfs", bfs, nb::arg("graph"), nb::arg("sources"), nb::arg("how"));
  m.def("sssp", sssp, nb::arg("graph"), nb::arg("source"), nb::arg("delta"), nb::arg("parents"),
        nb::arg("how"));
  m.def("shortest_paths", shortest_paths, nb::arg("graph"), nb::arg("source"), nb::arg("target"),
        nb::arg("count"), nb::arg("how"));
  m.def("diameter", diameter, nb::arg("graph"), nb::arg("all"), nb::arg("how"));
  m.def("random_walks", random_walks, nb::arg("graph"), nb::arg("starts"), nb::arg("steps"),
        nb::arg("per_start"), nb::arg("weighted"), nb::arg("p"), nb::arg("q"), nb::arg("seed"),
        nb::arg("how"));
  m.def("topological_order", topological_order, nb::arg("graph"), nb::arg("how"));
}

}  // namespace python
