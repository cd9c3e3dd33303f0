// SPDX-License-Identifier: Apache-2.0
// The loop bodies of loop_body.h as jobs of the runtime, and one worker's part in a loop: claimed
// chunks, or a fixed range. Both kinds of part have the functions first(), body(), job(),
// for_chunks(), guarded() and failed(), so that a job is one function template take_part(part).
// Private to loops/ and algorithms/.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/index_range.h>
#include <arcas/base/processor.h>
#include <arcas/base/race_detector.h>
#include <arcas/loops/loop_body.h>
#include <arcas/loops/share.h>
#include <arcas/workers/work.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <type_traits>

namespace arcas::inline v0::detail {

class range_part;
class range_team;

// Chunks that a share claims. Exceptions of the body leave for_chunks(), and the share handles
// them.
class claimed_part {
 public:
  claimed_part(loop_job& job, share& mine, chunk first) : job_(job), share_(mine), first_(first) {}

  template <class I>
  I first() const {
    return index_of(static_cast<I>(job_.first), job_.offset);
  }
  template <class Body>
  Body& body() const {
    return *reinterpret_cast<Body*>(job_.body);
  }
  template <class Job>
  Job& job() const {
    return static_cast<Job&>(job_);
  }

  template <class Run>
  [[gnu::always_inline]] void for_chunks(const Run& run) {
    if constexpr (race_detector::watches) {
      // Race detectors are told of each chunk separately: the loop's caller may return when the
      // last chunk has been reported.
      share_.for_chunks(first_, [&](chunk c) {
        const race_detector::part of_work(&job_);
        run(c);
      });
    } else {
      share_.for_chunks(first_, run);
    }
  }
  template <class Run, class Before>
  [[gnu::always_inline]] void for_chunks(const Run& run, const Before&) {
    for_chunks(run);
  }
  template <class What>
  void guarded(const What& what) {
    what();
  }
  bool failed() const { return false; }

 private:
  loop_job& job_;
  share& share_;
  chunk first_;
};

// A fixed range in steps, for a loop with a stop token, statistics, a trace or a grain.
class range_steps {
 public:
  // own: the range is this worker's own, not a range that it took over.
  range_steps(const loop_job& job, unsigned worker, chunk range, bool own);
  // Adds the executed iterations to the statistics and the trace.
  ~range_steps();
  range_steps(const range_steps&) = delete;

  // Empty: the range is complete, or a stop was requested.
  chunk next();

 private:
  // Number of steps of a range with a stop token, which is read at each step.
  static constexpr std::uint64_t steps_to_stop = 64;

  const stop_handle& stop_;
  loop_statistics* statistics_;
  unsigned worker_;
  bool own_;
  chunk left_;
  std::uint64_t size_;
  std::uint64_t step_;
  std::uint64_t steps_ = 0;
  std::uint64_t started_ = 0;  // time stamp; with statistics or a trace only
  std::uint64_t first_;        // index of the range's first iteration, as bits
  std::uint32_t trace_;        // number of the call; 0: it is not recorded
};

// A longer loop with fixed ranges runs in pieces, since the length of a piece shares a word with
// three flags and with the number of workers that may take part (fourteen bits; 0: all).
inline constexpr std::uint64_t longest_ranged_piece = (std::uint64_t{1} << 47) - 1;

// A fixed range, and the ranges of late followers. The words of the work item, one cache line, have
// all that a follower needs, unless in_steps is set.
class ranged_part {
 public:
  // Flag: the caller measures how long the ranges take.
  static constexpr std::uint64_t timed = std::uint64_t{1} << 63;
  // Flag: followers also read the job, which has a stop token, statistics, a trace or a grain.
  static constexpr std::uint64_t in_steps = std::uint64_t{1} << 62;
  // Flag: the first index is 0, and its word holds the first half of the body.
  static constexpr std::uint64_t from_zero = std::uint64_t{1} << 61;
  static constexpr unsigned workers_shift = 47;

