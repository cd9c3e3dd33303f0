// SPDX-License-Identifier: Apache-2.0
// The weight types that the library is compiled for. ARCAS_EACH_WEIGHT(X) expands to X(W) for each
// of them and for `unweighted`:
//
//   #define ARCAS_INSTANTIATE(W) template void sort(basic_edge_list<W>&);
//   ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
//   #undef ARCAS_INSTANTIATE
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>

// ARCAS_EACH_REAL_WEIGHT(X) leaves out `unweighted`; it is for kernels that read weights.
#define ARCAS_EACH_REAL_WEIGHT(X) X(weight) X(std::int64_t) X(float) X(real_weight)
#define ARCAS_EACH_WEIGHT(X) X(unweighted) ARCAS_EACH_REAL_WEIGHT(X)
