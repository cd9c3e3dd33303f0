// SPDX-License-Identifier: Apache-2.0
// Functions that are sent to their data. f(args…) runs on rank r between two tasks of r. No other
// code of r runs meanwhile, so the function is atomic without atomic types. The contract:
//
//   call(r, f, …)         waits for the result; the calling rank runs other tasks meanwhile
//   future_call(r, f, …)  returns a future; its get() waits for the result
//   async(r, f, …)        has no result; f has run when the enclosing finish() returns
//
//   f       portable (archive.h); must not wait or send requests: both are refused. The finish()
//           around the call also waits for the tasks that f spawns, if the answer arrives inside
//           that finish(). It does not wait for these tasks if the future outlives the finish(), or
//           if an exception drops the future
//   args    portable, or any type that an archive supports (archive.h); the result too
//   order   calls of one task to one rank run there in program order; no other order is promised
//   throws  call and get: remote_error with the text of the exception of f; an exception of an
//           async f ends the job. std::out_of_range if r is not a rank of the job; then nothing is
//           sent
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/ranks/rank.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster {

class remote_error : public std::runtime_error {
 public:
  remote_error(rank_id where, const std::string& what);
  rank_id where() const { return where_; }

 private:
  rank_id where_;
};

template <class R>
class future;

namespace detail {

// These functions give the waiting task a text in place of a result: the first two the text of the
// exception of the catch block that calls them, the third the text `why`.
void keep_problem(awaited& result);
[[noreturn]] void throw_remote_error(rank_id where);
[[noreturn]] void throw_remote_error(rank_id where, const std::string& why);

// Runs f() between tasks, and keeps its result or the text of its exception for the waiting task.
template <class R, class F>
void run_into(outcome<R>& result, F&& f) {
  try {
    if constexpr (std::is_void_v<R>) {
      f();
      result.value.emplace();
    } else {
      result.value.emplace(f());
    }
  } catch (...) {
    keep_problem(result);
  }
  result.done = true;
}

// While this object lives, the running task counts as code between tasks of its rank.
class between_tasks {
 public:
  explicit between_tasks(rank& here) : tasks_(here.tasks()) { tasks_.leave_task(); }
  ~between_tasks() { tasks_.back_in_task(); }
  between_tasks(const between_tasks&) = delete;
  between_tasks& operator=(const between_tasks&) = delete;

 private:
  scheduler& tasks_;
};

// Runs f() for a task of the same rank, as it would run for another rank: between tasks, and with
// an exception turned into a remote_error.
template <class F>
auto run_here(rank& here, const F& f) {
  const between_tasks mark(here);
  try {
    return f();
  } catch (...) {
    throw_remote_error(here.self());
  }
}

// The result from a place whose answer has arrived. Throws remote_error if rank `from` has refused.
template <class R>
R result_of(outcome<R>& place, rank_id from) {
  if (place.error) [[unlikely]]
    throw_remote_error(from, *place.error);
  if constexpr (!std::is_void_v<R>) return std::move(*place.value);
}

// Two answers without a value. refuse(): the function has thrown an exception with the text `why`.
// answer_done(): the function, whose result is void, has returned.
void refuse(rank& here, rank_id to, reply_id id, const std::string& why);
void answer_done(rank& here, rank_id to, reply_id id);

template <class T>
struct answer {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const std::byte* values = at;
      const auto id = take_plain<reply_id>(values);
      if (!here.messages().open<typename packed<T>::opened>(
              from, values, [&](auto& message) { put(here, id, std::get<0>(message.values())); })) {
        return i;
      }
      at = values;
    }
    return count;
  }
  static void send(rank& here, rank_id to, reply_id id, T value) {
    const packed<T> result(here.messages().apart(), value);
    if constexpr (!packed<T>::fixed) {
      if (result.is_long()) return send_long(here, to, id, std::move(value));
    }
    send_packed(here, to, id, result, 0);
  }

 private:
  static void put(rank& here, reply_id id, T& value) {
    settle(here, id, [&value](awaited& place) {
      // The number of this place was given to a call with this type of result.
      static_cast<outcome<T>&>(place).value.emplace(std::move(value));
    });
  }
  // Keeps the value in memory until all of it has left.
  static void send_long(rank& here, rank_id to, reply_id id, T value) {
    T* const lasting = new T(std::move(value));
    const arcas::detail::shared_owner kept(lasting);
    const packed<T> result(here.messages().apart(), *lasting);
    const transfer_id transfer = here.messages().transfers().offer(to, lane::reply, result.apart(),
                                                                   long_data::kept_by::owner, kept);
    send_packed(here, to, id, result, transfer);
  }
  static void send_packed(rank& here, rank_id to, reply_id id, const packed<T>& result,
                          transfer_id transfer) {
    here.messages().send<answer>(to, lane::reply, 0, sizeof id + result.bytes(),
                                 [&](std::byte* at) { result.fill(put_plain(at, id), transfer); });
  }
};

