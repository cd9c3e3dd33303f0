// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>
#include <arcas/graph/files/dense_ids.h>
#include <arcas/graph/files/sparse_ids.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

// Bytes parsed at a time: some 20,000 edges, whose list still fits a second level cache.
constexpr std::size_t part_bytes = std::size_t{1} << 18;

// What a part of a text said. Its edges are in the array of all, or, where 32 bits are too few for
// one of their ids and where ids are text, here.
template <class W>
struct read_part : edge_lines {
  plain_array<id_edge<W>> wide;
  part_texts texts;  // where ids are text: ends of edges are positions in it
};

// Edges as parsed, with ids less the form's first_id.
template <class W>
struct edge_text {
  plain_array<basic_edge<vertex, W>> edges;  // with room for one a line
  std::vector<std::uint64_t> starts;         // where the room of each part begins
  std::vector<read_part<W>> parts;
  std::uint64_t edge_count = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  bool text_ids = false;
};

struct numbered_ids {
  std::uint64_t count = 0;
  vertex_names names;
};

template <class W>
read_part<W> read_table_lines(std::string_view lines, const table_form& form, std::uint64_t most,
                              basic_edge<vertex, W>* to) {
  read_part<W> part{};
  part.wide = plain_array<id_edge<W>>(most);
  static_cast<edge_lines&>(part) = parse_table_lines(lines, form, part.wide.data(), part.texts);
  part.wide.shrink(part.edges);
  if (form.text_ids || part.greatest_id > most_vertices) return part;
  for (const id_edge<W>& e : part.wide) {
    to->from = static_cast<vertex>(e.from);
    to->to = static_cast<vertex>(e.to);
    if constexpr (is_weight<W>) to->weight = e.weight;
    ++to;
  }
  part.wide = {};
  return part;
}

// Most ids fit 32 bits. The lines of a part where one does not are read again.
template <class W>
read_part<W> read_lines(std::string_view lines, const text_graph& graph, std::uint64_t most,
                        basic_edge<vertex, W>* to) {
  if (graph.table) return read_table_lines(lines, *graph.table, most, to);
  read_part<W> part{};
  const edge_line_form& form = graph.form;
  static_cast<edge_lines&>(part) = parse_edge_lines(lines, form, to);
  if (!part.too_narrow) return part;
  part.wide = plain_array<id_edge<W>>(most);
  static_cast<edge_lines&>(part) = parse_edge_lines(lines, form, part.wide.data());
  part.wide.shrink(part.edges);
  return part;
}

template <class W>
edge_text<W> read_edges(const text_graph& graph, const text_parts& parts,
                        const loop_options& loops) {
  edge_text<W> text{.edges = plain_array<basic_edge<vertex, W>>(parts.lines.back()),
                    .starts = parts.lines,
                    .parts = std::vector<read_part<W>>(parts.count()),
                    .text_ids = graph.table && graph.table->text_ids};
  whole_for(parts.count(), loops, [&](std::size_t p) {
    const std::string_view part = parts.part(graph.body.text, p);
    text.parts[p] = read_lines<W>(part, graph, parts.lines[p + 1] - parts.lines[p],
                                  text.edges.data() + parts.lines[p]);
    const bool names_are_in_text = graph.table && graph.table->text_ids;
    if (graph.body.forget && !names_are_in_text) graph.body.forget(part);
  });
  require_faultless(text.parts, parts, graph.body);
  for (const edge_lines& part : text.parts) {
    text.edge_count += part.edges;
    text.least_id = std::min(text.least_id, part.least_id);
    text.greatest_id = std::max(text.greatest_id, part.greatest_id);
  }
  return text;
}

// Calls use(edge, place) for each edge of a part: its ends are ids, and `place` is where its
// vertices belong. Calls soon(edge) some edges before.
template <class W, class Use, class Soon>
void each_edge_of(edge_text<W>& text, std::size_t p, const Use& use, const Soon& soon) {
  constexpr std::uint64_t distance = 12;
  const read_part<W>& part = text.parts[p];
  basic_edge<vertex, W>* to = text.edges.data() + text.starts[p];
  const auto walk = [&](const auto* edges) {
    for (std::uint64_t i = 0; i < part.edges; ++i, ++to) {
      if (i + distance < part.edges) soon(edges[i + distance]);
      use(edges[i], *to);
    }
  };
  part.wide.size() != 0 ? walk(part.wide.data()) : walk(to);
}

template <class W, class Use>
void each_edge_of(edge_text<W>& text, std::size_t p, const Use& use) {
  each_edge_of(text, p, use, [](const auto&) {});
}

template <class W, class Use>
void each_edge(edge_text<W>& text, const loop_options& loops, const Use& use) {
  whole_for(text.parts.size(), loops, [&](std::size_t p) { each_edge_of(text, p, use); });
}

