// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_ptr.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/id_numbers.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/kronecker.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

template <class W>
using wide_edge = graph::detail::id_edge<W>;

// Bytes parsed at a time.
constexpr std::size_t text_at_a_time = std::size_t{1} << 18;

// As parsed, with the ids of the file.
template <class W>
using parsed = cluster::distributed<std::vector<wide_edge<W>>>;

// What all ranks together have found.
struct text_facts {
  bool good = true;  // a list of edges, without a fault
  bool directed = true;
  bool ids_are_vertices = false;
  bool weighted = false;
  std::uint64_t edges = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  friend text_facts operator+(const text_facts& a, const text_facts& b) {
    return {a.good && b.good,
            a.directed && b.directed,
            a.ids_are_vertices || b.ids_are_vertices,
            a.weighted || b.weighted,
            a.edges + b.edges,
            std::min(a.least_id, b.least_id),
            std::max(a.greatest_id, b.greatest_id)};
  }
};

// Appends what the lines say; false where one of them is wrong.
template <class W>
bool parse_lines(std::string_view lines, const graph::detail::text_graph& text, text_facts& facts,
                 std::vector<wide_edge<W>>& edges) {
  graph::detail::part_texts no_texts;
  while (!lines.empty()) {
    const std::string_view some = lines.substr(0, graph::detail::line_start(lines, text_at_a_time));
    const auto most = static_cast<std::size_t>(std::count(some.begin(), some.end(), '\n')) + 1;
    const std::size_t before = edges.size();
    edges.resize(before + most);
    wide_edge<W>* const to = edges.data() + before;
    const graph::detail::edge_lines read =
        text.table ? graph::detail::parse_table_lines(some, *text.table, to, no_texts)
                   : graph::detail::parse_edge_lines(some, text.form, to);
    if (!read.fault.empty()) return false;
    edges.resize(before + read.edges);
    facts.edges += read.edges;
    facts.least_id = std::min(facts.least_id, read.least_id);
    facts.greatest_id = std::max(facts.greatest_id, read.greatest_id);
    lines.remove_prefix(some.size());
  }
  return true;
}

// This rank's part of the lines.
template <class W>
text_facts parse_part(const std::string& path, const graph::file_options& options,
                      std::vector<wide_edge<W>>& edges) {
  text_facts facts;
  const graph::detail::input_file file(path, {}, {.most = options.most_unpacked});
  const graph::graph_facts known = graph::graph_file(file.bytes(), path, options).facts();
  facts.good = known.format == graph::graph_format::list;
  if (!facts.good) return facts;
  const graph::detail::text_graph text = graph::detail::open_edge_list(file.bytes(), path, options);
  const bool needs_a_weight = graph::is_weight<W> && known.weight_is_open;
  facts.good = !needs_a_weight && !(text.table && text.table->text_ids);
  if (!facts.good) return facts;
  facts.directed = known.directed;
  facts.ids_are_vertices = text.ids_are_vertices;
  facts.weighted = text.facts.weights != graph::weight_kind::none;
  const std::string_view all = text.body.text;
  const chunk own = part_of(all.size(), cluster::ranks(), cluster::self());
  const std::size_t first = graph::detail::line_start(all, own.first);
  const std::size_t last = graph::detail::line_start(all, own.last);
  facts.good = parse_lines(all.substr(first, last - first), text, facts, edges);
  return facts;
}

template <class W>
text_facts parse_text(const std::string& path, const file_reading& how, const parsed<W>& state) {
  text_facts all;
  const auto at = cluster::export_to_all(all);
  cluster::finish([&] {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::spawn_on(
          r,
          [state, at](const std::string& name, const file_reading& as) {
            const text_facts own = parse_part<W>(name, as.file, state.local());
            cluster::async(at.home(), [at, own] { *at.local() = *at.local() + own; });
          },
          path, how);
    }
  });
  return all;
}

