// SPDX-License-Identifier: Apache-2.0
#include "stress_laws.h"

namespace arcas {
namespace {

TEST(Stress, LoopsFinishWithFrozenWorkers) {
  expect_loops_finish_with_frozen_workers(2, 2);
  expect_loops_finish_with_frozen_workers(8, 2);
}

TEST(Stress, LoopsFinishOversubscribed) {
  for (const wait_policy wait : {wait_policy::spin, wait_policy::adaptive, wait_policy::park}) {
    expect_loops_finish_oversubscribed(wait, 2);
  }
}

}  // namespace
}  // namespace arcas
