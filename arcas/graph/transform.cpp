// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/transform.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Computes the offsets of n rows. visit(v, take) calls take(target, position) for each entry of row
// v; position is the index of the entry in the source graph's array of targets.
template <class Visit>
plain_array<edge_index> counted(std::size_t n, const Visit& visit, const loop_options& loops) {
  plain_array<edge_index> offsets(n + 1);
  offsets[0] = 0;
  whole_for(n, loops, [&](std::size_t v) {
    edge_index count = 0;
    visit(v, [&](vertex, edge_index) { ++count; });
    offsets[v + 1] = count;
  });
  add_up(offsets.all(), loops);
  return offsets;
}

// Copies the targets and weights of rows. Weights are copied as bytes: the function is compiled for
// each size, not each type; size 0 means no weights. To the compiler, a written byte may change any
// variable in memory, so visit() must copy the pointers of its loop into local variables.
template <std::size_t WeightSize, class Visit>
void copy_rows(std::span<const edge_index> offsets, const Visit& visit, vertex* targets,
               const std::byte* weights_from, std::byte* weights, const loop_options& loops) {
  whole_for(offsets.size() - 1, loops, [&](std::size_t v) {
    edge_index at = offsets[v];
    visit(v, [&](vertex target, edge_index position) {
      targets[at] = target;
      if constexpr (WeightSize != 0) {
        std::memcpy(weights + at * WeightSize, weights_from + position * WeightSize, WeightSize);
      }
      ++at;
    });
  });
}

template <class W, class Visit>
basic_adjacency<W> taken(std::size_t n, const basic_adjacency<W>& from, const Visit& visit,
                         const loop_options& loops) {
  plain_array<edge_index> offsets = counted(n, visit, loops);
  plain_array<vertex> targets(offsets[n]);
  plain_array<W> weights(is_weight<W> ? offsets[n] : 0);
  copy_rows<is_weight<W> ? sizeof(W) : 0>(std::as_const(offsets).all(), visit, targets.data(),
                                          std::as_bytes(from.weights()).data(),
                                          std::as_writable_bytes(weights.all()).data(), loops);
  return {std::move(offsets), std::move(targets), std::move(weights)};
}

// The marked arcs of a row.
struct chosen_arcs {
  row_view from;
  const std::uint8_t* chosen;

  void operator()(std::size_t v, const auto& take) const {
    const vertex* const targets = from.targets().data();
    const std::uint8_t* const marks = chosen;
    const edge_index end = from.offsets()[v + 1];
    for (edge_index i = from.offsets()[v]; i < end; ++i) {
      if (marks[i] != 0) take(targets[i], i);
    }
  }
};

plain_array<std::uint8_t> marked(const row_view& from, row_chooser choose,
                                 const loop_options& loops) {
  plain_array<std::uint8_t> chosen(from.arc_count());
  whole_for(from.vertex_count(), loops, [&](std::size_t v) {
    const auto row = chosen.all().subspan(from.offsets()[v], from.degree(v));
    std::ranges::fill(row, std::uint8_t{0});
    choose(static_cast<vertex>(v), row);
  });
  return chosen;
}

// The arcs between the vertices in `old`; new_number[u] is the number of vertex u in the subgraph,
// or no_vertex.
struct induced_arcs {
  row_view from;
  std::span<const vertex> old;
  std::span<const vertex> new_number;

  void operator()(std::size_t v, const auto& take) const {
    const vertex* const targets = from.targets().data();
    const vertex* const numbers = new_number.data();
    const edge_index end = from.offsets()[old[v] + std::size_t{1}];
    for (edge_index i = from.offsets()[old[v]]; i < end; ++i) {
      const vertex u = numbers[targets[i]];
      if (u != no_vertex) take(u, i);
    }
  }
};

// A graph of rows that need no check; out() and in() make the rows of the two directions.
template <class W, bool Directed, class Out, class In>
basic_graph<W, Directed> graph_of(const Out& out, const In& in, vertex_names names,
                                  const loop_options& loops) {
  if constexpr (Directed) {
    basic_adjacency<W> first = out();
    return {std::move(first), in(), std::move(names)};
  } else {
    basic_undirected_graph<W> g = undirected_from(out(), {.check = false, .loops = loops});
    const edge_index edges = g.edge_count();
    return {std::move(g).out(), edges, std::move(names)};
  }
}

