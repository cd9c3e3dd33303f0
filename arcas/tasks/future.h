// SPDX-License-Identifier: Apache-2.0
// Results of tasks of a group, and tasks that take such results.
//
//   arcas::task_group group;
//   arcas::future<image> a = arcas::async(group, [] { return read("a.png"); });
//   arcas::future<image> b = arcas::async(group, [] { return read("b.png"); });
//   auto both = arcas::async(group, beside, std::move(a), std::move(b));
//   auto size = both.then([](const image& i) { return write("both.png", i); });
//   std::cout << size.get() << " bytes\n";
//
// async(group, f, futures…)
//   does     runs f(results…) as a task of the group, after the tasks of the futures; returns the
//            future of its result. f and the results are moved, so they may be move-only; f gets
//            no argument for a future<void>. The futures must be of the same group; they are empty
//            afterwards. f.then(g) is async(group, g, std::move(f)).
// async(group, f, after(a, b…), in(x), out(y)…)
//   does     runs f() as a task of the group, after the tasks of these futures, and after earlier
//            tasks that use the same variables (task_group.h). after() takes futures, or a
//            vector, array or span of futures of one type, which exist until async() returns; it
//            leaves them and their results as they are. f does not wait for a task that has ended,
//            and is called even if such a task has thrown. std::logic_error if a future belongs to
//            another group or is empty.
//   threads  called by the thread that made the group; std::logic_error on another thread. Tasks
//            that need futures of their own make a group of their own.
//   after    everything that the tasks of the futures did happens before f begins
//   cost     a few hundred nanoseconds; allocates memory for the result. If several hundred tasks
//            for each worker have not ended, the call runs some of them, as task_group::run() with
//            dependences does.
// get()      waits until the task has ended, and returns its result once; the future is empty
//            afterwards. Everything that the task did happens before get() returns. If the task has
//            not ended, get() is called like async(), outside the tasks of the group; meanwhile the
//            thread runs tasks of the group. Otherwise any thread may call it.
// wait()     waits as get() does, and leaves the result in the future
// throws     get() throws the exception of the task. If a task throws, the tasks that take its
//            result are not called, and their futures have the same exception. If the group is
//            stopped, or its wait() is about to throw, tasks that have not begun are not called,
//            and get() throws std::runtime_error.
// A future may be destroyed before its task ends; the result is then destroyed with the task, and
// an exception is lost, as with std::future. A future may outlive its group only for get(). If the
// memory for a task is refused, the futures that it would have taken are empty.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_graph.h>

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0 {
template <class R>
class future;
}

namespace arcas::inline v0::detail {

// The result of a task. Its task_join counts this task alone, and has the ancestry of the group, so
// that a thread which waits for the result runs tasks of the group.
class future_state : public task_join {
 public:
  explicit future_state(awaited_tasks& group)
      : task_join(group.home(), group.ancestry(), 1), group_(group) {}

  awaited_tasks& group() const noexcept { return group_; }
  using task_join::fail;
  using task_join::failed;
  using task_join::take_failure;

  // Runs tasks of the group until the result is there. If it is not there yet, std::logic_error on
  // a thread that did not make the group and in a task of the group.
  void wait();
  // Called by the thread that has stored the result or the exception.
  void ended() noexcept {
    race_detector::tell(this);
    finished_elsewhere();
  }
  // Called for the future and for the task. True: the caller destroys the state.
  bool drop() noexcept {
    // acq_rel: pairs with the other call; all accesses come before the destruction.
    return references_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 protected:
  ~future_state() = default;

 private:
  awaited_tasks& group_;
  const void* made_by_ = task_context::thread();  // identifies the thread
  std::atomic<int> references_{2};
};

[[noreturn]] void refuse_foreign_future();
[[noreturn]] void refuse_future_in_task();
[[noreturn]] void refuse_empty_future();
[[noreturn]] void refuse_future_of_other_group();
void refuse_same_future_twice(std::initializer_list<const future_state*> futures);
// The exception of a task that was not called; std::bad_alloc if there is no memory for it.
std::exception_ptr not_called() noexcept;

struct no_result {};

template <class R>
struct future_result final : future_state {
  using future_state::future_state;
  std::optional<std::conditional_t<std::is_void_v<R>, no_result, std::remove_reference_t<R>>> value;
};

// Owns one reference to the state of a result.
template <class R>
class future_reference {
 public:
  future_reference() = default;
  explicit future_reference(future_result<R>* of) noexcept : of_(of) {}
  future_reference(future_reference&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
  future_reference& operator=(future_reference&& other) noexcept {
    future_reference taken(std::move(other));
    std::swap(of_, taken.of_);
    return *this;
  }
  ~future_reference() {
    if (!of_ || !of_->drop()) return;
    race_detector::see(of_);
    delete of_;
  }

  explicit operator bool() const noexcept { return of_ != nullptr; }
  future_result<R>& operator*() const noexcept { return *of_; }
  future_result<R>* operator->() const noexcept { return of_; }
  // As a variable that the task of the result writes, and a task that takes the result, too.
  data_use use() const noexcept { return {of_, true}; }

 private:
  future_result<R>* of_ = nullptr;
};

// The end of a task, which stores its result. If the task is not called, the destructor says so.
template <class R>
class promised {
 public:
  explicit promised(future_result<R>* of) noexcept : of_(of) {}
  promised(promised&&) = default;
  ~promised() {
    if (of_) fail(not_called());
  }

