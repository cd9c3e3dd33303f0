// SPDX-License-Identifier: Apache-2.0
// Reducers: variables to which the iterations of a loop add as if they ran one after the other.
//
//   arcas::reducer<arcas::plus<long>> total;
//   arcas::reducer<concatenation> names;
//   arcas::parallel_for(0, n, arcas::into(total, names), [&](int i) {
//     total.view() += x[i];
//     if (x[i] < 0) names.view() += name(i);
//   });
//   total.get(), or *total; std::move(names).get()
//
// The guarantee is that of Cilk's reducers. If the operation is associative, and each iteration
// only combines a view with something on the right, the value after the loop is the one that a
// single thread computes when it runs the iterations in the order of their indices. The operation
// need not be commutative. This holds for every distributor, grain and number of workers: a worker
// keeps a view for each run of consecutive iterations, and the views are combined in the order of
// the indices when the loop has ended. A view begins as the identity; its value during the loop
// depends on which worker executed which iterations.
//
// A loop carries the reducers that are listed in its into(…). Tasks can carry reducers too:
// reducing_tasks.h. Loops nest: an inner loop that carries the same reducer adds to the view of the
// iteration that calls it, as a serial loop in its place would. When the loop throws or is stopped,
// a reducer has the value of the finished iterations, in order. Two uses throw std::logic_error,
// since several threads could add to one value:
//   - A loop or task uses a reducer that was made outside it and that it does not carry, even if
//     each iteration uses another reducer. An iteration may use a reducer that its inner loop has
//     carried.
//   - Two loops or tasks, neither of which is inside the other, carry one reducer at the same time.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/runs.h>
#include <arcas/base/exceptions.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

// Where does the calling thread find its view of a reducer? In a table that each thread has, at the
// number that the reducer got when it was made: one indexed load.

// A reducer's small number, unique while it exists.
class reducer_number {
 public:
  reducer_number();
  ~reducer_number();
  reducer_number(const reducer_number&) = delete;
  reducer_number& operator=(const reducer_number&) = delete;

  std::size_t value() const { return value_; }

 private:
  std::size_t value_;
};

// Remembers two threads of a reducer: the one that has made it, and the one that has last led a
// loop or tasks that carried it. Also remembers, for each of them, the level of the loop in whose
// body the thread then was.
class reducer_maker {
 public:
  // Whether the calling thread alone uses the reducer's value, as far as the thread can tell. The
  // answer is true in two cases:
  //   - The thread has made the reducer, or was the last to lead a construct that carried it. It is
  //     not in a loop, or in a loop of the same level as then.
  //   - The thread is not in a loop and does not work for a runtime. A thread that waits for tasks
  //     of its own, and meanwhile runs some of them, does not count as working for a runtime.
  bool may_use() const noexcept {
    const self& me = self::current();
    const self* const thread = &self::outside();
    const bool in_none = me.enclosing == in_no_loop;
    if (thread_ == thread && (in_none || me.enclosing == level_)) return true;
    // relaxed: a thread finds its own address only if it has stored it, in led().
    if (led_by_.load(std::memory_order_relaxed) == thread &&
        // relaxed: stored by this thread
        (in_none || me.enclosing == led_at_.load(std::memory_order_relaxed)))
      return true;
    return in_none && me.owner == nullptr && !thread->is_spare;
  }
  // The calling thread has led a loop or tasks that carried the reducer, and no thread does so now.
  void led() noexcept {
    // relaxed: for this thread's own loads in may_use(); others only compare.
    led_at_.store(self::current().enclosing, std::memory_order_relaxed);
    led_by_.store(&self::outside(), std::memory_order_relaxed);  // relaxed: for its own loads
  }

 private:
  static constexpr int in_no_loop = -1;

  const self* thread_ = &self::outside();
  int level_ = self::current().enclosing;
  std::atomic<const self*> led_by_{nullptr};
  std::atomic<int> led_at_{in_no_loop};
};

// The calling thread's views, by the reducers' numbers. A view is null if neither the loop whose
// body the thread runs nor a loop around it carries the reducer.
struct view_table {
  void* const* views;
  std::size_t size;

  void* view(std::size_t number) const { return number < size ? views[number] : nullptr; }
  ARCAS_OF_THIS_THREAD static view_table& mine() { return mine_; }

 private:
  static thread_local constinit view_table mine_;
};

// What becomes of the views that a thread already has. stay: they remain valid in the code that the
// thread runs next. hide: that code does not see the views; afterwards the thread has them again.
enum class views_around { stay, hide };

// One worker's part in a loop, or a task, that carries reducers: its views are in the table from
// the first set() until this object is destroyed, which restores the surrounding views.
class carried_views {
 public:
  // No number in set() may be larger than `largest`.
  explicit carried_views(std::size_t largest, views_around others = views_around::stay);
  ~carried_views() { view_table::mine() = around_; }
  carried_views(const carried_views&) = delete;
  carried_views& operator=(const carried_views&) = delete;

