// SPDX-License-Identifier: Apache-2.0
// What a loop does with a share: the meeting point of compiled loop bodies and the runtime. It
// lives in the caller's frame for the time of the loop.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/loops/call_site.h>
#include <arcas/loops/options.h>
#include <arcas/loops/share.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <source_location>

namespace arcas {

class participant;
struct work;

// A body in the words that all followers get anyway, so that they need not fetch it from the stack
// of the caller: the object itself if it is small, else where it is.
struct body_words {
  std::uint64_t address = 0;
  std::uint64_t copy[2] = {};
  unsigned size = 0;  // words of the copy; 0: none
};

// One cache line with all that a follower reads, the fields of short derived jobs included.
class alignas(no_sharing) loop_job {
 public:
  // Runs the first chunk and what s.for_chunks() claims after it, on one worker.
  using entry = void (*)(loop_job& job, share& s, chunk first);

  loop_job(const loop_job&) = delete;
  loop_job& operator=(const loop_job&) = delete;

 protected:
  // The same for a fixed range, from the words of its work item: see range_call.h.
  using range_entry = void (*)(const work& item, participant& who);

  // ends_with_join: a worker has something left to do in the body after its last chunk. take_range
  // finds `first` and `body` in the words.
  loop_job(entry take_part, bool ends_with_join, range_entry take_range, std::uint64_t first,
           const body_words& body)
      : take_part_(take_part),
        ends_with_join_(ends_with_join),
        take_range_(take_range),
        first_bits_(first),
        body_(body) {}
  ~loop_job() = default;

  // The loop throws e when it has wound up, unless another exception came first. Only while the
  // calling worker has iterations that are not reported.
  void fail(std::exception_ptr e) noexcept;
  // A loop that is too long for one piece starts here.
  std::uint64_t offset() const { return offset_; }

 private:
  friend class loop_runner;
  friend class short_loop;
  friend class led_ranges;
  friend void run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n);
  friend class full_share;
  friend class owned_share;
  friend class range_steps;
  friend class range_call;

  // What is written while the loop runs stays off the line that the followers read.
  struct outcome {
    std::uint64_t found = 0;          // the pace at the leader's home; 0: not measured
    std::atomic<bool> failed{false};  // set once, by the first worker whose body throws
    std::exception_ptr failure;       // its exception; read by the leader when all have finished
  };

  entry take_part_;
  bool ends_with_join_;
  bool measures_ = false;  // the leader is to find out what iterations cost
  std::uint64_t offset_ = 0;
  const stop_handle* stop_ = nullptr;
  loop_statistics* statistics_ = nullptr;
  outcome* outcome_ = nullptr;
  // The leader's own, and a grain for fixed ranges.
  range_entry take_range_;
  std::uint64_t first_bits_;
  body_words body_;
  std::uint64_t range_grain_ = 0;
};

// Runs a loop of n iterations and returns when all are done; throws what the body threw first.
void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where);

}  // namespace arcas
