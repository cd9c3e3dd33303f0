// SPDX-License-Identifier: Apache-2.0
// The main() of all measuring programs: one runtime, one configuration, one round, then the process
// ends. The driver starts them in turn, so that no runtime's threads are there while another is
// timed.
#pragma once

#include "burden.h"
#include "claim.h"
#include "pagerank.h"

#include <cstdio>
#include <exception>

namespace bench {

template <loop_runtime Runtime>
int measuring_program(int argc, char** argv) {
  const request ask = read_request(argc, argv);
  try {
    if (ask.measure == "claim") measure_claim<Runtime>(ask);
    if (ask.measure == "burden") measure_burden<Runtime>(ask);
    if (ask.measure == "pagerank") measure_pagerank<Runtime>(ask);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "%s: %s\n", argv[0], mistake.what());
    return 1;
  }
  return 0;
}

}  // namespace bench
