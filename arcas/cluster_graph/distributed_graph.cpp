// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/rank_results.h>
#include <arcas/cluster_graph/row_building.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/graph_file.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Keeps the rows of this rank's vertices.
template <class Rows>
void keep_rows(const Rows& rows, graph_rows& part) {
  const local_vertex count =
      vertex_places(cluster::ranks()).count_on(cluster::self(), rows.vertex_count());
  const auto number = [](local_vertex i) {
    return static_cast<graph::vertex>(own_vertex(i).number());
  };
  edge_index arcs = 0;
  for (local_vertex i = 0; i < count; ++i) arcs += rows.degree(number(i));
  part.targets.reserve(arcs);
  for (local_vertex i = 0; i < count; ++i) {
    const graph::vertex v = number(i);
    if constexpr (requires { rows.edges(v); }) {
      part.append(rows.neighbors(v), rows.edges(v).weights());
    } else {
      part.append(rows.neighbors(v));
    }
  }
}

template <class V>
void keep_heavy_arcs(const basic_arc_rows<V>& from, double least, basic_arc_rows<V>& to) {
  std::vector<V> kept;
  for (std::size_t row = 0; row + 1 < from.offsets.size(); ++row) {
    kept.clear();
    const std::span<const V> ends = from.neighbors(row);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (from.weights_of(row)[i] >= least) kept.push_back(ends[i]);
    }
    to.append(std::span<const V>(kept));
  }
}

// Called by a task of each rank, since it sums the degrees of hubs over all ranks.
void keep_heavy_arcs(const graph_rows& from, double least, graph_rows& to) {
  keep_heavy_arcs<vertex>(from, least, to);
  keep_heavy_arcs<local_vertex>(from.hubs, least, to.hubs);
  to.hubs.hubs = from.hubs.hubs;
  std::vector<edge_index> own;
  for (std::size_t hub = 0; hub < to.hubs.hubs.size(); ++hub) {
    own.push_back(to.hubs.neighbors(hub).size());
  }
  to.hubs.degrees = cluster::allreduce(own, std::plus<>{});
}

// Keeps the file's names of this rank's vertices.
void keep_names(const graph::vertex_names& names, graph_part& part) {
  if (names.plain()) return;
  for (local_vertex i = 0; i < part.vertex_count(); ++i) {
    const vertex v = own_vertex(i).number();
    if (names.are_text()) {
      part.texts.bytes += (*names.texts())[v];
      part.texts.ends.push_back(part.texts.bytes.size());
    } else {
      part.ids.push_back(names[v]);
    }
  }
}

template <class W>
void read_part(const std::string& path, const file_reading& how, graph_part& part) {
  const cluster::long_computation reading;
  graph::graph_file file(path, how.file);
  const graph::graph_facts facts = file.facts();
  graph::read_options options{
      .build = {.drop_duplicates = how.simple, .drop_self_loops = how.simple}};
  if (facts.weights == graph::weight_kind::none && !facts.weight_is_open) {
    options.random_weights =
        graph::random_weight_options{.most = how.draws.most_weight, .seed = how.draws.seed};
  }
  if (facts.directed && !how.undirected) {
    keep_part(file.read<graph::basic_directed_graph<W>>(options), part);
  } else {
    options.build.drop_duplicates |= facts.directed;
    keep_part(file.read<graph::basic_undirected_graph<W>>(options), part);
  }
}

// The number of self-loops at this rank's vertices.
edge_index self_loops_of(const graph_part& part) {
  edge_index loops = 0;
  for (local_vertex i = 0; i < part.vertex_count(); ++i) {
    loops +=
        static_cast<edge_index>(std::ranges::count(part.out_neighbors(i), own_vertex(i).number()));
  }
  const hub_rows& hubs = part.out_hubs();
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    for (const local_vertex end : hubs.neighbors(hub)) {
      loops += own_vertex(end).number() == hubs.hubs[hub];
    }
  }
  return loops;
}

// Combines the vertex names of all ranks.
graph::vertex_names gather_texts(const cluster::distributed<graph_part>& part, std::uint64_t n) {
  const auto parts = results_of_ranks([part] { return part.local().texts; });
  const vertex_places places(cluster::ranks());
  graph::text_table all;
  for (std::uint64_t v = 0; v < n; ++v) {
    const auto number = static_cast<vertex>(v);
    all.bytes += parts[places.home(number)][places.local(number)];
    all.ends.push_back(all.bytes.size());
  }
  return graph::vertex_names(std::move(all));
}

