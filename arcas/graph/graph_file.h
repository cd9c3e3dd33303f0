// SPDX-License-Identifier: Apache-2.0
// A graph in a file: what is it, and the graph itself, as whatever type is asked for.
//
//   directed_graph g = read_graph<directed_graph>("soc-Slashdot0902.txt.zst");
//   auto roads = read_graph<weighted_directed_graph>("USA-road-d.NY.gr");
//
// Files may be plain, zstd or gzip. Their format is found by content and by what their name ends
// with (before .zst or .gz). A UTF-8 byte order mark at the start of a text is skipped.
//
//   edge list      .txt .el .wel and all else: "from to", or "from to weight", a line; # and %
//                  start comments, of which "# Undirected graph" and "# Directed graph" count
//   table          .csv .tsv and edge lists that look so: cells between commas, semicolons, tabs or
//                  blanks, perhaps in quotes, where they may have line ends; perhaps a header line;
//                  any number of columns
//   serialized     .sg .wsg: arrays as the GAP benchmarks write them
//   MatrixMarket   "%%MatrixMarket matrix coordinate": pattern, integer or real; general or
//                  symmetric
//   DIMACS         "p sp" with "a from to weight" lines (shortest paths), "p edge" with "e u v",
//                  "p tw" with "u v"
//   METIS          .graph .metis: a line for each vertex
//   SciPy          .npz: a sparse matrix as scipy.sparse.save_npz writes it: csr, csc or coo
//   GraphML        .graphml: nodes, edges and an attribute of them that is the weight
//   Parquet        .parquet, and Arrow's .arrow and .feather: a table of edges; requires the
//                  component parquet (file_options::open_columns)
//
// Vertices: those of an edge list are the ids that occur, in ascending order, but in .el and .wel,
// as in GAP, all from 0 to the greatest; those of other formats are counted by the file. Ids that are numbers are one vertex
// however they are written: 007 is 7 (facts().notes), unless file_options::text_ids.
// original_id gives the id in the file back. Ids may be any 64-bit numbers, and in tables text, which
// original_name gives back; more than 4294967295 vertices are an input_error.
//
// What is concluded from the first lines (a header, the separator, columns, text) is in facts();
// file_options say otherwise. A weight that no double is, a whole number above 2^53 say, is an input_error. The path "-" is standard input. A folder stands
// for its files part-*, and a pattern with * for the files that it names: edge lists and tables of one form, each with its own header if there is one, read as one.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/formats.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace arcas::inline v0::graph {

struct read_options {
  // Of a graph type with weights, for a file that has none; a file without is an error otherwise.
  std::optional<random_weight_options> random_weights = {};
  // A directed file read as an undirected graph is symmetrised, with drop_duplicates as asked.
  build_options build = {};
  file_options file = {};
};

// How large a graph is, before it is read.
struct graph_size {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool exact = false;  // the file says so; else by a look at parts of it
};

// A file of which only the start has been read.
class graph_file {
 public:
  // Throws input_error: one sentence, FILE:LINE: where a line is to blame, and the remedy.
  explicit graph_file(const std::string& path, const file_options& options = {},
                      const loop_options& loops = {});
  // Bytes that live longer than this object, in the format that a file of that name would have.
  graph_file(std::string_view bytes, const std::string& name, const file_options& options = {});
  graph_file(graph_file&&) noexcept;
  graph_file& operator=(graph_file&&) noexcept;
  ~graph_file();

  // With notes of the rows that read() has met.
  const graph_facts& facts() const;
  // Bytes of the text or the arrays, unpacked.
  std::uint64_t unpacked_bytes() const;

  // Before read(). Of a text without a header by its length and some of its lines: vertices are at most as many
  // as edges where names are text, or numbers with gaps.
  graph_size expected_size() const;

  // G: basic_directed_graph or basic_undirected_graph of any of the weight types. An
  // undirected file becomes a directed graph with each edge both ways; weights that G has no place
  // for are checked and left. To be called once: it frees the bytes before the graph is whole.
  // Throws input_error, interrupted or std::bad_alloc; never leaves half a graph.
  template <class G>
  G read(const read_options& options = {});

 private:
  struct content;
  std::unique_ptr<content> content_;
};

template <class G>
G read_graph(const std::string& path, const read_options& options = {}) {
  return graph_file(path, options.file, options.build.loops).read<G>(options);
}

// A graph of the type that a file suggests.
using any_graph = std::variant<directed_graph, undirected_graph>;
using any_weighted_graph = std::variant<weighted_directed_graph, weighted_undirected_graph>;
using any_real_graph = std::variant<real_directed_graph, real_undirected_graph>;

}  // namespace arcas::inline v0::graph
