// SPDX-License-Identifier: Apache-2.0
// Sparse matrices as scipy.sparse.save_npz writes them: a zip archive of arrays. The entry in row u
// and column v is the edge u → v; its value is the weight.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// A NumPy array in the .npy format.
struct numpy_array {
  std::string bytes;      // including the header
  std::size_t first = 0;  // position of the first value in bytes
  char kind = 0;          // the type code of NumPy: b, i, u, f or S
  std::size_t size = 0;   // of a value, in bytes
  std::size_t count = 0;

  std::uint64_t whole(std::size_t i) const;  // negative values wrap around to above 2^63
  double real(std::size_t i) const;
};

struct scipy_graph {
  graph_facts facts;
  std::string name;
  std::uint64_t vertices = 0;
  // For coo: `rows` and `columns` have the two ends of each edge. For csr and csc: `rows` has the
  // offsets of rows (of columns in csc), `columns` the other end.
  numpy_array rows;
  numpy_array columns;
  numpy_array values;
  bool coordinates = false;
  bool by_column = false;  // csc
};

// Throws input_error for files that are not such an archive, and for a matrix that is not square.
scipy_graph open_scipy(std::string_view bytes, const std::string& name,
                       const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const scipy_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
