// SPDX-License-Identifier: Apache-2.0
// Makes graphs over Python's arrays and of lists of edges, and shows the rows of a graph to Python.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/transform.h>
#include <arcas/loops/parallel_for.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <string>

namespace python {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  throw std::invalid_argument("graph arrays: " + sentence);
}

// Whether the rows of a matrix are the out-rows or the in-rows of a directed graph.
enum class rows_are { outgoing, incoming };

struct matrix_options {
  bool directed;
  rows_are rows;
  bool check_ends;  // in an undirected graph: that each edge is in the rows of both ends
  graph::over_options over;
};

template <class W>
any_graph from_rows(graph::basic_adjacency<W> rows, const matrix_options& options) {
  if (!options.directed) {
    graph::over_options over = options.over;
    over.check = options.check_ends;
    return graph::undirected_from(std::move(rows), over);
  }
  if (options.rows == rows_are::outgoing)
    return graph::directed_from(std::move(rows), options.over);
  auto out = graph::transpose(rows, options.over.loops);
  return directed<W>(std::move(out), std::move(rows), {});
}

template <class Offsets>
any_graph over_arrays(std::span<const Offsets> offsets, std::span<const std::int32_t> targets,
                      const std::optional<any_array>& weights, const matrix_options& options) {
  const auto with = [&]<class W>(W) {
    return from_rows(graph::rows_over(offsets, targets, seen_as<W>(*weights), options.over),
                     options);
  };
  if (!weights) return from_rows(graph::rows_over(offsets, targets, options.over), options);
  if (has_type<std::int32_t>(*weights)) return with(std::int32_t{});
  if (has_type<std::int64_t>(*weights)) return with(std::int64_t{});
  if (has_type<float>(*weights)) return with(float{});
  if (has_type<double>(*weights)) return with(double{});
  refuse("weights must be int32, int64, float32 or float64");
}

// check: "all", "rows" (the checks that keep kernels within the arrays) or "nothing".
graph_object over(const any_array& offsets, const any_array& targets,
                  const std::optional<any_array>& weights, bool is_directed, bool transposed,
                  const std::string& check, bool sort, nb::object arrays, const call& how) {
  if (!has_type<std::int32_t>(targets)) refuse("targets must be int32");
  auto content = run(how, [&](running& shared) {
    const matrix_options options{
        is_directed,
        transposed ? rows_are::incoming : rows_are::outgoing,
        check == "all",
        {.check = check != "nothing", .sort = sort, .loops = shared.loops()}};
    const auto links = seen_as<std::int32_t>(targets);
    if (has_type<std::int32_t>(offsets)) {
      return over_arrays(seen_as<std::int32_t>(offsets), links, weights, options);
    }
    if (has_type<std::int64_t>(offsets)) {
      return over_arrays(seen_as<std::int64_t>(offsets), links, weights, options);
    }
    refuse("offsets must be int32 or int64");
  });
  return {std::move(content), std::move(arrays)};
}

// The ends of an edge list as vertices. Each end is read only once, and the value read is compared
// with the number of vertices, since another thread of Python may change the array meanwhile.
class checked_ends {
 public:
  checked_ends(std::span<const std::int64_t> ends, std::uint64_t vertices, const char* what)
      : ends_(ends), vertices_(vertices), what_(what) {}

