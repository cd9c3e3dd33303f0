// SPDX-License-Identifier: Apache-2.0
// Writes a graph to a file, in the format that the ending of the file name selects, and packs it if
// .zst or .gz follows:
//
//   .txt   edge list with the original ids, and the number of vertices in a comment; text is quoted
//   .csv   table with a header, commas and original ids; .tsv the same with tabs
//   .el    edge list as GAP reads it: vertices are 0, 1, …; .wel the same with weights
//   .sg    arrays as GAP reads them: the fastest format to read; .wsg the same with weights
//   .mtx   MatrixMarket, symmetric for an undirected graph
//   .gr    DIMACS, for shortest paths: weighted graphs only
//   .graph METIS: undirected graphs only; .metis the same
//   .npz   SciPy's sparse matrix, as scipy.sparse.load_npz reads it: csr; not packed further
//   .graphml GraphML: the node ids are the original ids; an undirected edge is written once
//   -      standard output, as .txt
//
// An undirected edge is written once in .txt, below the comment "# Undirected graph" as in files of
// SNAP. In .csv, .tsv, .el, .wel, .gr and .npz it is written in both directions, as GAP does. .el
// and .sg drop the weights of a graph. Original ids are kept in .txt, .csv, .tsv, .sg and .graphml;
// in the other formats vertices are counted from 0 or 1. A list of edges does not contain isolated
// vertices (lost_vertices()), and cannot represent a graph without edges.
//
// write_parquet() of arcas/parquet/parquet.h writes .parquet, .arrow and .feather; the queries and
// require_writable() below accept these endings.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/graph_view.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

// The reason why a file could not be written, as one sentence with the file's name and the remedy.
class output_error : public std::runtime_error {
 public:
  // Invisible bytes are shown as in input_error.
  explicit output_error(const std::string& sentence);
};

// Throws interrupted, and output_error: before anything is written, for an ending that is not in
// the list above or a graph that the format cannot represent; later, for a full disk and similar
// errors. The file appears when it is complete, or not at all: until then it has a temporary name
// in the same folder.
template <class W, bool Directed>
void write_graph(const basic_graph<W, Directed>& g, const std::string& path,
                 const loop_options& loops = {});

// The number of isolated vertices that a file of this name drops. Serial: one pass over the
// vertices.
std::uint64_t lost_vertices(const graph_view& g, const std::string& path);

// Whether a file of this name keeps the weights of a graph.
bool keeps_weights(const std::string& path);

// keeps_names(): whether a file of this name keeps the original ids. keeps_undirected(): whether an
// undirected graph is undirected when it is read back.
bool keeps_names(const std::string& path);
bool keeps_undirected(const std::string& path);

// Throws what write_graph() or write_parquet() would throw for this name and a graph of this kind;
// any_edge: whether the graph has edges.
void require_writable(const std::string& path, bool directed, bool weighted, bool real,
                      bool any_edge = true);

}  // namespace arcas::inline v0::graph
