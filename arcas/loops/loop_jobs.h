// SPDX-License-Identifier: Apache-2.0
// The loop bodies of loop_body.h as jobs of the runtime. Private to loops/ and algorithms/.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/loops/loop_body.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/loop_parts.h>

#include <atomic>

namespace arcas::detail {

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
  // Some microseconds: longer than a join that runs, so its owner has lost its processor.
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

// A small body that may be called as const is called as a copy.
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

  // fork() comes with the first chunk, so that what it throws is dealt with like the body's.
  template <class Part>
  [[gnu::always_inline]] static void take_part(Part& part) {
    Object& object = part.template body<Object>();
    const I first = part.template first<I>();
    PerThread own{};
    bool forked = false;
    part.for_chunks(
        [&](chunk c) {
          if (!forked) object.fork(own);
          forked = true;
          run_chunk(object, own, first, c);
        },
        [&] {
          if constexpr (requires { object.begin_range(own); }) object.begin_range(own);
        });
    if (!forked || part.failed()) return;
    part.guarded([&] {
      const join_turn turn(part.template job<forking_job>().lock);
      object.join(own);
    });
  }

  join_lock lock;
};

}  // namespace arcas::detail
