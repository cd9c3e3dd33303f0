// SPDX-License-Identifier: Apache-2.0
// Coroutines that run as tasks.
//
//   arcas::task<long> sum(const node* n) {
//     if (!n) co_return 0;
//     auto left = sum(n->left), right = sum(n->right);
//     co_await arcas::when_all(left, right);
//     co_return n->value + co_await left + co_await right;
//   }
//   const long total = arcas::sync_wait(sum(root));
//
// task<T>    owns a coroutine with a result of type T (a value, a reference, or void), which begins
//            when it is awaited. A coroutine of this type may await anything. Its parameters are
//            stored in its frame; what its reference parameters refer to, and the object of a
//            lambda function with captures, must exist until the coroutine has ended. A group or a
//            lock must not be kept across a co_await, after which another thread may continue.
// co_await t, of a task<T> in a task<U>
//   does     begins the coroutine on this thread, without a new stack frame, and continues when it
//            has ended, on the thread that ended it. One coroutine awaits t, once.
//   after    everything that the coroutine did happens before the caller continues
//   throws   the exception of the coroutine. std::logic_error if t is empty or has begun.
//   cost     an allocation for the frame, when the coroutine is called, and a few nanoseconds
// co_await schedule()
//   does     suspends the caller, which continues as a task of its group, on an idle worker or on
//            this thread. A thread outside the runtime that resumes a coroutine, because a file is
//            read or a timer expires, sends the coroutine to the workers in this way.
//   after    everything before the call happens before the caller continues
//   throws   std::bad_alloc; then the caller continues at once
//   cost     that of a task of a group, without an allocation
// co_await when_all(a, b, …), when_all(span of task<T>)
//   does     begins all of these coroutines, the first on this thread and the others as tasks of the
//            group, and continues on the thread that ends the last of them. `co_await a` then
//            returns the result of a.
//   after    everything that the coroutines did happens before the caller continues
//   throws   the exception of the first of them, in the order of the arguments, that threw, when all
//            have ended. std::logic_error if one is empty or has begun.
//   cost     for each coroutine that of a task of a group, and a locked operation
// sync_wait(t), sync_wait(function that returns t)
//   does     begins the coroutine on this thread, waits until it has ended, and returns its result.
//            Called outside of coroutines: in main(), in bodies of loops, in tasks. While it waits,
//            the thread runs only tasks that descend from the coroutine.
//   throws   the exception of the coroutine
// group.run(t), group.run(function that returns t)
//   does     begins the coroutine as a task of the task_group, whose wait() waits until it has ended
//            and rethrows its exception. The function is moved or copied, and exists until then.
//
// Where does a coroutine end early? If its group has a stop request or an exception, the coroutine
// is not resumed at its next schedule() or when_all(): it and those that await it are destroyed, and
// the destructors of their variables run. A task<T> that is destroyed before it has begun never
// runs. A coroutine that waits for something else, such as a timer, must be resumed: until then,
// its group waits.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_group.h>

#include <array>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0 {

template <class T = void>
class task;

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

struct coroutine_promise;

// Coroutines that await each other form a chain, of which one runs at a time. This object is told
// how the chain ends.
class chain_end {
 public:
  awaited_tasks& group() const noexcept { return *group_; }
  // Called when the first coroutine of the chain, `by`, has ended. Returns the coroutine to resume.
  virtual std::coroutine_handle<> completed(coroutine_promise& by) noexcept = 0;
  // Called if no coroutine of the chain is resumed any more, since the group gives up.
  virtual void abandoned() noexcept = 0;

 protected:
  explicit chain_end(awaited_tasks* group = nullptr) noexcept : group_(group) {}
  ~chain_end() = default;
  void set_group(awaited_tasks& group) noexcept { group_ = &group; }

 private:
  awaited_tasks* group_;
};

// What coroutines of all types have. The task in it resumes the coroutine.
struct coroutine_promise : detail::task {
  explicit coroutine_promise(std::coroutine_handle<> coroutine) noexcept
      : detail::task(&resume, nullptr), self(coroutine) {}
  coroutine_promise(const coroutine_promise&) = delete;
  coroutine_promise& operator=(const coroutine_promise&) = delete;

