// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/machine_facts.h>
#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/topology/place_laws.h"

namespace arcas {

using namespace detail;
namespace {

std::set<std::uint64_t> keys(const machine_facts& facts, place_kind kind) {
  std::set<std::uint64_t> found;
  for (const thread_facts& thread : facts.threads) found.insert(thread.in(kind).key);
  return found;
}

TEST(hwloc_reader, says_nothing_of_kinds_that_a_typed_in_machine_lacks) {
  const machine_facts facts = read_synthetic_machine("pack:2 pu:3");
  EXPECT_EQ(facts.threads.size(), 6U);
  EXPECT_EQ(keys(facts, place_kind::package).size(), 2U);
  EXPECT_EQ(keys(facts, place_kind::cache_group), std::set{membership::none});
  EXPECT_EQ(keys(facts, place_kind::core), std::set{membership::none});
  EXPECT_TRUE(facts.refusals.empty());
}

unsigned long long shared_objects_unloaded() {
  unsigned long long unloaded = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        *static_cast<unsigned long long*>(to) = info->dlpi_subs;
        return 1;
      },
      &unloaded);
  return unloaded;
}

// dlclose() in a child may wait for a thread that only its parent has. Debian's hwloc has plug-ins.
TEST(hwloc_reader, unloads_no_plugins) {
  read_live_machine();
  const auto before = shared_objects_unloaded();
  read_live_machine();
  EXPECT_EQ(shared_objects_unloaded(), before);
}

TEST(hwloc_reader, takes_the_l3_for_the_cache_group_where_there_is_one) {
  EXPECT_EQ(
      keys(read_synthetic_machine("pack:1 l3:2 l2:4 core:2 pu:1"), place_kind::cache_group).size(),
      2U);
}

TEST(hwloc_reader, keeps_the_l2_beside_the_l3) {
  EXPECT_EQ(
      keys(read_synthetic_machine("pack:1 l3:2 l2:4 core:2 pu:1"), place_kind::l2_group).size(),
      8U);
  EXPECT_EQ(keys(read_synthetic_machine("pack:1 l3:2 core:2 pu:1"), place_kind::l2_group),
            std::set{membership::none});
}

TEST(hwloc_reader, takes_an_l2_only_if_cores_share_it) {
  EXPECT_EQ(keys(read_synthetic_machine("pack:1 l2:4 core:2 pu:1"), place_kind::cache_group).size(),
            4U);
  EXPECT_EQ(keys(read_synthetic_machine("pack:1 l2:4 core:1 pu:2"), place_kind::cache_group),
            std::set{membership::none});
}

TEST(hwloc_reader, takes_the_nearest_of_several_numa_nodes) {
  const machine_facts facts = read_synthetic_machine("[numa] pack:2 [numa] core:2 pu:1");
  std::set<unsigned> nodes;
  for (const thread_facts& thread : facts.threads) {
    nodes.insert(thread.in(place_kind::numa_node).os_index);
  }
  EXPECT_EQ(nodes.size(), 2U);
}

TEST(hwloc_reader, takes_the_first_of_several_numa_nodes_as_near) {
  EXPECT_EQ(keys(read_synthetic_machine("pack:2 [numa] [numa] core:2 pu:1"), place_kind::numa_node)
                .size(),
            2U);
}

TEST(hwloc_reader, refuses_a_synthetic_machine_that_would_fill_the_memory) {
  EXPECT_EQ(read_synthetic_machine("pack:8 core:128 pu:8").threads.size(), 8192U);
  for (const char* huge :
       {"pack:8 core:128 pu:9", "4000000000 4000000000", "pack:0x1000000", "072095"}) {
    EXPECT_EQ(sentence_of([&] { read_synthetic_machine(huge); }),
              '"' + std::string(huge) +
                  "\": a synthetic topology of more than 8192 hardware threads; write a smaller "
                  "one, for example \"pack:2 core:4 pu:2\"");
  }
}

TEST(hwloc_reader, refuses_a_synthetic_machine_that_would_take_half_a_minute) {
  EXPECT_EQ(read_synthetic_machine("pack:2048 pu:1").threads.size(), 2048U);
  for (const char* flat : {"pack:2049 pu:1", "[numa]2049", "2049", "numa:1 core:2049 pu:2"}) {
    EXPECT_EQ(
        sentence_of([&] { read_synthetic_machine(flat); }),
        '"' + std::string(flat) +
            "\": a synthetic topology of 2049 objects in one, where at most 2048 are allowed; "
            "write a smaller one, for example \"pack:2 core:4 pu:2\"");
  }
}

