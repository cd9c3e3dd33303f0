// SPDX-License-Identifier: Apache-2.0
// Calls of functions that may wait: f(args…) runs as a task of another rank. The contract:
//
//   call_task(r, f, …)          waits for the result
//   future_call_task(r, f, …)   returns a future; its get() waits for the result
//
//   f       portable; may wait, send and spawn, like any task of rank r. Other tasks of r run while
//           f waits, so f is not atomic, unlike the function of call()
//   scope   the enclosing finish() waits for f and for everything that f starts
//   args    portable, or any type that an archive supports (archive.h); the result too
//   order   two such calls run in any order
//   throws  call_task and get: remote_error with the text of the exception of f
//   cost    a task of rank r, which counts towards ARCAS_CLUSTER_TASKS there until f has returned;
//           call() needs no task
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <optional>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// How does a task get an answer that the asked rank does not have yet? The question names a place
// for the answer. The asked rank keeps that name and answers later. The answer travels on the
// request lane, on which only a task may send: the task waits for room as for any request
// (messages/README.md, «No cycle of waiting»).

// The function that brings the answer to the asking rank.
template <class R>
struct delivery {
  reply_id id;
  void operator()(const stored_result<R>& value) const {
    settle(here(), id,
           [&value](awaited& place) { static_cast<outcome<R>&>(place).value.emplace(value); });
  }
};
struct refusal_delivery {
  reply_id id;
  void operator()(const std::string& why) const {
    settle(here(), id, [&why](awaited& place) { place.error = new std::string(why); });
  }
};

// Names the task that waits for a result of type R. answer() or refuse() is called once, by a task
// or by a function between tasks.
template <class R>
struct asker {
  rank_id rank;
  reply_id id;

  void answer(const stored_result<R>& value) const { send(delivery<R>{id}, value); }
  void refuse(const std::string& why) const { send(refusal_delivery{id}, why); }

 private:
  template <class Delivery, class Value>
  void send(const Delivery& delivery, const Value& value) const {
    if (rank == here().self()) {
      delivery(value);
    } else if (here().tasks().in_task()) {
      async(rank, delivery, value);
    } else {
      spawn([to = rank, delivery, value] { async(to, delivery, value); });
    }
  }
};

// A future whose answer is delivered by an asker. send(asker) passes the asker to the code that
// answers. Reports name `operation` as the operation in which the task waits.
template <class R, class Send>
future<R> future_of(rank_id to, const char* operation, const Send& send) {
  rank& r = here();
  r.tasks().refuse_between_tasks();
  future<R> answer(r, to, operation);
  send(asker<R>{r.self(), answer.place_.id()});
  return answer;
}

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

namespace detail {

template <class R, class F>
struct answering_task {
  using body = F;
  asker<R> from;
  [[no_unique_address]] F f;

  template <class... Args>
  void operator()(Args&... args) {
    std::optional<stored_result<R>> result;
    std::string error;
    try {
      if constexpr (std::is_void_v<R>) {
        f(args...);
        result.emplace();
      } else {
        result.emplace(f(args...));
      }
    } catch (const task_cancelled&) {
      throw;
    } catch (...) {
      error = text_of(std::current_exception());
    }
    if (result) {
      from.answer(*result);
    } else {
      from.refuse(error);
    }
  }
};

}  // namespace detail

template <class F, class... Args>
auto future_call_task(rank_id to, const F& f, Args&&... args) {
  detail::require_portable<F>();
  using result = std::invoke_result_t<F&, std::decay_t<Args>&...>;
  return detail::future_of<result>(to, "call_task", [&](detail::asker<result> from) {
    spawn_on(to, detail::answering_task<result, F>{from, f}, std::forward<Args>(args)...);
  });
}

template <class F, class... Args>
auto call_task(rank_id to, const F& f, Args&&... args) {
  return future_call_task(to, f, std::forward<Args>(args)...).get();
}

}  // namespace arcas::inline v0::cluster
