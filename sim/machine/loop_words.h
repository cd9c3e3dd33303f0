// SPDX-License-Identifier: Apache-2.0
// The shared words of a simulated loop by claims, for each distributor, and one worker's claims.
// Private to sim/machine.
#pragma once

#include <sim/machine/timed_atomic.h>

#include <arcas/distribution/distributor.h>
#include <arcas/distribution/grain.h>
#include <arcas/topology/member_places.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace arcas::sim {

// One worker's part in one call.
struct claims_part {
  std::uint64_t n;
  std::uint64_t tag;
  unsigned worker;
  std::uint64_t grain;
  arcas::detail::pace known;
  bool measures;  // the call measures the cost of iterations
  // The steps of a share: run() executes a chunk; join() follows the first claim; report() adds the
  // number of finished iterations, before a search elsewhere and at the end.
  std::function<void(chunk)> run;
  std::function<void()> join;
  std::function<void(std::uint64_t)> report;
  // Called once, when the iterations at home are finished and reported. True: the worker does not
  // search elsewhere, since it leaves the loop for now, or since the loop is over.
  std::function<bool()> leaves;
  std::function<bool()> is_over;  // a search would find nothing
  arcas::detail::pace found = 0;  // result: the pace that was measured at home; 0: none was
};

class loop_words {
 public:
  virtual ~loop_words() = default;
  // Called by the leader before it publishes a loop of n iterations. Returns the tag that
  // distinguishes this use of the words from earlier ones.
  virtual std::uint64_t open(std::uint64_t n) = 0;
  virtual void take_part(claims_part& part) = 0;
  // Totals of the calls until now: chunks, and claims on counters.
  virtual std::uint64_t chunks() const { return chunks_; }
  virtual std::uint64_t counted_claims() const { return chunks_; }

 protected:
  std::uint64_t chunks_ = 0;
};

std::unique_ptr<loop_words> words_for(const distributor& how, const member_places& places);

}  // namespace arcas::sim