  // On gcc, a transfer to another coroutine is a call that returns later, unless the program is
  // optimised (-O2). So that the stack does not grow in a loop of co_await, the chain continues as a
  // task after this number of transfers.
  static constexpr unsigned most_transfers = 500;

  struct end_awaiter {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> ended) noexcept {
      coroutine_promise& p = ended.promise();
      return p.awaited_by ? p.awaited_by->next(p.transfers) : p.end->completed(p);
    }
    void await_resume() const noexcept {}
  };
  end_awaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = caught_exception(); }

  // The coroutine becomes a part of the chain that ends there.
  void begin(chain_end& there, coroutine_promise* awaiting) {
    if (end) refuse_use("arcas: a task<T> is awaited that has begun before");
    end = &there;
    awaited_by = awaiting;
  }
  // The coroutine to resume, so that the chain continues with this one after `before` transfers.
  std::coroutine_handle<> next(unsigned before) noexcept {
    transfers = before + 1;
    return transfers >= most_transfers && try_push() ? std::noop_coroutine() : self;
  }
  // The coroutine continues as a task; it may have ended when this call returns.
  void push() {
    awaited_tasks& group = end->group();
    of = &group;
    transfers = 0;
    group.with_context([&](task_context& here) {
      const task_ancestry ancestry = group.ancestry();
      race_detector::tell(static_cast<detail::task*>(this));  // after the last access to the group
      here.push(*this, ancestry);
    });
  }
  // False: there is no memory for the push.
  bool try_push() noexcept {
    ARCAS_TRY {
      push();
    }
    ARCAS_CATCH_ALL {
      return false;
    }
    return true;
  }

  std::coroutine_handle<> self;
  coroutine_promise* awaited_by = nullptr;  // null: the first coroutine of a chain
  chain_end* end = nullptr;                 // null: the coroutine has not begun
  unsigned transfers = 0;                   // since the chain was last resumed by a task
  std::exception_ptr failure;

 private:
  static void resume(detail::task& pushed, task_context&) noexcept {
    race_detector::see_work(&pushed);
    auto& p = static_cast<coroutine_promise&>(pushed);
    p.end->group().gives_up() ? p.end->abandoned() : p.self.resume();
  }
};

// The coroutine that awaits something of this header.
struct awaiting_coroutine {
  template <std::derived_from<coroutine_promise> P>
  awaiting_coroutine(std::coroutine_handle<P> suspended) noexcept  // NOLINT: handles convert
      : promise(suspended.promise()) {}
  // A wrong use: in a coroutine of another type.
  template <class P>
  awaiting_coroutine(std::coroutine_handle<P>) __attribute__((
      unavailable("arcas: a task<T>, schedule() and when_all() are awaited in a coroutine whose "
                  "type is arcas::task<T>; elsewhere, sync_wait(t) waits for a task<T>")));

  coroutine_promise& promise;
};

template <class T>
class coroutine_result {
 public:
  template <std::convertible_to<T> U = T>
  void return_value(U&& value) {
    if constexpr (std::is_reference_v<T>) {
      T referred = std::forward<U>(value);
      value_ = std::addressof(referred);
    } else {
      value_.emplace(std::forward<U>(value));
    }
  }

 protected:
  T take_value() { return static_cast<T&&>(*value_); }

 private:
  std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*, std::optional<T>> value_{};
};
template <>
class coroutine_result<void> {
 public:
  void return_void() const noexcept {}

 protected:
  void take_value() const noexcept {}
};

template <class T>
class typed_promise final : public coroutine_promise, public coroutine_result<T> {
 public:
  typed_promise() noexcept
      : coroutine_promise(std::coroutine_handle<typed_promise>::from_promise(*this)) {}

  arcas::task<T> get_return_object() noexcept { return arcas::task<T>(*this); }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  T take() {
    if (failure) std::rethrow_exception(failure);
    return this->take_value();
  }
};

[[noreturn]] inline void refuse_empty_coroutine() {
  refuse_use("arcas: a task<T> is awaited that has been moved from");
}

