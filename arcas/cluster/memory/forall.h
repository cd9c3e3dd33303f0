// SPDX-License-Identifier: Apache-2.0
// Loops over the whole cluster. The contract:
//
//   what     every iteration runs exactly once, in any order
//   where    forall(first, last, f): each rank an equal part of the range; forall(array, f):
//            f(i, x) on the home of element i, with a reference to it (which shows the task's own
//            asynchronous updates once it has waited for them: operations.h)
//   who      one task starts it, all ranks take part; f is portable
//   after    all that the iterations have done and begun has ended, wherever
//   cost     of an iteration that does not wait, that of a loop; tasks are made only when one waits
//
// An iteration may wait (read, call, finish …); others of its rank go on meanwhile.
//
//   forall_anywhere(first, last, f, {.threshold = n})
//            for iterations of unequal length: each rank begins with an equal part, and halves it
//            into tasks that idle ranks may steal, down to `threshold` iterations or fewer;
//            std::invalid_argument for a threshold of 0. All else is as for forall.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/tasks/poll_interval.h>

#include <memory>
#include <stdexcept>

namespace arcas::inline v0::cluster {

namespace detail {

// Iterations [next, last) of this rank. A runner is a task that takes one after another; while it
// works a spare is queued, which begins when the runner waits, and queues the next. It lets others
// run every so many cycles of the clock, or after each iteration where one takes longer.
template <class F, class Clock = cycle_clock>
class local_loop : public std::enable_shared_from_this<local_loop<F, Clock>> {
 public:
  local_loop(std::uint64_t first, std::uint64_t last, const F& f)
      : next_(first), last_(last), f_(f) {}

  void run() {
    poller<Clock> poll(here().tasks());
    while (next_ != last_) {
      if (!spare_queued_) queue_spare();
      f_(next_++);
      poll.after_piece();
    }
  }

 private:
  void queue_spare() {
    spare_queued_ = true;
    spawn([self = this->shared_from_this()] {
      // Where requests find no room, another task would only wait as well.
      if (self->next_ != self->last_) here().queue_for_room();
      self->spare_queued_ = false;
      self->run();
    });
  }

  std::uint64_t next_;
  const std::uint64_t last_;
  F f_;
  bool spare_queued_ = false;
};

// A part of a loop that leaves its upper halves to idle ranks. The newest task is run first, and
// the oldest, which is the longest, is stolen first (stealing/movable.h).
template <class F>
struct divisible_part {
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t threshold;
  F f;

  void operator()() {
    while (last - first > threshold) {
      divisible_part upper = *this;
      upper.first = last = first + (last - first) / 2;
      spawn_anywhere(upper);
    }
    std::make_shared<local_loop<F>>(first, last, f)->run();
  }
};

}  // namespace detail

// f(i) for this rank alone; belongs to the enclosing finish().
template <class F>
void async_local_forall(std::uint64_t first, std::uint64_t last, const F& f) {
  if (first >= last) return;
  spawn([loop = std::make_shared<detail::local_loop<F>>(first, last, f)] { loop->run(); });
}

template <loop_index A, loop_index B, class F>
void forall(A first, B last, const F& f) {
  detail::require_portable<F>();
  using I = std::common_type_t<A, B>;
  const auto begin = static_cast<I>(first);
  const std::uint64_t n = iterations(begin, static_cast<I>(last));
  if (n == 0) return;
  on_all_ranks([begin, n, f] {
    const chunk own = part_of(n, ranks(), self());
    async_local_forall(own.first, own.last,
                       [begin, f](std::uint64_t k) mutable { f(index_of(begin, k)); });
  });
}

struct balance {
  std::uint64_t threshold = 64;  // iterations of a task at most
};

template <loop_index A, loop_index B, class F>
void forall_anywhere(A first, B last, const F& f, balance how = {}) {
  detail::require_portable<F>();
  if (how.threshold == 0) {
    throw std::invalid_argument(
        "forall_anywhere with a threshold of 0 iterations; it must be at least 1");
  }
  using I = std::common_type_t<A, B>;
  const auto begin = static_cast<I>(first);
  const std::uint64_t n = iterations(begin, static_cast<I>(last));
  if (n == 0) return;
  on_all_ranks([begin, n, f, how] {
    const chunk own = part_of(n, ranks(), self());
    if (own.first == own.last) return;
    const auto body = [begin, f](std::uint64_t k) mutable { f(index_of(begin, k)); };
    detail::divisible_part<std::remove_const_t<decltype(body)>>{own.first, own.last, how.threshold,
                                                                body}();
  });
}

template <class T, class F>
void forall(global_array<T> array, const F& f) {
  detail::require_portable<F>();
  on_all_ranks([array, f] {
    async_local_forall(0, array.local_size(), [array, f](std::uint64_t k) mutable {
      f(array.global_index(k), array.local_element(k));
    });
  });
}

}  // namespace arcas::inline v0::cluster
