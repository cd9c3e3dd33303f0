// SPDX-License-Identifier: Apache-2.0
// The virtual clusters that tests run on.
#pragma once

#include <arcas/cluster/run.h>

#include <string>
#include <utility>

namespace arcas::inline v0::cluster::test {

inline virtual_options usual(rank_id ranks, std::uint64_t seed) {
  virtual_options o;
  o.ranks = ranks;
  o.conditions.seed = seed;
  o.cluster.heap_bytes = std::size_t{1} << 24;
  return o;
}

// The minimum of each capacity.
inline virtual_options tight(rank_id ranks, std::uint64_t seed) {
  virtual_options o = usual(ranks, seed);
  o.conditions.most_delay = 20'000;
  o.cluster.transport = {.packet_bytes = 64, .credits = 1, .long_bytes = 64};
  o.cluster.outbox.waiting_packets = 1;
  o.cluster.tasks.tasks = 1;
  o.cluster.tasks.most_tasks = 2048;
  o.cluster.tasks.deferred_bytes = 16;  // for one update, or two without captures
  return o;
}

inline virtual_options stormy(rank_id ranks, std::uint64_t seed) {
  virtual_options o = usual(ranks, seed);
  o.conditions = {.seed = seed, .least_delay = 0, .most_delay = 100'000, .one_late_in = 10};
  o.cluster.transport.packet_bytes = std::size_t{64} << seed % 7;
  o.cluster.transport.credits = static_cast<unsigned>(1 + seed % 3);
  o.cluster.transport.long_bytes = std::size_t{64} << seed % 11;
  o.cluster.outbox.oldest = 1000 * (seed % 5);
  o.cluster.tasks.deferred_bytes = 40 * (seed % 4);
  return o;
}

// The error message that ends the job; empty if it does not fail.
inline std::string failure_of(const virtual_options& options, job main) {
  try {
    run_virtual(options, std::move(main));
  } catch (const job_failed& e) {
    return e.what();
  }
  return "";
}

}  // namespace arcas::inline v0::cluster::test
