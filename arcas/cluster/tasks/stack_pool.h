// SPDX-License-Identifier: Apache-2.0
// Where do tasks have their stacks? In mapped memory, each above a page without access, so
// that a task which needs more ends the program with a sentence and not with wrong results. The
// disposition of a signal belongs to the process and the watched stacks to a thread, so that this
// is a state outside of a rank, as diagnosis/watchdog.h is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct stack_memory {
  std::byte* low = nullptr;  // first usable byte; the guard page ends here
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
  // Whether that address is in a guard page. May be called in a signal handler.
  bool guards(const void* address) const;

 private:
  std::size_t page_;
  std::size_t stack_bytes_;
  std::vector<std::byte*> slabs_;
  std::size_t taken_of_last_;
};

// While it lives, a write into a guard page of these stacks by this thread is explained. Watches
// nest.
class overflow_watch {
 public:
  overflow_watch(const stack_pool& stacks, std::uint32_t rank);
  ~overflow_watch();
  overflow_watch(const overflow_watch&) = delete;
  overflow_watch& operator=(const overflow_watch&) = delete;

  const stack_pool& stacks;
  const std::uint32_t rank;

 private:
  const overflow_watch* const outer_;
};

// Gives the calling thread the stack that the sentence is written on; the signal is caught from the
// first of these on. Ends with the thread's last.
class overflow_reporter {
 public:
  overflow_reporter();
  ~overflow_reporter();
  overflow_reporter(const overflow_reporter&) = delete;
  overflow_reporter& operator=(const overflow_reporter&) = delete;

 private:
  std::unique_ptr<char[]> stack_;
};

}  // namespace arcas::inline v0::cluster::detail
