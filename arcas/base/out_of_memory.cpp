// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>

#include <cstdarg>
#include <cstdio>

namespace arcas::inline v0 {

out_of_memory::out_of_memory(const char* format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text_, sizeof text_, format, arguments);
  va_end(arguments);
}

}  // namespace arcas::inline v0
