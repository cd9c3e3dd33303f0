// SPDX-License-Identifier: Apache-2.0
// Plain data that threads hand over to each other: each access must know of the conflicting ones
// before it.
#pragma once

#include <sim/explore/execution.h>

#include <source_location>
#include <utility>

namespace arcas::sim {

template <class T>
class shared {
 public:
  using where = std::source_location;

  template <class... Arguments>
  explicit shared(Arguments&&... arguments)
      : value_(std::forward<Arguments>(arguments)...),
        cell_(execution::current()->make_cell(this)) {}
  ~shared() {
    if (execution::current()) execution::current()->forget_cell(cell_, this);
  }
  shared(const shared&) = delete;
  shared& operator=(const shared&) = delete;

  const T& read(where at = where::current()) const {
    touch(false, at);
    return value_;
  }
  // For reading and changing the value.
  T& write(where at = where::current()) {
    touch(true, at);
    return value_;
  }
  void set(T v, where at = where::current()) { write(at) = std::move(v); }

 private:
  void touch(bool writes, const where& at) const {
    execution::current()->touch(cell_, this, writes, site(at));
  }

  T value_;
  cell_id cell_;
};

}  // namespace arcas::sim
