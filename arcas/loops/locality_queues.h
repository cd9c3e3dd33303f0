// SPDX-License-Identifier: Apache-2.0
// Blocks that come while others are at work: a queue for each place, filled by one producer or
// many, drained by all workers, each from the queue of its own place first.
//
//   locality_queues<block> queues;
//   queues.enqueue(home, b);                              // any thread, a body of drain() too
//   drain(queues, [&](block& b) { … });                   // returns when all are done
//
// A producer that goes on while others drain holds a locality_producer: drain() does not return
// while there is one. After Wittmann & Hager, "A Proof of Concept for Optimizing Task Parallelism
// by Locality Queues"; a queue is a list under a lock, as there.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/exceptions.h>
#include <arcas/base/processor.h>
#include <arcas/distribution/distributor.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// All of the queues that does not depend on the type of a block: how many blocks are in which
// queue, which workers drain it, and when all are done.
//
// It is over when nothing is outstanding: blocks that are in a queue or under way, and producers. A
// block is counted before it can be seen, and no more when its body has returned. So while a body
// runs, or a producer lives, the count cannot be 0, and what they enqueue is counted before they
// end: a thread that reads 0 knows that nothing is there, nor will come.
class place_queues {
 public:
  struct alignas(no_sharing) place_queue {
    std::mutex lock;
    std::atomic<std::size_t> blocks{0};   // changed under the lock, read by any thread
    std::atomic<std::size_t> workers{0};  // workers of the place that drain the queues
  };

  place_queues(runtime& on, place_kind place);

  runtime& where() { return on_; }
  unsigned places() const { return static_cast<unsigned>(nearest_.size()); }
  // relaxed, both: each block is counted under its queue's lock, between its coming and its going,
  // and all blocks by one word, so that 0 is a moment at which no queue had any.
  std::size_t waiting() const { return queued_.load(std::memory_order_relaxed); }
  void add_queued(std::ptrdiff_t blocks) {
    queued_.fetch_add(static_cast<std::size_t>(blocks),
                      std::memory_order_relaxed);  // see waiting()
  }
  // Throws std::out_of_range for a home that is no place of this machine.
  place_queue& at(unsigned home);

  // relaxed, both: an atomic sum through which nothing else is read; queues have locks, and the
  // end of the loop publishes what bodies did.
  void begin_work() { outstanding_.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { outstanding_.fetch_sub(1, std::memory_order_relaxed); }

  // A body on this thread's stack, whose block is outstanding.
  class running_block {
   public:
    explicit running_block(place_queues& queues);
    ~running_block();
    running_block(const running_block&) = delete;
    bool is_of(const place_queues& queues) const { return &queues_ == &queues; }
    const running_block* outer() const { return outer_; }

   private:
    place_queues& queues_;
    const running_block* outer_;
  };

  template <class Body, class Block>
  void run(Body& body, Block& block) {
    const running_block running(*this);
    body(block);
  }
  // Throws std::logic_error on a thread that runs a body of these queues, whose block is
  // outstanding until it returns.
  void refuse_inside() const;

 private:
  friend class queue_worker;

  runtime& on_;
  place_kind kind_;
  std::unique_ptr<place_queue[]> queues_;       // by place
  std::vector<std::vector<unsigned>> nearest_;  // by place: the others, nearest first
  std::atomic<std::size_t> outstanding_{0};
  std::atomic<std::size_t> queued_{0};
};

// One worker that drains the queues.
class queue_worker {
 public:
  queue_worker(place_queues& shared, locality_mode mode);
  ~queue_worker();
  queue_worker(const queue_worker&) = delete;
  queue_worker& operator=(const queue_worker&) = delete;

  // Waits until there seems to be a block at place(), or all is over, or given_up: false.
  bool finds_work(const std::atomic<bool>& given_up);
  // There seems to be a block at place().
  bool sees_work();
  unsigned place() const { return place_; }

 private:
  place_queues& shared_;
  locality_mode mode_;
  unsigned own_;
  unsigned place_;
  unsigned naps_ = 0;  // in vain so far, until patience has run out for good
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

struct drain_options {
  // Whether a worker whose queue is empty helps elsewhere, nearest first.
  locality_mode mode = locality_mode::balanced;
};

template <class Block>
class locality_queues {
 public:
  // A queue for each place of that kind.
  explicit locality_queues(place_kind place = place_kind::numa_node)
      : locality_queues(place, runtime::current()) {}
  locality_queues(place_kind place, runtime& on) : shared_(on, place), queues_(shared_.places()) {}

