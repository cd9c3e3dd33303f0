// SPDX-License-Identifier: Apache-2.0
// Where does the calling thread find its view of a reducer? In a table that each thread has, at the
// number that the reducer got when it was made: one indexed load. Private to algorithms/.
#pragma once

#include <arcas/runtime/runtime.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

namespace arcas::inline v0::detail {

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
  static view_table& mine() { return mine_; }

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
