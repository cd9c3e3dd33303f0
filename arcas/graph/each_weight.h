// SPDX-License-Identifier: Apache-2.0
// Which types of weight is the library compiled for? X(W) of each, and of `unweighted`:
//
//   #define ARCAS_INSTANTIATE(W) template basic_adjacency<W> transpose(const basic_adjacency<W>&, const loop_options&);
//   ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
//   #undef ARCAS_INSTANTIATE
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>

// Kernels that read weights.
#define ARCAS_EACH_REAL_WEIGHT(X) X(weight) X(std::int64_t) X(float) X(real_weight)
#define ARCAS_EACH_WEIGHT(X) X(unweighted) ARCAS_EACH_REAL_WEIGHT(X)