void require_different(std::span<const vertex> sorted, std::size_t vertex_count) {
  if (!sorted.empty() && sorted.back() >= vertex_count) {
    throw std::invalid_argument("vertex " + std::to_string(sorted.back()) +
                                " of a subgraph must be less than " + std::to_string(vertex_count) +
                                ", the number of vertices");
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  throw std::invalid_argument("vertex " + std::to_string(*twice) +
                              " of a subgraph is given twice; once is allowed");
}

// The names of the vertices in `some`.
vertex_names names_of(const vertex_names& all, std::span<const vertex> some) {
  if (all.are_text()) {
    text_table names;
    for (const vertex v : some) {
      names.bytes += (*all.texts())[v];
      names.ends.push_back(names.bytes.size());
    }
    return vertex_names(std::move(names));
  }
  std::vector<std::uint64_t> names(some.size());
  for (std::size_t i = 0; i < some.size(); ++i) names[i] = all[some[i]];
  return vertex_names(std::move(names));
}

// A distinct neighbour of v in either direction, and the ranges of its edges in the out-row and the
// in-row of v.
struct neighbor_runs {
  vertex u;
  std::size_t out, out_end, in, in_end;
};

// Calls visit(neighbor_runs) for each distinct neighbour, ascending. Both rows must be sorted.
template <class Visit>
void for_each_neighbor(std::span<const vertex> out, std::span<const vertex> in,
                       const Visit& visit) {
  std::size_t o = 0, i = 0;
  while (o != out.size() || i != in.size()) {
    const vertex u = i == in.size() || (o != out.size() && out[o] < in[i]) ? out[o] : in[i];
    neighbor_runs runs{u, o, o, i, i};
    while (runs.out_end != out.size() && out[runs.out_end] == u) ++runs.out_end;
    while (runs.in_end != in.size() && in[runs.in_end] == u) ++runs.in_end;
    visit(runs);
    o = runs.out_end;
    i = runs.in_end;
  }
}

// Offsets of rows that have each distinct neighbour in either direction once.
plain_array<edge_index> neighbors_counted(const graph_view& g, const loop_options& loops) {
  const auto visit = [&](std::size_t v, const auto& take) {
    const auto u = static_cast<vertex>(v);
    for_each_neighbor(g.out_neighbors(u), g.in_neighbors(u),
                      [&](const neighbor_runs& runs) { take(runs.u, edge_index{0}); });
  };
  return counted(g.vertex_count(), visit, loops);
}

template <class W>
W added(W a, W b, vertex u, vertex v) {
  if constexpr (std::is_integral_v<W>) {
    W sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    throw std::invalid_argument("the weights of the edges between the vertices " +
                                std::to_string(u) + " and " + std::to_string(v) +
                                " add up beyond " + std::to_string(8 * sizeof(W)) +
                                " bits; weights of a wider type are required");
  } else {
    return a + b;
  }
}

// Merges the weights of all edges between two vertices. Both ends merge the weights in the same
// order, and so get the same result.
template <class W>
class weight_of_pairs {
 public:
  weight_of_pairs(const basic_directed_graph<W>& g, merged_weight how) : g_(g), how_(how) {}

  W operator()(vertex v, const neighbor_runs& runs) const {
    // In in-rows, parallel edges may have another order than in out-rows.
    const bool parallel = runs.out_end - runs.out > 1 || runs.in_end - runs.in > 1;
    if (parallel || runs.u == v) return of_out_rows(std::min(v, runs.u), std::max(v, runs.u));
    const W* const out = weights_of(g_.out(), v) + runs.out;
    const W* const in = weights_of(g_.in(), v) + runs.in;
    if (runs.out == runs.out_end) return *in;
    if (runs.in == runs.in_end) return *out;
    return v < runs.u ? merged(*out, *in, v, runs.u) : merged(*in, *out, runs.u, v);
  }

 private:
  static const W* weights_of(const basic_adjacency<W>& rows, vertex v) {
    return rows.weights().data() + rows.offsets()[v];
  }
  W of_out_rows(vertex least, vertex most) const {
    std::optional<W> weight;
    add(weight, least, most);
    if (least != most) add(weight, most, least);
    return *weight;
  }
  void add(std::optional<W>& sum, vertex from, vertex to) const {
    const auto row = g_.out_neighbors(from);
    const auto same = std::ranges::equal_range(row, to);
    const W* const weights = weights_of(g_.out(), from);
    for (auto i = same.begin() - row.begin(); i != same.end() - row.begin(); ++i)
      sum = sum ? merged(*sum, weights[i], from, to) : weights[i];
  }
  W merged(W a, W b, vertex u, vertex v) const {
    switch (how_) {
      case merged_weight::least:
        return is_lighter(b, a) ? b : a;
      case merged_weight::greatest:
        return is_lighter(a, b) ? b : a;
      case merged_weight::sum:
        return added(a, b, std::min(u, v), std::max(u, v));
      default:
        return a;
    }
  }

  const basic_directed_graph<W>& g_;
  merged_weight how_;
};

}  // namespace

