// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>

#include <stdexcept>

namespace arcas::inline v0::detail {

void throw_again() {
  throw;
}

void refuse_use(const char* sentence) {
  throw std::logic_error(sentence);
}

}  // namespace arcas::inline v0::detail
