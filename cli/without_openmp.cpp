// SPDX-License-Identifier: Apache-2.0
// Compiled in place of openmp_kernels.cpp if the compiler has no OpenMP.
#include "beside_openmp.h"

#include <stdexcept>

namespace cli {

bool has_openmp() {
  return false;
}

std::string openmp_schedule() {
  throw std::runtime_error(
      "--compare openmp requires OpenMP, and this arcas was built without it; build Arcas with a "
      "compiler that supports OpenMP, such as g++");
}

graph::pagerank_result pagerank_by_openmp(const graph::directed_graph&,
                                          const graph::pagerank_options&, unsigned) {
  return {};
}

std::uint64_t triangles_by_openmp(const graph::undirected_graph&, unsigned) {
  return 0;
}

void rest_openmp() {}

}  // namespace cli
