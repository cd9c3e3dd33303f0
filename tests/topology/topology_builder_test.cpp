// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/machine_facts.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/topology/place_laws.h"

namespace arcas {

using namespace detail;
namespace {

struct numbers {
  unsigned package, node, cache, core;
};

machine_facts facts_of(const std::vector<numbers>& threads) {
  machine_facts facts;
  for (unsigned t = 0; t < threads.size(); ++t) {
    const numbers& in = threads[t];
    thread_facts thread{.os_index = t, .member_of = {}};
    thread.in(place_kind::package) = {.key = in.package, .os_index = in.package};
    thread.in(place_kind::numa_node) = {.key = in.node, .os_index = in.node};
    thread.in(place_kind::cache_group) = {.key = in.cache, .os_index = in.cache};
    thread.in(place_kind::core) = {.key = in.core, .os_index = in.core};
    facts.threads.push_back(thread);
  }
  return facts;
}

std::vector<unsigned> cpus_of(const topology& machine) {
  std::vector<unsigned> cpus;
  for (const hardware_thread& thread : machine.threads()) cpus.push_back(thread.os_index);
  return cpus;
}

TEST(topology_builder, makes_scattered_places_contiguous) {
  const topology machine = topology_builder::build(
      facts_of({{0, 0, 0, 0}, {1, 1, 1, 1}, {0, 0, 0, 2}, {1, 1, 1, 3}, {0, 0, 0, 0}}));
  expect_place_laws(machine);
  EXPECT_EQ(cpus_of(machine), (std::vector<unsigned>{0, 4, 2, 1, 3}));
  EXPECT_EQ(counts_of(machine), (place_counts{2, 2, 2, 4, 5}));
  EXPECT_TRUE(machine.refusals().empty());
}

TEST(topology_builder, node_of_two_packages_is_one_in_each_with_its_number) {
  const topology machine =
      topology_builder::build(facts_of({{0, 7, 0, 0}, {0, 7, 0, 1}, {1, 7, 1, 2}, {1, 7, 1, 3}}));
  expect_place_laws(machine);
  EXPECT_EQ(counts_of(machine), (place_counts{2, 2, 2, 4, 4}));
  for (const place& node : machine.places(place_kind::numa_node)) EXPECT_EQ(node.os_index, 7U);
}

TEST(topology_builder, cache_of_two_nodes_is_one_in_each) {
  const topology machine = topology_builder::build(facts_of({{0, 0, 5, 0}, {0, 1, 5, 1}}));
  expect_place_laws(machine);
  EXPECT_EQ(counts_of(machine), (place_counts{1, 2, 2, 2, 2}));
}

TEST(topology_builder, nodes_that_share_a_core_become_one_node_per_package_and_a_refusal) {
  const topology machine = topology_builder::build(
      facts_of({{0, 3, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 1}, {1, 1, 1, 2}, {1, 4, 1, 3}}));
  expect_place_laws(machine);
  EXPECT_EQ(counts_of(machine), (place_counts{2, 2, 2, 4, 5}));
  EXPECT_EQ(machine.places(place_kind::numa_node)[0].os_index, 2U);
  EXPECT_EQ(machine.places(place_kind::numa_node)[1].os_index, 1U);
  ASSERT_EQ(machine.refusals().size(), 1U);
  EXPECT_EQ(machine.refusals()[0].substr(0, 11), "NUMA nodes:");
}

TEST(topology_builder, missing_kinds_inherit_place_and_number) {
  machine_facts facts;
  for (unsigned t = 0; t < 4; ++t) {
    thread_facts thread{.os_index = t, .member_of = {}};
    thread.in(place_kind::package) = {.key = t / 2, .os_index = 10 + t / 2};
    facts.threads.push_back(thread);
  }
  const topology machine = topology_builder::build(facts);
  expect_place_laws(machine);
  EXPECT_EQ(counts_of(machine), (place_counts{2, 2, 2, 2, 4}));
  EXPECT_EQ(machine.places(place_kind::core)[1].os_index, 11U);
}

TEST(topology_builder, quota_counts_on_a_live_machine_only) {
  machine_facts facts = facts_of({{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}});
  facts.cpu_quota = 2.5;
  facts.source = topology_source::live;
  EXPECT_EQ(topology_builder::build(facts).paid_threads(), 2U);
  EXPECT_EQ(topology_builder::build(facts).cpu_quota(), 2.5);
  for (const auto source : {topology_source::synthetic, topology_source::recorded}) {
    facts.source = source;
    EXPECT_EQ(topology_builder::build(facts).paid_threads(), 4U);
  }
}

TEST(topology_builder, laws_hold_for_random_machines) {
  std::mt19937 random(20150708);
  for (int round = 0; round < 300; ++round) {
    std::vector<numbers> threads(1 + random() % 40);
    for (numbers& in : threads) {
      in = {.package = static_cast<unsigned>(random() % 3),
            .node = static_cast<unsigned>(random() % 3),
            .cache = static_cast<unsigned>(random() % 4),
            .core = static_cast<unsigned>(random() % 30)};
    }
    expect_place_laws(topology_builder::build(facts_of(threads)));
  }
}

}  // namespace
}  // namespace arcas
