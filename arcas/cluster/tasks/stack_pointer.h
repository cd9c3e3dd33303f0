// SPDX-License-Identifier: Apache-2.0
// The stack pointer at the time of a signal, from the context that the signal handler gets; 0 on
// processors that are not supported here.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace arcas::inline v0::cluster::detail {

#if defined(__x86_64__)
inline std::uintptr_t stack_pointer_of(const ucontext_t& at) {
  return static_cast<std::uintptr_t>(at.uc_mcontext.gregs[REG_RSP]);
}
#elif defined(__aarch64__)
inline std::uintptr_t stack_pointer_of(const ucontext_t& at) {
  return static_cast<std::uintptr_t>(at.uc_mcontext.sp);
}
#else
inline std::uintptr_t stack_pointer_of(const ucontext_t&) {
  return 0;
}
#endif

}  // namespace arcas::inline v0::cluster::detail