// The kind of edge weights that were read as real: whole if all are whole numbers. If all are whole
// numbers, and one is too great for graph::weight, throws input_error.
template <class W>
graph::weight_kind kind_of_weights_in(const distributed_edges<W>& edges, const std::string& path) {
  enum : std::uint64_t { whole, too_great, real };
  std::uint64_t found = whole;
  if constexpr (graph::is_weight<W>) {
    using limits = std::numeric_limits<graph::weight>;
    found = cluster::fold_ranks(std::uint64_t{whole}, std::ranges::max, [edges] {
      std::uint64_t here = whole;
      for (const auto& e : edges.local().edges) {
        const auto w = static_cast<double>(e.weight);
        if (!(std::trunc(w) == w)) return std::uint64_t{real};
        if (!(limits::min() <= w && w <= limits::max())) here = too_great;
      }
      return here;
    });
  }
  if (found != too_great)
    return found == real ? graph::weight_kind::real : graph::weight_kind::whole;
  throw graph::input_error(path + ": an edge weight is too large; scale the weights down");
}

// The options for rows of Kronecker graphs: those of GAP, since these graphs are for benchmarks.
constexpr row_options benchmark_rows{
    .both_ways = true, .drop_duplicates = true, .drop_self_loops = true};

}  // namespace

std::string detail::too_many_vertices(std::uint64_t vertices) {
  return std::to_string(vertices) + " vertices are too many, since a graph has at most " +
         std::to_string(graph::most_vertices) +
         (sizeof(vertex) > sizeof(graph::vertex)
              ? " on each rank; use more ranks"
              : " (32-bit numbers); renumber them without gaps, or split the graph");
}

template <class W, bool Directed>
void detail::keep_part(const graph::basic_graph<W, Directed>& g, graph_part& part) {
  part.symmetric = !Directed;
  keep_rows(g.out(), part.out);
  if constexpr (Directed) keep_rows(g.in(), part.in);
  keep_names(g.names(), part);
}

distributed_graph distributed_graph::begin() {
  distributed_graph g;
  g.part_ = cluster::distributed<graph_part>::make();
  return g;
}

void distributed_graph::finish(graph::weight_kind weights) {
  weights_ = weights;
  spread_hubs(part_, row_options{}.hub_degree);
  count();
}

distributed_graph distributed_graph::without_arcs_below(double weight) const {
  if (!is_weighted()) {
    throw std::invalid_argument("without_arcs_below() requires a graph with edge weights");
  }
  return all_or_nothing([&] {
    distributed_graph g = begin();
    cluster::on_all_ranks([from = part_, to = g.part_, weight] {
      const graph_part& all = from.local();
      graph_part& heavy = to.local();
      heavy.symmetric = all.symmetric;
      keep_heavy_arcs(all.out, weight, heavy.out);
      if (!all.symmetric) keep_heavy_arcs(all.in, weight, heavy.in);
    });
    g.count();
    return g;
  });
}

// Each rank reads the whole file and keeps its part.
distributed_graph distributed_graph::read_whole(const std::string& path, const file_reading& how) {
  distributed_graph g = begin();
  const auto read = [part = g.part_](const std::string& name, const file_reading& as) {
    with_weights(as.weights, [&](auto w) { read_part<decltype(w)>(name, as, part.local()); });
  };
  call_and_refuse(read, path, how);
  g.finish(how.weights);
  return g;
}

// Computes the members that are the same on all ranks, from the parts of all ranks.
void distributed_graph::count() {
  places_ = vertex_places(cluster::ranks());
  vertices_ = sum_of_ranks([part = part_] { return std::uint64_t{part.local().vertex_count()}; }) *
              rank_factor;
  arcs_ = sum_of_ranks([part = part_] {
    return edge_index{part.local().out.targets.size() + part.local().out.hubs.targets.size()};
  });
  named_ = cluster::fold_ranks(false, std::logical_or<>{},
                               [part = part_] { return !part.local().ids.empty(); });
  text_ = cluster::fold_ranks(false, std::logical_or<>{},
                              [part = part_] { return !part.local().texts.ends.empty(); });
  symmetric_ = local().symmetric;
  if (!symmetric_) return;
  self_loops_ = sum_of_ranks([part = part_] { return self_loops_of(part.local()); });
}

