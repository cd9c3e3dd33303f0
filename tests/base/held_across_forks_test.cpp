// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/held_across_forks.h>

#include "in_a_child.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

struct locked {
  std::mutex lock;
};

const int watching = held_across_forks<locked>();
std::mutex& the_lock() {
  return of_process<locked>().lock;
}

TEST(HeldAcrossForks, IsFreeInAChildThoughAnotherThreadHeldIt) {
  ASSERT_EQ(watching, 0);
  std::atomic<bool> held{false};
  std::atomic<bool> forked{false};
  std::jthread holder([&] {
    {
      const std::lock_guard lock(the_lock());
      held = true;
      // A fork that did not wait for the lock would happen during this sleep.
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // The thread does not end before the fork: ThreadSanitizer would report a leak in the child.
    while (!forked) std::this_thread::yield();
  });
  while (!held) std::this_thread::yield();
  EXPECT_TRUE(in_a_child([] {
    ASSERT_TRUE(the_lock().try_lock());
    the_lock().unlock();
  }));
  forked = true;
  const std::lock_guard free_again(the_lock());
}

}  // namespace
}  // namespace arcas
