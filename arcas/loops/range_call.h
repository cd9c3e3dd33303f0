// SPDX-License-Identifier: Apache-2.0
// A loop with fixed ranges as the words of a work item, all that a follower needs: one line. What
// the compiled code of a job knows of its part. Private to loops/.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/base/processor.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/range_steps.h>
#include <arcas/workers/range_value.h>
#include <arcas/workers/work.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>

namespace arcas {

class range_part;
class range_team;

// One worker's part, for the code that a job compiles: parts(item, who) of a job with body and
// first index as ranged() gave them.
class range_call {
 public:
  // The caller wants to know how long the ranges take.
  static constexpr std::uint64_t timed = std::uint64_t{1} << 63;
  // Not all is in the words: the job has a stop handle, statistics or a grain to be looked at.
  static constexpr std::uint64_t careful = std::uint64_t{1} << 62;
  // The first index is 0, and its word holds the first half of the body.
  static constexpr std::uint64_t from_zero = std::uint64_t{1} << 61;

  static work as_work(work::entry run, void* job, std::uint64_t n, std::uint64_t flags,
                      std::uint64_t first, const body_words& body, const range_team& team) {
    const auto whose = reinterpret_cast<std::uint64_t>(&team);
    if (body.size == 2 && first == 0)
      return {run, job, {n | flags | from_zero, body.copy[0], body.copy[1], whose}};
    return {run, job, {n | flags, first, body.size == 1 ? body.copy[0] : body.address, whose}};
  }

  // Bodies that nobody can tell from a copy.
  template <class Body>
  static constexpr bool is_copied = [] {
    if constexpr (std::is_const_v<Body> && std::is_trivially_copyable_v<Body>) {
      return sizeof(Body) <= 2 * sizeof(std::uint64_t);
    } else {
      return false;
    }
  }();
  // As a job with that body gives it to loop_job.
  template <class Body>
  static body_words words_of(Body& body) {
    body_words words{.address = reinterpret_cast<std::uint64_t>(__builtin_addressof(body))};
    if constexpr (is_copied<Body>) {
      __builtin_memcpy(words.copy, __builtin_addressof(body), sizeof(Body));
      words.size = sizeof(Body) <= sizeof(std::uint64_t) ? 1 : 2;
    }
    return words;
  }

  range_call(const work& item, participant& who);

  // The first index, as a job gave it.
  template <class I>
  I first() const {
    return begins_at_zero() ? I{0} : static_cast<I>(item_.arguments[1]);
  }
  // The job's, or a copy of it.
  template <class Body>
  std::conditional_t<is_copied<Body>, Body, Body&> body() const {
    if constexpr (is_copied<Body>) {
      struct bytes {
        std::byte all[sizeof(Body)];
      };
      const bool wide = sizeof(Body) > sizeof(std::uint64_t);
      if (!wide || begins_at_zero()) {
        bytes copy;
        __builtin_memcpy(&copy, &item_.arguments[wide ? 1 : 2], sizeof(copy));
        // std::bit_cast, without its header.
        return __builtin_bit_cast(std::remove_const_t<Body>, copy);
      }
    }
    return *reinterpret_cast<Body*>(item_.arguments[2]);
  }
  // Where the caller has it, on its stack.
  template <class Job>
  Job& job() const {
    return static_cast<Job&>(*static_cast<loop_job*>(item_.context));
  }
  // This worker has a range; else it must not touch the body.
  bool takes_part() const { return rank_ < ranges_; }
  bool leads() const { return rank_ == 0; }
  range_value& own_value() const { return own_value_; }

  // run(chunk) for this worker's range; for the leader also for those whose followers have not
  // come, each after before_absent(). What these throw ends up in the job, here and below.
  static constexpr auto nothing = [] {};
  template <class Run, class Before = decltype(nothing)>
  void run(Run run, Before before_absent = nothing) {
    run_own(run);
    for (child_range c; next_child(c);) {
      if (!c.absent) continue;
      guarded(before_absent);
      run_absent(c.rank, run);
    }
  }
  // The same in two steps, for who wants to know what others have left: range_part::next().
  template <class Run>
  void run_own(Run run) {
    const std::uint64_t start = times() ? cycles() : 0;
    run_range(rank_, run, true);
    if (times()) own_value_.busy = cycles() - start;
  }
  bool next_child(child_range& visited);
  template <class Run>
  void run_absent(unsigned rank, Run run) {
    if (!loop_has_failed()) run_range(rank, run, false);
  }

  // Something of this worker's own part threw.
  bool failed() const { return failed_; }
  // what(), and an exception ends up in the job.
  template <class What>
  void guarded(What what) {
    try {
      what();
    } catch (...) {
      failed_ = true;
      job<loop_job>().fail(std::current_exception());
    }
  }

 private:
  bool begins_at_zero() const { return item_.arguments[0] & from_zero; }
  bool times() const { return item_.arguments[0] & timed; }
  bool loop_has_failed() const;

  template <class Run>
  void run_range(unsigned rank, Run& run, bool own) {
    const chunk range = part_of(n_, ranges_, rank);
    guarded([&] {
      if (!(item_.arguments[0] & careful)) return run(range);
      range_steps steps(job<loop_job>(), worker_, range, own);
      for (chunk c = steps.next(); !c.empty(); c = steps.next()) run(c);
    });
  }

  const work& item_;
  range_part& part_;
  range_value& own_value_;
  unsigned worker_;
  unsigned rank_;
  std::uint64_t n_;
  unsigned ranges_;
  bool failed_ = false;
};

}  // namespace arcas
