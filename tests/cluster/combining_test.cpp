// SPDX-License-Identifier: Apache-2.0
// Does combining at the source save messages?
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/combiner.h>

#include <gtest/gtest.h>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

std::uint64_t messages_of(rank_id ranks, bool combined) {
  std::uint64_t sent = 0;
  run_virtual(test::usual(ranks, 1), job([&sent, combined] {
                auto bins = global_array<std::uint64_t>::make(16, 1);
                forall(bins, [](std::uint64_t, std::uint64_t& x) { x = 0; });
                const auto c = combine_into(bins, std::plus<std::uint64_t>{});
                rank_counts before, after;
                for (const rank_counts& r : gather_counts()) before += r;
                forall(0, 8'000, [bins, c, combined](std::uint64_t i) {
                  if (combined) {
                    c.add(i % 16, 1);
                  } else {
                    async_add(bins[i % 16], 1);
                  }
                });
                for (const rank_counts& r : gather_counts()) after += r;
                for (std::uint64_t i = 0; i < 16; ++i) EXPECT_EQ(read(bins[i]), 500u);
                sent = after.messages_run - after.control_run -
                       (before.messages_run - before.control_run);
                c.end();
                bins.free();
              }));
  return sent;
}

TEST(combining, sends_a_fraction_of_the_messages) {
  for (const rank_id ranks : {2u, 5u}) {
    EXPECT_LT(20 * messages_of(ranks, true), messages_of(ranks, false)) << ranks;
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
