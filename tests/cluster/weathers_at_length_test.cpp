// SPDX-License-Identifier: Apache-2.0
// Tests the promises (conformance.h) with ten thousand seeds. Each seed chooses a simulated
// network, the cluster, its routes and its capacities.
#include "conformance.h"
#include "virtual_runs.h"

#include <gtest/gtest.h>

namespace arcas::inline v0::cluster {
namespace {

TEST(weathers, ten_thousand_keep_the_promises) {
  const auto promises = test::promises();
  for (std::uint64_t seed = 1; seed <= 10'000; ++seed) {
    SCOPED_TRACE(seed);
    const rank_id ranks = static_cast<rank_id>(2 + seed / 7 % 4);
    const test::promise& p = promises[seed % promises.size()];
    virtual_options o = test::stormy(ranks, seed);
    if (seed % 11 == 0) o.cluster = test::tight(ranks, seed).cluster;
    // Waves that look for a deadlock follow each other as closely as possible.
    if (seed % 5 == 0) o.cluster.watch_after = 8;
    o.cluster.hops = static_cast<unsigned>(1 + seed / 28 % 3);
    ASSERT_NO_THROW(run_virtual(o, job(p.body))) << p.name << " on " << ranks;
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
