// SPDX-License-Identifier: Apache-2.0
// Reducers: values that the iterations of a loop add to as if they ran one after the other.
//
//   arcas::reducer<arcas::plus<long>> total;
//   arcas::reducer<concatenation> names;
//   arcas::parallel_for(0, n, arcas::into(total, names), [&](int i) {
//     total.view() += x[i];
//     if (x[i] < 0) names.view() += name(i);
//   });
//   total.get(), or *total; std::move(names).get()
//
// What is guaranteed, as by Cilk's reducers: if the operation is associative and each iteration
// does nothing to a view but combine it with something on the right, the value after the loop is
// what one thread would have found that ran the iterations in the order of their indices; the
// operation need not be commutative. So it is with every distributor, grain and number of workers:
// a worker keeps a view for each run of consecutive iterations that it did one after the other, and
// these are combined in the order of the indices when the loop is over. A view begins as the
// identity, and what it holds in the midst of a loop depends on which worker did what.
//
// Tasks carry them, too: reducing_tasks.h. Loops nest: an inner loop that carries the same reducer
// adds to the view of the iteration that meets it, as if it were a plain loop there. When the loop
// throws or is stopped, a reducer has what was done until then, in order. A loop or task that does not carry a reducer and
// uses it, also if each iteration has a reducer of its own that was made outside (but behind an inner loop of its that has
// carried it), and two that carry it at the same time of which neither is inside the other, are mistakes: they throw
// std::logic_error, since threads would add to one value.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/runs.h>
#include <arcas/algorithms/views.h>
#include <arcas/base/exceptions.h>
#include <arcas/loops/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

template <monoid M>
class reducer {
 public:
  using value_type = typename M::value_type;

  explicit reducer(M m = M()) : m_(std::move(m)), value_(m_.identity()) {}
  reducer(M m, value_type initial) : m_(std::move(m)), value_(std::move(initial)) {}

  // The view of the iteration that the calling thread is in; the value itself outside of loops and tasks, and where the body
  // that calls has made the reducer, or has called the last loop that carried it. Throws std::logic_error in a loop, task or team that does not carry this reducer, but
  // may give the value to the thread that has made it, where no other uses it. Cost in a loop: one indexed load.
  value_type& view() {
    if (void* mine = detail::view_table::mine().view(number_.value())) {
      return *static_cast<value_type*>(mine);
    }
    // relaxed: a loop that this thread is part of has counted itself before it was published.
    if (loops_.load(std::memory_order_relaxed) != 0 || !maker_.may_use()) refuse_foreign_loop();
    return value_;
  }

  // What it has come to; outside of the loops that carry it.
  const value_type& get() const& { return value_; }
  value_type get() && { return std::move(value_); }
  const value_type& operator*() const { return value_; }
  const M& operation() const { return m_; }

 private:
  template <class... R>
  friend class carrying;

  // Of a thread in whose loop or task it is carried.
  value_type& present() {
    void* const mine = detail::view_table::mine().view(number_.value());
    return mine ? *static_cast<value_type*>(mine) : value_;
  }

  [[noreturn]] static void refuse_foreign_loop() {
    detail::refuse_use(
        "a reducer is used in a loop, task or team that does not carry it: name it in into(…), the "
        "third argument of parallel_for, or of invoke and reducing_group the first; or make it in "
        "the body that uses it");
  }
  [[noreturn]] static void refuse_two_at_once() {
    detail::refuse_use(
        "a reducer is named in into(…) by two loops or tasks at the same time, of which neither is "
        "inside the other: make a reducer for each");
  }

  M m_;
  value_type value_;
  detail::reducer_number number_;
  detail::reducer_maker maker_;
  std::atomic<unsigned> loops_{0};  // that carry it now
};

// The reducers that one loop carries: the monoid of their values, side by side.
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
  // While it lives, in the thread that calls the loop or spawns the tasks, these carry the reducers. Throws where another
  // loop does, and the thread has no view that it gave.
  class turn {
   public:
    explicit turn(const carrying& all) : all_(all) {
      bool alone = true;
      all.each([&](auto& r, auto) {
        // acquire: pairs with the release in ~turn(); the value has what the turn before added.
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
      // release: pairs with the acquire in turn(); the value is whole.
      all_.each([](auto& r, auto) { r.loops_.fetch_sub(1, std::memory_order_release); });
    }

    const carrying& all_;
  };
  // The calling thread has a view of each.
  bool shown() const {
    return std::apply(
        [](R&... r) {
          return ((detail::view_table::mine().view(r.number_.value()) != nullptr) && ...);
        },
        reducers_);
  }
  // What the thread finds by view() is what it will find there.
  void show_present(detail::carried_views& where) const {
    each([&](auto& r, auto) { where.set(r.number_.value(), &r.present()); });
  }
  // What the loop found goes to the views of the caller.
  void add(value_type& found) const {
    each([&](auto& r, auto k) {
      auto& to = r.present();
      to = r.m_(std::move(to), std::move(std::get<k>(found)));
    });
  }

 private:
  // f(reducer, its position) for each; the position is a std::integral_constant.
  template <class F>
  void each(const F& f) const {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (f(std::get<K>(reducers_), std::integral_constant<std::size_t, K>()), ...);
    }(std::index_sequence_for<R...>());
  }

  std::tuple<R&...> reducers_;
};

// The third argument of a loop: which reducers its body adds to, each once.
template <monoid First, monoid... More>
carrying<reducer<First>, reducer<More>...> into(reducer<First>& first, reducer<More>&... more) {
  return carrying(first, more...);
}

// parallel_for(0, n, into(total), [&](int i) { total.view() += x[i]; }): the loop of parallel_for.h
// that carries reducers. Throws, too, what their operations throw. Cost: that of parallel_for, an
// allocation for each run, and the combination of all runs by the caller.
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

}  // namespace arcas::inline v0
