// SPDX-License-Identifier: Apache-2.0
// Memory for one task: a block of a desk's stock, or, for one that does not fit, the heap's.
// Private to tasks/.
#pragma once

#include <arcas/tasks/desk.h>

#include <cstddef>
#include <new>

namespace arcas {

// Room for a T that goes back unless it is kept.
template <class T>
class block_for {
 public:
  explicit block_for(desk& from) : from_(from), room_(fits ? from.block() : of_heap()) {}
  ~block_for() {
    if (room_) give_back(from_, room_);
  }
  block_for(const block_for&) = delete;
  block_for& operator=(const block_for&) = delete;

  void* get() const noexcept { return room_; }
  void keep() noexcept { room_ = nullptr; }

  // By any desk; nothing is left in the room.
  static void give_back(desk& by, void* room) noexcept {
    if constexpr (fits) {
      by.give_back(room);
    } else {
      ::operator delete (room, std::align_val_t{alignof(T)});
    }
  }

 private:
  static constexpr bool fits =
      sizeof(T) <= desk::block_size && alignof(T) <= alignof(std::max_align_t);
  static void* of_heap() { return ::operator new (sizeof(T), std::align_val_t{alignof(T)}); }

  desk& from_;
  void* room_;
};

}  // namespace arcas
