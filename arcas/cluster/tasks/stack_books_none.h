// SPDX-License-Identifier: Apache-2.0
// Nobody asks.
#pragma once

#include <cstddef>

namespace arcas::cluster {

struct stack_books {
  void open(const void*, std::size_t) {}
  void open_for_thread() {}
  void close() {}
  static void leave(stack_books*, stack_books&) {}
  static void arrive(stack_books&, stack_books&) {}
};

}  // namespace arcas::cluster
