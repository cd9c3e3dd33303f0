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
//            gcc 12 compiles `co_return c ? x : co_await t` so that t is awaited whatever c is; it
//            compiles `if` correctly. Tasks that own each other as parameters, in a row of any
//            length, are destroyed by recursion.
// co_await t, of a task<T> in a task<U>
//   does     begins the coroutine on this thread, without a new stack frame, and continues when it
//            has ended, on the thread that ended it. One coroutine awaits t, once, or once after
//            when_all().
//   after    everything that the coroutine did happens before the caller continues
//   throws   the exception of the coroutine. std::logic_error if t is empty or has begun, and if
//            its result has been taken.
//   cost     an allocation for the frame, when the coroutine is called, and a few nanoseconds
// co_await schedule()
//   does     suspends the caller, which continues as a task of its group, on an idle worker or on
//            this thread. A thread outside the runtime that resumes a coroutine, because a file has
//            been read or a timer has expired, sends the coroutine to the workers in this way. Its
//            call of resume() must return before the runtime is destroyed, which may be later than
//            the end of the group's wait(). A worker usually runs its latest task first, which is
//            this one; but once in 64 times the caller goes behind all tasks of the thread. So a
//            coroutine may poll, `while (!ready) co_await schedule();`, at the cost of a worker.
//   after    everything before the call happens before the caller continues
//   throws   std::bad_alloc; std::length_error if too many threads from outside the runtime spawn
//            tasks at the same time, or too many groups have tasks that no thread has taken. The
//            caller then continues at once.
//   cost     that of a task of a group, without an allocation; some microseconds on a thread
//            outside the runtime, and on one that works for another group
// co_await when_all(a, b, …), when_all(a vector, array or span of task<T>)
//   does     begins all of these coroutines, the first on this thread and the others as tasks of
//            the group, and continues on the thread that ends the last of them. `co_await a` then
//            returns the result of a.
//   after    everything that the coroutines did happens before the caller continues
//   throws   the exception of the first of them, in the order of the arguments, that threw, when
//            all have ended. std::logic_error if one is empty or has begun; then none begins.
//   cost     for each coroutine that of a task of a group, and a locked operation
// sync_wait(t), sync_wait(function that returns t)
//   does     begins the coroutine on this thread, waits until it has ended, and returns its result.
//            Called outside of coroutines: in main(), in bodies of loops, in tasks. While it waits,
//            the thread runs only tasks that descend from the coroutine, which so must not need
//            what tasks of this thread's other groups do, unless other workers can run these.
//   after    everything that the coroutine did happens before the call returns
//   throws   the exception of the coroutine
//   cost     two allocations, and the wait
// group.run(t), group.run(function that returns t)
//   does     begins the coroutine as a task of the task_group, whose wait() waits until it has
//            ended and rethrows its exception. The function is moved or copied, and exists until
//            then.
//   after    everything before the call happens before the coroutine begins; everything that the
//            coroutine did happens before wait() returns
//   throws   what schedule() throws, std::logic_error if t is empty, and what the move or copy of
//            the function throws; then no task is added
//   cost     that of a task, and an allocation
//
// Where does a coroutine end early? If its group has a stop request or an exception, a coroutine
// that waits for schedule() or when_all() is not resumed: it is destroyed, then the coroutine that
// awaits it, and so on, and the destructors of their variables run. Elsewhere no coroutine ends
// early. A task<T> that is destroyed before it has begun never runs. A coroutine that waits for
// something else, such as a timer, must be resumed: until then, its group waits.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/coroutine_chain.h>
#include <arcas/tasks/task_group.h>

#include <array>
#include <concepts>
#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0 {

template <class T = void>
class task;

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

template <class T>
class coroutine_result {
 public:
  template <std::convertible_to<T> U = T>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }

 protected:
  T take_value() { return std::move(*value_); }

 private:
  std::optional<T> value_;
};
// Whether a T, a reference, refers to the object that a U&& refers to, and not to a temporary.
template <class U, class T>
concept referred_by =
    std::is_convertible_v<std::remove_reference_t<U>*, std::remove_reference_t<T>*> &&
    (std::is_lvalue_reference_v<T> == std::is_lvalue_reference_v<U>);
template <class T>
  requires std::is_reference_v<T>
class coroutine_result<T> {
 public:
  template <referred_by<T> U>
  void return_value(U&& value) noexcept {
    value_ = __builtin_addressof(value);
  }
  // A wrong use.
  template <class U = int>
    requires(!referred_by<U, T>)
  void return_value(U&&) ARCAS_WRONG(
      "a coroutine of type task<T&> returns a variable that exists longer than the coroutine, not "
      "a temporary value; task<T> returns a value");

 protected:
  T take_value() const noexcept { return static_cast<T>(*value_); }

 private:
  std::remove_reference_t<T>* value_ = nullptr;
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
    if (taken) refuse_begun_coroutine();
    taken = true;
    if (failure) std::rethrow_exception(failure);
    return this->take_value();
  }
};

[[noreturn]] inline void refuse_empty_coroutine() {
  refuse_use("arcas: a task<T> is awaited that has been moved from");
}

struct schedule_awaiter {
  bool await_ready() const noexcept { return false; }
  void await_suspend(awaiting_coroutine by) const { by.promise.push_in_turn(); }
  void await_resume() const noexcept {}
};

