// SPDX-License-Identifier: Apache-2.0
// A graph into a file, in the format that the file's name ends with, packed where .zst or .gz
// follows:
//
//   .txt   edge list with the vertices' original ids, and their number in a comment; text in quotes
//   .csv   table with a header, commas and original ids; .tsv the same with tabs
//   .el    edge list as GAP reads it: vertices are 0, 1, …; .wel the same with weights
//   .sg    the arrays, as GAP reads them: no format is read faster; .wsg the same with weights
//   .mtx   MatrixMarket, symmetric for an undirected graph
//   .gr    DIMACS, for shortest paths: weighted graphs only
//   .graph METIS: undirected graphs only; .metis the same
//   .npz   SciPy's sparse matrix, as scipy.sparse.load_npz reads it: csr; not packed further
//   .graphml GraphML: the node ids are the original ids; an undirected edge is written once
//   -      standard output, as .txt
//
// .txt has an undirected edge once, under SNAP's "# Undirected graph"; .csv, .tsv, .el, .wel, .gr and .npz
// have it both ways, as GAP does. A weighted graph loses its weights in .el and .sg. Original ids stay
// in .txt, .csv, .tsv, .sg and .graphml; in the others vertices are counted from 0 or 1. A list of edges says
// nothing of isolated vertices (lost_vertices), and a graph without edges cannot be one.
//
// .parquet, .arrow and .feather are written by write_parquet() of arcas/parquet/parquet.h; the other functions here
// know them.
#pragma once

#include <arcas/base/escapes.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/graph_view.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

// Why a file could not be written, as one sentence with its name and the remedy.
class output_error : public std::runtime_error {
 public:
  // As that of input_error.
  explicit output_error(const std::string& sentence)
      : std::runtime_error(arcas::detail::visible(sentence)) {}
};

// Throws output_error for an ending that is not in the list above and for a graph that the format has
// no place for, before anything is written; for a full disk and the like; and interrupted. The file
// appears when it is whole, or not at all: until then it has another name beside its own. Any
// graph.
template <class W, bool Directed>
void write_graph(const basic_graph<W, Directed>& g, const std::string& path,
                 const loop_options& loops = {});

// How many isolated vertices a file of this name has no place for. Serial; cost: a pass over the
// vertices.
std::uint64_t lost_vertices(const graph_view& g, const std::string& path);

// Whether a weighted graph keeps its weights in a file of this name.
bool keeps_weights(const std::string& path);

// Whether the original ids of vertices stay, whatever they are, and whether an undirected graph is read back as one.
bool keeps_names(const std::string& path);
bool keeps_undirected(const std::string& path);

// Throws what write_graph, or write_parquet, would throw for this name and a graph like that; any_edge: whether it has one.
void require_writable(const std::string& path, bool directed, bool weighted, bool real,
                      bool any_edge = true);

}  // namespace arcas::inline v0::graph
