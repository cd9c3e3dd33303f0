// SPDX-License-Identifier: Apache-2.0
// How many blocks are in which queue, who drains it, and when all are done: all of
// locality_queues.h that does not depend on the type of a block. Private to loops/.
//
// It is over when nothing is outstanding: blocks that are in a queue or under way, and producers.
// A block is counted before it can be seen, and no more when its body has returned. So while a body
// runs, or a producer lives, the count cannot be 0, and what they enqueue is counted before they
// end: whoever reads 0 knows that nothing is there, nor will come.
#pragma once

#include <arcas/distribution/distributor.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace arcas {
class runtime;
}

namespace arcas::detail {

runtime& runtime_of_caller();

class place_queues {
 public:
  place_queues(runtime& on, place_kind place);
  ~place_queues();
  place_queues(const place_queues&) = delete;
  place_queues& operator=(const place_queues&) = delete;

  unsigned places() const { return static_cast<unsigned>(nearest_.size()); }
  unsigned workers() const;
  std::size_t waiting() const;
  void begin_drain();

  // relaxed, both: an atomic sum through which nothing else is read; queues have locks, and the
  // end of the loop publishes what bodies did.
  void begin_work() { outstanding_.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { outstanding_.fetch_sub(1, std::memory_order_relaxed); }
  // A body has thrown: nobody begins another block.
  void give_up() {
    given_up_.store(true, std::memory_order_relaxed);  // relaxed: a hint to leave
  }

  // Holds the lock of one place's queue.
  class change {
   public:
    change(place_queues& shared, unsigned home);
    ~change();
    change(const change&) = delete;
    change& operator=(const change&) = delete;
    // One block more, which nobody sees before the lock is released; or one less.
    void put();
    void taken();

   private:
    place_queues& shared_;
    unsigned home_;
  };

 private:
  friend class queue_worker;
  struct place_queue;

  unsigned place_of_caller() const;

  runtime& on_;
  place_kind kind_;
  std::unique_ptr<place_queue[]> queues_;       // by place
  std::vector<std::vector<unsigned>> nearest_;  // by place: the others, nearest first
  std::atomic<std::size_t> outstanding_{0};
  std::atomic<bool> given_up_{false};
};

// One worker that drains the queues.
class queue_worker {
 public:
  queue_worker(place_queues& shared, locality_mode mode);
  ~queue_worker();
  queue_worker(const queue_worker&) = delete;
  queue_worker& operator=(const queue_worker&) = delete;

  // Waits until there seems to be a block at place(), or all is over: false.
  bool finds_work();
  // The same at once: there seems to be a block at place().
  bool sees_work() { return looks_around(); }
  unsigned place() const { return place_; }

 private:
  bool seems_to_have_blocks(unsigned place) const;
  bool looks_around();

  place_queues& shared_;
  locality_mode mode_;
  unsigned own_;
  unsigned place_;
  unsigned naps_ = 0;  // in vain so far, until patience has run out for good
};

// While a body runs.
class working {
 public:
  explicit working(place_queues& shared);
  ~working();
  working(const working&) = delete;
  working& operator=(const working&) = delete;

 private:
  place_queues& shared_;
  int exceptions_;
};

}  // namespace arcas::detail
