// SPDX-License-Identifier: Apache-2.0
// An atomic for one thread. It counts its accesses, each of which may cost a cache line transfer.
#pragma once

#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas {

struct access_counts {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
};
inline access_counts accesses;

template <class T>
class counting_atomic {
 public:
  T load(std::memory_order) const {
    ++accesses.reads;
    return value_;
  }
  void store(T v, std::memory_order) {
    ++accesses.writes;
    value_ = v;
  }
  T fetch_add(T v, std::memory_order) {
    ++accesses.writes;
    const T before = value_;
    value_ += v;
    return before;
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order) {
    ++accesses.writes;
    if (value_ != expected) {
      expected = value_;
      return false;
    }
    value_ = desired;
    return true;
  }

 private:
  T value_{};
};

}  // namespace arcas
