// SPDX-License-Identifier: Apache-2.0
// A loop as the compiled body and the runtime see it: one worker's share, and the job, which is in
// the caller's frame while the loop runs. Private to loops/ and algorithms/.
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

// One worker's share of one loop: chunks, one after the other. Two fast paths are compiled into the
// loop: a claim from the worker's own range, and a claim from the current stripe with a grain that
// the caller gave. slow_next() does the rest.
class share {
 public:
  share(const share&) = delete;
  share& operator=(const share&) = delete;

  // The next chunk; the call also marks the previous chunk as finished. Empty: the stretch is over,
  // and the body returns. A stretch is the chunks between two reports of a worker; the body is
  // entered again for each further stretch.
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

  // Calls run(c) for this chunk and for all that follow. The position in the worker's own range is
  // kept in registers meanwhile.
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
  std::uint64_t fast_grain_ = 0;   // 0: every claim takes the slow path
  std::uint64_t fast_claims_ = 0;  // claims by next() in the current stripe
  std::uint64_t last_ = 0;         // iterations of the current chunk; not for an owned range
  std::uint64_t finished_ = 0;     // iterations finished and not yet reported

 private:
  // A copy of the range for some claims; written back even if the body throws.
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

// A body in the words of a notice, so that followers need not fetch it from the caller's stack: a
// copy of the object if it is small, and its address.
struct body_words {
  std::uint64_t address = 0;
  std::uint64_t copy[2] = {};
  unsigned size = 0;  // number of words of the copy; 0: no copy
};

// Whether the body may be called as a copy.
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

// The outcome is written while the loop runs, so it is not on the cache line that followers read.
struct loop_outcome {
  std::uint64_t found = 0;          // the pace at the leader's home; 0: not measured
  std::atomic<bool> failed{false};  // set once, by the first worker whose body throws
  std::exception_ptr failure;       // its exception; read by the leader when all have finished
};

// One cache line with all that followers read, then the leader's own members.
struct alignas(cache_line) loop_job {
  // Runs the first chunk and the chunks that part.for_chunks() claims after it, on one worker.
  // Called once for each stretch after which the worker reports, so that a worker runs code of the
  // caller only while it has unreported iterations.
  using claim_entry = void (*)(claimed_part& part);
  // Runs a fixed range from the words of its work item: see loop_jobs.h.
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

  claim_entry take_part;
  bool ends_with_join;       // a worker must call the body after its last chunk
  bool measures = false;     // the leader measures the cost of iterations
  std::uint32_t trace = 0;   // number of the call in the trace; 0: it is not recorded
  std::uint64_t offset = 0;  // first iteration of this piece of a long loop
  const stop_handle* stop = nullptr;
  loop_statistics* statistics = nullptr;
  loop_outcome* outcome = nullptr;
  std::uint64_t first;  // the first index, as bits
  std::uint64_t body;   // address of the body

  // Used by the leader only.
  range_entry take_range;
  body_words words;
  std::uint64_t range_grain = 0;  // grain of fixed ranges; 0: a range is one chunk

  // Has the loop throw e when it has ended, unless another exception came first. The calling
  // worker must have unreported iterations.
  void fail(std::exception_ptr e) noexcept;
};
static_assert(offsetof(loop_job, take_range) == cache_line);

// run_job() of loop_jobs.h without the annotations for race detectors.
void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where);

}  // namespace arcas::inline v0::detail
