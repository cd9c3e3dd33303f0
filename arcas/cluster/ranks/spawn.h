// SPDX-License-Identifier: Apache-2.0
// Tasks of a cluster: start them here or on other ranks, and wait for everything they start. The
// contract:
//
//   spawn(f)          f runs as a task of this rank; f is any movable function
//   spawn_on(r, f, …) f(…) runs as a task of rank r; f is portable, the arguments are of types that
//                     an archive supports; std::out_of_range if r is not a rank.
//                     memory/operations.h has spawn_on for the home of a global_ptr
//   spawn_anywhere(f, …)
//                     like spawn_on() to this rank, but an idle rank may steal the task
//   on_all_ranks(f)   f runs as a task of each rank; waits for everything that these tasks start
//   async_on_all_ranks(f)
//                     the same without waiting: f belongs to the enclosing finish()
//   finish(f)         runs f here; returns when all tasks and messages that f started, and all that
//                     these started, have ended on all ranks. The whole program is in a finish()
//   yield()           lets other tasks run
//   poll()            for long computations: receives messages and lets tasks run that have begun
//   flush()           sends the messages of this rank that wait to share a packet with later ones:
//                     to be called before a long computation. Packets without a credit stay
//   suspend, wake     suspend() waits until a task or handler of the same rank calls wake(t), where
//                     t is the current_task() of the waiting task. If all tasks of the job are
//                     suspended, the job ends as a deadlock, even if a thread outside of ranks
//                     would wake one. A task that waits for such a thread calls poll() or yield()
//                     until the thread is done
//
// A task runs on one rank. No other task of that rank runs at the same time; others run only while
// the task waits, yields or polls. An exception that leaves a task ends the job with an error that
// names the rank.
#pragma once

#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/ranks/rank.h>

#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {

// The name of the user's function, even if a function of Arcas wraps it.
template <class F>
constexpr const char* name_of_task() {
  if constexpr (requires { typename F::body; }) {
    return name_of_task<typename F::body>();
  } else {
    return name_of<F>();
  }
}

// A portable function without arguments, as bytes. What handles it is compiled once for all of
// them, since there are thousands in a program.
struct portable_code {
  const job::code* code;
  const char* name;   // name_of_task()
  std::size_t bytes;  // of the captures
  // The message that starts the function on a rank, and from there on the children of that rank.
  handler_id (*start_on_all)();
};

// Starts the functions whose captures are at `at` as tasks of this rank.
void adopt_tasks(rank& here, const envelope& from, const std::byte*& at, unsigned count,
                 const portable_code& f);

// The message that starts a task on another rank.
template <class F, class... Args>
struct spawned_task {
  static constexpr portable_code code{&job::code_of<F>, name_of_task<F>(), wire_bytes<F>, nullptr};

  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    if constexpr (sizeof...(Args) == 0 && !checked_on_arrival<F>) {
      adopt_tasks(here, from, at, count, code);
    } else {
      using opened = typename parcel<F, Args...>::opened;
      here.scopes().spans_ranks(from.scope);
      for (unsigned i = 0; i < count; ++i) {
        const auto adopt = [&](opened& f) {
          here.scopes().adopt(job(std::move(f)), from.scope, name_of_task<F>());
        };
        if (!here.messages().open<opened>(from, at, adopt)) return i;
      }
    }
    return count;
  }
};

// The code of a movable task: runs the function and arguments whose bytes are at `at`.
template <class F, class... Args>
struct anywhere_task {
  static unsigned run(scope_table&, const envelope&, const std::byte*& at, unsigned count) {
    if constexpr (sizeof...(Args) == 0) {
      union room {
        room() {}
        F f;
      } own;
      copy_by_words<F>(static_cast<void*>(&own), at);
      static_cast<void>(own.f());
    } else {
      typename parcel<F, Args...>::opened f(at);
      static_cast<void>(f());
    }
    return count;
  }
};

// While this object lives, everything that the current task starts belongs to a new scope. Calls
// that the task deferred earlier, and what they start, belong to the outer scope.
class scope_guard {
 public:
  scope_guard() : rank_(here()), outer_(rank_.tasks().mark()), own_(rank_.scopes().open()) {
    rank_.tasks().refuse_between_tasks();
    rank_.tasks().settle();
    rank_.tasks().set_mark(own_);
  }
  ~scope_guard() { rank_.tasks().set_mark(outer_); }
  scope_guard(const scope_guard&) = delete;
  scope_guard& operator=(const scope_guard&) = delete;
  void wait(const std::exception_ptr& thrown) { rank_.scopes().wait(own_, thrown); }

 private:
  rank& rank_;
  const scope_id outer_;
  const scope_id own_;
};

