// SPDX-License-Identifier: Apache-2.0
// Kernels that choose edges or vertices, or colour vertices.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/kernels/colouring.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/matching.h>

namespace python {
namespace {

// Returns (sources, targets, weights or None, number of trees, total weight, seconds).
nb::tuple spanning_forest(const graph_object& of, const call& how) {
  return with_undirected(of, [&](const auto& g) -> nb::tuple {
    using W = typename std::remove_cvref_t<decltype(g)>::weight_type;
    if constexpr (std::remove_cvref_t<decltype(g)>::directed) {
      return {};
    } else {
      auto [made, seconds] =
          timed(how, [&](running& shared) { return graph::spanning_forest(g, {shared.loops()}); });
      std::vector<std::uint32_t> from, to;
      nb::object weights = nb::none();
      for (const auto& edge : made.edges) {
        from.push_back(edge.from);
        to.push_back(edge.to);
      }
      if constexpr (graph::is_weight<W>) {
        std::vector<W> all;
        for (const auto& edge : made.edges) all.push_back(edge.weight);
        weights = handed_over(std::move(all));
      }
      return nb::make_tuple(handed_over(std::move(from)), handed_over(std::move(to)), weights,
                            made.trees, made.weight, seconds);
    }
  });
}

nb::tuple matching(const graph_object& of, bool weighted, std::uint64_t seed, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(
        of, [&](const auto& g) { return graph::matching(g, {weighted, seed, shared.loops()}); });
  });
  return nb::make_tuple(handed_over(std::move(made.mates)), made.size, seconds);
}

nb::tuple bipartite_matching(const graph_object& of, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::bipartite_matching(g, {shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made.mates)), handed_over(std::move(made.sides)),
                        handed_over(std::move(made.cover)), made.size, seconds);
}

nb::tuple independent_set(const graph_object& of, std::uint64_t seed, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::independent_set(g, {seed, shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made.members)), made.size, seconds);
}

nb::tuple colouring(const graph_object& of, std::uint64_t seed, const call& how) {
  auto [made, seconds] = timed(how, [&](running& shared) {
    return with_undirected(of, [&](const graph::undirected_view& g) {
      return graph::colouring(g, {seed, shared.loops()});
    });
  });
  return nb::make_tuple(handed_over(std::move(made.colours)), made.count, seconds);
}

}  // namespace

void define_choices(nb::module_& m) {
  m.def("spanning_forest", spanning_forest, nb::arg("graph"), nb::arg("how"));
  m.def("matching", matching, nb::arg("graph"), nb::arg("weighted"), nb::arg("seed"),
        nb::arg("how"));
  m.def("bipartite_matching", bipartite_matching, nb::arg("graph"), nb::arg("how"));
  m.def("independent_set", independent_set, nb::arg("graph"), nb::arg("seed"), nb::arg("how"));
  m.def("colouring", colouring, nb::arg("graph"), nb::arg("seed"), nb::arg("how"));
}

}  // namespace python
