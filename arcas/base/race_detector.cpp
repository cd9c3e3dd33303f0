// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/race_detector.h>

// Null in a program that is not compiled for ThreadSanitizer.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* key);
[[gnu::weak]] void __tsan_release(void* key);
}

namespace arcas::inline v0::detail::race_detector {

char made;

void tell_made(const void* key) noexcept {
  if (__tsan_release != nullptr) __tsan_release(const_cast<void*>(key));
}

void see_made(const void* key) noexcept {
  if (__tsan_acquire != nullptr) __tsan_acquire(const_cast<void*>(key));
}

}  // namespace arcas::inline v0::detail::race_detector
