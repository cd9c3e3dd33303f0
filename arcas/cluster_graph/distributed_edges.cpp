// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster_graph/array_edges.h>
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/edge_text.h>
#include <arcas/cluster_graph/key_numbers.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/drawn_edges.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/errors.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The different ids in the edges of this rank, ascending.
template <class W>
id_list ids_of(const edge_pieces<W>& edges) {
  // Ids are put in order when they are twice as many as after the last time, and these more: so
  // the list is short even if each id occurs often.
  constexpr std::size_t unordered = std::size_t{1} << 16;
  id_list all;
  std::size_t ordered = 0;
  for (const auto& piece : edges) {
    for (const wide_edge<W>& e : piece) {
      all.push_back(e.from);
      all.push_back(e.to);
    }
    if (all.size() < 2 * ordered + unordered) continue;
    put_in_order(all);
    ordered = all.size();
  }
  put_in_order(all);
  all.shrink_to_fit();
  return all;
}

// The origin of edge weights.
struct weight_source {
  bool file = false;  // false: drawn at random
  draw_options draws;
};

graph::random_weight_options drawn_weights(const draw_options& draws) {
  return {.most = draws.most_weight, .seed = draws.seed};
}

// Replaces the ids at the ends of edges by vertex numbers, number(id).
template <class W, class Number>
void renumber(edge_pieces<W>& from, std::vector<graph::basic_edge<vertex, W>>& to,
              const weight_source& weights, const Number& number) {
  const graph::random_weight_options drawn = drawn_weights(weights.draws);
  std::size_t edges = 0;
  for (const auto& piece : from) edges += piece.size();
  to.reserve(edges);
  for (auto& piece : from) {
    for (const wide_edge<W>& e : piece) {
      graph::basic_edge<vertex, W>& made = to.emplace_back();
      made.from = number(e.from);
      made.to = number(e.to);
      if constexpr (graph::is_weight<W>) {
        made.weight =
            weights.file ? e.weight : static_cast<W>(random_weight_of(made.from, made.to, drawn));
      }
    }
    piece = std::vector<wide_edge<W>>();  // {} would keep its memory
  }
  from.clear();
}

template <class W>
void number_by_ids(const parsed_edges<W>& state, const id_numbers& numbers,
                   const weight_source& weights, const distributed_edges<W>& to) {
  cluster::on_all_ranks([state, numbers, weights, to] {
    to.local().ids.resize(vertex_places(cluster::ranks()).count_on(cluster::self(), to.vertices));
    const id_list own = ids_of<W>(state.local().edges);
    const std::vector<vertex> numbered = numbers.numbers_of(own);
    renumber<W>(state.local().edges, to.local().edges, weights, [&](std::uint64_t id) {
      return numbered[static_cast<std::size_t>(std::lower_bound(own.begin(), own.end(), id) -
                                               own.begin())];
    });
  });
  cluster::on_all_ranks([numbers, to] {
    numbers.async_send_names([to](local_vertex local, const id_list& names) {
      std::copy(names.begin(), names.end(), to.local().ids.begin() + local);
    });
  });
}

void require_vertex_range(std::uint64_t vertices, const text_source& source,
                          const parsed_text& text) {
  if (vertices <= most_vertices(cluster::ranks())) return;
  graph::detail::refuse_line(source.name, text.last_line, too_many_vertices(vertices));
}

// Only ids that occur become vertices.
template <class W>
void number_those_that_occur(const parsed_edges<W>& state, const text_source& source,
                             const parsed_text& text, const weight_source& weights,
                             distributed_edges<W>& to) {
  const id_numbers numbers =
      id_numbers::make(bounds_between(text.counts.least_id, text.counts.greatest_id));
  cluster::on_all_ranks([state, numbers] { numbers.async_add(ids_of<W>(state.local().edges)); });
  to.vertices = numbers.count();
  require_vertex_range(to.vertices, source, text);
  number_by_ids(state, numbers, weights, to);
  numbers.end();
}

