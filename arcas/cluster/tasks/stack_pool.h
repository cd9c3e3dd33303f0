// SPDX-License-Identifier: Apache-2.0
// The stacks of tasks, in mapped memory. Below each stack is a guard without access, so that a task
// that needs more ends the program with an error message (diagnosis/last_words.h), not with wrong
// results. The guard is wide because a function with a large frame may touch its far end first.
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
  // The stacks have `stack_bytes` bytes, rounded up to pages.
  explicit stack_pool(std::size_t stack_bytes);
  ~stack_pool();
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;

  // A stack that lives as long as the pool. If the system has no memory for it, `low` is null.
  stack_memory take();
  std::size_t stack_bytes() const { return stack_bytes_; }
  // Bytes of the guard below each stack. May be called in a signal handler.
  std::size_t guard_bytes() const { return stride_ - stack_bytes_; }

 private:
  std::size_t stack_bytes_;
  std::size_t stride_;  // bytes of a guard and the stack above it
  std::vector<std::byte*> slabs_;
  std::size_t taken_of_last_;
};

}  // namespace arcas::inline v0::cluster::detail
