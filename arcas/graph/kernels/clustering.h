// SPDX-License-Identifier: Apache-2.0
// The clustering coefficients of triangles.h, computed by the same code in one process and on
// ranks.
#pragma once

#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/triangles.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

template <template <class> class Array>
struct clustering_values {
  Array<std::uint64_t> triangles;
  Array<double> clustering;
};

struct clustering_sums {
  double coefficients = 0;
  double pairs = 0;  // number of pairs of neighbours
  friend clustering_sums operator+(const clustering_sums& a, const clustering_sums& b) {
    return {a.coefficients + b.coefficients, a.pairs + b.pairs};
  }
};

// The machine has the number of triangles of each vertex. degree(i) returns the number of different
// neighbours of the vertex with place i. Sets `clustering`.
template <class Machine, class Degree>
triangles_end find_clustering(Machine& machine, std::uint64_t total, const Degree& degree) {
  machine.begin(&Machine::values::clustering);
  const auto sums = machine.template sum<clustering_sums>([degree](auto& v, std::size_t i) {
    const auto neighbors = static_cast<double>(degree(i));
    const double pairs = neighbors * (neighbors - 1) / 2;
    v.clustering[i] = pairs == 0 ? 0 : static_cast<double>(v.triangles[i]) / pairs;
    return clustering_sums{v.clustering[i], pairs};
  });
  triangles_end end{total, 0, 0};
  if (machine.size() != 0)
    end.average_clustering = sums.coefficients / static_cast<double>(machine.size());
  if (sums.pairs != 0) end.transitivity = 3 * static_cast<double>(total) / sums.pairs;
  return end;
}

}  // namespace arcas::inline v0::graph::detail