template <class W>
distributed_graph distributed_graph::of(const distributed_edges<W>& edges,
                                        const row_options& options) {
  const auto build = [&] {
    if (edges.vertices > most_vertices(cluster::ranks()))
      throw std::invalid_argument(too_many_vertices(edges.vertices));
    distributed_graph g = begin();
    build_rows(edges, options, g.part_);
    cluster::on_all_ranks([edges, part = g.part_] {
      part.local().ids = std::move(edges.local().ids);
      part.local().texts = edges.local().texts.joined();
    });
    g.weights_ = kind_of_weights<W>;
    g.count();
    return after_end_of(g, edges);
  };
  return all_or_nothing(build, [&] { edges.end(); });
}
#define ARCAS_INSTANTIATE(W)                                                           \
  template distributed_graph distributed_graph::of(const distributed_edges<W>&,        \
                                                   const row_options&);                \
  template void detail::keep_part(const graph::basic_directed_graph<W>&, graph_part&); \
  template void detail::keep_part(const graph::basic_undirected_graph<W>&, graph_part&);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
ARCAS_INSTANTIATE(graph::real_weight)
#undef ARCAS_INSTANTIATE

distributed_graph distributed_graph::read(const std::string& path, const file_reading& how) {
  const auto rows = [&](const auto& edges) -> row_options {
    return {.both_ways = !edges.directed || how.undirected,
            .drop_duplicates = how.simple || (edges.directed && how.undirected),
            .drop_self_loops = how.simple};
  };
  // Weights whose kind is open are read as real, the type in which arcs store weights anyway.
  const bool open = how.or_real && how.weights == graph::weight_kind::whole;
  const auto by_lines = [&](auto w) -> std::optional<distributed_graph> {
    const auto edges = read_edges<decltype(w)>(path, how);
    if (!edges) return std::nullopt;
    if (!open) return of(*edges, rows(*edges));
    const graph::weight_kind kind = kind_of_weights_in(*edges, path);
    distributed_graph g = of(*edges, rows(*edges));
    g.weights_ = kind;
    return g;
  };
  return all_or_nothing([&] {
    const auto read = with_weights(open ? graph::weight_kind::real : how.weights, by_lines);
    return read ? *read : read_whole(path, how);
  });
}

distributed_graph distributed_graph::read_weighted(const std::string& path) {
  return read(path, {.weights = graph::weight_kind::whole});
}

distributed_graph distributed_graph::kronecker(unsigned scale, unsigned edge_factor,
                                               const draw_options& draws) {
  return of(draw_kronecker_edges(scale, edge_factor, draws), benchmark_rows);
}

distributed_graph distributed_graph::weighted_kronecker(unsigned scale, unsigned edge_factor,
                                                        const draw_options& draws) {
  return of(draw_kronecker_edges<graph::weight>(scale, edge_factor, draws), benchmark_rows);
}

graph::vertex_names distributed_graph::names() const {
  if (text_) return gather_texts(part_, vertices_);
  if (!named_) return {};
  return graph::vertex_names(
      gather_vertices<std::uint64_t>(*this, [part = part_] { return part.local().ids; }));
}

std::uint64_t distributed_graph::original_id(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, v, local = places_.local(v)] {
    return part.local().ids.empty() ? std::uint64_t{v} : part.local().ids[local];
  });
}

// Ids are in ascending order of the vertices.
std::optional<std::uint64_t> distributed_graph::first_of_consecutive_ids() const {
  if (text_) return std::nullopt;
  if (!named_ || vertices_ == 0) return 0;
  const std::uint64_t first = original_id(0);
  if (original_id(static_cast<vertex>(vertices_ - 1)) - first != vertices_ - 1) return std::nullopt;
  return first;
}

edge_index distributed_graph::out_degree(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, local = places_.local(v)] {
    return part.local().out_degree(local);
  });
}

void detail::require_symmetric(const distributed_graph& g, const std::string& who) {
  if (g.is_symmetric()) return;
  throw std::invalid_argument(who + " an undirected graph; read it with {.undirected = true}");
}

edge_index detail::longest_row(const distributed_graph& g) {
  return cluster::fold_ranks(edge_index{0}, std::ranges::max, [g] {
    edge_index longest = 0;
    for (local_vertex v = 0; v < g.local().vertex_count(); ++v)
      longest = std::max(longest, g.local().out_degree(v));
    return longest;
  });
}

void detail::require_short_rows(const distributed_graph& g, const std::string& who) {
  if constexpr (sizeof(vertex) > sizeof(local_vertex)) {
    const edge_index longest = longest_row(g);
    if (longest <= graph::most_vertices) return;
    throw std::invalid_argument(who + " fewer than 2^32 edges at each vertex; a vertex has " +
                                std::to_string(longest));
  }
}

}  // namespace arcas::inline v0::cluster_graph
