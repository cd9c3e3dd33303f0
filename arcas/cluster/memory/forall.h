// SPDX-License-Identifier: Apache-2.0
// Loops over the whole cluster. The contract:
//
//   what     every iteration runs exactly once, in any order
//   where    forall(first, last, f): f(i); each rank runs an equal part of the range.
//            forall(array, f): f(i, x) on the home of element i, where x refers to the element. A
//            task sees its own asynchronous updates of x after it has waited for them
//            (operations.h)
//   chunks   a body with one argument more, or with a span, gets many iterations at a time:
//            forall(first, last, f): f(i, j) for [i, j); forall(array, f): f(i, xs), where xs is a
//            std::span of the elements from i on, all of one block. {.most = n} limits the number
//            of iterations of a chunk
//   who      one task starts the loop, all ranks take part; f is portable
//   after    everything that the iterations started has ended, on all ranks
//   cost     an iteration that does not wait costs as much as in a plain loop; a new task is needed
//            only when an iteration waits
//
// An iteration may wait (read, call, finish …). Other iterations of its rank run meanwhile.
//
//   forall_anywhere(first, last, f, {.threshold = n})
//            for iterations of unequal length. Each rank starts with an equal part, and halves it
//            into tasks that idle ranks may steal, down to `threshold` iterations or fewer;
//            std::invalid_argument if threshold is 0. Otherwise as forall; a chunk is the range of
//            one task.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/base/owned.h>
#include <arcas/base/wrong_use.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/tasks/poll_interval.h>

#include <algorithm>
#include <concepts>
#include <span>
#include <type_traits>

namespace arcas::inline v0::cluster {

namespace detail {

// Iterations [next, last) of this rank. A runner is a task that executes these iterations one after
// another. While it runs, a spare runner is queued. If an iteration of the runner waits, the spare
// begins, and queues the next spare. A runner lets other tasks run every 50,000 cycles, or after
// each iteration that takes longer. If an iteration has waited, the runner reads the clock only
// four iterations later (poll_interval.h).
template <class F, class Clock = cycle_clock>
class local_loop {
 public:
  static arcas::detail::shared_owner make(std::uint64_t first, std::uint64_t last, const F& f) {
    return arcas::detail::shared_owner(new local_loop(first, last, f));
  }
  // Runs the loop that make() has returned. The runners are its owners.
  static void run(const arcas::detail::shared_owner& own) {
    local_loop& loop = *static_cast<local_loop*>(own.get());
    poller<Clock> poll(here().tasks());
    while (loop.next_ != loop.last_) {
      if (!loop.spare_queued_) queue_spare(own);
      loop.f_(loop.next_++);
      if (poll.after_piece()) here().tasks().pieces_ended();
    }
  }

 private:
  local_loop(std::uint64_t first, std::uint64_t last, const F& f)
      : next_(first), last_(last), f_(f) {}
  static void queue_spare(const arcas::detail::shared_owner& own) {
    static_cast<local_loop*>(own.get())->spare_queued_ = true;
    rank& r = here();
    job spare([own = own] {
      local_loop& loop = *static_cast<local_loop*>(own.get());
      // If there is no room for requests, another runner would only wait for room too.
      if (loop.next_ != loop.last_) here().queue_for_room();
      loop.spare_queued_ = false;
      run(own);
    });
    r.scopes().spawn(std::move(spare), r.tasks().mark(), nullptr, task_kind::runner);
  }

  std::uint64_t next_;
  const std::uint64_t last_;
  F f_;
  bool spare_queued_ = false;
};

// A part of a loop that halves itself, and spawns each upper half as a task for idle ranks. The
// rank itself runs the newest task first; thieves steal the oldest, which is the longest
// (stealing/stealing.h).
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
    if constexpr (std::is_invocable_v<F&, std::uint64_t>) {
      local_loop<F>::run(local_loop<F>::make(first, last, f));
    } else {
      f(first, last);
    }
  }
};

// The forms of a loop's body, for all loops.
template <class F, class I>
concept index_body = std::is_invocable_v<const F&, I>;
template <class F, class I>
concept index_chunk_body = std::is_invocable_v<const F&, I, I>;
template <class F, class I>
constexpr void require_range_body() {
  require_portable<F>();
  static_assert(
      index_body<F, I> || index_chunk_body<F, I>,
      "arcas: the body of a loop over a range takes the index, f(i), or the two ends of a chunk, "
      "f(first, last), and is not mutable");
}
template <class F, class T>
concept element_body = std::is_invocable_v<const F&, std::uint64_t, T&>;
template <class F, class T>
concept element_chunk_body = std::is_invocable_v<const F&, std::uint64_t, std::span<T>>;
template <class F, class T>
constexpr void require_array_body() {
  require_portable<F>();
  static_assert(
      element_body<F, T> || element_chunk_body<F, T>,
      "arcas: the body of a loop over a global array takes the index and the element, "
      "f(std::uint64_t i, T& x), or the index of the first and the elements of a chunk, "
      "f(std::uint64_t i, std::span<T> xs), and is not mutable; a body of the element alone, "
      "f(T& x), must take the index as well");
}