// Of the edges of this rank, ascending, each once.
template <class W>
id_numbers::ids ids_of(const std::vector<wide_edge<W>>& edges) {
  id_numbers::ids all;
  all.reserve(2 * edges.size());
  for (const wide_edge<W>& e : edges) {
    all.push_back(e.from);
    all.push_back(e.to);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
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

// number(id) for each end of an edge.
template <class W, class Number>
void renumber(std::vector<wide_edge<W>>& from, std::vector<graph::basic_edge<vertex, W>>& to,
              const weight_source& weights, const Number& number) {
  const graph::random_weight_options drawn = drawn_weights(weights.draws);
  to.reserve(from.size());
  for (const wide_edge<W>& e : from) {
    graph::basic_edge<vertex, W>& made = to.emplace_back();
    made.from = number(e.from);
    made.to = number(e.to);
    if constexpr (graph::is_weight<W>) {
      made.weight =
          weights.file ? e.weight : static_cast<W>(random_weight_of(made.from, made.to, drawn));
    }
  }
  from = {};
}

template <class W>
void number_by_ids(const parsed<W>& state, const id_numbers& numbers, const weight_source& weights,
                   const distributed_edges<W>& to) {
  cluster::on_all_ranks([state, numbers, weights, to] {
    to.local().ids.resize(vertex_places(cluster::ranks()).count_on(cluster::self(), to.vertices));
    const id_numbers::ids own = ids_of<W>(state.local());
    const std::vector<vertex> numbered = numbers.numbers_of(own);
    renumber<W>(state.local(), to.local().edges, weights, [&](std::uint64_t id) {
      return numbered[static_cast<std::size_t>(std::lower_bound(own.begin(), own.end(), id) -
                                               own.begin())];
    });
  });
  cluster::on_all_ranks([numbers, to] {
    numbers.async_send_names([to](vertex local, const id_numbers::ids& names) {
      std::copy(names.begin(), names.end(), to.local().ids.begin() + local);
    });
  });
}

// Vertices are those that occur. False where there are more than can be numbered.
template <class W>
bool number_those_that_occur(const parsed<W>& state, const text_facts& facts,
                             const weight_source& weights, distributed_edges<W>& to) {
  const id_numbers numbers = id_numbers::make(facts.least_id, facts.greatest_id);
  cluster::on_all_ranks([state, numbers] { numbers.async_add(ids_of<W>(state.local())); });
  to.vertices = numbers.count();
  const bool possible = to.vertices <= std::numeric_limits<vertex>::max();
  if (possible) number_by_ids(state, numbers, weights, to);
  numbers.end();
  return possible;
}

// False where there is no list of edges, or their ends cannot be numbered.
template <class W>
bool number_edges(const parsed<W>& state, const text_facts& facts, const file_reading& how,
                  distributed_edges<W>& to) {
  if (!facts.good || facts.edges == 0) return false;
  const weight_source weights{facts.weighted, how.draws};
  to.directed = facts.directed;
  if (!facts.ids_are_vertices) return number_those_that_occur(state, facts, weights, to);
  if (!graph::detail::plausible(facts.greatest_id + 1, facts.edges)) return false;
  if (facts.greatest_id >= std::numeric_limits<vertex>::max()) return false;
  to.vertices = facts.greatest_id + 1;
  cluster::on_all_ranks([state, to, weights] {
    renumber<W>(state.local(), to.local().edges, weights,
                [](std::uint64_t id) { return static_cast<vertex>(id); });
  });
  return true;
}

// Edges drawn at a time, where each may need a weight as well.
constexpr std::size_t edges_at_a_time = 4096;

template <class W>
void draw_part(const graph::kronecker_options& options, const draw_options& draws, chunk own,
               edges_part<W>& part) {
  const graph::random_weight_options weights = drawn_weights(draws);
  part.edges.reserve(own.last - own.first);
  std::vector<graph::edge> drawn;
  for (; own.first != own.last; own.first += drawn.size()) {
    drawn.resize(std::min<std::uint64_t>(edges_at_a_time, own.last - own.first));
    graph::draw_kronecker_edges(options, own.first, drawn);
    for (const auto [u, v] : drawn) {
      if constexpr (graph::is_weight<W>) {
        part.edges.push_back({u, v, graph::random_weight_of(u, v, weights)});
      } else {
        part.edges.push_back({u, v});
      }
    }
  }
}

}  // namespace

template <class W>
std::optional<distributed_edges<W>> read_edge_lines(const std::string& path,
                                                    const file_reading& how) {
  const parsed<W> state = parsed<W>::make();
  distributed_edges<W> edges;
  edges.part = cluster::distributed<edges_part<W>>::make();
  const bool made = number_edges(state, parse_text(path, how, state), how, edges);
  state.end();
  if (made) return edges;
  edges.end();
  return std::nullopt;
}

template std::optional<distributed_edges<graph::unweighted>> read_edge_lines(const std::string&,
                                                                             const file_reading&);
template std::optional<distributed_edges<graph::weight>> read_edge_lines(const std::string&,
                                                                         const file_reading&);
template std::optional<distributed_edges<graph::real_weight>> read_edge_lines(const std::string&,
                                                                              const file_reading&);

template <class W>
distributed_edges<W> draw_kronecker_edges(unsigned scale, unsigned edge_factor,
                                          const draw_options& draws) {
  // Says here what is wrong with the options.
  graph::draw_kronecker_edges({.scale = scale, .edge_factor = edge_factor}, 0, {});
  distributed_edges<W> edges;
  edges.vertices = std::uint64_t{1} << scale;
  edges.part = cluster::distributed<edges_part<W>>::make();
  cluster::on_all_ranks([edges, scale, edge_factor, draws] {
    const chunk own = part_of(edges.vertices * edge_factor, cluster::ranks(), cluster::self());
    draw_part({.scale = scale, .edge_factor = edge_factor, .seed = draws.seed}, draws, own,
              edges.local());
  });
  return edges;
}

template distributed_edges<graph::unweighted> draw_kronecker_edges(unsigned, unsigned,
                                                                   const draw_options&);
template distributed_edges<graph::weight> draw_kronecker_edges(unsigned, unsigned,
                                                               const draw_options&);

}  // namespace arcas::inline v0::cluster_graph