  graph::vertex operator[](std::size_t i) {
    const std::int64_t end = *const_cast<const volatile std::int64_t*>(&ends_[i]);
    if (static_cast<std::uint64_t>(end) < vertices_) return static_cast<graph::vertex>(end);
    keep_wrong(i);
    return 0;
  }
  // Called after the loop: throws if an end is not a vertex, and names the first such end.
  void require() const {
    // relaxed: the end of the loop has published the value.
    const std::size_t wrong = first_wrong_.load(std::memory_order_relaxed);
    if (wrong == none) return;
    refuse(std::string(what_) + "[" + std::to_string(wrong) + "] is " +
           std::to_string(ends_[wrong]) + "; there are " + std::to_string(vertices_) +
           " vertices, counted from 0");
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void keep_wrong(std::size_t i) {
    // relaxed: only the value itself is compared; the end of the loop publishes the least one.
    std::size_t least = first_wrong_.load(std::memory_order_relaxed);
    while (i < least &&
           // relaxed: as for the load above; a failed exchange is repeated.
           !first_wrong_.compare_exchange_weak(least, i, std::memory_order_relaxed)) {
    }
  }

  std::span<const std::int64_t> ends_;
  std::uint64_t vertices_;
  const char* what_;
  std::atomic<std::size_t> first_wrong_{none};
};

struct edge_arrays {
  std::span<const std::int64_t> from;
  std::span<const std::int64_t> to;
  std::uint64_t vertices;
  bool is_directed;
  graph::build_options build;
};

template <class W>
any_graph built(const edge_arrays& edges, std::span<const W> weights) {
  graph::basic_edge_list<W> list{
      edges.vertices,
      graph::plain_array<graph::basic_edge<graph::vertex, W>>(edges.from.size()),
      {}};
  checked_ends from(edges.from, edges.vertices, "sources");
  checked_ends to(edges.to, edges.vertices, "targets");
  arcas::parallel_for(
      std::size_t{0}, edges.from.size(),
      [&](std::size_t i) {
        auto& edge = list.edges[i];
        edge.from = from[i];
        edge.to = to[i];
        if constexpr (graph::is_weight<W>) edge.weight = weights[i];
      },
      edges.build.loops);
  if (edges.build.loops.stop.stop_requested()) throw graph::interrupted();
  from.require();
  to.require();
  if (edges.is_directed) return graph::build_directed(std::move(list), edges.build);
  return graph::build_undirected(std::move(list), edges.build);
}

any_graph built_with(const edge_arrays& edges, const std::optional<any_array>& weights) {
  if (!weights) return built<graph::unweighted>(edges, {});
  if (weights->size() != edges.from.size()) {
    refuse("there are " + std::to_string(weights->size()) + " weights; one for each of the " +
           std::to_string(edges.from.size()) + " edges is required");
  }
  if (has_type<std::int32_t>(*weights)) return built(edges, seen_as<std::int32_t>(*weights));
  if (has_type<std::int64_t>(*weights)) return built(edges, seen_as<std::int64_t>(*weights));
  if (has_type<float>(*weights)) return built(edges, seen_as<float>(*weights));
  if (has_type<double>(*weights)) return built(edges, seen_as<double>(*weights));
  refuse("weights must be int32, int64, float32 or float64");
}

graph_object of_edges(const array_of<std::int64_t>& from, const array_of<std::int64_t>& to,
                      const std::optional<any_array>& weights, std::uint64_t vertices,
                      bool is_directed, bool drop_duplicates, bool drop_self_loops,
                      const call& how) {
  if (from.size() != to.size()) {
    refuse("there are " + std::to_string(from.size()) + " sources and " +
           std::to_string(to.size()) + " targets; equal numbers are required");
  }
  if (vertices > graph::most_vertices) {
    refuse("there are " + std::to_string(vertices) + " vertices; at most " +
           std::to_string(graph::most_vertices) + " are allowed");
  }
  auto content = run(how, [&](running& shared) {
    const auto loops = shared.loops();
    return built_with(
        {seen(from),
         seen(to),
         vertices,
         is_directed,
         {.drop_duplicates = drop_duplicates, .drop_self_loops = drop_self_loops, .loops = loops}},
        weights);
  });
  return {std::move(content), nb::none()};
}

// The names that the vertices have in the graph's file; None if the vertices have only numbers.
nb::object names_of(const graph_object& of) {
  return of.with([](const auto& g) -> nb::object {
    const graph::vertex_names& names = g.names();
    if (names.plain()) return nb::none();
    if (names.are_text()) {
      nb::list texts;
      for (std::size_t v = 0; v < g.vertex_count(); ++v) texts.append(nb::cast(names.text(v)));
      return texts;
    }
    std::vector<std::uint64_t> numbers(g.vertex_count());
    for (std::size_t v = 0; v < numbers.size(); ++v) numbers[v] = names[v];
    return handed_over_as<std::uint64_t>(std::move(numbers));
  });
}

graph::vertex_names names_from(const nb::object& names) {
  if (!nb::isinstance<nb::list>(names)) {
    const auto array = nb::cast<array_of<std::uint64_t>>(names);
    return graph::vertex_names(std::vector(seen(array).begin(), seen(array).end()));
  }
  graph::text_table texts;
  for (const nb::handle name : nb::borrow<nb::list>(names)) {
    texts.bytes += nb::cast<std::string>(name);
    texts.ends.push_back(texts.bytes.size());
  }
  return graph::vertex_names(std::move(texts));
}

// Gives a new graph names as names_of() returns them. The graph must not be shared yet.
void name_vertices(graph_object& of, const nb::object& names) {
  if (nb::len(names) != of.view().vertex_count()) {
    refuse("there are " + std::to_string(nb::len(names)) + " names; one for each of the " +
           std::to_string(of.view().vertex_count()) + " vertices is required");
  }
  std::visit(
      [&]<class G>(G& g) {
        if constexpr (G::directed) {
          g = G(std::move(g).out(), std::move(g).in(), names_from(names));
        } else {
          g = G(std::move(g).out(), g.edge_count(), names_from(names));
        }
      },
      of.content);
}

// Returns (offsets, targets, weights or None) of the out-rows or of the in-rows, without a copy.
nb::tuple rows_of(nb::handle self, bool incoming) {
  const auto& of = nb::cast<const graph_object&>(self);
  return of.with([&](const auto& g) {
    const auto& rows = incoming ? g.in() : g.out();
    const auto signed_view = [&]<class T, class S>(std::span<const T> values, S) {
      return shown(std::span<const S>(reinterpret_cast<const S*>(values.data()), values.size()),
                   self);
    };
    nb::object weights = nb::none();
    if constexpr (is_weighted<decltype(g)>) weights = shown(rows.weights(), self);
    return nb::make_tuple(signed_view(rows.offsets(), std::int64_t{}),
                          signed_view(rows.targets(), std::int32_t{}), weights);
  });
}

graph_object with_direction(const graph_object& of, const call& how) {
  auto content = run(how, [&](running& shared) {
    const auto loops = shared.loops();
    return of.with([&](const auto& g) -> any_graph {
      using W = typename std::remove_cvref_t<decltype(g)>::weight_type;
      auto list = graph::listed(g, loops);
      return graph::with_direction(graph::build_undirected<W>(std::move(list), {.loops = loops}),
                                   loops);
    });
  });
  return {std::move(content), nb::none()};
}

graph::merged_weight merged_weight_of(const std::string& combine) {
  if (combine == "max") return graph::merged_weight::greatest;
  if (combine == "sum") return graph::merged_weight::sum;
  if (combine == "first") return graph::merged_weight::first;
  return graph::merged_weight::least;
}

// combine: "min", "max", "sum", "first", or "" to keep parallel edges.
graph_object without_direction(const graph_object& of, const std::string& combine,
                               const call& how) {
  auto content = run(how, [&](running& shared) {
    const auto loops = shared.loops();
    return of.with([&](const auto& g) -> any_graph {
      if constexpr (!std::remove_cvref_t<decltype(g)>::directed) {
        throw std::invalid_argument("the graph is undirected");
      } else if (combine.empty()) {
        return graph::build_undirected(graph::listed(g, loops), {.loops = loops});
      } else {
        return graph::merged_directions(g, merged_weight_of(combine), loops);
      }
    });
  });
  return {std::move(content), nb::none()};
}

graph_object part_of(const graph_object& of, const array_of<std::uint32_t>& vertices,
                     const call& how) {
  auto content = run(how, [&](running& shared) {
    return of.with([&](const auto& g) -> any_graph {
      return graph::induced_subgraph(g, seen(vertices), shared.loops());
    });
  });
  return {std::move(content), nb::none()};
}

}  // namespace