  template <class Call>
  void store(Call call) {
    if constexpr (std::is_void_v<R>) {
      call();
      of_->value.emplace();
    } else {
      of_->value.emplace(call());
    }
  }
  void end() noexcept {
    of_->ended();
    future_reference<R>(std::move(of_));
  }
  void fail(std::exception_ptr e) noexcept {
    of_->fail(std::move(e));
    end();
  }

 private:
  future_reference<R> of_;
};

// The arguments that a future is for a function: its result, or none.
template <class R>
auto arguments_of(future_result<R>& of) {
  if constexpr (std::is_void_v<R>) {
    return std::tuple<>();
  } else {
    return std::tuple<R&&>(std::move(*of.value));
  }
}

template <class F, class Arguments>
inline constexpr bool takes_arguments = false;
template <class F, class... A>
inline constexpr bool takes_arguments<F, std::tuple<A...>> = std::invocable<F&, A...>;
template <class F, class... In>
inline constexpr bool takes_results =
    takes_arguments<F,
                    decltype(std::tuple_cat(arguments_of(std::declval<future_result<In>&>())...))>;

// A task that calls a function with results and stores what it returns.
template <class R, class F, class... In>
class future_task {
 public:
  template <class G>
  future_task(future_result<R>* out, G&& f, future_reference<In>&&... in)
      : in_(std::move(in)...), out_(out), f_(std::forward<G>(f)) {}

  void operator()() noexcept {
    if (std::exception_ptr failure = call()) {
      out_.fail(std::move(failure));
    } else {
      out_.end();
    }
  }

 private:
  // Stores the result, or returns the exception. The function and the results that it takes are
  // destroyed here, before the future is ready.
  std::exception_ptr call() noexcept {
    std::exception_ptr failure;
    std::tuple<future_reference<In>...> taken = std::move(in_);
    ARCAS_TRY {
      F f = std::move(f_);
      std::apply([&](auto&... in) { (look_at(*in, failure), ...); }, taken);
      if (!failure) {
        out_.store([&]() -> R {
          return std::apply(
              [&](auto&... in) -> R { return std::apply(f, std::tuple_cat(arguments_of(*in)...)); },
              taken);
        });
      }
    }
    ARCAS_CATCH_ALL {
      failure = caught_exception();
    }
    std::apply([](auto&... in) { (in->value.reset(), ...); }, taken);
    return failure;
  }
  template <class T>
  static void look_at(future_result<T>& in, std::exception_ptr& failure) {
    race_detector::see(static_cast<future_state*>(&in));
    if (in.failed() && !failure) failure = in.take_failure();
  }

  std::tuple<future_reference<In>...> in_;
  promised<R> out_;
  F f_;
};

// The tasks of futures, for which a task waits.
struct awaited_futures {
  std::vector<const future_state*> states;
};
template <class D>
concept async_dependence = std::same_as<D, data_use> || std::same_as<D, awaited_futures>;

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The result of a task. An empty future belongs to no task; get() and then() of an empty future
// throw std::logic_error.
template <class R>
class future {
  static_assert(!std::is_reference_v<R>,
                "arcas: a future of a reference: let the task return a "
                "pointer, or a copy");

 public:
  future() = default;

  // Whether it is not empty.
  bool valid() const noexcept { return bool(state_); }
  // Whether get() would return at once.
  bool is_ready() const { return state().over(); }
  void wait() const {
    state().wait();
    detail::race_detector::see(static_cast<detail::future_state*>(&*state_));
  }
  R get() {
    wait();
    const detail::future_reference<R> taken = std::move(state_);
    if (taken->failed()) std::rethrow_exception(taken->take_failure());
    if constexpr (!std::is_void_v<R>) return std::move(*taken->value);
  }
  // Runs f(get()) as a task of the group.
  template <class F>
    requires detail::takes_results<std::decay_t<F>, R>
  auto then(F&& f) {
    return async(static_cast<task_group&>(state().group()), std::forward<F>(f), std::move(*this));
  }

