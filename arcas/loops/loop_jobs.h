// SPDX-License-Identifier: Apache-2.0
// The loop bodies of loop_body.h as jobs of the runtime.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/loops/loop_body.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/range_call.h>

#include <atomic>

namespace arcas {

// One for each type of job, and so for each closure in the source.
template <class Job>
inline call_site site_of;

// Joins of one loop, one after the other.
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
  // Some microseconds: longer than a join that runs, so that whoever has it has lost its processor.
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

template <loop_index I, class Body>
class closure_job : public loop_job {
 public:
  closure_job(I first, Body& body)
      : loop_job(&take_part, false, &take_range, static_cast<std::uint64_t>(first),
                 range_call::words_of<called>(body)),
        first_(first),
        body_(body) {}

 private:
  // A small body that may be called as const is.
  static constexpr bool is_called_as_const =
      loop_body<const Body, I> && range_call::is_copied<const Body>;
  using called = std::conditional_t<is_called_as_const, const Body, Body>;

  static void run_chunk(called& body, I first, chunk c) {
    const I end = index_of(first, c.last);
    if constexpr (index_body<called, I>) {
      for (I i = index_of(first, c.first); i != end; ++i) body(i);
    } else {
      body(index_of(first, c.first), end);
    }
  }

  static void take_part(loop_job& base, share& mine, chunk c) {
    auto& job = static_cast<closure_job&>(base);
    const I first = index_of(job.first_, job.offset());
    Body& body = job.body_;
    mine.for_chunks(c, [&](chunk next) { run_chunk(body, first, next); });
  }

  static void take_range(const work& item, participant& who) {
    range_call call(item, who);
    if (!call.takes_part()) return;
    const I first = call.first<I>();
    auto&& body = call.body<called>();
    call.run([&](chunk c) { run_chunk(body, first, c); });
  }

  I first_;
  Body& body_;
};

template <class Object, loop_index I>
class object_job : public loop_job {
 public:
  object_job(I first, Object& body)
      : loop_job(&take_part, false, &take_range, static_cast<std::uint64_t>(first),
                 range_call::words_of(body)),
        first_(first),
        body_(body) {}

 private:
  static void run_chunk(Object& body, I first, chunk c) {
    const I end = index_of(first, c.last);
    for (I i = index_of(first, c.first); i != end; ++i) body.work(i);
  }

  static void take_part(loop_job& base, share& mine, chunk c) {
    auto& job = static_cast<object_job&>(base);
    const I first = index_of(job.first_, job.offset());
    Object& body = job.body_;
    mine.for_chunks(c, [&](chunk next) { run_chunk(body, first, next); });
  }

  static void take_range(const work& item, participant& who) {
    range_call call(item, who);
    if (!call.takes_part()) return;
    const I first = call.first<I>();
    Object& body = call.body<Object>();
    call.run([&](chunk c) { run_chunk(body, first, c); });
  }

  I first_;
  Object& body_;
};

template <class Object, class PerThread, loop_index I>
class forking_job : public loop_job {
 public:
  forking_job(I first, Object& body)
      : loop_job(&take_part, true, &take_range, static_cast<std::uint64_t>(first), body_words{}),
        first_(first),
        body_(body) {}

 private:
  void run_chunk(PerThread& own, I first, chunk c) {
    const I end = index_of(first, c.last);
    if constexpr (requires { body_.work(own, end, end); }) {
      body_.work(own, index_of(first, c.first), end);
    } else {
      for (I i = index_of(first, c.first); i != end; ++i) body_.work(own, i);
    }
  }

  static void take_part(loop_job& base, share& mine, chunk c) {
    auto& job = static_cast<forking_job&>(base);
    const I first = index_of(job.first_, job.offset());
    PerThread own;
    job.body_.fork(own);
    mine.for_chunks(c, [&](chunk next) { job.run_chunk(own, first, next); });
    const join_turn turn(job.lock_);
    job.body_.join(own);
  }

  // What throws in fork() and join() ends up in the job like the rest.
  static void take_range(const work& item, participant& who) {
    range_call call(item, who);
    if (!call.takes_part()) return;
    auto& job = call.job<forking_job>();
    const I first = call.first<I>();
    PerThread own{};
    bool forked = false;
    const auto run = [&](chunk c) {
      if (!forked) job.body_.fork(own);
      forked = true;
      job.run_chunk(own, first, c);
    };
    call.run(run, [&] {
      if constexpr (requires { job.body_.begin_range(own); }) job.body_.begin_range(own);
    });
    if (forked && !call.failed())
      call.guarded([&] {
        const join_turn turn(job.lock_);
        job.body_.join(own);
      });
  }

  I first_;
  Object& body_;
  join_lock lock_;
};

}  // namespace arcas
