// SPDX-License-Identifier: Apache-2.0
// The main() of all measuring programs. A process measures one runtime in one configuration for one
// round, and ends. The driver starts the programs one after the other, so that no threads of one
// runtime exist while another is timed.
#pragma once

#include "algorithms.h"
#include "betweenness.h"
#include "burden.h"
#include "claim.h"
#include "kernels.h"
#include "pagerank.h"
#include "replay.h"
#include "tasks.h"
#include "triangle_pass.h"

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace bench {

template <loop_runtime Runtime>
int measuring_program(int argc, char** argv) {
  const request ask = read_request(argc, argv);
  try {
    if (ask.measure == "claim") measure_claim<Runtime>(ask);
    if (ask.measure == "burden") measure_burden<Runtime>(ask);
    if (ask.measure == "pagerank") measure_pagerank<Runtime>(ask);
    if (ask.measure == "triangles") measure_triangles<Runtime>(ask);
    if (ask.measure == "betweenness") {
      if constexpr (has_betweenness<Runtime>) {
        measure_betweenness<Runtime>(ask);
      } else {
        throw std::invalid_argument("betweenness: only forms of Arcas are compared");
      }
    }
    if (ask.measure == "kernels") {
      if constexpr (has_kernels<Runtime>) {
        measure_kernels<Runtime>(ask);
      } else {
        throw std::invalid_argument("kernels: only Arcas and OpenMP are compared");
      }
    }
    if (ask.measure == "algorithms") {
      if constexpr (has_algorithms<Runtime>) {
        measure_algorithms<Runtime>(ask);
      } else {
        throw std::invalid_argument("algorithms: this runtime has none of its own");
      }
    }
    if (ask.measure == "replay") {
      if constexpr (has_algorithms<Runtime>) {
        measure_replay<Runtime>(ask);
      } else {
        throw std::invalid_argument("replay: this runtime has no sums and filters of its own");
      }
    }
    if (ask.measure == "tasks") {
      if constexpr (has_tasks<Runtime>) {
        measure_tasks<Runtime>(ask);
      } else {
        throw std::invalid_argument("tasks: only Arcas and oneTBB are compared");
      }
    }
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "%s: %s\n", argv[0], mistake.what());
    return 1;
  }
  return 0;
}

}  // namespace bench
