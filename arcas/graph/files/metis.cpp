// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/header_lines.h>
#include <arcas/graph/files/metis.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/files/text_parts.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace arcas::graph {
namespace {

// What was found in the lines of one part.
struct part_size {
  std::uint64_t rows = 0;   // lines that are vertices
  std::uint64_t words = 0;  // at least as many as neighbours
};

part_size size_of(std::string_view text) {
  part_size size;
  text_cursor cursor(text);
  while (!cursor.done()) {
    cursor.skip_blanks();
    if (!cursor.done() && *cursor.at == '%') {
      cursor.next_line();
      continue;
    }
    ++size.rows;
    while (!cursor.at_line_end()) size.words += cursor.word().empty() ? 0 : 1, cursor.skip_blanks();
    cursor.next_line();
  }
  return size;
}

struct row_lines {
  std::uint64_t edges = 0;  // written
  std::uint64_t lines = 0;
  std::string fault;
  // Sums over the edges as their lower and as their upper ends list them: equal where each edge is
  // listed at both.
  std::uint64_t from_lower = 0;
  std::uint64_t from_upper = 0;
  std::uint64_t arcs = 0;
  std::uint64_t loops = 0;
};

template <class V, class W>
class row_reader {
 public:
  row_reader(const metis_text& graph, std::string_view text, std::uint64_t row,
             basic_edge<V, W>* to)
      : graph_(graph), text_(text), row_(row), to_(to) {}

  row_lines read_all() {
    while (!text_.done() && found_.fault.empty()) {
      ++found_.lines;
      text_.skip_blanks();
      if (text_.done() || *text_.at != '%') read_row();
      text_.next_line();
    }
    return std::move(found_);
  }

 private:
  void read_row() {
    ++row_;
    if (row_ > graph_.vertices) {
      text_.skip_blanks();
      if (text_.at_line_end()) return;  // empty lines at the end of a file
      found_.fault = "vertex " + std::to_string(row_) + ", and line " +
                     std::to_string(graph_.header_line) + " counts " +
                     std::to_string(graph_.vertices) + "; correct the header or remove the line";
      return;
    }
    for (std::uint64_t i = 0; i < graph_.own_numbers && found_.fault.empty(); ++i) {
      real_weight unused = 0;
      read_weight(unused, "of the vertex's own");
    }
    for (text_.skip_blanks(); found_.fault.empty() && !text_.at_line_end(); text_.skip_blanks()) {
      read_neighbour();
    }
  }

  void read_neighbour() {
    const char* const word = text_.at;
    std::uint64_t id = 0;
    if (text_.read_whole(id) != number_fault::none || id < 1 || id > graph_.vertices) {
      found_.fault = quoted_word(word, text_.end) + " is no neighbour; write a number from 1 to " +
                     std::to_string(graph_.vertices);
      return;
    }
    W weight{};
    if (graph_.facts.weights != weight_kind::none) {
      if constexpr (is_weight<W>) {
        read_weight(weight, "of an edge");
      } else {
        real_weight unused = 0;
        read_weight(unused, "of an edge");
      }
    }
    append(id - 1, weight);
  }

  template <class N>
  void read_weight(N& number, const char* what) {
    text_.skip_blanks();
    const char* const word = text_.at;
    if (!text_.at_line_end() && text_.read_weight(number) == number_fault::none) return;
    found_.fault = quoted_word(word, text_.end) + " where the weight " + what +
                   " should be, as a number; complete the line, or correct the header's format";
  }

  void append(std::uint64_t id, W weight) {
    const std::uint64_t row = row_ - 1;
    ++found_.arcs;
    found_.loops += id == row;
    std::uint64_t print = scrambled(std::min(row, id) + scrambled(std::max(row, id)));
    if constexpr (is_weight<W>) {
      // Adding zero makes one of the two zeros.
      print = scrambled(print + std::bit_cast<std::uint64_t>(static_cast<double>(weight) + 0.0));
    }
    if (id > row) found_.from_lower += print;
    if (id < row) found_.from_upper += print;
    if (id < row) return;
    to_->from = static_cast<V>(row);
    to_->to = static_cast<V>(id);
    if constexpr (is_weight<W>) to_->weight = weight;
    ++to_;
    ++found_.edges;
    static_cast<void>(weight);
  }