struct schedule_awaiter {
  bool await_ready() const noexcept { return false; }
  void await_suspend(awaiting_coroutine by) const { by.promise.push(); }
  void await_resume() const noexcept {}
};

template <class T>
struct coroutine_awaiter {
  bool await_ready() const {
    if (!awaited) refuse_empty_coroutine();
    return awaited->self.done();
  }
  std::coroutine_handle<> await_suspend(awaiting_coroutine by) const {
    awaited->begin(*by.promise.end, &by.promise);
    return awaited->next(by.promise.transfers);
  }
  T await_resume() const { return awaited->take(); }

  typed_promise<T>* awaited;
};

// The end of the chains that when_all() begins. Promises: a range of coroutine_promise*.
class joined_chains : public chain_end {
 public:
  std::coroutine_handle<> completed(coroutine_promise& by) noexcept final {
    const unsigned transfers = by.transfers;
    if (!is_last()) return std::noop_coroutine();
    if (!group().gives_up()) return awaited_by_->next(transfers);
    awaited_by_->end->abandoned();
    return std::noop_coroutine();
  }
  void abandoned() noexcept final {
    if (is_last()) awaited_by_->end->abandoned();
  }

 protected:
  // Begins these coroutines, and returns the one to resume.
  std::coroutine_handle<> begin(std::span<coroutine_promise* const> all, coroutine_promise& by) {
    awaited_by_ = &by;
    set_group(by.end->group());
    left_.restart(static_cast<std::uint32_t>(all.size()));
    for (coroutine_promise* const p : all) p->begin(*this, nullptr);
    // The first one has not begun, so this object exists until it has. Reverse: a thread without
    // thieves then runs them in their order.
    for (std::size_t i = all.size() - 1; i != 0; --i)
      if (!all[i]->try_push()) all[i]->self.resume();
    return all[0]->next(by.transfers);
  }

 private:
  // Called by a thread that has ended one of the chains. False: its last access to this object.
  bool is_last() noexcept {
    const void* const key = race_detector::end_of(this);
    race_detector::tell(key);
    if (!left_.subtract(1)) return false;
    race_detector::see(key);
    return true;
  }

  predecessor_count<> left_;  // the chains that have not ended
  coroutine_promise* awaited_by_ = nullptr;
};

// Promises: std::array or std::vector of coroutine_promise*.
template <class Promises>
class when_all_awaiter final : public joined_chains {
 public:
  explicit when_all_awaiter(Promises all) noexcept : all_(std::move(all)) {}
  bool await_ready() const noexcept { return all_.empty(); }
  std::coroutine_handle<> await_suspend(awaiting_coroutine by) { return begin(all_, by.promise); }
  void await_resume() const {
    for (const coroutine_promise* const p : all_)
      if (p->failure) std::rethrow_exception(p->failure);
  }

 private:
  Promises all_;
};

// A coroutine whose chain a group waits for. Its frame is destroyed when the chain has ended.
struct awaited_chain {
  class promise_type final : public coroutine_promise, public chain_end {
   public:
    template <class C>
    promise_type(awaited_tasks& group, C&) noexcept
        : coroutine_promise(std::coroutine_handle<promise_type>::from_promise(*this)),
          chain_end(&group) {
      begin(*this, nullptr);
    }

    awaited_chain get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}

    std::coroutine_handle<> completed(coroutine_promise&) noexcept override {
      if (failure) group().fail(std::move(failure));
      abandoned();
      return std::noop_coroutine();
    }
    void abandoned() noexcept override {
      awaited_tasks& group = this->group();
      self.destroy();
      group.finished(task_context::current());
    }
  };
};

template <class T>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<arcas::task<T>> = true;

template <class C>
inline constexpr bool runs_as_task = is_task<C>;
template <returns_coroutine C>
inline constexpr bool runs_as_task<C> = is_task<std::invoke_result_t<C&>>;

// c: a task<T>, or a function that returns one.
template <class C>
awaited_chain run_in(awaited_tasks&, C c) {
  co_await schedule_awaiter();
  if constexpr (is_task<C>) {
    co_await c;
  } else {
    co_await c();
  }
}

