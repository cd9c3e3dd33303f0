// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/machine_facts.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/topology/on_cpu.h"

namespace arcas {

using namespace detail;
namespace {

TEST(affinity, lists_each_cpu_once_in_ascending_order) {
  const auto cpus = affinity_of_calling_thread();
  ASSERT_TRUE(cpus.has_value());
  ASSERT_FALSE(cpus->empty());
  EXPECT_TRUE(std::is_sorted(cpus->begin(), cpus->end()));
  EXPECT_EQ(std::adjacent_find(cpus->begin(), cpus->end()), cpus->end());
}

TEST(affinity, is_that_of_the_calling_thread) {
  const auto before = affinity_of_calling_thread();
  ASSERT_TRUE(before.has_value());
  for (const unsigned cpu : *before) {
    on_cpu(cpu, [&] { EXPECT_EQ(affinity_of_calling_thread(), std::vector<unsigned>{cpu}); });
  }
  EXPECT_EQ(affinity_of_calling_thread(), before);
}

}  // namespace
}  // namespace arcas
