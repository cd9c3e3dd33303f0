// SPDX-License-Identifier: Apache-2.0
// The stress tests of stress_test.cpp for a longer time; they are not in the default suite.
#include "stress_laws.h"

namespace arcas {
namespace {

TEST(StressAtLength, LoopsFinishWithFrozenWorkers) {
  for (const unsigned workers : {2U, 3U, 8U}) expect_loops_finish_with_frozen_workers(workers, 200);
}

TEST(StressAtLength, LoopsFinishOversubscribed) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    expect_loops_finish_oversubscribed(wait, 300);
  }
}

}  // namespace
}  // namespace arcas