TEST(hwloc_reader, refuses_an_order_of_indexes_with_which_hwloc_ends_the_program) {
  for (const char* order :
       {"pack:2(indexes=core:pu) core:6 pu:6", "(indexes=core:pu)numa:1 core:6 pu:6",
        "pack:2 [numa(indexes=core:pu)] core:6 pu:6", "core:1(indexes=pu:core) pu:6"}) {
    EXPECT_EQ(sentence_of([&] { read_synthetic_machine(order); }),
              '"' + std::string(order) +
                  "\": indexes= by types is allowed at the last level only; write numbers, or "
                  "leave it out");
  }
  EXPECT_EQ(read_synthetic_machine("core:2 pu:2(indexes=core:pu) ").threads.size(), 4U);
  EXPECT_EQ(read_synthetic_machine("core:2(indexes=1,0) pu:2").threads.size(), 4U);
  EXPECT_EQ(read_synthetic_machine("core:2\npu:2").threads.size(), 4U);
}

TEST(hwloc_reader, refuses_brackets_that_would_hide_a_count) {
  for (const char* hidden : {"pack):100 pu:1", "pack(:100 pu:1", "pack[:100 pu:1", "pu:2)",
                             "pack(:100 pu:1 [numa)]", "pack [numa(x:100)] pu:1", "pu", "pu:"}) {
    EXPECT_EQ(sentence_of([&] { read_synthetic_machine(hidden); }),
              '"' + std::string(hidden) +
                  "\": not a synthetic topology; write for example \"pack:2 core:4 pu:2\"");
  }
}

TEST(hwloc_reader, refuses_indexes_and_memories_that_would_take_long) {
  for (const char* index : {"65536", "4294967294", "999999999999"}) {
    const std::string text = "pu:4(indexes=0,1,2," + std::string(index) + ")";
    EXPECT_EQ(sentence_of([&] { read_synthetic_machine(text); }),
              '"' + text + "\": the index " + index + " is too large; at most 65535 is allowed");
  }
  EXPECT_EQ(read_synthetic_machine("pu:4(indexes=0,1,2,65535)").threads.size(), 4U);
  for (const char* many : {"pack:1024 [numa] [numa] pu:1", "92[numa]3[numa]22[numa]"}) {
    EXPECT_NE(
        sentence_of([&] { read_synthetic_machine(many); }).find("more than 1024 attached memories"),
        std::string::npos);
  }
}

TEST(hwloc_reader, does_not_count_what_stands_in_brackets) {
  const machine_facts facts =
      read_synthetic_machine("pack:2 [numa(memory=8589934592)] l3:1(size=33554432) core:2 2");
  EXPECT_EQ(facts.threads.size(), 8U);
}

TEST(hwloc_reader, recorded_machine_with_unknown_cores_has_one_per_thread) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("arcas_no_cores_" + std::to_string(getpid()) + ".xml");
  std::ofstream(file) << R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
    <object type="NUMANode" os_index="0" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" gp_index="4"/>
    <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="2"/>
    <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1" complete_nodeset="0x1" gp_index="3"/>
  </object>
</topology>
)";
  const machine_facts facts = read_recorded_machine(file);
  std::filesystem::remove(file);
  EXPECT_EQ(facts.threads.size(), 2U);
  EXPECT_EQ(keys(facts, place_kind::core).size(), 2U);
  ASSERT_EQ(facts.refusals.size(), 1U);
  EXPECT_EQ(facts.refusals[0].substr(0, 6), "Cores:");
}

TEST(hwloc_reader, live_machine_is_not_the_one_an_environment_variable_describes) {
  setenv("HWLOC_XMLFILE", ARCAS_TEST_DATA "/topology/two_packages.xml", 1);
  const machine_facts facts = read_live_machine();
  const topology typed_in = topology::synthetic("pack:1 core:3 pu:1");
  const topology machine = topology::discover();
  unsetenv("HWLOC_XMLFILE");
  EXPECT_TRUE(facts.threads.empty());
  ASSERT_EQ(facts.refusals.size(), 1U);
  EXPECT_NE(facts.refusals[0].find("HWLOC_"), std::string::npos);
  EXPECT_EQ(typed_in.thread_count(), 3U);
  // Discovery falls back to the affinity mask, from which only the hardware threads are known.
  expect_place_laws(machine);
  EXPECT_EQ(machine.thread_count(), topology::discover().thread_count());
  EXPECT_EQ(machine.places(place_kind::core).size(), machine.thread_count());
  EXPECT_EQ(machine.refusals().size(), 1U);
}

}  // namespace
}  // namespace arcas
