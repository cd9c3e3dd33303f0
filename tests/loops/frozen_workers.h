// SPDX-License-Identifier: Apache-2.0
// Workers that are stopped at random places: a signal handler sleeps in one thread.
#pragma once

#include <arcas/runtime/runtime.h>
#include <arcas/workers/pool.h>

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <random>
#include <thread>

namespace arcas {

class frozen_workers {
 public:
  // From now on workers of `machine`, chosen at random, are stopped for this number of
  // milliseconds, one at a time.
  frozen_workers(runtime& machine, long milliseconds) : threads_(machine.workers_pool().threads()) {
    nap_milliseconds = milliseconds;
    struct sigaction action{};
    action.sa_handler = [](int) {
      const timespec nap{0, nap_milliseconds * 1'000'000};
      nanosleep(&nap, nullptr);
    };
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, nullptr);  // never restored, since a last signal may be pending at
                                           // the end
    disturber_ = std::jthread([this](std::stop_token stop) {
      std::minstd_rand random(1);
      while (!stop.stop_requested()) {
        pthread_kill(threads_[random() % threads_.size()], SIGUSR1);
        // The pause is longer than the nap; otherwise the only worker of a runtime would not
        // progress.
        const timespec pause{
            0, nap_milliseconds * 1'000'000 + static_cast<long>(random() % 5'000'000)};
        nanosleep(&pause, nullptr);
      }
    });
  }

 private:
  inline static std::atomic<long> nap_milliseconds{0};
  std::vector<pthread_t> threads_;
  std::jthread disturber_;
};

// One worker of a machine, stopped from now on until release().
class held_worker {
 public:
  explicit held_worker(runtime& machine) {
    released = arrived = left = false;
    struct sigaction action{};
    action.sa_handler = [](int) {
      const int before = errno;
      arrived = true;
      const timespec nap{0, 1'000'000};
      while (!released) nanosleep(&nap, nullptr);
      errno = before;
      left = true;
    };
    sigaction(SIGUSR2, &action, nullptr);
    pthread_kill(machine.workers_pool().threads().front(), SIGUSR2);
    while (!arrived) std::this_thread::yield();
  }
  ~held_worker() { release(); }
  void release() {
    released = true;
    while (!left) std::this_thread::yield();
  }

 private:
  inline static std::atomic<bool> arrived{false};
  inline static std::atomic<bool> released{false};
  inline static std::atomic<bool> left{false};
};

}  // namespace arcas
