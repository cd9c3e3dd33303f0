// SPDX-License-Identifier: Apache-2.0
// Tests the promises (conformance.h) on virtual clusters: of several sizes, with all capacities at
// their minimum, and with many seeds of delays.
#include "conformance.h"
#include "virtual_runs.h"

#include <gtest/gtest.h>

#include <tuple>

namespace arcas::inline v0::cluster {
namespace {

class promises_hold : public testing::TestWithParam<std::tuple<unsigned, rank_id>> {
 protected:
  const test::promise& tested() const { return test::promises()[std::get<0>(GetParam())]; }
  rank_id ranks_tested() const { return std::get<1>(GetParam()); }
};

TEST_P(promises_hold, on_a_calm_network) {
  run_virtual(test::usual(ranks_tested(), 1), job(tested().body));
}

TEST_P(promises_hold, with_every_capacity_at_its_least) {
  run_virtual(test::tight(ranks_tested(), 2), job(tested().body));
}

TEST_P(promises_hold, in_storms) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    run_virtual(test::stormy(ranks_tested(), seed), job(tested().body));
  }
}

INSTANTIATE_TEST_SUITE_P(
    cluster, promises_hold,
    testing::Combine(testing::Range(0u, static_cast<unsigned>(test::promises().size())),
                     testing::Values(rank_id{1}, rank_id{2}, rank_id{5})),
    [](const auto& of) {
      return std::string(test::promises()[std::get<0>(of.param)].name) + "_on_" +
             std::to_string(std::get<1>(of.param));
    });

}  // namespace
}  // namespace arcas::inline v0::cluster
