// SPDX-License-Identifier: Apache-2.0
// A thread that serves one team after the other, and sleeps between them.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

class team;

class kept_thread {
 public:
  // 0, or the system's reason why there is no thread.
  static int make(kept_thread& made, std::size_t stack_bytes);
  kept_thread() = default;
  kept_thread(const kept_thread&) = delete;
  kept_thread& operator=(const kept_thread&) = delete;

  // Serves that team as that rank; null: the thread ends.
  void assign(team* of, unsigned rank);
  // It is in no team any more.
  void await_free();
  void join();

 private:
  static void* run(void* self);

  pthread_t handle_{};
  cpu_set_t processors_;  // where it may run; it begins on another than its maker
  bool apart_ = false;
  team* team_ = nullptr;  // written by the leader before `state_`
  unsigned rank_ = 0;
  enum : std::uint32_t { free, assigned };
  std::atomic<std::uint32_t> state_{free};
};

// Threads that are kept at the moment, and the initial thread.
unsigned threads_alive();

}  // namespace arcas::inline v0::detail::openmp
