// SPDX-License-Identifier: Apache-2.0
// The graph of the extension module: one of ten C++ types (directed or undirected, five types of
// weights), and the Python arrays whose memory it uses, which it keeps alive.
#pragma once

#include "running.h"

#include <arcas/graph/csr.h>
#include <arcas/graph/graph_view.h>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

namespace python {

namespace graph = arcas::graph;

template <class W>
using directed = graph::basic_directed_graph<W>;
template <class W>
using undirected = graph::basic_undirected_graph<W>;

using any_graph =
    std::variant<directed<graph::unweighted>, undirected<graph::unweighted>, directed<std::int32_t>,
                 undirected<std::int32_t>, directed<std::int64_t>, undirected<std::int64_t>,
                 directed<float>, undirected<float>, directed<double>, undirected<double>>;

struct graph_object {
  any_graph content;
  nb::object arrays;  // whose memory `content` uses; None if it owns its memory

  // Returns act(g), where g is `content` in its C++ type.
  template <class Act>
  decltype(auto) with(const Act& act) const {
    return std::visit(act, content);
  }
  graph::graph_view view() const {
    return with([](const auto& g) { return graph::graph_view(g); });
  }
};

template <class G>
inline constexpr bool is_weighted = graph::is_weight<typename std::remove_cvref_t<G>::weight_type>;

// Returns act(g) for an undirected graph; throws for a directed one.
template <class Act>
auto with_undirected(const graph_object& of, const Act& act) {
  return of.with([&](const auto& g) -> decltype(act(undirected<graph::unweighted>())) {
    if constexpr (std::remove_cvref_t<decltype(g)>::directed) {
      throw std::invalid_argument(
          "the graph is directed; an undirected one is required: graph.to_undirected()");
    } else {
      return act(g);
    }
  });
}

// Returns kernel(g) for the graph with its weights if `weighted`, otherwise for its rows only.
template <class Kernel>
auto by_weights(const graph_object& of, bool weighted, const Kernel& kernel) {
  if (!weighted) return kernel(of.view());
  return of.with([&](const auto& g) -> decltype(kernel(of.view())) {
    if constexpr (is_weighted<decltype(g)>) {
      return kernel(g);
    } else {
      throw std::invalid_argument("weighted=True requires weights, and the graph has none");
    }
  });
}

void define_graphs(nb::module_& m);
void define_files(nb::module_& m);
void define_dictionaries(nb::module_& m);
void define_unchanged_dictionaries(nb::module_& m);
void define_node_orders(nb::module_& m);
void define_rankings(nb::module_& m);
void define_searches(nb::module_& m);
void define_groups(nb::module_& m);
void define_choices(nb::module_& m);
void define_loops(nb::module_& m);
void define_arrow(nb::module_& m);
void define_numba_layer(nb::module_& m);

}  // namespace python