  const metis_text& graph_;
  text_cursor text_;
  std::uint64_t row_;  // lines that were vertices so far
  basic_edge<V, W>* to_;
  row_lines found_;
};

// Where rows, edges and lines of each part begin.
struct part_starts {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> words;
};

part_starts starts_of(const metis_text& graph, const text_parts& parts, const loop_options& loops) {
  part_starts starts{std::vector<std::uint64_t>(parts.count() + 1),
                     std::vector<std::uint64_t>(parts.count() + 1)};
  whole_for(parts.count(), loops, [&](std::size_t p) {
    const part_size size = size_of(parts.part(graph.body.text, p));
    starts.rows[p + 1] = size.rows;
    starts.words[p + 1] = size.words;
  });
  for (std::size_t p = 0; p < parts.count(); ++p) {
    starts.rows[p + 1] += starts.rows[p];
    starts.words[p + 1] += starts.words[p];
  }
  return starts;
}

row_lines added_up(const std::vector<row_lines>& read, const metis_text& graph,
                   const text_parts& parts) {
  row_lines all;
  for (std::size_t p = 0; p < parts.count(); ++p) {
    if (!read[p].fault.empty()) {
      refuse_line(graph.body.name, graph.body.first_line + parts.lines[p] + read[p].lines - 1,
                  read[p].fault);
    }
    all.arcs += read[p].arcs;
    all.loops += read[p].loops;
    all.from_lower += read[p].from_lower;
    all.from_upper += read[p].from_upper;
  }
  return all;
}

void require_consistent(const row_lines& all, std::uint64_t rows, const metis_text& graph,
                        std::uint64_t last_line) {
  const std::string header = "line " + std::to_string(graph.header_line) + " counts ";
  if (rows < graph.vertices) {
    refuse_line(graph.body.name, last_line,
                "the end, after " + std::to_string(rows) + " vertices, and " + header +
                    std::to_string(graph.vertices) + "; fetch the file again");
  }
  // A self-loop is one entry in some files and two in others.
  const std::uint64_t ends = all.arcs - all.loops;
  if (ends % 2 != 0 || all.from_lower != all.from_upper) {
    refuse_line(graph.body.name, last_line,
                "the end, and some edge is listed, or weighted so, at one of its ends only; list "
                "each at both");
  }
  const std::uint64_t edges = ends / 2;
  if (graph.edges < edges || graph.edges > edges + all.loops) {
    refuse_line(graph.body.name, last_line,
                "the end, after " + std::to_string(edges + all.loops) + " edges, and " + header +
                    std::to_string(graph.edges) + "; fetch the file again or correct the header");
  }
}

}  // namespace

metis_text open_metis(std::string_view text, const std::string& name) {
  header_lines header(text, name);
  if (!header.find_line("%")) {
    header.refuse("the end, and no header before it; check that this is the right file");
  }
  metis_text graph;
  graph.facts = {graph_format::metis, false, weight_kind::none};
  graph.header_line = header.line();
  graph.vertices = header.count("vertices");
  graph.edges = header.count("edges");
  const std::uint64_t format = header.at_line_end() ? 0 : header.count("format digits");
  std::uint64_t constraints = header.at_line_end() ? 1 : header.count("constraints");
  if (!header.at_line_end()) header.refuse("a fifth number in the header; remove it");
  if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1) {
    header.refuse("format " + std::to_string(format) + "; write up to three digits 0 or 1");
  }
  if (format / 10 % 10 == 0) constraints = 0;
  if (constraints > text.size())
    header.refuse("more constraints than the file has bytes; correct it");
  graph.own_numbers = constraints + format / 100;
  if (format % 10 == 1) graph.facts.weights = weight_kind::whole;
  header.next_line();
  graph.body = {header.rest(), name, header.line()};
  return graph;
}

template <class V, class W>
basic_edge_list<V, W> edges_of(const metis_text& graph, const loop_options& loops) {
  const text_parts parts = divided(graph.body.text, loops);
  const part_starts starts = starts_of(graph, parts, loops);
  const std::uint64_t last_line =
      std::max<std::uint64_t>(graph.body.first_line + parts.lines.back() - 1, 1);
  if (graph.vertices > std::numeric_limits<V>::max()) {
    refuse_line(graph.body.name, graph.header_line, "too many vertices; split the graph");
  }
  basic_edge_list<V, W> list;
  list.edges = plain_array<basic_edge<V, W>>(starts.words.back());
  std::vector<row_lines> read(parts.count());
  whole_for(parts.count(), loops, [&](std::size_t p) {
    read[p] = row_reader<V, W>(graph, parts.part(graph.body.text, p), starts.rows[p],
                               list.edges.data() + starts.words[p])
                  .read_all();
    if (graph.body.forget) graph.body.forget(parts.part(graph.body.text, p));
  });
  const row_lines all = added_up(read, graph, parts);
  require_consistent(all, starts.rows.back(), graph, last_line);
  basic_edge<V, W>* end = list.edges.data();
  for (std::size_t p = 0; p < parts.count(); ++p) {
    end = std::copy_n(list.edges.data() + starts.words[p], read[p].edges, end);
  }
  list.edges.shrink(static_cast<std::size_t>(end - list.edges.data()));
  list.vertex_count = static_cast<std::size_t>(graph.vertices);
  list.names = vertex_names::counted_from(1);
  return list;
}

template edge_list edges_of(const metis_text&, const loop_options&);
template weighted_edge_list edges_of(const metis_text&, const loop_options&);
template basic_edge_list<vertex, real_weight> edges_of(const metis_text&, const loop_options&);
template basic_edge_list<wide_vertex> edges_of(const metis_text&, const loop_options&);
template basic_edge_list<wide_vertex, weight> edges_of(const metis_text&, const loop_options&);

}  // namespace arcas::graph
