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
// by Locality Queues"; a queue is a list under a lock, as there. When it is over: place_queues.h.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/loops/place_queues.h>

#include <cstddef>
#include <deque>
#include <optional>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas {

struct drain_options {
  // Whether a worker whose queue is empty helps elsewhere, nearest first.
  locality_mode mode = locality_mode::balanced;
};

template <class Block>
class locality_queues {
 public:
  // A queue for each place of that kind.
  explicit locality_queues(place_kind place = place_kind::numa_node)
      : locality_queues(place, detail::runtime_of_caller()) {}
  locality_queues(place_kind place, runtime& on)
      : on_(on), shared_(on, place), queues_(shared_.places()) {}

  // Behind what is there already. Any thread. Throws std::out_of_range for a home that is no place
  // of this machine.
  void enqueue(unsigned home, Block b) {
    detail::place_queues::change in(shared_, home);
    queues_[home].push_back(std::move(b));
    in.put();
  }
  unsigned places() const { return shared_.places(); }
  // The number of blocks that are not taken; it may have changed when it is returned.
  std::size_t waiting() const { return shared_.waiting(); }

  // For drain().
  runtime& where() { return on_; }
  detail::place_queues& shared() { return shared_; }
  // The oldest block of a place.
  std::optional<Block> take(unsigned home) {
    detail::place_queues::change in(shared_, home);
    if (queues_[home].empty()) return std::nullopt;
    std::optional<Block> oldest(std::move(queues_[home].front()));
    queues_[home].pop_front();
    in.taken();
    return oldest;
  }

 private:
  runtime& on_;
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
// block runs at home, unless no worker has come there for a tenth of a second. Cost: a lock for
// each block, whose body should take some microseconds.
template <class Block, class Body>
void drain(locality_queues<Block>& queues, Body&& body, const drain_options& options = {},
           const std::source_location& where = std::source_location::current()) {
  detail::place_queues& shared = queues.shared();
  shared.begin_drain();
  const auto take_part = [&](unsigned) {
    detail::queue_worker me(shared, options.mode);
    while (me.finds_work()) {
      std::optional<Block> b = queues.take(me.place());
      if (!b) continue;
      const detail::working now(shared);
      body(*b);
    }
  };
  parallel_for(0U, shared.workers(), take_part, {.grain = 1, .on = &queues.where()}, where);
}

// For tasks, one for each block, which run where they come to run: the oldest block of the caller's
// place, else of the nearest that has one. False: all queues are empty.
//
//   queues.enqueue(home, b);
//   group.run([&] { run_oldest(queues, body); });
template <class Block, class Body>
bool run_oldest(locality_queues<Block>& queues, Body&& body) {
  detail::place_queues& shared = queues.shared();
  for (detail::queue_worker me(shared, locality_mode::balanced); me.sees_work();) {
    std::optional<Block> b = queues.take(me.place());
    if (!b) continue;
    const detail::working now(shared);
    body(*b);
    return true;
  }
  return false;
}

}  // namespace arcas
