// SPDX-License-Identifier: Apache-2.0
// Reads a graph from a file: first its facts, then the graph, as the type that the caller names.
//
//   directed_graph g = read_graph<directed_graph>("soc-Slashdot0902.txt.zst");
//   auto roads = read_graph<weighted_directed_graph>("USA-road-d.NY.gr");
//
// Files may be plain, or packed with zstd or gzip. The format is recognised by the content and by
// the ending of the file name (before .zst or .gz). A UTF-8 byte order mark at the start of a text
// is skipped.
//
//   edge list      .txt .el .wel and all other endings: a line has "from to" or "from to weight";
//                  # and % start comments; "# Undirected graph" and "# Directed graph" are read
//   table          .csv .tsv and edge lists of that form: cells between commas, semicolons, tabs or
//                  blanks; quoted cells may have line ends; an optional header line; any number of
//                  columns
//   serialized     .sg .wsg: arrays as the GAP benchmarks write them
//   MatrixMarket   "%%MatrixMarket matrix coordinate": pattern, integer or real; general or
//                  symmetric
//   DIMACS         "p sp" with lines "a from to weight" (shortest paths), "p edge" with "e u v",
//                  "p tw" with "u v"
//   METIS          .graph .metis: a line for each vertex
//   SciPy          .npz: a sparse matrix as scipy.sparse.save_npz writes it: csr, csc or coo
//   GraphML        .graphml: nodes and edges; one attribute of the edges is the weight
//   Parquet        .parquet, and Arrow's .arrow and .feather: a table of edges; requires the
//                  component parquet (file_options::open_columns)
//
// The vertices of an edge list are the ids that occur, in ascending order; in .el and .wel, as in
// GAP, all numbers from 0 to the greatest id. Other formats state the number of vertices. Numeric
// ids are compared as numbers: 007 is the vertex 7 (facts().notes says so) unless text_ids is set.
// original_id() gives the id in the file. Ids may be any 64-bit numbers, and in tables also text,
// which original_name() gives. More than 4294967295 vertices are an input_error.
//
// facts() has what was inferred from the first lines (header, separator, columns, text ids);
// file_options override it. A weight that double cannot represent, such as an integer above 2^53,
// is an input_error. The path "-" is standard input. A folder stands for its files part-*, and a
// pattern with * for the files that match it. They are read as one file; they must be edge lists or
// tables of the same form, each with its own header if there is one.
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
  // For a graph type with weights and a file without them; if unset, such a file is an error.
  std::optional<random_weight_options> random_weights = {};
  // A directed file that is read as an undirected graph is symmetrised; build.drop_duplicates then
  // makes u → v and v → u one edge.
  build_options build = {};
  file_options file = {};
};

// The size of a graph before it is read.
struct graph_size {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool exact = false;  // stated by the file; otherwise an estimate
};

// An opened graph file. read() builds the graph.
class graph_file {
 public:
  // Throws input_error: one sentence with FILE, or FILE:LINE for a faulty line, and the remedy.
  // Throws std::invalid_argument if the file lacks a column that the options name.
  explicit graph_file(const std::string& path, const file_options& options = {},
                      const loop_options& loops = {});
  // Reads bytes in the format that a file of this name has. The bytes must outlive this object.
  graph_file(std::string_view bytes, const std::string& name, const file_options& options = {});
  graph_file(graph_file&&) noexcept;
  graph_file& operator=(graph_file&&) noexcept;
  ~graph_file();

  // After read(), the facts include notes about the rows that read() has read.
  const graph_facts& facts() const;
  // Size in bytes of the text or the arrays, unpacked.
  std::uint64_t unpacked_bytes() const;

  // Must be called before read(). If a text does not state its counts, the number of edges is
  // estimated from its length and a sample of its lines, and the number of vertices from the
  // greatest id in the sample. If ids are text or have gaps, as many vertices as edges are
  // expected.
  graph_size expected_size() const;

  // G is basic_directed_graph or basic_undirected_graph of any weight type. An undirected file read
  // as a directed graph has each edge in both directions. If G has no weights, the file's weights
  // are checked and dropped. read() must be called only once: it frees the bytes before the graph
  // is complete. Throws input_error, interrupted or std::bad_alloc; never returns an incomplete
  // graph.
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

// A wrong call (base/wrong_use.h). Its parameter is a number, so that read_graph<G> does not name
// it.
template <int = 0>
arcas::detail::anything read_graph(arcas::detail::anything, arcas::detail::anything = 0)
    ARCAS_WRONG(
        "name the type of the graph: read_graph<directed_graph>(path), undirected_graph, "
        "weighted_directed_graph");

// The graph types that a file's facts can select.
using any_graph = std::variant<directed_graph, undirected_graph>;
using any_weighted_graph = std::variant<weighted_directed_graph, weighted_undirected_graph>;
using any_real_graph = std::variant<real_directed_graph, real_undirected_graph>;

}  // namespace arcas::inline v0::graph
