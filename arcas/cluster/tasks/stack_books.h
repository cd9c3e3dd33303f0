// SPDX-License-Identifier: Apache-2.0
// Calls that tell a sanitizer about the switches of a thread between stacks:
//   leave(from, to)     before a switch; null `from`: that stack is never used again
//   arrive(self)        the first call after a switch, on the stack of `self`
//   open, close         when a stack is created, and when it has been left for ever
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define ARCAS_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define ARCAS_THREAD_SANITIZER 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define ARCAS_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define ARCAS_THREAD_SANITIZER 1
#endif
#endif

#if defined(ARCAS_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#elif defined(ARCAS_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace arcas::inline v0::cluster::detail {

#if defined(ARCAS_ADDRESS_SANITIZER)
#undef ARCAS_ADDRESS_SANITIZER

// AddressSanitizer keeps the bounds of the current stack and, for each stack, a second stack.
struct stack_books {
  void* second = nullptr;
  const void* low = nullptr;
  std::size_t bytes = 0;

  void open(const void* stack_low, std::size_t stack_bytes) {
    low = stack_low;
    bytes = stack_bytes;
  }
  void open_for_thread() {}
  void close() {}
  static void leave(stack_books* from, stack_books& to) {
    leaving = from;
    __sanitizer_start_switch_fiber(from ? &from->second : nullptr, to.low, to.bytes);
  }
  // The bounds of a thread's own stack become known here, when that stack is left for the first
  // time. AddressSanitizer poisons memory around the local variables of a function until the
  // function returns. The function that begins a stack calls arrive() and never returns: memory of
  // its frame would stay poisoned, and is used again. So arrive() has no local variables.
  static void arrive(stack_books& self) {
    __sanitizer_finish_switch_fiber(self.second, leaving ? &leaving->low : nullptr,
                                    leaving ? &leaving->bytes : nullptr);
  }

 private:
  static inline thread_local stack_books* leaving = nullptr;  // from leave() to arrive()
};

#elif defined(ARCAS_THREAD_SANITIZER)
#undef ARCAS_THREAD_SANITIZER

// ThreadSanitizer keeps a call stack for each fiber.
struct stack_books {
  void* fiber = nullptr;
  bool ours = false;

  void open(const void*, std::size_t) {
    fiber = __tsan_create_fiber(0);
    ours = true;
  }
  void open_for_thread() { fiber = __tsan_get_current_fiber(); }
  void close() {
    if (ours) __tsan_destroy_fiber(fiber);
    fiber = nullptr;
    ours = false;
  }
  static void leave(stack_books*, stack_books& to) { __tsan_switch_to_fiber(to.fiber, 0); }
  static void arrive(stack_books&) {}
};

#else

// No sanitizer: all hooks are empty.
struct stack_books {
  void open(const void*, std::size_t) {}
  void open_for_thread() {}
  void close() {}
  static void leave(stack_books*, stack_books&) {}
  static void arrive(stack_books&) {}
};

#endif

}  // namespace arcas::inline v0::cluster::detail
