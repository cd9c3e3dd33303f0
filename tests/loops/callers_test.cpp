// SPDX-License-Identifier: Apache-2.0
// Loops from any thread at any time: several at once, on threads that Arcas did not make.
#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

void call_from(unsigned callers, const std::function<void(unsigned)>& loops) {
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < callers; ++t) threads.emplace_back([&, t] { loops(t); });
}

TEST(Callers, SeveralAtOnceShareARuntime) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const char* how : {"auto", "shared", "combine:core", "async:core/combine:package"}) {
      call_from(4, [&](unsigned t) {
        for (int round = 0; round < 20; ++round) {
          expect_exactly_once(0, 300 + static_cast<int>(t),
                              {.grain = 1, .distributor = how, .on = machine.get()});
        }
      });
    }
  }
}

TEST(Callers, MoreThanThereAreBoardsRunTheirLoopsAlone) {
  const auto machine = runtime_of(3, wait_policy::spin);
  call_from(16, [&](unsigned) {
    for (int round = 0; round < 20; ++round) {
      expect_exactly_once(0, 200, {.grain = 1, .on = machine.get()});
    }
  });
}

TEST(Callers, SeveralAtOnceMayNestLoops) {
  const auto machine = runtime_of(8, wait_policy::spin);
  call_from(4, [&](unsigned t) {
    for (int round = 0; round < 10; ++round) {
      visits<int> seen(0, 400);
      outer_parallel_for(static_cast<int>(t % 3), 0, 20,
                         [&](int row) {
                           parallel_for(0, 20, [&](int column) { seen(row * 20 + column); },
                                        {.grain = 1});
                         },
                         {.grain = 1, .on = machine.get()});
      seen.expect_exactly_once();
    }
  });
}

TEST(Callers, ThreadsMayComeAndGo) {
  const auto machine = runtime_of(2);
  for (int round = 0; round < 100; ++round) {
    std::thread([&] { expect_exactly_once(0, 50, {.grain = 1, .on = machine.get()}); }).join();
  }
}

TEST(Callers, TheFirstOnesMakeTheDefaultRuntimeTogether) {
  call_from(6, [&](unsigned) { expect_exactly_once(0, 1000); });
  EXPECT_EQ(&runtime::current(), &runtime::default_runtime());
}

TEST(Callers, HaveTheirRoleBackAfterALoop) {
  const auto machine = runtime_of(4, wait_policy::spin);
  parallel_for(0, 100, [](int) {}, {.grain = 1, .on = machine.get()});
  EXPECT_EQ(self::current().owner, nullptr);
  EXPECT_EQ(&runtime::current(), &runtime::default_runtime());
}

}  // namespace
}  // namespace arcas
