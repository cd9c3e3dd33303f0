// SPDX-License-Identifier: Apache-2.0
// Work that travels to its data. f(args…) runs on another rank, between its tasks, so that nothing
// else of that rank runs meanwhile: what it does there is atomic without atomics. The contract:
//
//   call(r, f, …)         waits for the result; the task does, its rank goes on with others
//   future_call(r, f, …)  the result later: .get()
//   async(r, f, …)        no result; done when the enclosing finish() returns
//
//   f       portable (portable.h); must not wait, nor send requests itself: both are refused. The
//           tasks that it spawns are of the finish() around the call, which waits for them where
//           the answer has come inside it: not where a future outlives it, or is dropped by an
//           exception
//   args    portable, or anything that an archive knows (archive.h); so is the result
//   order   calls of one task to one rank run there in the order of the program; nothing else is
//           promised
//   throws  call and get: remote_error with what f threw; an async f that throws ends the job.
//           Where there is no rank r: std::out_of_range, and nothing is sent
#pragma once

#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/ranks/rank.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace arcas::cluster {

class remote_error : public std::runtime_error {
 public:
  remote_error(rank_id where, const std::string& what)
      : std::runtime_error("on rank " + std::to_string(where) + ": " + what), where_(where) {}
  rank_id where() const { return where_; }

 private:
  rank_id where_;
};

// Stands for the result of a function that returns nothing.
struct no_result {};
template <class R>
using stored_result = std::conditional_t<std::is_void_v<R>, no_result, R>;

template <class R>
struct outcome : detail::awaited {
  std::optional<stored_result<R>> value;
};

// Runs f() between tasks, as it would on another rank, and catches what it throws.
template <class R, class F>
void run_into(outcome<R>& result, F&& f) {
  try {
    if constexpr (std::is_void_v<R>) {
      f();
      result.value.emplace();
    } else {
      result.value.emplace(f());
    }
  } catch (const std::exception& e) {
    result.error = e.what();
  } catch (...) {
    result.error = "an exception that is not a std::exception";
  }
  result.done = true;
}

inline void answer_has_come(detail::rank& here, detail::awaited& place) {
  place.done = true;
  if (place.waiter) here.tasks().wake(std::exchange(place.waiter, nullptr));
}

template <class T>
T take_value(const std::byte*& at) {
  if constexpr (detail::goes_as_bytes<T>) {
    return detail::take_plain<T>(at);
  } else {
    const std::size_t n = detail::length_of(at);
    T value{};
    detail::reader read(at, at + n);
    read(value);
    at += n;
    return value;
  }
}

template <class T>
struct answer {
  static unsigned run(detail::rank& here, const detail::envelope&, const std::byte*& at,
                      unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const auto id = detail::take_plain<detail::reply_id>(at);
      T value = take_value<T>(at);
      if (detail::awaited* place = here.replies().find(id)) {
        // The slot's number was given to a call with this result.
        static_cast<outcome<std::conditional_t<std::is_same_v<T, no_result>, void, T>>*>(place)
            ->value.emplace(std::move(value));
        answer_has_come(here, *place);
      }
    }
    return count;
  }
};

struct refusal {
  static unsigned run(detail::rank& here, const detail::envelope&, const std::byte*& at,
                      unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const auto id = detail::take_plain<detail::reply_id>(at);
      std::string why = take_value<std::string>(at);
      if (detail::awaited* place = here.replies().find(id)) {
        place->error = std::move(why);
        answer_has_come(here, *place);
      }
    }
    return count;
  }
};

template <class Kind, class T>
void send_answer(detail::rank& here, rank_id to, detail::reply_id id, const T& value) {
  if constexpr (detail::goes_as_bytes<T>) {
    here.messages().send<Kind>(
        to, detail::lane::reply, 0, sizeof id + detail::wire_bytes<T>,
        [&](std::byte* at) { detail::put_plain(detail::put_plain(at, id), value); });
  } else {
    detail::writer write;
    write(value);
    const auto& bytes = write.bytes();
    here.messages().send<Kind>(to, detail::lane::reply, 0,
                               sizeof id + detail::length_bytes(bytes.size()) + bytes.size(),
                               [&](std::byte* at) {
                                 at = detail::put_length(detail::put_plain(at, id), bytes.size());
                                 std::memcpy(at, bytes.data(), bytes.size());
                               });
  }
}

// While functions that have arrived run: what they begin is of the scope of the task that sent
// them.
class in_scope_of_sender {
 public:
  in_scope_of_sender(detail::rank& here, detail::scope_id scope) : tasks_(here.tasks()) {
    tasks_.set_mark(scope);
  }
  ~in_scope_of_sender() { tasks_.set_mark(0); }
  in_scope_of_sender(const in_scope_of_sender&) = delete;
  in_scope_of_sender& operator=(const in_scope_of_sender&) = delete;

 private:
  detail::scheduler& tasks_;
};

// Tells the caller's rank, before the answer, that the function has begun something
// (completion/PROTOCOL.md, «Scopes that stay»). Replies of one rank to another arrive as they were
// sent, over any number of hops: the way depends on its ends alone (transport/README.md, «Order of
// links»), and what waits on it does so with all behind it (messages/README.md).
struct has_begun {
  static unsigned run(detail::rank& here, const detail::envelope&, const std::byte*& at,
                      unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      here.scopes().spans_ranks(detail::take_plain<detail::scope_id>(at));
    return count;
  }
  static void tell(detail::rank& here, const detail::envelope& caller) {
    here.messages().send<has_begun>(caller.from, detail::lane::reply, 0, sizeof caller.scope,
                                    [&](std::byte* at) { detail::put_plain(at, caller.scope); });
  }
};

