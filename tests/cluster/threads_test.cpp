// SPDX-License-Identifier: Apache-2.0
// Tests the promises (conformance.h) with a thread for each rank: ranks share only the network,
// which ThreadSanitizer checks here.
#include "conformance.h"
#include "virtual_runs.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

void run_rank(virtual_network& network, rank_id self, const test::promise& p) {
  rank r(network.port(self), test::usual(3, 1).cluster, self == 0 ? job(p.body) : job());
  while (network.abort_sentence().empty() && r.step()) {
    if (r.idle_steps() != 0) std::this_thread::yield();
  }
}

TEST(threads, share_nothing_but_the_network) {
  for (const test::promise& p : test::promises()) {
    SCOPED_TRACE(p.name);
    virtual_network network(3, {.most_delay = 5000});
    {
      std::vector<std::jthread> threads;
      for (rank_id r = 0; r < 3; ++r) {
        threads.emplace_back([&network, r, &p] { run_rank(network, r, p); });
      }
    }
    EXPECT_EQ(network.abort_sentence(), "");
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
