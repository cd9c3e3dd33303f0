// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/locality_queues.h>

#include <arcas/base/processor.h>
#include <arcas/distribution/layouts.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/self.h>

#include <time.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::detail {
namespace {

// A worker without blocks first looks for a block this number of times, for tens of
// microseconds. Then it naps between looks: first for 16 us, then each time for twice as long, up
// to a millisecond. A nap is shorter than the time that the worker has already waited, so it delays
// a block by less than that time; naps cost almost nothing. In strict mode a place without
// workers gets help after patient_naps naps, which take a tenth of a second.
constexpr unsigned looks_at_once = 1000;
constexpr long shortest_nap = 16'384;
constexpr long longest_nap = 1'048'576;
constexpr unsigned patient_naps = 100;

void nap(unsigned naps) noexcept {
  const timespec time{0, std::min(longest_nap, shortest_nap << std::min(naps, 6U))};
  nanosleep(&time, nullptr);
}

}  // namespace

place_queues::place_queues(runtime& on, place_kind place) : on_(on), kind_(place) {
  const auto places = static_cast<unsigned>(on.machine().places(place).size());
  queues_ = std::make_unique<place_queue[]>(places);
  for (unsigned p = 0; p < places; ++p) {
    nearest_.push_back(nearest_first(on.machine(), place, p));
  }
}

place_queues::place_queue& place_queues::at(unsigned home) {
  if (home < places()) return queues_[home];
  throw std::out_of_range("the home of a block cannot be " + std::string(name_of(kind_)) + " " +
                          std::to_string(home) + ": this machine has " + std::to_string(places()) +
                          ", numbered from 0");
}

// Null in a thread that runs no body.
constinit thread_local const place_queues::running_block* innermost_block = nullptr;

place_queues::running_block::running_block(place_queues& queues)
    : queues_(queues), outer_(std::exchange(innermost_block, this)) {}

place_queues::running_block::~running_block() {
  innermost_block = outer_;
  queues_.end_work();
}

void place_queues::refuse_inside() const {
  for (auto* b = innermost_block; b != nullptr; b = b->outer()) {
    if (b->is_of(*this)) {
      throw std::logic_error(
          "drain: called by a body of the same queues, which would wait for its own block; a body "
          "may "
          "enqueue blocks, which the running drain() takes");
    }
  }
}

queue_worker::queue_worker(place_queues& shared, locality_mode mode)
    : shared_(shared), mode_(mode) {
  const runtime& on = shared.on_;
  const worker_id me = self::current().worker;
  place_ = own_ =
      on.machine().place_of(shared.kind_, on.tree().thread_of(me < on.workers() ? me : 0));
  // relaxed, here and below: a hint to workers that wait for others to come.
  shared.queues_[own_].workers.fetch_add(1, std::memory_order_relaxed);
}

queue_worker::~queue_worker() {
  // relaxed: a hint to waiting workers
  shared_.queues_[own_].workers.fetch_sub(1, std::memory_order_relaxed);
}

bool queue_worker::sees_work() {
  const auto has_blocks = [this](unsigned place) {
    // relaxed: a hint; the queue is read under its lock.
    return shared_.queues_[place].blocks.load(std::memory_order_relaxed) != 0;
  };
  place_ = own_;
  if (has_blocks(own_)) return true;
  for (const unsigned other : shared_.nearest_[own_]) {
    if (!has_blocks(other)) continue;
    // relaxed: a hint, like all accesses to `workers`.
    const bool alone = shared_.queues_[other].workers.load(std::memory_order_relaxed) == 0;
    if (mode_ == locality_mode::strict && !(alone && naps_ >= patient_naps)) continue;
    place_ = other;
    return true;
  }
  return false;
}

bool queue_worker::finds_work(const std::atomic<bool>& given_up) {
  if (naps_ < patient_naps) naps_ = 0;
  for (unsigned looks = 0;;) {
    if (given_up.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
    if (sees_work()) return true;
    // relaxed: an atomic sum that publishes nothing else, as in begin_work().
    if (shared_.outstanding_.load(std::memory_order_relaxed) == 0) return false;
    if (++looks < looks_at_once) {
      pause();
    } else {
      nap(naps_);
      if (naps_ < patient_naps) ++naps_;
    }
  }
}

}  // namespace arcas::inline v0::detail
