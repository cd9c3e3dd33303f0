// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/machine_facts.h>
#include <arcas/topology/topology.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/topology/json_syntax.h"

namespace arcas {

using namespace detail;
namespace {

topology machine_that_refuses(const std::string& sentence) {
  machine_facts facts;
  facts.threads = {{.os_index = 3, .member_of = {}}, {.os_index = 5, .member_of = {}}};
  facts.source = topology_source::live;
  facts.cpu_quota = 1.5;
  facts.refusals = {sentence};
  return topology_builder::build(facts);
}

TEST(topology_draw, shows_each_thread_of_a_small_machine) {
  EXPECT_EQ(
      draw(topology::synthetic("pack:2 core:2 pu:2")),
      R"(synthetic machine: 2 packages, 2 NUMA nodes, 2 cache groups, 4 cores, 8 hardware threads
  package 0, NUMA node 0, cache group 0: threads 0-3
    core 0: threads 0-1
      thread 0 (CPU 0)
      thread 1 (CPU 1)
    core 1: threads 2-3
      thread 2 (CPU 2)
      thread 3 (CPU 3)
  package 1, NUMA node 1 (0 of the system), cache group 1: threads 4-7
    core 2: threads 4-5
      thread 4 (CPU 4)
      thread 5 (CPU 5)
    core 3: threads 6-7
      thread 6 (CPU 6)
      thread 7 (CPU 7)
)");
}

TEST(topology_draw, shares_a_line_between_places_of_the_same_threads) {
  EXPECT_EQ(draw(topology::synthetic("pack:1 core:1 pu:1")),
            R"(synthetic machine: 1 package, 1 NUMA node, 1 cache group, 1 core, 1 hardware thread
  package 0, NUMA node 0, cache group 0, core 0, thread 0 (CPU 0)
)");
}

TEST(topology_draw, shows_a_core_a_line_of_a_large_machine) {
  const std::string text = draw(topology::synthetic("pack:8 core:16 pu:8"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 8 + 8 * 16);
  EXPECT_NE(text.find("\n    core 127: threads 1016-1023 (CPUs 1016 1017 1018 1019 1020 1021 1022 "
                      "1023)\n"),
            std::string::npos);
  const std::string single = draw(topology::synthetic("pack:5 core:13 pu:1"));
  EXPECT_NE(single.find("\n    core 64: thread 64 (CPU 64)\n"), std::string::npos);
}

TEST(topology_draw, shows_l2_groups_where_cores_share_one_below_an_l3) {
  EXPECT_EQ(
      draw(topology::synthetic("pack:1 l3:1 l2:2 core:2 pu:1")),
      R"(synthetic machine: 1 package, 1 NUMA node, 1 cache group, 2 L2 groups, 4 cores, 4 hardware threads
  package 0, NUMA node 0, cache group 0: threads 0-3
    L2 group 0: threads 0-1
      core 0, thread 0 (CPU 0)
      core 1, thread 1 (CPU 1)
    L2 group 1: threads 2-3
      core 2, thread 2 (CPU 2)
      core 3, thread 3 (CPU 3)
)");
  EXPECT_EQ(draw(topology::synthetic("pack:1 l3:1 l2:2 core:1 pu:1")).find("L2"),
            std::string::npos);
}

TEST(topology_draw, says_the_quota_and_what_was_refused) {
  EXPECT_EQ(draw(machine_that_refuses("NUMA: no.")),
            R"(live machine: 1 package, 1 NUMA node, 1 cache group, 1 core, 2 hardware threads
  package 0, NUMA node 0, cache group 0, core 0: threads 0-1
    thread 0 (CPU 3)
    thread 1 (CPU 5)
The processor quota is 1.5 hardware threads and pays for 1.
Refused: NUMA: no.
)");
}

TEST(topology_json, is_complete) {
  EXPECT_EQ(to_json(machine_that_refuses("a \"b\" \\ c\n\x01")), R"({
  "source": "live",
  "can_pin": true,
  "cpu_quota": 1.5,
  "paid_threads": 1,
  "packages": [
    {"os_index": 0, "first_thread": 0, "thread_count": 2}
  ],
  "numa_nodes": [
    {"os_index": 0, "first_thread": 0, "thread_count": 2}
  ],
  "cache_groups": [
    {"os_index": 0, "first_thread": 0, "thread_count": 2}
  ],
  "l2_groups": [
    {"os_index": 0, "first_thread": 0, "thread_count": 2}
  ],
  "cores": [
    {"os_index": 0, "first_thread": 0, "thread_count": 2}
  ],
  "threads": [
    {"os_index": 3, "package": 0, "numa_node": 0, "cache_group": 0, "l2_group": 0, "core": 0},
    {"os_index": 5, "package": 0, "numa_node": 0, "cache_group": 0, "l2_group": 0, "core": 0}
  ],
  "refusals": [
    "a \"b\" \\ c\u000a\u0001"
  ]
}
)");
}

TEST(topology_json, is_json) {
  for (const char* description :
       {"", "pu:1", "pack:8 core:16 pu:8", ARCAS_TEST_DATA "/topology/four_l3_two_numa.xml"}) {
    EXPECT_TRUE(json_syntax::holds_for(to_json(topology::described(description)))) << description;
  }
  EXPECT_TRUE(json_syntax::holds_for(to_json(machine_that_refuses("\"\\\t\x1f"))));
}

// The syntax checker proves nothing unless it can reject a text.
TEST(json_syntax, rejects_what_is_not_json) {
  for (const char* wrong : {"", "{", "[1,]", "{\"a\":1,}", "{a:1}", "\"\n\"", "01", "1.", "\"\\x\"",
                            "\"\\u00g0\"", "[1] 2", "nul", "{\"a\" 1}", "\"open"}) {
    EXPECT_FALSE(json_syntax::holds_for(wrong)) << wrong;
  }
  for (const char* right : {"null", " [ ] ", "{\"a\": [1, -2.5e+3, \"\\u00e9\\n\"]}", "0"}) {
    EXPECT_TRUE(json_syntax::holds_for(right)) << right;
  }
}

}  // namespace
}  // namespace arcas
