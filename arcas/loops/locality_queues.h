// SPDX-License-Identifier: Apache-2.0
// Blocks that arrive while others are being processed: a queue for each place, filled by one or
// more producers and drained by all workers, each from the queue of its own place first.
//
//   locality_queues<block> queues;
//   queues.enqueue(home, b);                              // any thread, also a body of drain()
//   drain(queues, [&](block& b) { … });                   // returns when all are done
//
// A producer that continues while others drain holds a locality_producer: drain() does not return
// while a producer exists. After Wittmann & Hager, "A Proof of Concept for Optimizing Task
// Parallelism by Locality Queues"; as there, a queue is a list under a lock.
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

// The part of the queues that does not depend on the type of a block: the number of blocks in each
// queue, the number of workers that drain it, and the end of a drain().
//
// `outstanding` counts the blocks that are in a queue or being processed, and the producers. A
// block is counted before another thread can see it, and until its body has returned. So a thread
// that reads 0 knows that no block exists, and no body or producer that could add one.
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
  // relaxed, both: queued_ is one word for all queues, and changes under the lock of the queue that
  // a block enters or leaves. So 0 means that at one moment all queues were empty.
  std::size_t waiting() const { return queued_.load(std::memory_order_relaxed); }
  void add_queued(std::ptrdiff_t blocks) {
    queued_.fetch_add(static_cast<std::size_t>(blocks),
                      std::memory_order_relaxed);  // see waiting()
  }
  place_queue& at(unsigned home);

  // relaxed, both: an atomic sum that publishes nothing else; queues have locks, and the end of the
  // loop publishes what bodies did.
  void begin_work() { outstanding_.fetch_add(1, std::memory_order_relaxed); }
  void end_work() { outstanding_.fetch_sub(1, std::memory_order_relaxed); }

  // A running body on this thread's stack; its block is outstanding.
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
  // Throws std::logic_error on a thread that runs a body of these queues.
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

  // Waits until there seems to be a block at place(). False: nothing is outstanding, or given_up.
  bool finds_work(const std::atomic<bool>& given_up);
  // Whether some queue seems to have a block; place() is then the place of that queue.
  bool sees_work();
  unsigned place() const { return place_; }

 private:
  place_queues& shared_;
  locality_mode mode_;
  unsigned own_;
  unsigned place_;
  unsigned naps_ = 0;  // naps since the last block; stays at patient_naps, once reached
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
  // One queue for each place of this kind.
  explicit locality_queues(place_kind place = place_kind::numa_node)
      : locality_queues(place, runtime::current()) {}
  locality_queues(place_kind place, runtime& on) : shared_(on, place), queues_(shared_.places()) {}

  // Appends a block to the queue of a place. Any thread. Throws std::out_of_range for a home that
  // is not a place of this machine.
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
  // Number of blocks that have not been taken; may have changed when it is returned.
  std::size_t waiting() const { return shared_.waiting(); }

  // For drain().
  detail::place_queues& shared() { return shared_; }
  // Takes the oldest block of a place.
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

// While this object exists, drain() waits for more blocks. Must be made before drain() is called,
// or by a body.
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

// Calls body(block) once for each block that is queued now or later, until no block, no running
// body and no producer is left. Threads: the caller and the idle workers of the queues' runtime.
// After: everything the bodies did happens before the call returns. Throws the first exception of a
// body, when the other bodies have returned; blocks that have not begun stay in the queues. Strict
// mode: a block runs at home, unless no worker has come there for a tenth of a second. Several
// threads may drain the same queues; an exception of a body ends only the call that ran it. A body
// must not drain its own queues: the call would wait for the body's own block. On the thread of
// that body, the call throws std::logic_error; on another thread, Arcas does not detect it. Cost: a
// lock for each block, so that a body should take a few microseconds.
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

// Runs the oldest block of the caller's place, or else of the nearest place that has one. Called by
// tasks, one for each block, on any worker. Returns false if all queues were empty at one moment.
// That cannot happen in a task that was made after its block was queued, since each task takes one
// block.
//
//   queues.enqueue(home, b);
//   group.run([&] { run_oldest(queues, body); });
template <class Block, class Body>
bool run_oldest(locality_queues<Block>& queues, Body&& body) {
  detail::place_queues& shared = queues.shared();
  detail::queue_worker me(shared, locality_mode::balanced);
  for (; shared.waiting() != 0; pause()) {
    // The search may miss a block that enters a queue after the search has passed that queue.
    if (!me.sees_work()) continue;
    if (std::optional<Block> b = queues.take(me.place())) {
      shared.run(body, *b);
      return true;
    }
  }
  return false;
}

}  // namespace arcas::inline v0
