// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/machine_facts.h>
#include <arcas/topology/topology.h>
#include <gtest/gtest.h>

#include "tests/topology/on_cpu.h"
#include "tests/topology/place_laws.h"

namespace arcas {

using namespace detail;
namespace {

const std::string recordings = ARCAS_TEST_DATA "/topology/";

TEST(place_kind, names_and_kinds_are_inverse) {
  for (std::size_t k = 0; k < place_kinds; ++k) {
    const auto kind = static_cast<place_kind>(k);
    EXPECT_EQ(place_kind_named(name_of(kind)), kind);
  }
  EXPECT_EQ(name_of(place_kind::numa_node), "numa");
  EXPECT_EQ(name_of(place_kind::cache_group), "cache");
}

TEST(place_kind, unknown_name_lists_the_legal_ones) {
  for (const char* wrong : {"socket", "", "Core", "core "}) {
    EXPECT_EQ(
        sentence_of([&] { place_kind_named(wrong); }),
        '"' + std::string(wrong) +
            "\": not a kind of place; write machine, package, numa, cache, l2, core or thread");
  }
}

TEST(synthetic_topology, pairs_of_cores_with_one_l2_are_places_below_an_l3) {
  const topology machine = topology::synthetic("pack:2 l3:2 l2:3 core:2 pu:2");
  expect_place_laws(machine);
  EXPECT_EQ(machine.places(place_kind::cache_group).size(), 4U);
  ASSERT_EQ(machine.places(place_kind::l2_group).size(), 12U);
  for (const place& pair : machine.places(place_kind::l2_group)) EXPECT_EQ(pair.thread_count, 4U);
  EXPECT_EQ(machine.places(place_kind::core).size(), 24U);
}

TEST(synthetic_topology, l2_of_one_core_is_the_core_and_without_l2_it_is_the_cache_group) {
  const topology own = topology::synthetic("pack:2 l3:2 l2:2 core:1 pu:2");
  EXPECT_EQ(own.places(place_kind::l2_group).size(), own.places(place_kind::core).size());
  const topology unknown = topology::synthetic("pack:2 l3:2 core:2 pu:2");
  EXPECT_EQ(unknown.places(place_kind::l2_group).size(), 4U);
  const topology shared = topology::synthetic("pack:2 l2:2 core:2 pu:1");
  EXPECT_EQ(shared.places(place_kind::l2_group).size(), 4U);
  EXPECT_EQ(shared.places(place_kind::cache_group).size(), 4U);
}

TEST(synthetic_topology, laws_hold_up_to_8_packages_of_16_cores_of_8_threads) {
  for (const unsigned packages : {1U, 2U, 8U}) {
    for (const unsigned cores : {1U, 3U, 16U}) {
      for (const unsigned threads : {1U, 2U, 8U}) {
        const std::string description = "pack:" + std::to_string(packages) +
                                        " core:" + std::to_string(cores) +
                                        " pu:" + std::to_string(threads);
        SCOPED_TRACE(description);
        const topology machine = topology::synthetic(description);
        expect_place_laws(machine);
        EXPECT_EQ(counts_of(machine), (place_counts{packages, packages, packages, packages * cores,
                                                    packages * cores * threads}));
      }
    }
  }
}

TEST(synthetic_topology, is_depth_first) {
  const topology machine = topology::synthetic("pack:8 core:16 pu:8");
  ASSERT_EQ(machine.thread_count(), 1024U);
  for (unsigned t = 0; t < machine.thread_count(); ++t) {
    EXPECT_EQ(machine.place_of(place_kind::package, t), t / 128);
    EXPECT_EQ(machine.place_of(place_kind::core, t), t / 8);
    EXPECT_EQ(machine.place_of(place_kind::thread, t), t);
  }
}

TEST(synthetic_topology, has_no_quota_and_cannot_pin) {
  const topology machine = topology::synthetic("pack:8 core:16 pu:8");
  EXPECT_EQ(machine.source(), topology_source::synthetic);
  EXPECT_FALSE(machine.can_pin());
  EXPECT_EQ(machine.paid_threads(), 1024U);
  EXPECT_EQ(machine.cpu_quota(), 0);
  EXPECT_TRUE(machine.refusals().empty());
}

struct shape {
  const char* description;
  place_counts counts;
};

TEST(synthetic_topology, laws_hold_for_every_order_of_kinds) {
  const shape shapes[] = {
      {"pu:4", {1, 1, 1, 1, 4}},
      {"core:4 pu:2", {1, 1, 1, 4, 8}},
      {"pack:2 numa:2 l3:2 core:2 pu:2", {2, 4, 8, 16, 32}},
      {"numa:2 pack:2 core:2 pu:1", {4, 4, 4, 8, 8}},
      {"pack:2 l3:1 numa:2 core:2 pu:1", {2, 4, 4, 8, 8}},
      {"pack:2 l3:4 core:1 pu:2", {2, 2, 8, 8, 16}},
      {"pack:2 l2:2 core:2 pu:1", {2, 2, 4, 8, 8}},
      {"group:2 pack:2 die:2 core:2 pu:1", {4, 4, 4, 16, 16}},
  };
  for (const shape& expected : shapes) {
    SCOPED_TRACE(expected.description);
    const topology machine = topology::synthetic(expected.description);
    expect_place_laws(machine);
    EXPECT_EQ(counts_of(machine), expected.counts);
  }
}

TEST(recorded_topology, laws_hold_for_each_recording) {
  const shape shapes[] = {{"two_packages.xml", {2, 2, 2, 8, 16}},
                          {"four_l3_two_numa.xml", {1, 2, 4, 16, 32}},
                          {"eight_packages.xml", {8, 8, 8, 32, 64}}};
  for (const shape& expected : shapes) {
    SCOPED_TRACE(expected.description);
    const topology machine = topology::recorded(recordings + expected.description);
    expect_place_laws(machine);
    EXPECT_EQ(counts_of(machine), expected.counts);
    EXPECT_EQ(machine.source(), topology_source::recorded);
    EXPECT_FALSE(machine.can_pin());
    EXPECT_EQ(machine.paid_threads(), machine.thread_count());
    EXPECT_TRUE(machine.refusals().empty());
  }
}

TEST(recorded_topology, neighbours_share_a_core_whatever_the_system_numbers_them) {
  const topology machine = topology::recorded(recordings + "two_packages.xml");
  EXPECT_EQ(machine.threads()[0].os_index, 0U);
  EXPECT_EQ(machine.threads()[1].os_index, 8U);
  EXPECT_EQ(machine.place_of(place_kind::core, 0), machine.place_of(place_kind::core, 1));
}

TEST(discovered_topology, is_lawful_and_pins) {
  const topology machine = topology::discover();
  expect_place_laws(machine);
  EXPECT_EQ(machine.source(), topology_source::live);
  EXPECT_TRUE(machine.can_pin());
  EXPECT_GE(machine.paid_threads(), 1U);
  EXPECT_LE(machine.paid_threads(), machine.thread_count());
}

TEST(discovered_topology, honours_the_affinity_mask_of_the_calling_thread) {
  const auto cpus = affinity_of_calling_thread();
  ASSERT_TRUE(cpus.has_value());
  for (const unsigned cpu : {cpus->front(), cpus->back()}) {
    on_cpu(cpu, [&] {
      const topology machine = topology::discover();
      expect_place_laws(machine);
      ASSERT_EQ(machine.thread_count(), 1U);
      EXPECT_EQ(machine.threads()[0].os_index, cpu);
      EXPECT_EQ(machine.paid_threads(), 1U);
      EXPECT_EQ(affinity_of_calling_thread(), std::vector<unsigned>{cpu});
    });
  }
}

TEST(discovered_topology, numa_node_of_each_processor_is_the_kernels) {
  const topology machine = topology::discover();
  for (unsigned t = 0; t < machine.thread_count(); ++t) {
    on_cpu(machine.threads()[t].os_index, [&] {
      unsigned cpu = 0;
      unsigned node = 0;
      ASSERT_EQ(getcpu(&cpu, &node), 0);
      EXPECT_EQ(cpu, machine.threads()[t].os_index);
      const unsigned ours = machine.place_of(place_kind::numa_node, t);
      EXPECT_EQ(machine.places(place_kind::numa_node)[ours].os_index, node) << "processor " << cpu;
    });
  }
}

TEST(described_topology, chooses_by_what_is_written) {
  EXPECT_EQ(topology::described("").source(), topology_source::live);
  EXPECT_EQ(topology::described("pack:2 core:2 pu:1").source(), topology_source::synthetic);
  EXPECT_EQ(topology::described(recordings + "two_packages.xml").source(),
            topology_source::recorded);
}

TEST(described_topology, wrong_synthetic_syntax_is_one_sentence_and_no_other_output) {
  ::testing::internal::CaptureStderr();
  for (const char* wrong : {"pack:x", "pack:0", "   ", "pack:2 core:4", "pu:2 pack:2", "pack"}) {
    EXPECT_EQ(sentence_of([&] { topology::described(wrong); }),
              "ARCAS_TOPOLOGY=\"" + std::string(wrong) +
                  "\": not a synthetic topology; write for example \"pack:2 core:4 pu:2\"");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(described_topology, missing_or_foreign_file_is_one_sentence_and_no_other_output) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(sentence_of([] { topology::described("missing.xml"); }),
            "ARCAS_TOPOLOGY=\"missing.xml\": no such readable file; record a machine with: lstopo "
            "FILE.xml");
  const std::string folder = ARCAS_TEST_DATA;
  EXPECT_EQ(sentence_of([&] { topology::recorded(folder); }),
            '"' + folder + "\": no such readable file; record a machine with: lstopo FILE.xml");
  const std::string foreign = ARCAS_BUNDLED_DATA "/README.md";
  EXPECT_EQ(
      sentence_of([&] { topology::recorded(foreign); }),
      '"' + foreign + "\": not a machine recorded by lstopo; record one with: lstopo FILE.xml");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(topology, copies_are_equal_and_independent) {
  topology machine = topology::synthetic("pack:2 core:2 pu:1");
  const topology copy = machine;
  machine = topology::synthetic("pack:1 core:1 pu:1");
  EXPECT_EQ(counts_of(copy), (place_counts{2, 2, 2, 4, 4}));
  EXPECT_EQ(machine.thread_count(), 1U);
}

}  // namespace
}  // namespace arcas
