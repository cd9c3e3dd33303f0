// SPDX-License-Identifier: Apache-2.0
// Stress tests that the default suite runs for a short time and the slow suite for a long one.
#pragma once

#include "exactly_once.h"
#include "frozen_workers.h"
#include "runtimes.h"

#include <gtest/gtest.h>

namespace arcas {

inline void expect_loops_finish_with_frozen_workers(unsigned workers, int rounds) {
  const auto machine = runtime_of(workers, wait_policy::spin);
  const frozen_workers disturbed(*machine, 20);
  for (const std::string& how : all_distributors()) {
    SCOPED_TRACE(how);
    for (int round = 0; round < rounds; ++round) {
      const loop_options options{
          .grain = round % 2 == 0 ? 1U : 0U, .distributor = how, .on = machine.get()};
      expect_exactly_once(0, 20'000, options);
      visits<int> seen(0, 400);
      outer_parallel_for(
          round % 3, 0, 20,
          [&](int row) { parallel_for(0, 20, [&](int c) { seen(row * 20 + c); }, {.grain = 1}); },
          options);
      seen.expect_exactly_once();
    }
  }
}

inline void expect_loops_finish_oversubscribed(wait_policy wait, int rounds) {
  const auto machine = runtime_of(64, wait);
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& how : all_distributors()) {
      SCOPED_TRACE(how + " " + std::string(name_of(wait)));
      expect_exactly_once(0, 5000, {.grain = 1, .distributor = how, .on = machine.get()});
    }
    EXPECT_THROW(parallel_for(0, 500,
                              [](int i) {
                                if (i % 50 == 7) throw i;
                              },
                              {.grain = 1, .on = machine.get()}),
                 int);
  }
}

}  // namespace arcas