void define_graphs(nb::module_& m) {
  nb::class_<call>(m, "Call").def(
      "__init__",
      [](call* at, unsigned workers, nb::object progress, nb::object stop) {
        new (at) call{workers, std::move(progress), std::move(stop)};
      },
      nb::arg("workers") = 0, nb::arg("progress").none() = nb::none(),
      nb::arg("stop").none() = nb::none());
  nb::class_<graph_object>(m, "Graph")
      .def_prop_ro("vertices", [](const graph_object& g) { return g.view().vertex_count(); })
      .def_prop_ro("edges",
                   [](const graph_object& of) {
                     return of.with([](const auto& g) { return g.edge_count(); });
                   })
      .def_prop_ro("arcs", [](const graph_object& g) { return g.view().arc_count(); })
      .def_prop_ro("directed",
                   [](const graph_object& of) {
                     return of.with(
                         [](const auto& g) { return std::remove_cvref_t<decltype(g)>::directed; });
                   })
      .def_prop_ro("names", names_of)
      .def_prop_ro("named",
                   [](const graph_object& of) {
                     return of.with([](const auto& g) { return !g.names().plain(); });
                   })
      .def(
          "rows", [](nb::handle self, bool incoming) { return rows_of(self, incoming); },
          nb::arg("incoming") = false);
  m.def("graph_over", over, nb::arg("offsets"), nb::arg("targets"), nb::arg("weights").none(),
        nb::arg("directed"), nb::arg("transposed"), nb::arg("check"), nb::arg("sort"),
        nb::arg("arrays").none(), nb::arg("how"));
  m.def("graph_of_edges", of_edges, nb::arg("sources"), nb::arg("targets"),
        nb::arg("weights").none(), nb::arg("vertices"), nb::arg("directed"),
        nb::arg("drop_duplicates"), nb::arg("drop_self_loops"), nb::arg("how"));
  m.def("with_direction", with_direction, nb::arg("graph"), nb::arg("how"));
  m.def("without_direction", without_direction, nb::arg("graph"), nb::arg("combine"),
        nb::arg("how"));
  m.def("name_vertices", name_vertices, nb::arg("graph"), nb::arg("names"));
  m.def("part_of", part_of, nb::arg("graph"), nb::arg("vertices"), nb::arg("how"));
}

}  // namespace python
