// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/waiting.h>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

TEST(Doze, ReturnsByItselfInAnyThread) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([] {
      for (int k = 0; k < 1000; ++k) doze();
    });
  }
  for (int k = 0; k < 1000; ++k) doze();
}

}  // namespace
}  // namespace arcas
