// SPDX-License-Identifier: Apache-2.0
// Memory for one task: a block of the context's pool, or, for a task that does not fit, of the
// heap. Private to tasks/.
#pragma once

#include <cstddef>
#include <new>

namespace arcas::detail {

// Blocks of one size that one thread takes and gives back. A block may come back to another pool
// than it was taken from, since tasks move between threads.
class block_pool {
 public:
  static constexpr std::size_t block_size = 128;

  block_pool() = default;
  ~block_pool() {
    while (free_) {
      free_block* const next = free_->next;
      ::operator delete(free_);
      free_ = next;
    }
  }
  block_pool(const block_pool&) = delete;
  block_pool& operator=(const block_pool&) = delete;

  void* take() {
    if (!free_) [[unlikely]]
      return ::operator new(block_size);
    free_block* const b = free_;
    free_ = b->next;
    --count_;
    return b;
  }
  void give_back(void* b) noexcept {
    if (count_ == most_blocks) [[unlikely]]
      return ::operator delete(b);
    free_ = ::new (b) free_block{free_};
    ++count_;
  }

 private:
  struct free_block {
    free_block* next;
  };
  // More than that go back to the heap.
  static constexpr unsigned most_blocks = 1024;

  free_block* free_ = nullptr;
  unsigned count_ = 0;
};

// Room for a T that goes back unless it is kept.
template <class T>
class block_for {
 public:
  explicit block_for(block_pool& from) : from_(from), room_(fits ? from.take() : of_heap()) {}
  ~block_for() {
    if (room_) give_back(from_, room_);
  }
  block_for(const block_for&) = delete;
  block_for& operator=(const block_for&) = delete;

  void* get() const noexcept { return room_; }
  void keep() noexcept { room_ = nullptr; }

  // To any thread's own pool; the T in the room has been destroyed.
  static void give_back(block_pool& to, void* room) noexcept {
    if constexpr (fits) {
      to.give_back(room);
    } else {
      ::operator delete(room, std::align_val_t{alignof(T)});
    }
  }

 private:
  static constexpr bool fits =
      sizeof(T) <= block_pool::block_size && alignof(T) <= alignof(std::max_align_t);
  static void* of_heap() { return ::operator new(sizeof(T), std::align_val_t{alignof(T)}); }

  block_pool& from_;
  void* room_;
};

}  // namespace arcas::detail