  // Behind what is there already. Any thread. Throws std::out_of_range for a home that is no place
  // of this machine.
  void enqueue(unsigned home, Block b) {
    auto& counts = shared_.at(home);
    const std::scoped_lock turn(counts.lock);
    queues_[home].push_back(std::move(b));
    shared_.begin_work();
    shared_.add_queued(1);
    // relaxed: a hint to workers that look for blocks; the lock orders the rest.
    counts.blocks.fetch_add(1, std::memory_order_relaxed);
  }
  unsigned places() const { return shared_.places(); }
  // The number of blocks that are not taken; it may have changed when it is returned.
  std::size_t waiting() const { return shared_.waiting(); }

  // For drain().
  detail::place_queues& shared() { return shared_; }
  // The oldest block of a place.
  std::optional<Block> take(unsigned home) {
    auto& counts = shared_.at(home);
    const std::scoped_lock turn(counts.lock);
    if (queues_[home].empty()) return std::nullopt;
    std::optional<Block> oldest(std::move(queues_[home].front()));
    queues_[home].pop_front();
    shared_.add_queued(-1);
    counts.blocks.fetch_sub(1, std::memory_order_relaxed);  // relaxed: as in enqueue()
    return oldest;
  }

 private:
  detail::place_queues shared_;
  std::vector<std::deque<Block>> queues_;  // each under its place's lock
};

// While it lives, drain() waits for more. Made before drain() is called, or by a body.
class locality_producer {
 public:
  template <class Block>
  explicit locality_producer(locality_queues<Block>& queues) : shared_(queues.shared()) {
    shared_.begin_work();
  }
  ~locality_producer() { shared_.end_work(); }
  locality_producer(const locality_producer&) = delete;
  locality_producer& operator=(const locality_producer&) = delete;

 private:
  detail::place_queues& shared_;
};

// body(block) once for each block that is queued now or later, until no block, no running body and
// no producer is left. Threads: the caller and the idle workers of the queues' runtime. After:
// everything the bodies did happens before the call returns. Throws the first exception of a body,
// when the other bodies have returned; blocks that have not begun stay in the queues. Strict: a
// block runs at home, unless no worker has come there for a tenth of a second. Several threads may
// drain the same queues, and what a body throws ends only the call that ran it. A body cannot drain
// its own queues, since its block is not done: std::logic_error where it is seen on the same thread.
// Cost: a lock for each block, whose body should take some microseconds.
template <class Block, class Body>
void drain(locality_queues<Block>& queues, Body&& body, const drain_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  detail::place_queues& shared = queues.shared();
  shared.refuse_inside();
  std::atomic<bool> given_up{false};
  const auto take_part = [&](unsigned) {
    detail::queue_worker me(shared, options.mode);
    ARCAS_TRY {
      while (me.finds_work(given_up)) {
        if (std::optional<Block> b = queues.take(me.place())) shared.run(body, *b);
      }
    }
    ARCAS_CATCH_ALL {
      given_up.store(true, std::memory_order_relaxed);  // relaxed: a hint to leave
      detail::throw_again();
    }
  };
  runtime& on = shared.where();
  parallel_for(0U, on.workers(), take_part, {.grain = 1, .on = &on}, where);
}

// For tasks, one for each block, which run where they come to run: the oldest block of the caller's
// place, else of the nearest that has one. False: all queues were empty at one moment, which a task
// for a block that is queued before it never finds, since each task takes one.
//
//   queues.enqueue(home, b);
//   group.run([&] { run_oldest(queues, body); });
template <class Block, class Body>
bool run_oldest(locality_queues<Block>& queues, Body&& body) {
  detail::place_queues& shared = queues.shared();
  detail::queue_worker me(shared, locality_mode::balanced);
  for (; shared.waiting() != 0; pause()) {
    // In vain where a block has come to a queue that was looked at before.
    if (!me.sees_work()) continue;
    if (std::optional<Block> b = queues.take(me.place())) {
      shared.run(body, *b);
      return true;
    }
  }
  return false;
}

}  // namespace arcas::inline v0