// While this object lives, the functions of a received message run. The tasks and messages that
// they start belong to the scope of the task that has sent the message.
class in_scope_of_sender {
 public:
  in_scope_of_sender(rank& here, scope_id scope) : tasks_(here.tasks()) { tasks_.set_mark(scope); }
  ~in_scope_of_sender() { tasks_.set_mark(0); }
  in_scope_of_sender(const in_scope_of_sender&) = delete;
  in_scope_of_sender& operator=(const in_scope_of_sender&) = delete;

 private:
  scheduler& tasks_;
};

// Whether an F, while its bytes are still in a message, can prefetch the data that it is going to
// access.
template <class F>
concept fetches_for_sent = requires(const std::byte* at) { F::fetch_for_sent(at); };
// Number of messages from the running one to the one whose data is prefetched: the processor then
// has many reads under way.
inline constexpr unsigned fetch_distance = 16;

// Prefetches for a later message when message i, at `at`, of a row of `count` is about to run. Each
// message consists of `before` bytes and an F without arguments.
template <class F, class... Args>
void fetch_ahead(const std::byte* at, unsigned i, unsigned count, std::size_t before = 0) {
  if constexpr (fetches_for_sent<F> && sizeof...(Args) == 0) {
    if (i + fetch_distance < count) {
      F::fetch_for_sent(at + fetch_distance * (before + wire_bytes<F>)+before);
    }
  }
}

// The message of a call: the number of the answer's place, then the function and its arguments.
template <class F, class... Args>
struct question {
  using sent = parcel<F, Args...>;
  using result = typename sent::result;

  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    const in_scope_of_sender mark(here, from.scope);
    for (unsigned i = 0; i < count; ++i) {
      if (!here.room_for_reply(from.from)) return i;
      fetch_ahead<F, Args...>(at, i, count, sizeof(reply_id));
      const std::byte* asked = at;
      const auto id = take_plain<reply_id>(asked);
      const std::uint64_t begun_before = here.scopes().begun();
      outcome<result> o;
      if (!here.messages().open<typename sent::opened>(from, asked,
                                                       [&o](auto& f) { run_into(o, f); })) {
        return i;
      }
      at = asked;
      // This message precedes the answer and says that the function has begun an activity
      // (completion/PROTOCOL.md, «Scopes that stay»). Replies of one rank to another arrive in the
      // order of sending, over any number of hops: the route depends only on its two ends
      // (transport/README.md, «Order of links»), and a held message holds all messages behind it
      // (messages/README.md).
      if (here.scopes().begun() != begun_before) {
        here.messages().tell<&scope_table::spans_ranks>(from.from, lane::reply, from.scope);
      }
      if (o.error) {
        refuse(here, from.from, id, *o.error);
      } else if constexpr (std::is_void_v<result>) {
        answer_done(here, from.from, id);
      } else {
        answer<result>::send(here, from.from, id, std::move(*o.value));
      }
    }
    return count;
  }
};

template <class F, class... Args>
struct order_to {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    const in_scope_of_sender mark(here, from.scope);
    unsigned i = 0;
    for (; i < count; ++i) {
      fetch_ahead<F, Args...>(at, i, count);
      using opened = typename parcel<F, Args...>::opened;
      if (!here.messages().open<opened>(from, at, [](opened& f) { static_cast<void>(f()); })) break;
    }
    if (i == 0) return 0;
    here.scopes().spans_ranks(from.scope);
    here.scopes().ended(from.scope, i);
    return i;
  }
};

// Waits for the answer of a future that is destroyed, unless an exception unwinds the task or the
// task is cancelled.
void wait_for_dropped(rank& here, awaited& place, const char* operation, rank_id to);