template <class T>
struct coroutine_awaiter {
  bool await_ready() const {
    if (!awaited) refuse_empty_coroutine();
    return awaited->self.done();
  }
  void await_suspend(awaiting_coroutine by) const {
    if (!awaited->try_begin(*by.promise.end, &by.promise)) refuse_begun_coroutine();
    by.promise.hand_over(*awaited);
  }
  T await_resume() const { return awaited->take(); }

  typed_promise<T>* awaited;
};

// Promises: std::array or std::vector of coroutine_promise*.
template <class Promises>
class when_all_awaiter final : public joined_chains {
 public:
  explicit when_all_awaiter(Promises all) noexcept : all_(std::move(all)) {}
  bool await_ready() const noexcept { return all_.empty(); }
  void await_suspend(awaiting_coroutine by) { begin(all_, by.promise); }
  void await_resume() const {
    for (const coroutine_promise* const p : all_)
      if (p->failure) std::rethrow_exception(p->failure);
  }

 private:
  Promises all_;
};

template <class T>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<arcas::task<T>> = true;
template <class T>
inline constexpr bool is_task<const T> = is_task<T>;

template <class C>
inline constexpr bool runs_as_task = is_task<C>;
template <returns_coroutine C>
inline constexpr bool runs_as_task<C> = is_task<std::invoke_result_t<C&>>;

// c: a task<T>, or a function that returns one.
template <class C>
awaited_chain run_in(awaited_tasks&, C c) {
  if constexpr (is_task<C>) {
    co_await c;
  } else {
    co_await c();
  }
}

// A container that exists longer than the call, or a view.
template <class List>
concept list_of_coroutines =
    (std::is_lvalue_reference_v<List> ||
     std::ranges::enable_borrowed_range<std::remove_cvref_t<List>>) &&
    is_task<std::remove_reference_t<decltype(*std::data(std::declval<List&>()))>> &&
    !std::is_const_v<std::remove_reference_t<decltype(*std::data(std::declval<List&>()))>>;

struct coroutine_access {
  template <class T>
  static coroutine_promise* promise(arcas::task<T>& t) {
    if (!t.owned()) refuse_empty_coroutine();
    return t.owned();
  }
  template <class T>
  static T take(arcas::task<T>& t) {
    return t.promise()->take();
  }
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

template <class T>
class [[nodiscard]] task : detail::coroutine_owner {
 public:
  using promise_type = detail::typed_promise<T>;

  task() = default;  // empty: cannot be awaited
  task(task&&) = default;
  // The coroutines must not have begun, or must have ended; so for the destructor.
  task& operator=(task&&) = default;
  ~task() = default;

  detail::coroutine_awaiter<T> operator co_await() const noexcept { return {promise()}; }

 private:
  friend promise_type;
  friend detail::coroutine_access;
  explicit task(promise_type& p) noexcept : detail::coroutine_owner(p) {}

  promise_type* promise() const noexcept { return static_cast<promise_type*>(owned()); }
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
  requires detail::list_of_coroutines<List>
[[nodiscard]] auto when_all(List&& coroutines) {
  std::vector<detail::coroutine_promise*> promises;
  for (auto& t : coroutines) promises.push_back(detail::coroutine_access::promise(t));
  return detail::when_all_awaiter<decltype(promises)>(std::move(promises));
}
// Wrong calls (base/wrong_use.h).
template <class = void>
detail::schedule_awaiter when_all(detail::anything, detail::anything = 0, detail::anything = 0,
                                  detail::anything = 0)
    ARCAS_WRONG(
        "when_all(a, b) takes variables of type arcas::task<T>: auto a = f(), b = g(); co_await "
        "when_all(a, b); then co_await a returns the result of a");

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
  detail::run_here(group, coroutine).begin_here();
  group.finish_all();
  if (group.failed()) std::rethrow_exception(group.take_failure());
  return detail::coroutine_access::take(coroutine);
}
template <detail::returns_coroutine F>
decltype(auto) sync_wait(F&& f) {
  std::remove_cv_t<decltype(f())> coroutine = f();
  return sync_wait(std::move(coroutine));
}
template <class T>
T sync_wait(task<T>&)
    ARCAS_WRONG("sync_wait() takes the coroutine itself: sync_wait(std::move(t))");
template <class = void>
void sync_wait(detail::anything, detail::anything = 0, detail::anything = 0) ARCAS_WRONG(
    "sync_wait() takes one coroutine of type arcas::task<T>, or a function without parameters that "
    "returns one");

template <class C>
  requires detail::coroutine<std::decay_t<C>> || detail::returns_coroutine<std::decay_t<C>>
void task_group::run(C&& c) {
  using kind = std::decay_t<C>;
  static_assert(detail::runs_as_task<kind>,
                "arcas: a group runs coroutines of type arcas::task<T>, and functions that return "
                "such coroutines");
  static_assert(std::is_constructible_v<kind, C>,
                "arcas: a group takes the coroutine itself: group.run(std::move(t))");
  if constexpr (detail::is_task<kind>) detail::coroutine_access::promise(c);  // throws if empty
  detail::task_context* const here = detail::task_context::current();
  spawned(here);
  ARCAS_TRY {
    detail::run_in<kind>(*this, std::forward<C>(c)).begin_as_task();
  }
  ARCAS_CATCH_ALL {
    finished(here);
    detail::throw_again();
  }
}

}  // namespace arcas::inline v0
