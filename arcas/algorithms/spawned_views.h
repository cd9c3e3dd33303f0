// SPDX-License-Identifier: Apache-2.0
// Where in the order of a group that carries reducers is the calling thread, and what does it have
// for views while it waits? Private to algorithms/.
#pragma once

#include <arcas/algorithms/views.h>

namespace arcas::detail {

// A thread's stay in a place from which a group's tasks are spawned: the innermost counts.
class spawner {
 public:
  explicit spawner(const void* group) : group_(group), outer_(innermost_) { innermost_ = this; }
  ~spawner() { innermost_ = outer_; }
  spawner(const spawner&) = delete;
  spawner& operator=(const spawner&) = delete;

  const void* of() const { return group_; }
  // Null: the thread is in no such place.
  static spawner* innermost() { return innermost_; }

 private:
  static inline thread_local constinit spawner* innermost_ = nullptr;

  const void* group_;
  spawner* outer_;
};

// In a function that may be another thread's: no group around it knows its place.
class no_spawner : public spawner {
 public:
  no_spawner() : spawner(nullptr) {}
};

// The calling thread has other views for a time, or none.
class other_views {
 public:
  explicit other_views(const view_table& instead = {nullptr, 0}) : before_(view_table::mine()) {
    view_table::mine() = instead;
  }
  ~other_views() { view_table::mine() = before_; }
  other_views(const other_views&) = delete;
  other_views& operator=(const other_views&) = delete;

 private:
  view_table before_;
};

// From its end on the calling thread has no views.
class views_end {
 public:
  views_end() = default;
  ~views_end() { view_table::mine() = {nullptr, 0}; }
  views_end(const views_end&) = delete;
  views_end& operator=(const views_end&) = delete;
};

}  // namespace arcas::detail