// The message that asks: the answer's slot, then the function and its arguments.
template <class F, class... Args>
struct question {
  using sent = detail::parcel<F, Args...>;
  using result = typename sent::result;

  static unsigned run(detail::rank& here, const detail::envelope& from, const std::byte*& at,
                      unsigned count) {
    const in_scope_of_sender mark(here, from.scope);
    for (unsigned i = 0; i < count; ++i) {
      if (!here.room_for_reply(from.from)) return i;
      const auto id = detail::take_plain<detail::reply_id>(at);
      const std::uint64_t begun_before = here.scopes().begun();
      outcome<result> o;
      {
        typename sent::opened f(at);
        run_into(o, f);
      }
      if (here.scopes().begun() != begun_before) has_begun::tell(here, from);
      if (o.error) {
        send_answer<refusal>(here, from.from, id, *o.error);
      } else {
        send_answer<answer<stored_result<result>>>(here, from.from, id, *o.value);
      }
    }
    return count;
  }
};

// A call that has been sent, or has run already because it was to this rank.
template <class R>
class [[nodiscard]] future {
 public:
  future(detail::rank& r, rank_id to)
      : rank_(&r), to_(to), place_(std::make_unique<outcome<R>>()) {}
  future(future&&) noexcept = default;
  future& operator=(future&&) = delete;
  // An answer that nobody has asked for is waited for, so that the call cannot be forgotten.
  ~future() {
    if (!place_) return;
    const bool waits = std::uncaught_exceptions() == 0 && !rank_->tasks().cancelled();
    if (!place_->done && waits) wait_quietly();
    if (open_) rank_->replies().close(id_);
  }

  bool ready() const { return place_->done; }
  R get() {
    while (!place_->done) {
      place_->waiter = rank_->tasks().about_to_wait();
      rank_->tasks().suspend("call", "rank", to_);
    }
    if (place_->error) throw remote_error(to_, *place_->error);
    if constexpr (!std::is_void_v<R>) return std::move(*place_->value);
  }
  outcome<R>& place() { return *place_; }
  detail::reply_id open() {
    id_ = rank_->replies().open(*place_);
    open_ = true;
    return id_;
  }

 private:
  void wait_quietly() {
    try {
      while (!place_->done) {
        place_->waiter = rank_->tasks().about_to_wait();
        rank_->tasks().suspend("call", "rank", to_);
      }
    } catch (const detail::task_cancelled&) {
      // The job is over; whoever waits next is told.
    }
  }

  detail::rank* rank_;
  rank_id to_;
  std::unique_ptr<outcome<R>> place_;
  detail::reply_id id_ = 0;
  bool open_ = false;
};

template <class F, class... Args>
auto future_call(rank_id to, const F& f, Args&&... args) {
  using asked = question<F, std::decay_t<Args>...>;
  detail::rank& r = detail::here();
  future<typename asked::result> answer(r, to);
  const typename asked::sent message(f, std::forward<Args>(args)...);
  if (to == r.self()) {
    r.tasks().leave_task();
    run_into(answer.place(), [&] { return message.run_copy(); });
    r.tasks().back_in_task();
    return answer;
  }
  const detail::reply_id id = answer.open();
  r.send_request<asked>(to, r.tasks().mark(), sizeof id + message.bytes(),
                        [&](std::byte* at) { message.fill(detail::put_plain(at, id)); });
  return answer;
}

template <class F, class... Args>
auto call(rank_id to, const F& f, Args&&... args) {
  return future_call(to, f, std::forward<Args>(args)...).get();
}

// Functions that can say, while they lie in a message, what memory they will want.
template <class F>
concept fetches_for_sent = requires(const std::byte* at) {
  F::fetch_for_sent(at);
};
// Messages between the one that runs and the one that fetches: many reads are under way at a time.
inline constexpr unsigned fetch_distance = 16;

template <class F, class... Args>
struct order_to {
  static unsigned run(detail::rank& here, const detail::envelope& from, const std::byte*& at,
                      unsigned count) {
    const in_scope_of_sender mark(here, from.scope);
    for (unsigned i = 0; i < count; ++i) {
      if constexpr (fetches_for_sent<F> && sizeof...(Args) == 0) {
        if (i + fetch_distance < count)
          F::fetch_for_sent(at + fetch_distance * detail::wire_bytes<F>);
      }
      typename detail::parcel<F, Args...>::opened f(at);
      static_cast<void>(f());
    }
    here.scopes().spans_ranks(from.scope);
    here.scopes().ended(from.scope, count);
    return count;
  }
};

template <class F, class... Args>
void async(rank_id to, const F& f, Args&&... args) {
  detail::rank& r = detail::here();
  const detail::parcel<F, std::decay_t<Args>...> message(f, std::forward<Args>(args)...);
  if (to == r.self()) {
    r.tasks().leave_task();
    try {
      static_cast<void>(message.run_copy());
    } catch (...) {
      r.fail_by(std::current_exception());
    }
    r.tasks().back_in_task();
    return;
  }
  r.send_activity<order_to<F, std::decay_t<Args>...>>(to, r.tasks().mark(), message.bytes(),
                                                      [&](std::byte* at) { message.fill(at); });
}

}  // namespace arcas::cluster
