// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/spare_threads.h>

#include <arcas/workers/pool.h>

#include <pthread.h>

#include <atomic>
#include <thread>
#include <utility>

namespace arcas::inline v0::detail {

class spare_threads::spare {
 public:
  explicit spare(pool& owner) : thread_([this, &owner] { run(owner); }) {}
  ~spare() {
    start(nullptr);
    thread_.join();
  }

  // what: null ends the thread.
  void start(std::function<void()> what) {
    what_ = std::move(what);
    // release: pairs with the acquire in run(); publishes what_.
    busy_.store(true, std::memory_order_release);
    busy_.notify_one();
  }
  void await() {
    busy_.wait(true, std::memory_order_acquire);  // acquire: pairs with the release in run()
  }

 private:
  void run(pool& owner) {
    pthread_setname_np(pthread_self(), "arcas-spare");
    std::vector<unsigned> processors;
    for (const hardware_thread& t : owner.machine().threads()) processors.push_back(t.os_index);
    // A thread inherits the processors of the thread that makes it, which may be a pinned worker.
    if (owner.options().pin && owner.machine().can_pin()) pin_to(pthread_self(), processors);
    self::outside().tasks_of = &owner;
    self::outside().is_spare = true;
    for (;;) {
      busy_.wait(false, std::memory_order_acquire);  // acquire: pairs with the release in start()
      if (!what_) return;
      what_();
      what_ = nullptr;
      // release: pairs with the acquire in await().
      busy_.store(false, std::memory_order_release);
      busy_.notify_one();
    }
  }

  std::atomic<bool> busy_{false};
  std::function<void()> what_;
  std::thread thread_;
};

spare_threads::spare_threads(pool& owner) : owner_(owner) {}
spare_threads::~spare_threads() = default;

spare_threads::spare& spare_threads::lend(std::function<void()> what) {
  std::unique_ptr<spare> one;
  {
    const std::lock_guard choosing(lock_);
    if (!idle_.empty()) {
      one = std::move(idle_.back());
      idle_.pop_back();
    } else {
      idle_.reserve(idle_.capacity() + 1);  // so that take_back() does not allocate
    }
  }
  if (!one) one = std::make_unique<spare>(owner_);
  one->start(std::move(what));
  return *one.release();
}

void spare_threads::take_back(spare& lent) {
  lent.await();
  const std::lock_guard adding(lock_);
  idle_.emplace_back(&lent);
}

}  // namespace arcas::inline v0::detail