// With the places of ids in a table fetched ahead.
template <class W, class Use>
void each_edge_ahead(edge_text<W>& text, const loop_options& loops, const sparse_ids& ids,
                     const Use& use) {
  const auto soon = [&](const auto& e) {
    ids.ahead(e.from);
    ids.ahead(e.to);
  };
  whole_for(text.parts.size(), loops, [&](std::size_t p) { each_edge_of(text, p, use, soon); });
}

// Puts rank(id) for each id.
template <class W, class Rank>
void renumber(edge_text<W>& text, const loop_options& loops, const Rank& rank) {
  each_edge(text, loops, [&](const auto& e, basic_edge<vertex, W>& to) {
    to.from = static_cast<vertex>(rank(e.from));
    to.to = static_cast<vertex>(rank(e.to));
    if constexpr (is_weight<W>) to.weight = e.weight;
  });
}

// About how many ids are distinct, at least where they are few: those whose hash is one of so many
// are counted.
template <class W>
std::uint64_t distinct_ids(edge_text<W>& text, const loop_options& loops) {
  constexpr std::uint64_t share = 64;
  constexpr std::uint64_t few_edges = 1 << 15;
  if (text.edge_count <= few_edges) return 2 * text.edge_count;
  std::vector<std::vector<std::uint64_t>> lists(text.parts.size());
  whole_for(lists.size(), loops, [&](std::size_t p) {
    const auto take = [&](std::uint64_t id) {
      if (scrambled(id) % share == 0) lists[p].push_back(id);
    };
    each_edge_of(text, p, [&](const auto& e, const auto&) {
      take(e.from);
      take(e.to);
    });
    std::ranges::sort(lists[p]);
    lists[p].erase(std::unique(lists[p].begin(), lists[p].end()), lists[p].end());
  });
  std::vector<std::uint64_t> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  arcas::sort(std::span(all), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  const auto sampled = std::unique(all.begin(), all.end()) - all.begin();
  const std::uint64_t estimate = (static_cast<std::uint64_t>(sampled) + share) * share;
  return std::min(2 * text.edge_count, estimate);
}

template <class W>
numbered_ids number_dense(edge_text<W>& text, const std::string& name, std::uint64_t line,
                          const loop_options& loops) {
  dense_ids ids(text.least_id, text.greatest_id, loops);
  each_edge(text, loops, [&](const auto& e, const auto&) {
    ids.insert(e.from);
    ids.insert(e.to);
  });
  const std::uint64_t count = ids.count(loops);
  require_vertex_range(count, name, line);
  if (count != text.greatest_id - text.least_id + 1) {
    renumber(text, loops, [&](std::uint64_t id) { return ids.rank(id); });
    return {count, vertex_names(ids.members(count, loops))};
  }
  if (text.least_id != 0) {
    renumber(text, loops, [least = text.least_id](std::uint64_t id) { return id - least; });
  }
  return {count, vertex_names::counted_from(text.least_id)};
}

template <class W>
numbered_ids number_sparse(edge_text<W>& text, const std::string& name, std::uint64_t line,
                           const loop_options& loops) {
  for (std::uint64_t room = distinct_ids(text, loops);; room *= 4) {
    sparse_ids ids(room, loops);
    each_edge_ahead(text, loops, ids, [&](const auto& e, const auto&) {
      ids.insert(e.from);
      ids.insert(e.to);
    });
    if (ids.overflowed()) continue;
    std::vector<std::uint64_t> names = ids.number(loops);
    require_vertex_range(names.size(), name, line);
    each_edge_ahead(text, loops, ids, [&](const auto& e, basic_edge<vertex, W>& to) {
      const auto from = static_cast<vertex>(ids.rank(e.from));
      to.to = static_cast<vertex>(ids.rank(e.to));
      to.from = from;
      if constexpr (is_weight<W>) to.weight = e.weight;
    });
    return {names.size(), vertex_names(std::move(names))};
  }
}

// Of ids that are text: the texts of the parts, sorted and without repetitions.
template <class W>
std::vector<std::string_view> sorted_texts(const edge_text<W>& text, const loop_options& loops) {
  std::vector<std::string_view> all;
  for (const read_part<W>& part : text.parts) {
    all.insert(all.end(), part.texts.names.begin(), part.texts.names.end());
  }
  arcas::sort(std::span(all), less_than{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

template <class W>
numbered_ids number_texts(edge_text<W>& text, const std::string& name, std::uint64_t line,
                          const loop_options& loops) {
  const std::vector<std::string_view> texts = sorted_texts(text, loops);
  require_vertex_range(texts.size(), name, line);
  whole_for(text.parts.size(), loops, [&](std::size_t p) {
    std::vector<vertex> numbers;
    for (const std::string_view of : text.parts[p].texts.names) {
      numbers.push_back(static_cast<vertex>(std::ranges::lower_bound(texts, of) - texts.begin()));
    }
    each_edge_of(text, p, [&](const auto& e, basic_edge<vertex, W>& to) {
      to.from = numbers[e.from];
      to.to = numbers[e.to];
      if constexpr (is_weight<W>) to.weight = e.weight;
    });
  });
  text_table table;
  for (const std::string_view of : texts) {
    table.bytes += of;
    table.ends.push_back(table.bytes.size());
  }
  return {texts.size(), vertex_names(std::move(table))};
}

// Numbers the ids that occur, in ascending order, writes the edges with these numbers to
// text.edges, in the order of the text, with the gaps between the parts, and returns the ids as
// names and their number. Throws input_error for more ids than a graph has vertices, which it
// blames on that line of the file; and interrupted.
template <class W>
numbered_ids number_ids(edge_text<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops) {
  if (text.edge_count == 0) return {};
  if (text.text_ids) return number_texts(text, name, line, loops);
  // The set of bits may cost as much as the ids of all edges.
  const bool dense = dense_ids::cost(text.least_id, text.greatest_id) <=
                     text.edge_count * 2 * sizeof(std::uint64_t);
  return dense ? number_dense(text, name, line, loops) : number_sparse(text, name, line, loops);
}

// Of a text whose ids are vertices already, those that do not occur included.
numbered_ids counted(const text_graph& graph, std::uint64_t edges, std::uint64_t greatest_id,
                     std::uint64_t last_line) {
  const std::uint64_t line = graph.counts ? graph.counts->line : last_line;
  const std::uint64_t vertices =
      graph.counts ? graph.counts->vertices : std::max(greatest_id + 1, greatest_id);
  require_vertex_range(vertices, graph.body.name, line);
  require_plausible(vertices, edges, graph.body.name, line);
  return {vertices, vertex_names::counted_from(graph.form.first_id)};
}

void require_edges(const text_graph& graph, std::uint64_t edges, std::uint64_t last_line) {
  if (!graph.counts && edges == 0) {
    refuse_line(graph.body.name, last_line,
                "the end, and no edge before it; check that this is the right file");
  }
  if (graph.counts && edges != graph.counts->edges) {
    refuse_line(graph.body.name, last_line,
                "the end, after " + std::to_string(edges) + " edges, and line " +
                    std::to_string(graph.counts->line) + " counts " +
                    std::to_string(graph.counts->edges) +
                    "; fetch the file again or correct the header");
  }
}

}  // namespace

std::size_t line_start(std::string_view text, std::size_t position) {
  if (position == 0) return 0;
  if (position >= text.size()) return text.size();
  const std::size_t newline = text.find('\n', position - 1);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

text_parts divided(std::string_view text, const loop_options& loops) {
  const std::size_t count = (text.size() + part_bytes - 1) / part_bytes;
  text_parts parts{std::vector<std::size_t>(count + 1), std::vector<std::uint64_t>(count + 1)};
  parts.starts[count] = text.size();
  whole_for(count, loops, [&](std::size_t p) {
    const std::size_t first = line_start(text, p * part_bytes);
    const std::size_t last = line_start(text, (p + 1) * part_bytes);
    parts.starts[p] = first;
    const std::string_view lines = text.substr(first, last - first);
    const auto newlines = std::count(lines.begin(), lines.end(), '\n');
    const bool open_end = !lines.empty() && lines.back() != '\n';
    parts.lines[p] = static_cast<std::uint64_t>(newlines) + (open_end ? 1 : 0);
  });
  std::exclusive_scan(parts.lines.begin(), parts.lines.end(), parts.lines.begin(),
                      std::uint64_t{0});
  return parts;
}

template <class W>
basic_edge_list<W> edges_of(const text_graph& graph, const loop_options& loops) {
  if (graph.facts.format == graph_format::metis) return metis_edges<W>(graph, loops);
  if (graph.counts) {
    // Before any memory is taken for them.
    const header_counts& counts = *graph.counts;
    require_plausible(counts.vertices, counts.edges, graph.body.name, counts.line);
    require_vertex_range(counts.vertices, graph.body.name, counts.line);
  }
  const text_parts parts = divided(graph.body.text, loops);
  edge_text<W> text = read_edges<W>(graph, parts, loops);
  const std::uint64_t last_line = parts.last_line(graph.body);
  require_edges(graph, text.edge_count, last_line);
  numbered_ids vertices = graph.ids_are_vertices
                              ? counted(graph, text.edge_count, text.greatest_id, last_line)
                              : number_ids(text, graph.body.name, last_line, loops);
  close_gaps(text.edges, text.starts, text.parts);
  return {static_cast<std::size_t>(vertices.count), std::move(text.edges),
          std::move(vertices.names)};
}

template edge_list edges_of(const text_graph&, const loop_options&);
template weighted_edge_list edges_of(const text_graph&, const loop_options&);
template real_edge_list edges_of(const text_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
