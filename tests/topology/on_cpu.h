// SPDX-License-Identifier: Apache-2.0
// Runs code under a narrow affinity mask, without changing the test's own.
#pragma once

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace arcas {

template <class Body>
void on_cpu(unsigned cpu, Body body) {
  std::thread narrow([&] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(cpu, &mask);
    ASSERT_EQ(sched_setaffinity(0, sizeof mask, &mask), 0);
    body();
  });
  narrow.join();
}

}  // namespace arcas
