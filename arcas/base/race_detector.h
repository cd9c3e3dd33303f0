// SPDX-License-Identifier: Apache-2.0
// Annotations for ThreadSanitizer. They are needed if a program is compiled with -fsanitize=thread
// and the installed library is not: the sanitizer does not see the library's atomics, and would
// report races between accesses that the atomics order. A key is an address that is used for
// nothing else: accesses before tell(key) happen before accesses after see(key). In other programs
// these functions do nothing.
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

// The key of words that a thread allocates at the first use of a loop or task and that other
// threads use: the sanitizer sees their allocation, but not their publication. tell_made() and
// see_made() work even if the library is not compiled for the sanitizer; they must not be called in
// a hot path. Another key: words that several threads use in turn.
extern char made;
void tell_made(const void* key = &made) noexcept;
void see_made(const void* key = &made) noexcept;

// Called where a thread begins work that another thread gave it.
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

// Work that other threads do for one thread has two keys. `work`, the address of an object that
// exists as long as the work, orders the accesses before the work with the accesses in it.
// end_of(work) orders the accesses of all participants with the accesses after the work. A race
// between two participants remains visible.
[[gnu::always_inline]] inline const void* end_of(const void* work) noexcept {
  return static_cast<const std::uint64_t*>(work) + 1;
}

// Annotates work in the thread for which other threads do it.
struct whole {
  explicit whole(const void* work) noexcept : of(work) { tell(of); }
  ~whole() { see(end_of(of)); }
  whole(const whole&) = delete;
  whole& operator=(const whole&) = delete;
  const void* of;
};

// Annotates the part of the work that one thread does.
struct part {
  explicit part(const void* work) noexcept : of(work) { see_work(of); }
  ~part() { tell(end_of(of)); }
  part(const part&) = delete;
  part& operator=(const part&) = delete;
  const void* of;
};

}  // namespace arcas::inline v0::detail::race_detector
