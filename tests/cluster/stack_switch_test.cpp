// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/stack_switch.h>
#include <arcas/cluster/tasks/stack_switch_boost.h>

#include <gtest/gtest.h>

#include <cstddef>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// The same test for both implementations of the switch.
template <class Switch>
struct ping_pong {
  Switch main, side;
  int counter = 0;
  static void entry(void* itself) {
    auto& self = *static_cast<ping_pong*>(itself);
    double kept = 1.5;
    for (;;) {
      self.counter += static_cast<int>(kept * 2);
      Switch::swap(self.side, self.main);
    }
  }
};

template <class Switch>
void plays() {
  alignas(16) static thread_local std::byte stack[64 * 1024];
  ping_pong<Switch> p;
  p.side.prepare(stack + sizeof stack, sizeof stack, &ping_pong<Switch>::entry, &p);
  double kept = 0.25;
  for (int i = 0; i < 1000; ++i) {
    Switch::swap(p.main, p.side);
    kept += 1;
  }
  EXPECT_EQ(p.counter, 3000);
  EXPECT_EQ(kept, 1000.25);
}

TEST(stack_switch, keeps_what_is_on_both_stacks) {
#ifndef ARCAS_SANITIZED
  plays<boost_switch>();
  plays<stack_switch>();
#else
  GTEST_SKIP() << "the scheduler tells the sanitizer; this test does not";
#endif
}

}  // namespace
}  // namespace arcas::inline v0::cluster