  void set(std::size_t number, void* view) { views_[number] = view; }
  const view_table& around() const { return around_; }

 private:
  // More reducers than this at the same time are rare, and cost an allocation for each worker and
  // loop.
  static constexpr std::size_t without_allocation = 16;

  view_table around_;
  std::array<void*, without_allocation> few_;
  std::unique_ptr<void*[]> many_;
  void** views_;
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

template <class M>
class reducer {
  static_assert(
      monoid<M>,
      "arcas: a reducer is made of a monoid, which has value_type, identity() and m(a, b): "
      "reducer<arcas::plus<double>> sum, or reducer sum(arcas::plus<double>{}, 0.0)");

 public:
  using value_type = typename M::value_type;

  explicit reducer(M m = M()) : m_(std::move(m)), value_(m_.identity()) {}
  reducer(M m, value_type initial) : m_(std::move(m)), value_(std::move(initial)) {}
  // Wrong calls (base/wrong_use.h).
  template <detail::misplaced<M> Other>
  explicit reducer(const Other&)
      ARCAS_WRONG("a reducer starts with a value by reducer sum(arcas::plus<int>{}, 5)");

  // In a loop or task that carries this reducer, returns the view of the iteration or task that the
  // calling thread runs. Returns the value itself outside loops and tasks, and in a body that has
  // made the reducer or has called the last loop that carried it. In any other loop, task or team,
  // view() throws std::logic_error. The one exception: on the thread that has made the reducer,
  // while no loop or task carries it, the call may return the value. Cost in a loop: one indexed
  // load.
  value_type& view() {
    if (void* mine = detail::view_table::mine().view(number_.value())) {
      return *static_cast<value_type*>(mine);
    }
    // relaxed: a loop in which this thread takes part was counted before it was published.
    if (loops_.load(std::memory_order_relaxed) != 0 || !maker_.may_use()) refuse_foreign_loop();
    return value_;
  }

  // The value; to be called outside the loops that carry the reducer.
  const value_type& get() const& { return value_; }
  value_type get() && { return std::move(value_); }
  const value_type& operator*() const { return value_; }
  const M& operation() const { return m_; }

  // Wrong uses (base/wrong_use.h).
  value_type& view() const
      ARCAS_WRONG("a body that adds to a reducer captures it by reference: [&]");
  value_type& local()
      ARCAS_WRONG("a reducer's value in a body is r.view(), and after the loop r.get()");
  void set_value(detail::anything)
      ARCAS_WRONG("a reducer's value is set by view(), before the loop: r.view() = x");
  void operator+=(detail::anything)
      ARCAS_WRONG("a body adds to a reducer by view(): r.view() += x");
  void operator++() ARCAS_WRONG("a body adds to a reducer by view(): ++r.view()");

 private:
  template <class... R>
  friend class carrying;

  // The calling thread's view, or the value if the thread has none; without the checks of view().
  value_type& present() {
    void* const mine = detail::view_table::mine().view(number_.value());
    return mine ? *static_cast<value_type*>(mine) : value_;
  }

  [[noreturn]] static void refuse_foreign_loop() {
    detail::refuse_use(
        "a reducer is used in a loop, task or team that does not carry it: name it in into(…), "
        "which "
        "is the third argument of parallel_for and the first of invoke and reducing_group; or make "
        "it in the body that uses it");
  }
  [[noreturn]] static void refuse_two_at_once() {
    detail::refuse_use(
        "a reducer is named twice in an into(…), or by two loops or tasks at the same time, of "
        "which "
        "neither is inside the other: make a reducer for each");
  }

  M m_;
  value_type value_;
  detail::reducer_number number_;
  detail::reducer_maker maker_;
  std::atomic<unsigned> loops_{0};  // number of loops that carry it now
};

// The reducers that one loop carries. Together they are a monoid, whose values are tuples with one
// value for each reducer.
template <class... R>
class carrying {
 public:
  using value_type = std::tuple<typename R::value_type...>;

  explicit carrying(R&... reducers) : reducers_(reducers...) {}

