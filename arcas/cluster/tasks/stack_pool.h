// SPDX-License-Identifier: Apache-2.0
// Where do tasks have their stacks? In mapped memory, each above a guard without access, so that a
// task which needs more ends the program with a sentence (diagnosis/last_words.h) and not with wrong
// results. The guard is wide, since a function with a long frame does not touch all of it in order.
#pragma once

#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct stack_memory {
  std::byte* low = nullptr;  // first usable byte; the guard ends here
  std::size_t bytes = 0;
};

class stack_pool {
 public:
  // Of stacks of that many bytes, rounded up to pages.
  explicit stack_pool(std::size_t stack_bytes);
  ~stack_pool();
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;

  // A stack that lives as long as the pool; none (low is null) where the system has no more.
  stack_memory take();
  std::size_t stack_bytes() const { return stack_bytes_; }
  // Below each stack. May be called in a signal handler.
  std::size_t guard_bytes() const { return stride_ - stack_bytes_; }

 private:
  std::size_t stack_bytes_;
  std::size_t stride_;  // of a guard, and the stack above it
  std::vector<std::byte*> slabs_;
  std::size_t taken_of_last_;
};

}  // namespace arcas::inline v0::cluster::detail
