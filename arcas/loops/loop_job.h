// SPDX-License-Identifier: Apache-2.0
// What a loop does with a share: the meeting point of compiled loop bodies and the runtime. It
// lives in the caller's frame for the time of the loop. Private to loops/ and algorithms/.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/loops/call_site.h>
#include <arcas/loops/options.h>
#include <arcas/loops/share.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <type_traits>

namespace arcas::detail {

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
  // Runs the first chunk and what part.for_chunks() claims after it, on one worker.
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

// Runs a loop of n iterations and returns when all are done; throws what the body threw first.
void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where);

}  // namespace arcas::detail