  // The work item of n iterations from the job's offset on.
  static work as_work(loop_job& job, std::uint64_t n, std::uint64_t flags, const range_team& team) {
    const body_words& body = job.words;
    const std::uint64_t first = job.first + job.offset;
    const auto whose = reinterpret_cast<std::uint64_t>(&team);
    if (body.size == 2 && first == 0)
      return {job.take_range, &job, {n | flags | from_zero, body.copy[0], body.copy[1], whose}};
    return {job.take_range,
            &job,
            {n | flags, first, body.size == 1 ? body.copy[0] : body.address, whose}};
  }

  ranged_part(const work& item, participant& who);

  template <class I>
  I first() const {
    return begins_at_zero() ? I{0} : static_cast<I>(item_.arguments[1]);
  }
  // The job's body, or a copy of it.
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
  // The job is on the stack of the loop's caller.
  template <class Job>
  Job& job() const {
    return static_cast<Job&>(*static_cast<loop_job*>(item_.context));
  }
  // Whether this worker has a range; otherwise the worker must not touch the body.
  bool takes_part() const { return rank_ < ranges_; }
  bool leads() const { return rank_ == 0; }
  range_value& own_value() const { return own_value_; }

  // Calls run(chunk) for this worker's range. The leader also calls run() for each range whose
  // follower has not come, after a call of before_absent(). for_chunks() stores exceptions of both
  // functions in the job.
  static constexpr auto nothing = [] {};
  template <class Run, class Before = decltype(nothing)>
  void for_chunks(const Run& run, const Before& before_absent = nothing) {
    run_range(rank_, run);
    for (child_range c; next_child(c);) {
      if (!c.absent) continue;
      guarded(before_absent);
      run_range(c.rank, run);
    }
  }
  // for_chunks() in two steps, for jobs that use the results of other ranges; see
  // range_part::next(). `rank` is the rank of this worker, or of an absent follower whose range
  // this worker runs.
  template <class Run>
  void run_range(unsigned rank, const Run& run) {
    const bool own = rank == rank_;
    if (!own && loop_has_failed()) return;
    const std::uint64_t start = times() ? cycles() : 0;
    const chunk range = part_of(n_, ranges_, rank);
    ARCAS_TRY {
      if (!(item_.arguments[0] & in_steps)) {
        run(range);
      } else {
        range_steps steps(job<loop_job>(), worker_, range, own);
        for (chunk c = steps.next(); !c.empty(); c = steps.next()) run(c);
      }
    }
    ARCAS_CATCH_ALL {
      caught();
    }
    if (own && times()) own_value_.busy = cycles() - start;
  }
  bool next_child(child_range& visited) {
    const bool found = visit_child(visited);
    race_detector::see(race_detector::end_of(item_.context));  // sees the writes of that range
    return found;
  }
  unsigned rank() const { return rank_; }

  // Whether this worker's own part threw.
  bool failed() const { return failed_; }
  // Calls what(), and stores an exception in the job.
  template <class What>
  void guarded(const What& what) {
    ARCAS_TRY {
      what();
    }
    ARCAS_CATCH_ALL {
      caught();
    }
  }

 private:
  bool visit_child(child_range& visited);
  bool begins_at_zero() const { return item_.arguments[0] & from_zero; }
  bool times() const { return item_.arguments[0] & timed; }
  bool loop_has_failed() const;

