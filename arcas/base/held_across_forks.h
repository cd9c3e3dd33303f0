// SPDX-License-Identifier: Apache-2.0
// What a whole process has once, under a lock that a forked child finds free. Private to Arcas.
#pragma once

#include <pthread.h>

#include <mutex>

namespace arcas::inline v0::detail {

// The one T of the process, which has a member std::mutex lock; of each object that contains Arcas where T
// has no linkage or the object hides its symbols. At any time: it is made when it is
// first needed and never destroyed, since static objects may end after it would.
template <class T>
T& of_process() {
  static T* const one = new T;
  return *one;
}

// The thread that forks takes the lock first and gives it back in both processes, so that no other
// thread, which the child lacks, can have it. To be called for each T before main(): then no thread
// forks meanwhile. Once in a process, also where two objects that share T call it.
template <class T>
int held_across_forks() noexcept {
  constexpr auto unlock = [] { of_process<T>().lock.unlock(); };
  static const int once = pthread_atfork([] { of_process<T>().lock.lock(); }, unlock, unlock);
  return once;
}

}  // namespace arcas::inline v0::detail
