// SPDX-License-Identifier: Apache-2.0
// ThreadSanitizer keeps a stack of calls for each fiber.
#pragma once

#include <sanitizer/tsan_interface.h>

#include <cstddef>

namespace arcas::cluster {

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
  static void arrive(stack_books&, stack_books&) {}
};

}  // namespace arcas::cluster