  value_type identity() const {
    return std::apply([](R&... r) { return value_type(r.m_.identity()...); }, reducers_);
  }
  value_type operator()(value_type&& a, value_type&& b) const {
    each([&](auto& r, auto k) {
      auto& sum = std::get<k>(a);
      sum = r.m_(std::move(sum), std::move(std::get<k>(b)));
    });
    return std::move(a);
  }
  std::size_t largest_number() const {
    return std::apply([](R&... r) { return std::max({r.number_.value()...}); }, reducers_);
  }
  void show(detail::carried_views& where, value_type& mine) const {
    each([&](auto& r, auto k) { where.set(r.number_.value(), &std::get<k>(mine)); });
  }
  // While a turn exists, a loop or tasks of the thread that made the turn carry the reducers. Its
  // constructor throws if another loop carries one of them and the thread has no view from that
  // loop.
  class turn {
   public:
    explicit turn(const carrying& all) : all_(all) {
      bool alone = true;
      all.each([&](auto& r, auto) {
        // acquire: pairs with the release in ~turn(), so that this thread sees the additions of the
        // turn before.
        const unsigned others = r.loops_.fetch_add(1, std::memory_order_acquire);
        alone = alone && (others == 0 || detail::view_table::mine().view(r.number_.value()));
      });
      if (alone) return;
      leave();
      std::get<0>(all.reducers_).refuse_two_at_once();
    }
    ~turn() {
      all_.each([](auto& r, auto) {
        if (!detail::view_table::mine().view(r.number_.value())) r.maker_.led();
      });
      leave();
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;

   private:
    void leave() const {
      // release: pairs with the acquire in turn(), which then sees the value.
      all_.each([](auto& r, auto) { r.loops_.fetch_sub(1, std::memory_order_release); });
    }

    const carrying& all_;
  };
  bool shown() const {
    return std::apply(
        [](R&... r) {
          return ((detail::view_table::mine().view(r.number_.value()) != nullptr) && ...);
        },
        reducers_);
  }
  void show_present(detail::carried_views& where) const {
    each([&](auto& r, auto) { where.set(r.number_.value(), &r.present()); });
  }
  // Adds the results of the loop to the caller's views.
  void add(value_type& found) const {
    each([&](auto& r, auto k) {
      auto& to = r.present();
      to = r.m_(std::move(to), std::move(std::get<k>(found)));
    });
  }

 private:
  // Calls f(reducer, its position) for each; the position is a std::integral_constant.
  template <class F>
  void each(const F& f) const {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (f(std::get<K>(reducers_), std::integral_constant<std::size_t, K>()), ...);
    }(std::index_sequence_for<R...>());
  }

  std::tuple<R&...> reducers_;
};

namespace detail {
// For wrong calls: the third argument of a loop, with or without into(…).
struct named_reducers {
  template <class M>
  named_reducers(const reducer<M>&);  // NOLINT: arguments convert
  template <class... R>
  named_reducers(const carrying<R...>&);  // NOLINT: arguments convert
};
}  // namespace detail

// The third argument of a loop: the reducers to which its body adds, each named once.
template <monoid First, monoid... More>
carrying<reducer<First>, reducer<More>...> into(reducer<First>& first, reducer<More>&... more) {
  return carrying(first, more...);
}

// parallel_for(0, n, into(total), [&](int i) { total.view() += x[i]; }): the loop of parallel_for.h
// that carries reducers. Also throws the exceptions of the reducers' operations. Cost: that of
// parallel_for, an allocation for each run, and the combination of all runs by the caller.
template <loop_index A, loop_index B, class... R, loop_body<index_between<A, B>> Body>
void parallel_for(A first, B last, const carrying<R...>& reducers, Body&& body,
                  const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  using I = detail::checked_loop<A, B, Body>::index;
  const I from = detail::checked_bound<I>(first), to = detail::checked_bound<I>(last);
  using all = carrying<R...>;
  using own_views = std::optional<detail::carried_views>;
  const auto add = [&](typename all::value_type& views, own_views& here, I begin, I end) {
    if (!here) here.emplace(reducers.largest_number());
    reducers.show(*here, views);
    if constexpr (index_body<Body, I>) {
      for (I i = begin; i != end; ++i) body(i);
    } else {
      body(begin, end);
    }
  };
  detail::loop_in_order<I, all, own_views, decltype(add)> loop(from, reducers, add);
  const auto add_found = [&] {
    if (auto* found = loop.total()) reducers.add(*found);
  };
  const typename all::turn carried(reducers);
  ARCAS_TRY {
    loop.run_to(to, options, where);
  }
  ARCAS_CATCH_ALL {
    add_found();
    detail::throw_again();
  }
  add_found();
}

// Wrong calls (base/wrong_use.h): a reducer without into(…), a body that cannot be called with an
// index, into(…) with a range, and into(…) in another place.
void parallel_for(detail::anything, detail::anything, detail::named_reducers, detail::anything,
                  detail::anything = 0)
    ARCAS_WRONG(
        "a loop names its reducers by into(...), and its body takes an index: parallel_for(0, n, "
        "into(sum), [&](int i) { sum.view() += i; })");
void parallel_for(detail::anything, detail::named_reducers, detail::anything,
                  const loop_options& = no_options)
    ARCAS_WRONG("into(...) goes with two bounds: parallel_for(0, n, into(sum), body)");
template <loop_index A, loop_index B, class Body, class... R>
void parallel_for(A, B, Body&&, const carrying<R...>&, const loop_options& = no_options)
    ARCAS_WRONG("into(...) is the third argument of a loop: parallel_for(0, n, into(sum), body)");
template <class = void>
detail::anything into(detail::anything, detail::anything = 0, detail::anything = 0,
                      detail::anything = 0)
    ARCAS_WRONG("into(...) names reducers, such as a reducer<arcas::plus<long>> sum");

}  // namespace arcas::inline v0