template <class R, class Send>
future<R> future_of(rank_id to, const char* operation, const Send& send);
template <class R, class Run, class Send, class Prepare>
future<R> future_by(rank_id to, const char* operation, const Run& run, const Send& send,
                    const Prepare& prepare);

}  // namespace detail

// A call that has been sent, or that has already run because it was a call to this rank.
template <class R>
class [[nodiscard]] future {
 public:
  future(future&&) noexcept = default;
  future& operator=(future&&) = delete;
  // Waits for the answer if get() was not called, so that no call outlives its future. An exception
  // that unwinds the task drops the answer.
  ~future() {
    if (place_) detail::wait_for_dropped(*rank_, *place_, operation_, to_);
  }

  bool ready() const { return place_->done; }
  R get() {
    wait();
    return detail::result_of(*place_, to_);
  }

 private:
  template <class S, class Send>
  friend future<S> detail::future_of(rank_id to, const char* operation, const Send& send);
  template <class S, class Run, class Send, class Prepare>
  friend future<S> detail::future_by(rank_id to, const char* operation, const Run& run,
                                     const Send& send, const Prepare& prepare);

  future(detail::rank& r, rank_id to, const char* operation)
      : rank_(&r), place_(r), to_(to), operation_(operation) {}
  void wait() { detail::wait_for_answer(*rank_, *place_, operation_, to_); }

  detail::rank* rank_;
  detail::answer_place<R> place_;
  rank_id to_;
  const char* operation_;
};

namespace detail {

// A future of an answer from rank `to`. send(number) asks that rank, which names the future's place
// by this number in its answer. If `to` is this rank, run() gives the answer at once.
// prepare(value) sets the initial contents of the place.
template <class R, class Run, class Send, class Prepare>
future<R> future_by(rank_id to, const char* operation, const Run& run, const Send& send,
                    const Prepare& prepare) {
  rank& r = here();
  future<R> answer(r, to, operation);
  if (to == r.self()) {
    const between_tasks mark(r);
    run_into(*answer.place_, run);
    return answer;
  }
  prepare(answer.place_->value);
  send(answer.place_.id());
  return answer;
}

// Asks rank `to`, which is another rank, by send(number), and waits for the answer.
template <class R, class Send>
R answer_from(rank& here, rank_id to, const char* operation, const Send& send) {
  const answer_place<R> place(here);
  send(place.id());
  wait_for_answer(here, *place, operation, to);
  return result_of(*place, to);
}

// Calls use(run, send): run() calls the function here; send(id) sends it to rank `to`, which
// answers to the place `id`.
template <class F, class... Args>
struct asking {
  template <class Use>
  static auto by(const Use& use, rank_id to, const F& f, const Args&... args) {
    using asked = question<F, Args...>;
    rank& r = here();
    const typename asked::sent message(r.messages().apart(), f, args...);
    return use([&message] { return message.run_copy(); },
               [&](reply_id id) {
                 r.send_values<asked>(to, r.tasks().mark(), message, sizeof id,
                                      [id](std::byte* at) { put_plain(at, id); });
               });
  }
};

}  // namespace detail

template <class F, class... Args>
auto future_call(rank_id to, const F& f, Args&&... args) {
  const auto use = [to](const auto& run, const auto& send) {
    return detail::future_by<decltype(run())>(to, "call", run, send, [](auto&) {});
  };
  return detail::asking<F, std::decay_t<Args>...>::by(use, to, f, args...);
}

template <class F, class... Args>
auto call(rank_id to, const F& f, Args&&... args) {
  const auto use = [to](const auto& run, const auto& send) {
    detail::rank& r = detail::here();
    if (to == r.self()) return detail::run_here(r, run);
    return detail::answer_from<decltype(run())>(r, to, "call", send);
  };
  return detail::asking<F, std::decay_t<Args>...>::by(use, to, f, args...);
}

template <class F, class... Args>
void async(rank_id to, const F& f, Args&&... args) {
  detail::rank& r = detail::here();
  const detail::parcel<F, std::decay_t<Args>...> message(r.messages().apart(), f, args...);
  if (to == r.self()) {
    const detail::between_tasks mark(r);
    try {
      static_cast<void>(message.run_copy());
    } catch (...) {
      r.fail_by(std::current_exception());
    }
    return;
  }
  r.send_activity<detail::order_to<F, std::decay_t<Args>...>>(to, r.tasks().mark(), message);
}

}  // namespace arcas::inline v0::cluster