template <class W>
void number_by_texts(const parsed_edges<W>& state, const text_numbers& numbers,
                     const weight_source& weights, const distributed_edges<W>& to) {
  cluster::on_all_ranks([state, numbers, weights, to] {
    const text_ids& own = state.local().texts;
    const std::vector<vertex> numbered = numbers.numbers_of(own.ascending());
    renumber<W>(state.local().edges, to.local().edges, weights,
                [&](std::uint64_t id) { return numbered[own.place(id)]; });
  });
  cluster::on_all_ranks([numbers, to] {
    numbers.async_send_names([to](local_vertex local, graph::text_table& names) {
      to.local().texts.add(local, std::move(names));
    });
  });
}

// Only text names that occur become vertices.
template <class W>
void number_texts_that_occur(const parsed_edges<W>& state, const text_source& source,
                             const parsed_text& text, const weight_source& weights,
                             distributed_edges<W>& to) {
  cluster::on_all_ranks([state] { state.local().texts.sort(); });
  const text_numbers numbers = text_numbers::make(
      bounds_by_sample(joined_of_ranks([state] { return state.local().texts.sample(); })));
  cluster::on_all_ranks([state, numbers] { numbers.async_add(state.local().texts.ascending()); });
  to.vertices = numbers.count();
  require_vertex_range(to.vertices, source, text);
  number_by_texts(state, numbers, weights, to);
  numbers.end();
}

// Throws input_error for a text without edges, and for ends that cannot be vertices.
template <class W>
void number_edges(const parsed_edges<W>& state, const text_source& source, const parsed_text& text,
                  const file_reading& how, distributed_edges<W>& to) {
  if (text.counts.edges == 0) {
    graph::detail::refuse_line(source.name, text.last_line,
                               graph::detail::no_edge_fault(source.form.facts));
  }
  const weight_source weights{source.form.facts.weights != graph::weight_kind::none, how.draws};
  to.directed = source.form.facts.directed;
  if (source.form.table && source.form.table->text_ids) {
    return number_texts_that_occur(state, source, text, weights, to);
  }
  if (!source.form.ids_are_vertices) {
    return number_those_that_occur(state, source, text, weights, to);
  }
  const std::uint64_t greatest = text.counts.greatest_id;
  to.vertices = std::max(greatest + 1, greatest);
  require_vertex_range(to.vertices, source, text);
  graph::detail::require_plausible(to.vertices, text.counts.edges, source.name, text.last_line);
  cluster::on_all_ranks([state, to, weights] {
    renumber<W>(state.local().edges, to.local().edges, weights,
                [](std::uint64_t id) { return static_cast<vertex>(id); });
  });
}

template <class W>
void read_text(const text_source& source, const file_reading& how, distributed_edges<W>& to) {
  const auto state = parsed_edges<W>::make();
  number_edges(state, source, parse_text(source, how, state), how, to);
  state.end();
}

// Number of edges that are drawn at a time.
constexpr std::size_t edges_at_a_time = 4096;

template <class W>
distributed_edges<W> edges_of(std::uint64_t vertices) {
  distributed_edges<W> edges;
  edges.vertices = vertices;
  edges.part = cluster::distributed<edges_part<W>>::make();
  return edges;
}

template <class W, class Options>
void draw_part(const Options& options, const draw_options& draws, chunk own, edges_part<W>& part) {
  const graph::random_weight_options weights = drawn_weights(draws);
  part.edges.reserve(own.last - own.first);
  std::vector<vertex_pair> drawn;
  for (; own.first != own.last; own.first += drawn.size()) {
    drawn.resize(std::min<std::uint64_t>(edges_at_a_time, own.last - own.first));
    graph::detail::draw_edges<vertex>(options, own.first, std::span(drawn));
    for (const auto [u, v] : drawn) {
      if constexpr (graph::is_weight<W>) {
        part.edges.push_back({u, v, graph::random_weight_of(u, v, weights)});
      } else {
        part.edges.push_back({u, v});
      }
    }
  }
}