struct coroutine_access {
  template <class T>
  static coroutine_promise* promise(arcas::task<T>& t) {
    if (!t.promise_) refuse_empty_coroutine();
    return t.promise_;
  }
  template <class T>
  static T take(arcas::task<T>& t) {
    return t.promise_->take();
  }
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

template <class T>
class [[nodiscard]] task {
 public:
  using promise_type = detail::typed_promise<T>;

  task() = default;  // empty: cannot be awaited
  task(task&& other) noexcept : promise_(std::exchange(other.promise_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    task taken(std::move(other));
    std::swap(promise_, taken.promise_);
    return *this;
  }
  // The coroutine must not have begun, or must have ended.
  ~task() {
    if (promise_) promise_->self.destroy();
  }

  detail::coroutine_awaiter<T> operator co_await() const noexcept { return {promise_}; }

 private:
  friend promise_type;
  friend detail::coroutine_access;
  explicit task(promise_type& p) noexcept : promise_(&p) {}

  promise_type* promise_ = nullptr;
};

[[nodiscard]] inline detail::schedule_awaiter schedule() noexcept {
  return {};
}

template <class... T>
[[nodiscard]] auto when_all(task<T>&... coroutines) {
  using promises = std::array<detail::coroutine_promise*, sizeof...(T)>;
  return detail::when_all_awaiter<promises>({detail::coroutine_access::promise(coroutines)...});
}
// coroutines: a vector, array or span of task<T>.
template <class List>
  requires detail::is_task<std::remove_cvref_t<decltype(*std::data(std::declval<List&>()))>>
[[nodiscard]] auto when_all(List& coroutines) {
  std::vector<detail::coroutine_promise*> promises;
  for (auto& t : coroutines) promises.push_back(detail::coroutine_access::promise(t));
  return detail::when_all_awaiter<decltype(promises)>(std::move(promises));
}
// Wrong calls (base/wrong_use.h).
template <class = void>
detail::schedule_awaiter when_all(detail::anything, detail::anything = 0, detail::anything = 0,
                                  detail::anything = 0)
    __attribute__((unavailable("arcas: when_all(a, b) takes variables of type arcas::task<T>: auto "
                               "a = f(), b = g(); co_await when_all(a, b); then co_await a "
                               "returns the result of a")));

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

template <class T>
awaited_chain run_here(awaited_tasks&, arcas::task<T>& t) {
  co_await when_all(t);
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

template <class T>
T sync_wait(task<T>&& coroutine) {
  detail::awaited_tasks group({}, 1);
  detail::run_here(group, coroutine);
  group.finish_all();
  if (group.failed()) std::rethrow_exception(group.take_failure());
  return detail::coroutine_access::take(coroutine);
}
template <detail::returns_coroutine F>
decltype(auto) sync_wait(F&& f) {
  return sync_wait(f());
}
template <class T>
T sync_wait(task<T>&)
    __attribute__((unavailable("arcas: sync_wait() takes the coroutine itself: "
                               "sync_wait(std::move(t))")));
template <class = void>
void sync_wait(detail::anything, detail::anything = 0, detail::anything = 0) __attribute__((
    unavailable("arcas: sync_wait() takes one coroutine of type arcas::task<T>, or a function "
                "without parameters that returns one")));

template <class C>
  requires detail::coroutine<std::decay_t<C>> || detail::returns_coroutine<std::decay_t<C>>
void task_group::run(C&& c) {
  using kind = std::decay_t<C>;
  static_assert(detail::runs_as_task<kind>,
                "arcas: a group runs coroutines of type arcas::task<T>, and functions that return "
                "such coroutines");
  static_assert(std::is_constructible_v<kind, C>,
                "arcas: a group takes the coroutine itself: group.run(std::move(t))");
  detail::task_context* const here = detail::task_context::current();
  spawned(here);
  ARCAS_TRY {
    detail::run_in<kind>(*this, std::forward<C>(c));
  }
  ARCAS_CATCH_ALL {
    finished(here);
    detail::throw_again();
  }
}

}  // namespace arcas::inline v0