  // Wrong calls (base/wrong_use.h).
  void then(detail::anything, detail::anything = 0)
      ARCAS_WRONG("write a.then(f): f takes the result of a, or nothing for a future<void>");
  bool wait_for(detail::anything) const
      ARCAS_WRONG("a.is_ready() tells whether the task has ended, and a.wait() waits for it");
  future share() ARCAS_WRONG(
      "get() returns the result once: keep it in a variable, which several tasks may use");

  // The rest is for async() and after(). clang 16 takes no friends with constraints.
  static void add_uses(std::vector<detail::data_use>& all, const task_group&, detail::data_use u) {
    all.push_back(u);
  }
  static void add_uses(std::vector<detail::data_use>& all, const task_group& group,
                       const detail::awaited_futures& of) {
    for (const detail::future_state* s : of.states) {
      if (&s->group() != &group) detail::refuse_future_of_other_group();
      all.push_back({s, false});
    }
  }
  // uses: a list of uses, of which the first is set here.
  template <class Uses, class F, class... In>
  static auto start(task_group& group, Uses uses, F&& f, future<In>&&... in) {
    using result = std::decay_t<decltype(std::apply(
        std::declval<std::decay_t<F>&>(), std::tuple_cat(detail::arguments_of(*in.state_)...)))>;
    (in.require_group(group), ...);
    detail::refuse_same_future_twice({&*in.state_...});
    if (!group.is_makers_thread()) detail::refuse_foreign_future();
    auto* const made = new detail::future_result<result>(group);
    future<result> returned(made);
    uses[0] = returned.state_.use();
    group.run(detail::future_task<result, std::decay_t<F>, In...>(made, std::forward<F>(f),
                                                                  std::move(in.state_)...),
              uses);
    return returned;
  }

  detail::future_result<R>& state() const {
    if (!state_) detail::refuse_empty_future();
    return *state_;
  }
  detail::data_use use() const noexcept { return state_.use(); }

 private:
  template <class>
  friend class future;

  explicit future(detail::future_result<R>* of) noexcept : state_(of) {}
  void require_group(const detail::awaited_tasks& group) const {
    if (&state().group() != &group) detail::refuse_future_of_other_group();
  }

  detail::future_reference<R> state_;
};

template <class F, class... In>
  requires detail::takes_results<std::decay_t<F>, In...>
auto async(task_group& group, F&& f, future<In>&&... in) {
  const std::array uses{detail::data_use{}, in.use()...};
  return future<void>::start(group, uses, std::forward<F>(f), std::move(in)...);
}
template <class F, detail::async_dependence... D>
  requires(sizeof...(D) != 0 && detail::takes_results<std::decay_t<F>>)
auto async(task_group& group, F&& f, const D&... dependences) {
  std::vector<detail::data_use> uses(1);
  (future<void>::add_uses(uses, group, dependences), ...);
  return future<void>::start(group, std::move(uses), std::forward<F>(f));
}

// Dependences on the tasks of futures: see async().
template <class... In>
  requires(sizeof...(In) != 0)
detail::awaited_futures after(const future<In>&... earlier) {
  return {{&earlier.state()...}};
}
template <class List>
  requires requires(const List& list) {
    { std::size(list) } -> std::convertible_to<std::size_t>;
    []<class R>(const future<R>*) {}(std::data(list));
  }
detail::awaited_futures after(const List& earlier) {
  detail::awaited_futures all;
  for (std::size_t i = 0; i < std::size(earlier); ++i)
    all.states.push_back(&std::data(earlier)[i].state());
  return all;
}

// Wrong calls (base/wrong_use.h).
template <class F, class A, class... In>
void async(task_group&, F&&, const future<A>&, const future<In>&...)
    ARCAS_WRONG("a task takes the result of a future: async(group, f, std::move(a))");
template <class F, class... In>
  requires(!detail::takes_results<std::decay_t<F>, In...>)
void async(task_group&, F&&, future<In>&&...) ARCAS_WRONG(
    "async(group, f, futures...) calls f with the results of the futures, without an argument for "
    "a future<void>");
template <class = void>
void async(detail::anything, detail::anything = 0, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG(
        "write async(group, f), or async(group, f, std::move(a), ...): group is a variable of type "
        "task_group, f takes the results of the futures a, ..., and captures the rest");

}  // namespace arcas::inline v0
