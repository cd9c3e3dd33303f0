// SPDX-License-Identifier: Apache-2.0
// A loop as its compiled body and the runtime see it: one worker's share of it, and the job, which
// lives in the caller's frame for the time of the loop. Private to loops/ and algorithms/.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/distribution/claims.h>
#include <arcas/loops/call_site.h>
#include <arcas/loops/options.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <type_traits>

namespace arcas::inline v0::detail {

// One worker's share of one loop: chunks, one after the other, until there are no more. The fast
// paths, a claim from a range of one's own and a claim of a given grain from the open stripe, are
// compiled into the loop; the rest is behind slow_next().
class share {
 public:
  share(const share&) = delete;
  share& operator=(const share&) = delete;

  // The next chunk; the one before is finished by asking. Empty: the body returns, and is entered
  // again if there is another stretch of the loop for this worker.
  chunk next() noexcept {
    if (owned_) {
      const chunk c = owned_->claim(owned_grain_);
      return c.empty() ? slow_next() : c;
    }
    if (fast_grain_ != 0 && here_->position < here_->length) {
      const chunk c = here_->claim(fast_grain_);
      if (!c.empty()) {
        ++fast_claims_;
        finished_ += last_;
        last_ = c.size();
        return c;
      }
    }
    return slow_next();
  }

  // run(c) for this chunk and for all that follow. Claims from a range of one's own keep their place
  // in registers meanwhile.
  template <class Run>
  [[gnu::always_inline]] void for_chunks(chunk c, const Run& run) {
    for (; !c.empty(); c = next()) {
      for (own_claims claims(owned_, owned_grain_); !c.empty(); c = claims.next()) run(c);
    }
  }

 protected:
  share() = default;
  ~share() = default;

  owned_range<>* owned_ = nullptr;
  std::uint64_t owned_grain_ = 0;
  open_stripe<>* here_ = nullptr;
  std::uint64_t fast_grain_ = 0;   // 0: every claim goes the slow way
  std::uint64_t fast_claims_ = 0;  // made by next() in the stripe at hand
  std::uint64_t last_ = 0;         // iterations of the chunk under way, but of an owned range
  std::uint64_t finished_ = 0;     // iterations finished and not reported

 private:
  // A copy of the range, for a while; put back also where the body throws.
  class own_claims {
   public:
    own_claims(owned_range<>* from, std::uint64_t grain) : from_(from), grain_(grain) {
      if (from) range_ = *from;
    }
    ~own_claims() {
      if (from_) from_->at = range_.at;
    }
    own_claims(const own_claims&) = delete;

    chunk next() { return range_.claim(grain_); }

   private:
    owned_range<>* from_;
    std::uint64_t grain_;
    owned_range<> range_;
  };

  virtual chunk slow_next() noexcept = 0;
};

class claimed_part;
class participant;
struct work;

// A body in the words of a notice, so that followers need not fetch it from the stack of the
// caller: the object itself if it is small, else where it is.
struct body_words {
  std::uint64_t address = 0;
  std::uint64_t copy[2] = {};
  unsigned size = 0;  // words of the copy; 0: none
};

// Bodies that cannot be told from a copy.
template <class Body>
constexpr bool is_copied = [] {
  if constexpr (std::is_const_v<Body> && std::is_trivially_copyable_v<Body>) {
    return sizeof(Body) <= 2 * sizeof(std::uint64_t);
  } else {
    return false;
  }
}();

template <class Body>
body_words words_of(Body& body) {
  body_words words{.address = reinterpret_cast<std::uint64_t>(__builtin_addressof(body))};
  if constexpr (is_copied<Body>) {
    __builtin_memcpy(words.copy, __builtin_addressof(body), sizeof(Body));
    words.size = sizeof(Body) <= sizeof(std::uint64_t) ? 1 : 2;
  }
  return words;
}

// What is written while the loop runs stays off the line that the followers read.
struct loop_outcome {
  std::uint64_t found = 0;          // the pace at the leader's home; 0: not measured
  std::atomic<bool> failed{false};  // set once, by the first worker whose body throws
  std::exception_ptr failure;       // its exception; read by the leader when all have finished
};

// One cache line with all that followers read, and what the leader keeps for itself.
struct alignas(cache_line) loop_job {
  // Runs the first chunk and what part.for_chunks() claims after it, on one worker: once for each
  // stretch after which the worker reports, so that no code of the caller runs on a worker that owes
  // nothing.
  using claim_entry = void (*)(claimed_part& part);
  // Runs a fixed range, from the words of its work item: see loop_jobs.h.
  using range_entry = void (*)(const work& item, participant& who);
  struct entries {
    claim_entry take_part;
    range_entry take_range;
  };

  template <class Body>
  loop_job(entries e, std::uint64_t first_index, Body& what, bool with_join = false)
      : take_part(e.take_part),
        ends_with_join(with_join),
        first(first_index),
        body(reinterpret_cast<std::uint64_t>(__builtin_addressof(what))),
        take_range(e.take_range),
        words(words_of(what)) {}
  loop_job(const loop_job&) = delete;
  loop_job& operator=(const loop_job&) = delete;

  // The followers'.
  claim_entry take_part;
  bool ends_with_join;       // a worker has something left to do in the body after its last chunk
  bool measures = false;     // the leader is to find out what iterations cost
  std::uint32_t trace = 0;   // the call's number in the trace; 0: it is not recorded
  std::uint64_t offset = 0;  // a loop that is too long for one piece starts here
  const stop_handle* stop = nullptr;
  loop_statistics* statistics = nullptr;
  loop_outcome* outcome = nullptr;
  std::uint64_t first;  // the first index, as bits
  std::uint64_t body;   // the address of the body

  // The leader's.
  range_entry take_range;
  body_words words;
  std::uint64_t range_grain = 0;  // of fixed ranges; 0: a range is one chunk

  // The loop throws e when it has wound up, unless another exception came first. Only while the
  // calling worker has iterations that are not reported.
  void fail(std::exception_ptr e) noexcept;
};
static_assert(offsetof(loop_job, take_range) == cache_line);

// run_job(), of loop_jobs.h, without what a race detector is told.
void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where);

}  // namespace arcas::inline v0::detail