// Options: kronecker_options or uniform_options.
template <class W, class Options>
distributed_edges<W> drawn_edges(unsigned scale, unsigned edge_factor, const draw_options& draws) {
  // Throws here, not on all ranks, if the options are out of range.
  graph::detail::draw_edges<vertex>(Options{.scale = scale, .edge_factor = edge_factor}, 0,
                                    std::span<vertex_pair>());
  const std::uint64_t vertices = std::uint64_t{1} << scale;
  if (vertices > most_vertices(cluster::ranks()))
    throw std::invalid_argument(too_many_vertices(vertices));
  return all_or_nothing([&] {
    const auto edges = edges_of<W>(vertices);
    cluster::on_all_ranks([edges, scale, edge_factor, draws] {
      const chunk own = part_of(edges.vertices * edge_factor, cluster::ranks(), cluster::self());
      draw_part(Options{.scale = scale, .edge_factor = edge_factor, .seed = draws.seed}, draws, own,
                edges.local());
    });
    return edges;
  });
}

}  // namespace

template <class W>
std::optional<distributed_edges<W>> read_edges(const std::string& path, const file_reading& how) {
  const auto source = find_edges(path, how.file);
  if (!source || (graph::is_weight<W> && facts_of(*source).weight_is_open)) return std::nullopt;
  return all_or_nothing([&] {
    auto edges = edges_of<W>(0);
    if (const auto* text = std::get_if<text_source>(&*source)) {
      read_text(*text, how, edges);
    } else {
      read_arrays(std::get<array_source>(*source), how.draws, edges);
    }
    return edges;
  });
}

#define ARCAS_INSTANTIATE(W) \
  template std::optional<distributed_edges<W>> read_edges(const std::string&, const file_reading&);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
ARCAS_INSTANTIATE(graph::real_weight)
#undef ARCAS_INSTANTIATE

template <class W>
distributed_edges<W> draw_kronecker_edges(unsigned scale, unsigned edge_factor,
                                          const draw_options& draws) {
  return drawn_edges<W, graph::kronecker_options>(scale, edge_factor, draws);
}

template <class W>
distributed_edges<W> draw_uniform_edges(unsigned scale, unsigned edge_factor,
                                        const draw_options& draws) {
  return drawn_edges<W, graph::uniform_options>(scale, edge_factor, draws);
}

template <class W>
distributed_edges<W> draw_grid_edges(unsigned scale, std::uint64_t seed) {
  const graph::grid_options grid = graph::grid_of_scale(scale);
  const auto edges = edges_of<W>(std::uint64_t{grid.width} * grid.height);
  cluster::on_all_ranks([edges, scale, seed] {
    graph::grid_options options = graph::grid_of_scale(scale);
    options.seed = seed;
    const chunk rows = part_of(options.height, cluster::ranks(), cluster::self());
    std::vector<graph::weighted_edge> streets;
    for (std::uint64_t y = rows.first; y != rows.last; ++y) {
      streets.clear();
      graph::append_grid_edges(options, static_cast<std::uint32_t>(y), streets);
      for (const auto& [u, v, length] : streets) {
        if constexpr (graph::is_weight<W>) {
          edges.local().edges.push_back({u, v, length});
        } else {
          edges.local().edges.push_back({u, v});
        }
      }
    }
  });
  return edges;
}

#define ARCAS_INSTANTIATE(W)                                                                   \
  template distributed_edges<W> draw_kronecker_edges(unsigned, unsigned, const draw_options&); \
  template distributed_edges<W> draw_uniform_edges(unsigned, unsigned, const draw_options&);   \
  template distributed_edges<W> draw_grid_edges(unsigned, std::uint64_t);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::cluster_graph
