// SPDX-License-Identifier: Apache-2.0
// Sparse matrices as scipy.sparse.save_npz writes them: a zip archive of arrays. An entry in row u and
// column v is the edge u → v, its value the weight.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// An array of numpy.
struct numpy_array {
  std::string bytes;      // with the header
  std::size_t first = 0;  // of the values
  char kind = 0;          // b, i, u, f or S, as numpy has it
  std::size_t size = 0;   // of a value, in bytes
  std::size_t count = 0;

  std::uint64_t whole(std::size_t i) const;  // a negative one is above 2^63
  double real(std::size_t i) const;
};

struct scipy_graph {
  graph_facts facts;
  std::string name;
  std::uint64_t vertices = 0;
  // Of coo: of both ends. Of csr and csc: `rows` has the positions where lines begin, `columns` the
  // other end.
  numpy_array rows;
  numpy_array columns;
  numpy_array values;
  bool coordinates = false;
  bool by_column = false;  // csc
};

// Throws input_error for what is no such archive, or a matrix that is not square.
scipy_graph open_scipy(std::string_view bytes, const std::string& name,
                       const file_options& options);

template <class W>
basic_edge_list<W> edges_of(const scipy_graph& graph, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
