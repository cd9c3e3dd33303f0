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

// One worker's part in one call: what it claims with, and what it does with a chunk.
struct claims_part {
  std::uint64_t n;
  std::uint64_t tag;
  unsigned worker;
  std::uint64_t grain;
  arcas::detail::pace known;
  bool measures;  // the call is to find out what iterations cost
  // As the share of a loop: run() a chunk; join() after the first claim; report() so many finished
  // iterations before looking elsewhere, and at the end.
  std::function<void(chunk)> run;
  std::function<void()> join;
  std::function<void(std::uint64_t)> report;
  // Asked once, when the worker's own part is done and reported: whether it goes away for now, or
  // the loop is over.
  std::function<bool()> leaves;
  std::function<bool()> is_over;  // a search is in vain
  arcas::detail::pace found = 0;  // out: the pace at home; 0: not measured
};

class loop_words {
 public:
  virtual ~loop_words() = default;
  // By the leader, before it shows a loop of n iterations: the tag of this use.
  virtual std::uint64_t open(std::uint64_t n) = 0;
  virtual void take_part(claims_part& part) = 0;
  // Of the calls so far: chunks, and claims on counters.
  virtual std::uint64_t chunks() const { return chunks_; }
  virtual std::uint64_t counted_claims() const { return chunks_; }

 protected:
  std::uint64_t chunks_ = 0;
};

std::unique_ptr<loop_words> words_for(const distributor& how, const member_places& places);

}  // namespace arcas::sim
