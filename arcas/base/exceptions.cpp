// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace arcas::inline v0::detail {

std::exception_ptr caught_exception() noexcept {
  std::exception_ptr caught = std::current_exception();
  if (caught) return caught;
  std::fputs(
      "arcas: a thread was ended in the body of a loop or in a task, by pthread_cancel or "
      "pthread_exit; bodies must return or throw\n",
      stderr);
  std::abort();
}

void throw_again() {
  throw;
}

void refuse_use(const char* sentence) {
  throw std::logic_error(sentence);
}

}  // namespace arcas::inline v0::detail
