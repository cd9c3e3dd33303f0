// SPDX-License-Identifier: Apache-2.0
// The same PageRank under OpenMP: what would this program's time be without Arcas?
#pragma once

#include <arcas/graph/kernels/pagerank.h>

#include <string>

namespace cli {

// The passes of arcas::graph::pagerank, step for step, in OpenMP loops. Its threads, which spin for
// a while after a loop, have ended when rest_openmp() returns.
arcas::graph::pagerank_result pagerank_by_openmp(const arcas::graph::directed_graph& g,
                                                 const arcas::graph::pagerank_options& options,
                                                 unsigned threads);
void rest_openmp();

// "dynamic,64": OMP_SCHEDULE, or what suits an uneven graph. To be called first: throws
// std::runtime_error with a sentence where this program was built without OpenMP.
std::string openmp_schedule();

}  // namespace cli