// Iterations [0, n) in pieces of at most `most`.
struct cut {
  std::uint64_t n;
  std::uint64_t most;
  std::uint64_t pieces() const { return n / most + (n % most != 0); }
  chunk operator[](std::uint64_t k) const {
    return {k * most, k * most + std::min(most, n - k * most)};
  }
};

void require_chunks(std::uint64_t most);
void require_threshold(std::uint64_t threshold);

}  // namespace detail

// Runs f(i) on this rank alone. The enclosing finish() waits for the iterations.
template <class F>
void async_local_forall(std::uint64_t first, std::uint64_t last, const F& f) {
  if (first >= last) return;
  using loop = detail::local_loop<F>;
  spawn([own = loop::make(first, last, f)] { loop::run(own); });
}

// Maximum number of iterations in a chunk.
struct chunks_of {
  std::uint64_t most = 1024;
};

template <loop_index A, loop_index B, class F>
void forall(A first, B last, const F& f, chunks_of chunks = {}) {
  using I = std::common_type_t<A, B>;
  detail::require_range_body<F, I>();
  detail::require_chunks(chunks.most);
  const auto begin = static_cast<I>(first);
  const std::uint64_t n = iterations(begin, static_cast<I>(last));
  if (n == 0) return;
  on_all_ranks([begin, n, f, chunks] {
    const chunk own = part_of(n, ranks(), self());
    if constexpr (detail::index_body<F, I>) {
      async_local_forall(own.first, own.last,
                         [begin, f](std::uint64_t k) mutable { f(index_of(begin, k)); });
    } else if constexpr (detail::index_chunk_body<F, I>) {
      const detail::cut pieces{own.size(), chunks.most};
      const I own_begin = index_of(begin, own.first);
      async_local_forall(0, pieces.pieces(), [own_begin, pieces, f](std::uint64_t k) mutable {
        f(index_of(own_begin, pieces[k].first), index_of(own_begin, pieces[k].last));
      });
    }
  });
}

struct balance {
  std::uint64_t threshold = 64;  // maximum number of iterations of a task
};

template <loop_index A, loop_index B, class F>
void forall_anywhere(A first, B last, const F& f, balance how = {}) {
  using I = std::common_type_t<A, B>;
  detail::require_range_body<F, I>();
  detail::require_threshold(how.threshold);
  const auto begin = static_cast<I>(first);
  const std::uint64_t n = iterations(begin, static_cast<I>(last));
  if (n == 0) return;
  on_all_ranks([begin, n, f, how] {
    const chunk own = part_of(n, ranks(), self());
    if (own.first == own.last) return;
    const auto divide = [&own, &how](const auto& body) {
      using part = detail::divisible_part<std::remove_cvref_t<decltype(body)>>;
      part{own.first, own.last, how.threshold, body}();
    };
    if constexpr (detail::index_body<F, I>) {
      divide([begin, f](std::uint64_t k) mutable { f(index_of(begin, k)); });
    } else if constexpr (detail::index_chunk_body<F, I>) {
      divide([begin, f](std::uint64_t i, std::uint64_t j) mutable {
        f(index_of(begin, i), index_of(begin, j));
      });
    }
  });
}

template <class T, class F>
void forall(global_array<T> array, const F& f, chunks_of chunks = {}) {
  detail::require_array_body<F, T>();
  detail::require_chunks(chunks.most);
  on_all_ranks([array, f, chunks] {
    if constexpr (detail::element_body<F, T>) {
      T* const own = array.local_data();
      async_local_forall(0, array.local_size(), [array, own, f](std::uint64_t k) mutable {
        f(array.global_index(k), own[k]);
      });
    } else if constexpr (detail::element_chunk_body<F, T>) {
      const std::uint64_t block = std::min(array.block(), chunks.most);
      const detail::cut of_block{array.block(), block};
      const detail::cut blocks{array.local_size(), array.block()};
      const std::uint64_t pieces = blocks.pieces() * of_block.pieces();
      T* const own = array.local_data();
      async_local_forall(0, pieces, [array, own, of_block, f](std::uint64_t k) mutable {
        const chunk piece = of_block[k % of_block.pieces()];
        const std::uint64_t at = k / of_block.pieces() * array.block() + piece.first;
        if (at >= array.local_size()) return;
        const std::uint64_t n = std::min(piece.size(), array.local_size() - at);
        f(array.global_index(at), std::span<T>(own + at, n));
      });
    }
  });
}

// A wrong call (base/wrong_use.h).
template <class = void>
void forall(arcas::detail::anything, arcas::detail::anything, arcas::detail::anything = 0)
    ARCAS_WRONG("a loop is forall(first, last, f), or forall(a, f) over a global_array a");

}  // namespace arcas::inline v0::cluster