template <class W>
basic_undirected_graph<W> merged_directions(const basic_directed_graph<W>& g, merged_weight how,
                                            const loop_options& loops) {
  plain_array<edge_index> offsets = neighbors_counted(g, loops);
  const edge_index arcs = offsets[g.vertex_count()];
  plain_array<vertex> targets(arcs);
  plain_array<W> weights(is_weight<W> ? arcs : 0);
  const weight_of_pairs<W> weight_of(g, how);
  whole_for(g.vertex_count(), loops, [&](std::size_t v) {
    const auto u = static_cast<vertex>(v);
    edge_index at = offsets[v];
    for_each_neighbor(g.out_neighbors(u), g.in_neighbors(u), [&](const neighbor_runs& runs) {
      if constexpr (is_weight<W>) weights[at] = weight_of(u, runs);
      targets[at++] = runs.u;
    });
  });
  auto both = undirected_from(
      basic_adjacency<W>(std::move(offsets), std::move(targets), std::move(weights)),
      {.check = false, .loops = loops});
  const edge_index edges = both.edge_count();
  return {std::move(both).out(), edges, g.names()};
}

template <class W>
basic_adjacency<W> transpose(const basic_adjacency<W>& rows, const loop_options& loops) {
  return arranged(rows, true, loops);
}

template <class W, bool Directed>
basic_graph<W, Directed> detail::chosen_edges(const basic_graph<W, Directed>& g,
                                              row_chooser from_out, row_chooser from_in,
                                              const loop_options& loops) {
  const auto rows = [&](const basic_adjacency<W>& of, row_chooser choose) {
    const plain_array<std::uint8_t> chosen = marked(row_view(of), choose, loops);
    return taken(of.vertex_count(), of, chosen_arcs{row_view(of), chosen.data()}, loops);
  };
  return graph_of<W, Directed>([&] { return rows(g.out(), from_out); },
                               [&] { return rows(g.in(), from_in); }, g.names(), loops);
}

template <class W, bool Directed>
basic_graph<W, Directed> induced_subgraph(const basic_graph<W, Directed>& g,
                                          std::span<const vertex> vertices,
                                          const loop_options& loops) {
  std::vector<vertex> old(vertices.begin(), vertices.end());
  std::ranges::sort(old);
  require_different(old, g.vertex_count());
  plain_array<vertex> number(g.vertex_count());
  whole_for(g.vertex_count(), loops, [&](std::size_t v) { number[v] = no_vertex; });
  whole_for(old.size(), loops, [&](std::size_t i) { number[old[i]] = static_cast<vertex>(i); });
  const auto numbers = std::as_const(number).all();
  const auto rows = [&](const basic_adjacency<W>& of) {
    return taken(old.size(), of, induced_arcs{row_view(of), old, numbers}, loops);
  };
  return graph_of<W, Directed>([&] { return rows(g.out()); }, [&] { return rows(g.in()); },
                               names_of(g.names(), old), loops);
}

#define ARCAS_INSTANTIATE(W)                                                                       \
  template basic_adjacency<W> transpose(const basic_adjacency<W>&, const loop_options&);           \
  template basic_directed_graph<W> detail::chosen_edges(                                           \
      const basic_directed_graph<W>&, row_chooser, row_chooser, const loop_options&);              \
  template basic_undirected_graph<W> detail::chosen_edges(                                         \
      const basic_undirected_graph<W>&, row_chooser, row_chooser, const loop_options&);            \
  template basic_directed_graph<W> induced_subgraph(const basic_directed_graph<W>&,                \
                                                    std::span<const vertex>, const loop_options&); \
  template basic_undirected_graph<W> induced_subgraph(                                             \
      const basic_undirected_graph<W>&, std::span<const vertex>, const loop_options&);             \
  template basic_undirected_graph<W> merged_directions(const basic_directed_graph<W>&,             \
                                                       merged_weight, const loop_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
