// SPDX-License-Identifier: Apache-2.0
// Undirected graphs in the format of METIS (Karypis and Kumar, 1998): "vertices edges [format
// [constraints]]", then a line for each vertex. A line starts with the vertex's size and weights,
// if the format declares them; they are skipped. Then the line has the vertex's neighbours, counted
// from 1, each followed by a weight if the format declares edge weights. An empty line is an
// isolated vertex; lines that start with % are comments.
#include <arcas/graph/files/text_cursor.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

// The size of a part of the text: its rows (vertices), and its words, which are at least as many as
// the neighbours in the rows.
struct part_size {
  std::uint64_t rows = 0;
  std::uint64_t words = 0;
};

part_size size_of(std::string_view text) {
  part_size size;
  for (text_cursor cursor(text); !cursor.done(); cursor.next_line()) {
    cursor.skip_blanks();
    if (!cursor.done() && *cursor.at == '%') continue;
    ++size.rows;
    for (; !cursor.at_line_end(); cursor.skip_blanks()) size.words += !cursor.word().empty();
  }
  return size;
}

struct row_lines {
  std::uint64_t edges = 0;  // number of edges written
  std::uint64_t lines = 0;
  std::string fault;
  bool changed = false;  // whether the text has changed since its words were counted
  // Two hash sums: over the edges in the rows of their lower ends, and over those in the rows of
  // their upper ends. The sums of the whole file are equal if each edge is in both rows.
  std::uint64_t from_lower = 0;
  std::uint64_t from_upper = 0;
  std::uint64_t arcs = 0;
  std::uint64_t loops = 0;
};

template <class W>
class row_reader {
 public:
  // The text has the rows from `row` + 1 to `last_row`.
  row_reader(const text_graph& graph, std::string_view text, std::uint64_t row,
             std::uint64_t last_row, std::span<basic_edge<vertex, W>> to)
      : graph_(graph),
        text_(text),
        row_(row),
        last_row_(last_row),
        to_(to.data()),
        last_(to_ + to.size()) {}

  row_lines read_all() {
    while (!text_.done() && found_.fault.empty() && !found_.changed) {
      ++found_.lines;
      text_.skip_blanks();
      if (text_.done() || *text_.at != '%') read_row();
      text_.next_line();
    }
    return std::move(found_);
  }

 private:
  void read_row() {
    if (row_ == last_row_) {
      found_.changed = true;
      return;
    }
    ++row_;
    if (row_ > graph_.counts->vertices) {
      text_.skip_blanks();
      if (text_.at_line_end()) return;  // empty lines may end a file
      found_.fault = "the line is that of vertex " + std::to_string(row_) + ", but line " +
                     std::to_string(graph_.counts->line) + " states " +
                     std::to_string(graph_.counts->vertices) +
                     " vertices; correct the header or remove the line";
      return;
    }
    for (std::uint64_t i = 0; i < graph_.own_numbers && found_.fault.empty(); ++i) {
      real_weight unused = 0;
      read_weight(unused, "of the vertex");
    }
    for (text_.skip_blanks(); found_.fault.empty() && !text_.at_line_end(); text_.skip_blanks()) {
      read_neighbour();
    }
  }

  void read_neighbour() {
    const char* const word = text_.at;
    std::uint64_t id = 0;
    if (text_.read_whole(id) != number_fault::none || id < 1 || id > graph_.counts->vertices) {
      found_.fault = quoted_word(word, text_.end) +
                     " is not a neighbour; write a number from 1 to " +
                     std::to_string(graph_.counts->vertices);
      return;
    }
    std::conditional_t<is_weight<W>, W, real_weight> weight = 0;
    if (graph_.facts.weights != weight_kind::none) read_weight(weight, "of an edge");
    append(id - 1, weight);
  }

  template <class N>
  void read_weight(N& number, const char* what) {
    text_.skip_blanks();
    const char* const word = text_.at;
    const number_fault fault =
        text_.at_line_end() ? number_fault::not_a_number : text_.read_weight(number);
    if (fault == number_fault::none) return;
    found_.fault = quoted_word(word, text_.end);
    if (fault == number_fault::not_a_number) {
      found_.fault = std::string("the weight ") + what + " is " + found_.fault +
                     ", which is not a number; complete the line, or correct the header's format";
    } else {
      found_.fault += weight_fault(fault);
    }
  }

  template <class N>
  void append(std::uint64_t id, [[maybe_unused]] N weight) {
    const std::uint64_t row = row_ - 1;
    ++found_.arcs;
    found_.loops += id == row;
    std::uint64_t print = scrambled(std::min(row, id) + scrambled(std::max(row, id)));
    if constexpr (is_weight<W>) {
      // Adding 0.0 turns -0.0 into 0.0, so that both have the same bits.
      print = scrambled(print + std::bit_cast<std::uint64_t>(static_cast<double>(weight) + 0.0));
    }
    if (id > row) found_.from_lower += print;
    if (id < row) found_.from_upper += print;
    if (id < row) return;
    if (to_ == last_) {
      found_.changed = true;
      return;
    }
    to_->from = static_cast<vertex>(row);
    to_->to = static_cast<vertex>(id);
    if constexpr (is_weight<W>) to_->weight = weight;
    ++to_;
    ++found_.edges;
  }