  void caught() {
    failed_ = true;
    job<loop_job>().fail(caught_exception());
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

template <class Job>
inline constexpr loop_job::claim_entry claim_entry_of = [] {
  if constexpr (race_detector::watches) {
    return +[](claimed_part& part) {
      const race_detector::part of_work(&part.job<loop_job>());
      Job::take_part(part);
    };
  } else {
    return static_cast<void (*)(claimed_part&)>(&Job::take_part);
  }
}();

// The entries of a job that has take_part(claimed_part&) and take_part(ranged_part&), as a template
// or two functions.
template <class Job>
inline constexpr loop_job::entries entries_of = {claim_entry_of<Job>,
                                                 [](const work& item, participant& who) {
                                                   const race_detector::part of_work(item.context);
                                                   ranged_part part(item, who);
                                                   if (part.takes_part()) Job::take_part(part);
                                                 }};

// Runs a loop of n iterations and returns when all are finished; throws the body's first exception.
inline void run_job(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
                    const std::source_location& where) {
  const race_detector::whole work(&job), looks(options.stop.looks());
  run_loop(job, n, options, site, where);
}

// One call site for each type of job, and so for each closure in the source.
template <class Job>
inline call_site site_of;

// Serialises the joins of one loop.
class join_lock {
 public:
  void lock() noexcept {
    // acquire: pairs with unlock()'s release; a join sees the joins before it.
    for (unsigned looks = 1; held_.exchange(true, std::memory_order_acquire); ++looks) {
      if (looks % looks_between_yields == 0) give_way();
      pause();
    }
  }
  void unlock() noexcept {
    held_.store(false, std::memory_order_release);  // release: pairs with lock()
  }

 private:
  // A few microseconds, longer than a join takes: the owner has probably lost its processor.
  static constexpr unsigned looks_between_yields = 256;
  static void give_way() noexcept;

  std::atomic<bool> held_{false};
};

class join_turn {
 public:
  explicit join_turn(join_lock& lock) : lock_(lock) { lock_.lock(); }
  ~join_turn() { lock_.unlock(); }
  join_turn(const join_turn&) = delete;

 private:
  join_lock& lock_;
};

// The type that a body is called as. A small body that can be called as const is called as a copy.
template <class Body, class I>
using called_body =
    std::conditional_t<loop_body<const Body, I> && is_copied<const Body>, const Body, Body>;

template <loop_index I, class Body>
struct closure_job : loop_job {
  using called = called_body<Body, I>;

  closure_job(I from, Body& what)
      : loop_job(entries_of<closure_job>, static_cast<std::uint64_t>(from),
                 static_cast<called&>(what)) {}

  template <class Part>
  [[gnu::always_inline]] static void take_part(Part& part) {
    const I first = part.template first<I>();
    auto&& body = part.template body<called>();
    part.for_chunks([&](chunk c) {
      const I end = index_of(first, c.last);
      if constexpr (index_body<called, I>) {
        for (I i = index_of(first, c.first); i != end; ++i) body(i);
      } else {
        body(index_of(first, c.first), end);
      }
    });
  }
};

template <class Object, class PerThread, loop_index I>
struct forking_job : loop_job {
  forking_job(I from, Object& object)
      : loop_job(entries_of<forking_job>, static_cast<std::uint64_t>(from), object, true) {}

  static void run_chunk(Object& object, PerThread& own, I first, chunk c) {
    const I end = index_of(first, c.last);
    if constexpr (requires { object.work(own, end, end); }) {
      object.work(own, index_of(first, c.first), end);
    } else {
      for (I i = index_of(first, c.first); i != end; ++i) object.work(own, i);
    }
  }

  // The value is made, and fork() called, with the first chunk, so that their exceptions are
  // handled like the body's.
  template <class Part>
  [[gnu::always_inline]] static void take_part(Part& part) {
    Object& object = part.template body<Object>();
    const I first = part.template first<I>();
    std::optional<PerThread> own;
    bool forked = false;
    part.for_chunks(
        [&](chunk c) {
          if (!forked) object.fork(own.emplace());
          forked = true;
          run_chunk(object, *own, first, c);
        },
        [&] {
          if constexpr (requires { object.begin_range(*own); }) {
            if (forked) object.begin_range(*own);
          }
        });
    if (!forked || part.failed()) return;
    part.guarded([&] {
      const join_turn turn(part.template job<forking_job>().lock);
      object.join(*own);
    });
  }

  join_lock lock;
};

}  // namespace arcas::inline v0::detail
