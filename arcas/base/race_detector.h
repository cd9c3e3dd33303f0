// SPDX-License-Identifier: Apache-2.0
// What ThreadSanitizer is told where a program is compiled with -fsanitize=thread and the library, as it is installed, is not:
// it does not see the library's atomics, and would take what they order for races of the program. A key is an address
// that is used for nothing else: what happened before tell(key) happens before what follows see(key). Elsewhere nothing.
#pragma once

#include <cstdint>

#if defined(__SANITIZE_THREAD__)
#define ARCAS_RACE_DETECTOR 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ARCAS_RACE_DETECTOR 1
#endif
#endif

#if defined(ARCAS_RACE_DETECTOR)
#undef ARCAS_RACE_DETECTOR
// Of the sanitizer's library.
extern "C" {
void __tsan_acquire(void* key);
void __tsan_release(void* key);
}

namespace arcas::inline v0::detail::race_detector {

inline constexpr bool watches = true;

[[gnu::always_inline]] inline void tell(const void* key) noexcept {
  __tsan_release(const_cast<void*>(key));
}
[[gnu::always_inline]] inline void see(const void* key) noexcept {
  __tsan_acquire(const_cast<void*>(key));
}

}  // namespace arcas::inline v0::detail::race_detector

#else

namespace arcas::inline v0::detail::race_detector {

inline constexpr bool watches = false;

[[gnu::always_inline]] inline void tell(const void*) noexcept {}
[[gnu::always_inline]] inline void see(const void*) noexcept {}

}  // namespace arcas::inline v0::detail::race_detector

#endif

namespace arcas::inline v0::detail::race_detector {

// The library's words, which a thread makes at a loop's or a task's first use, and others use: what the sanitizer sees of them
// is the call of the allocator. For the library, whichever way it is compiled, but in no hot path.
extern char made;
void tell_made() noexcept;
void see_made() noexcept;

// Work of another thread begins here.
[[gnu::always_inline]] inline void see_work(const void* key) noexcept {
  see(key);
  see(&made);
}

struct told {
  explicit told(const void* key) noexcept : of(key) {}
  ~told() { tell(of); }
  told(const told&) = delete;
  told& operator=(const told&) = delete;
  const void* of;
};

// Work that others do for a thread, by the address of something that it has for the time of it: what came before the work,
// and, by another key, what all did in it. So a race between two that do it stays one.
[[gnu::always_inline]] inline const void* end_of(const void* work) noexcept {
  return static_cast<const std::uint64_t*>(work) + 1;
}

// Of the thread that has the work done.
struct whole {
  explicit whole(const void* work) noexcept : of(work) { tell(of); }
  ~whole() { see(end_of(of)); }
  whole(const whole&) = delete;
  whole& operator=(const whole&) = delete;
  const void* of;
};

// Of one that does a part.
struct part {
  explicit part(const void* work) noexcept : of(work) { see_work(of); }
  ~part() { tell(end_of(of)); }
  part(const part&) = delete;
  part& operator=(const part&) = delete;
  const void* of;
};

}  // namespace arcas::inline v0::detail::race_detector
