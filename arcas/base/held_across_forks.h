// SPDX-License-Identifier: Apache-2.0
// Data of which a process has one copy, protected by a lock that is free in a forked child. Private
// to Arcas.
#pragma once

#include <pthread.h>

#include <mutex>

namespace arcas::inline v0::detail {

// The one T of the process; T has a member `std::mutex lock`. A shared object that contains Arcas
// has a T of its own if T has no linkage, or if the object hides its symbols. May be called at any
// time: the T is constructed at the first call and never destroyed, since static objects may use it
// in their destructors.
template <class T>
T& of_process() {
  static T* const one = new T;
  return *one;
}

// The forking thread takes the lock before the fork and releases it in both processes, so that the
// child never inherits a lock held by a thread that does not exist in the child. Must be called for
// each T before main(), when no other thread can fork. Has an effect once per process, even if two
// objects that share T call it.
template <class T>
int held_across_forks() noexcept {
  constexpr auto unlock = [] { of_process<T>().lock.unlock(); };
  static const int once = pthread_atfork([] { of_process<T>().lock.lock(); }, unlock, unlock);
  return once;
}

}  // namespace arcas::inline v0::detail
