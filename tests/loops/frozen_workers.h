// SPDX-License-Identifier: Apache-2.0
// Workers that are held up at random places: a signal handler that sleeps in one thread.
#pragma once

#include <arcas/loops/runtime.h>

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <atomic>
#include <random>
#include <thread>

namespace arcas {

class frozen_workers {
 public:
  // From now on some worker of `machine` is held up for so long, again and again.
  frozen_workers(runtime& machine, long milliseconds) : threads_(machine.workers_pool().threads()) {
    nap_milliseconds = milliseconds;
    struct sigaction action {};
    action.sa_handler = [](int) {
      const timespec nap{0, nap_milliseconds * 1'000'000};
      nanosleep(&nap, nullptr);
    };
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, &before_);
    disturber_ = std::jthread([this](std::stop_token stop) {
      std::minstd_rand random(1);
      while (!stop.stop_requested()) {
        pthread_kill(threads_[random() % threads_.size()], SIGUSR1);
        const timespec pause{0, static_cast<long>(random() % 2'000'000)};
        nanosleep(&pause, nullptr);
      }
    });
  }
  ~frozen_workers() {
    disturber_ = {};
    // The handler stays: a signal may still be under way.
  }

 private:
  inline static std::atomic<long> nap_milliseconds{0};
  std::vector<pthread_t> threads_;
  struct sigaction before_ {};
  std::jthread disturber_;
};

}  // namespace arcas
