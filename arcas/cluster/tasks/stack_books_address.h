// SPDX-License-Identifier: Apache-2.0
// AddressSanitizer keeps the bounds of the current stack, and for each a second one of its own.
#pragma once

#include <sanitizer/common_interface_defs.h>

#include <cstddef>

namespace arcas::cluster {

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
    __sanitizer_start_switch_fiber(from ? &from->second : nullptr, to.low, to.bytes);
  }
  // The bounds of a thread's own stack become known here, when it is left.
  static void arrive(stack_books& self, stack_books& left) {
    __sanitizer_finish_switch_fiber(self.second, &left.low, &left.bytes);
  }
};

}  // namespace arcas::cluster
