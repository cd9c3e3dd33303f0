// SPDX-License-Identifier: Apache-2.0
// A thread that serves one team after another and sleeps in between.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

class team;

class kept_thread {
 public:
  // Creates the thread. apart: it starts on another processor than its creator's, if there is one.
  // Returns 0, or the error number of pthread_create().
  static int make(kept_thread& made, std::size_t stack_bytes, bool apart);
  kept_thread() = default;
  kept_thread(const kept_thread&) = delete;
  kept_thread& operator=(const kept_thread&) = delete;

  // Makes the thread serve the team as member `rank`. If `of` is null, the thread ends.
  void assign(team* of, unsigned rank);
  // Blocks until the thread has left its team.
  void await_free();
  void join();

 private:
  static void* run(void* self);

  pthread_t handle_{};
  team* team_ = nullptr;  // written by the leader before `state_`
  unsigned rank_ = 0;
  enum : std::uint32_t { free, assigned };
  std::atomic<std::uint32_t> state_{free};
};

// The number of kept threads that exist, plus 1 for the initial thread.
unsigned threads_alive();

}  // namespace arcas::inline v0::detail::openmp
