// SPDX-License-Identifier: Apache-2.0
// Takes the place of pagerank_openmp.cpp where the compiler has no OpenMP.
#include "pagerank_openmp.h"

#include <stdexcept>

namespace cli {

std::string openmp_schedule() {
  throw std::runtime_error(
      "--compare openmp: requires OpenMP, which this arcas was built without; build it with a "
      "compiler that has it, such as g++");
}

arcas::graph::pagerank_result pagerank_by_openmp(const arcas::graph::directed_graph&,
                                                 const arcas::graph::pagerank_options&, unsigned) {
  return {};
}

void rest_openmp() {}

}  // namespace cli