  const text_graph& graph_;
  text_cursor text_;
  std::uint64_t row_;  // number of rows read so far
  const std::uint64_t last_row_;
  basic_edge<vertex, W>* to_;
  const basic_edge<vertex, W>* const last_;
  row_lines found_;
};

// The number of rows and of words before each part.
struct part_starts {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> words;
};

part_starts starts_of(const text_graph& graph, const text_parts& parts, const loop_options& loops) {
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

row_lines added_up(const std::vector<row_lines>& read) {
  row_lines all;
  for (const row_lines& part : read) {
    all.arcs += part.arcs;
    all.loops += part.loops;
    all.from_lower += part.from_lower;
    all.from_upper += part.from_upper;
  }
  return all;
}

void require_consistent(const row_lines& all, std::uint64_t rows, const text_graph& graph,
                        std::uint64_t last_line) {
  const std::string header = "line " + std::to_string(graph.counts->line) + " states ";
  if (rows < graph.counts->vertices) {
    refuse_line(graph.body.name, last_line,
                "the file ends after " + std::to_string(rows) + " vertices, but " + header +
                    std::to_string(graph.counts->vertices) + "; fetch the file again");
  }
  // Some files list a self-loop once, others twice.
  const std::uint64_t ends = all.arcs - all.loops;
  if (ends % 2 != 0 || all.from_lower != all.from_upper) {
    refuse_line(graph.body.name, last_line,
                "the file lists an edge at one of its ends only, or with different weights at its "
                "ends; list each edge equally at both ends");
  }
  const std::uint64_t edges = ends / 2;
  if (graph.counts->edges < edges || graph.counts->edges > edges + all.loops) {
    refuse_line(graph.body.name, last_line,
                "the file ends after " + std::to_string(edges + all.loops) + " edges, but " +
                    header + std::to_string(graph.counts->edges) +
                    "; fetch the file again or correct the header");
  }
}

}  // namespace

text_graph open_metis(std::string_view text, const std::string& name) {
  header_lines header(text, name);
  if (!header.find_line("%")) {
    header.refuse("the file has no header; check that this is the right file");
  }
  text_graph graph;
  graph.facts = {graph_format::metis, false, weight_kind::none};
  const std::uint64_t vertices = header.count("vertices");
  graph.counts = {vertices, header.count("edges"), header.line()};
  const std::uint64_t format = header.at_line_end() ? 0 : header.count("format digits");
  std::uint64_t constraints = header.at_line_end() ? 1 : header.count("constraints");
  if (!header.at_line_end()) header.refuse("the header has a fifth number; remove it");
  if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1) {
    header.refuse("the format is " + std::to_string(format) +
                  "; write up to three digits, each 0 or 1");
  }
  if (format / 10 % 10 == 0) constraints = 0;
  if (constraints > text.size())
    header.refuse("the header states more constraints than the file has bytes; correct the header");
  graph.own_numbers = constraints + format / 100;
  if (format % 10 == 1) graph.facts.weights = weight_kind::whole;
  header.next_line();
  graph.body = {header.rest(), name, header.line()};
  return graph;
}

template <class W>
basic_edge_list<W> metis_edges(const text_graph& graph, const loop_options& loops) {
  require_vertex_range(graph.counts->vertices, graph.body.name, graph.counts->line);
  const text_parts parts = divided(graph.body.text, loops);
  const part_starts starts = starts_of(graph, parts, loops);
  plain_array<basic_edge<vertex, W>> edges(starts.words.back());
  std::vector<row_lines> read(parts.count());
  whole_for(parts.count(), loops, [&](std::size_t p) {
    const std::string_view part = parts.part(graph.body.text, p);
    const auto room = edges.all().subspan(starts.words[p], starts.words[p + 1] - starts.words[p]);
    read[p] = row_reader<W>(graph, part, starts.rows[p], starts.rows[p + 1], room).read_all();
    const std::uint64_t lines = parts.lines[p + 1] - parts.lines[p];
    read[p].changed |= read[p].fault.empty() && read[p].lines != lines;
    if (graph.body.forget) graph.body.forget(part);
  });
  require_faultless(read, graph.body);
  require_consistent(added_up(read), starts.rows.back(), graph, parts.last_line(graph.body));
  close_gaps(edges, starts.words, read);
  return {static_cast<std::size_t>(graph.counts->vertices), std::move(edges),
          vertex_names::counted_from(1)};
}

template edge_list metis_edges(const text_graph&, const loop_options&);
template weighted_edge_list metis_edges(const text_graph&, const loop_options&);
template real_edge_list metis_edges(const text_graph&, const loop_options&);

}  // namespace arcas::inline v0::graph::detail