// Starts f(args…) as a task of another rank.
template <class F, class... Args>
void spawn_elsewhere(rank& here, rank_id to, const F& f, const Args&... args) {
  const parcel<F, Args...> message(here.messages().apart(), f, args...);
  here.send_activity<spawned_task<F, Args...>>(to, here.tasks().mark(), message);
}

}  // namespace detail

template <class F>
void spawn(F&& f) {
  detail::rank& r = detail::here();
  r.scopes().spawn(job(std::forward<F>(f)), r.tasks().mark(),
                   detail::name_of_task<std::remove_cvref_t<F>>());
}

template <class F, class... Args>
void spawn_on(rank_id to, const F& f, Args&&... args) {
  detail::rank& r = detail::here();
  if (to != r.self()) return detail::spawn_elsewhere<F, std::decay_t<Args>...>(r, to, f, args...);
  detail::require_portable<F>();
  if constexpr (sizeof...(Args) == 0) {
    r.scopes().spawn(job(f), r.tasks().mark(), detail::name_of_task<F>());
  } else {
    r.scopes().spawn(
        job([f = F(f), ... own = std::decay_t<Args>(std::forward<Args>(args))]() mutable {
          static_cast<void>(f(own...));
        }),
        r.tasks().mark(), detail::name_of_task<F>());
  }
}

template <class F, class... Args>
void spawn_anywhere(const F& f, Args&&... args) {
  using body = detail::anywhere_task<F, std::decay_t<Args>...>;
  detail::rank& r = detail::here();
  if (r.tasks().is_over()) return;
  const detail::scope_id scope = r.tasks().mark();
  // The task is counted when nothing more can throw: if a task were counted but did not exist, the
  // scope would wait for it for ever.
  const auto push = [&](std::size_t bytes) {
    std::byte* const captures = r.stealing().push(&detail::registered<body>::run,
                                                  detail::registered<body>::id(), scope, bytes);
    r.scopes().begun_here(scope);
    return captures;
  };
  if constexpr (sizeof...(Args) == 0) {
    detail::require_portable<F>();
    detail::copy_by_words<F>(push(sizeof(F)), &f);
  } else {
    const detail::parcel<F, std::decay_t<Args>...> message({}, f, args...);
    message.fill(push(message.bytes()));
  }
}

template <class F>
void finish(F&& f) {
  detail::scope_guard scope;
  std::exception_ptr problem;
  try {
    std::forward<F>(f)();
  } catch (const detail::task_cancelled&) {
    throw;
  } catch (...) {
    // The tasks that f has started may use objects of the caller, so they must end first.
    problem = std::current_exception();
  }
  scope.wait(problem);
  if (problem) std::rethrow_exception(problem);
}

namespace detail {

// Starts f as a task of this rank that starts f on the children of the rank in a tree of ranks.
void start_on_all_ranks(const portable_code& f, const void* captures);
// The same; waits for everything that these tasks start.
void run_on_all_ranks(const portable_code& f, const void* captures);
void adopt_passed_on(rank& here, const envelope& from, const std::byte*& at, unsigned count,
                     const portable_code& f);

template <class F>
struct task_of_all_ranks {
  static constexpr portable_code code{&job::code_of<F>, name_of_task<F>(), wire_bytes<F>,
                                      &registered<task_of_all_ranks>::id};

  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    adopt_passed_on(here, from, at, count, code);
    return count;
  }
};

}  // namespace detail

template <class F>
void async_on_all_ranks(const F& f) {
  detail::require_portable<F>();
  detail::start_on_all_ranks(detail::task_of_all_ranks<F>::code, &f);
}

template <class F>
void on_all_ranks(const F& f) {
  detail::require_portable<F>();
  detail::run_on_all_ranks(detail::task_of_all_ranks<F>::code, &f);
}

inline void yield() {
  detail::here().tasks().yield();
}
inline void poll() {
  detail::here().tasks().poll();
}

// For a computation that cannot call poll(), such as one in a library, while other ranks need
// nothing from this rank:
//
//   {
//     const long_computation announced;
//     check_serially(whole_graph);
//   }
//
// While the object exists, no rank is reported as silent (ARCAS_CLUSTER_WATCH), and the job does
// not end because of ARCAS_CLUSTER_PATIENCE: other ranks may be out of reach behind this one.
// Stalls and deadlocks are found after it. Messages to the rank wait meanwhile. Cost: two messages,
// to the rank that watches this one (diagnosis/PROTOCOL.md).
class long_computation {
 public:
  // Throws std::logic_error outside of ranks.
  long_computation();
  ~long_computation();
  long_computation(const long_computation&) = delete;
  long_computation& operator=(const long_computation&) = delete;
};
inline void flush() {
  detail::here().flush();
}
inline detail::task* current_task() {
  return detail::here().tasks().current();
}
inline void suspend() {
  detail::here().tasks().suspend("suspend");
}
inline void wake(detail::task* t) {
  detail::here().tasks().wake(t);
}

}  // namespace arcas::inline v0::cluster
