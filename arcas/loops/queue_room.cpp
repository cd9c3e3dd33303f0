// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/queue_room.h>

#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>
#include <arcas/distribution/locality_layout.h>
#include <arcas/runtime/runtime.h>
#include <arcas/workers/self.h>

#include <time.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>

namespace arcas::detail {
namespace {

// A worker without blocks looks so often at once, some tens of microseconds, and then after naps
// that double from 16 us to a millisecond: it delays a block by less than the time since the last
// one, and costs next to nothing. In strict mode a place where nobody is gets help after so many
// naps, a tenth of a second.
constexpr unsigned looks_at_once = 1000;
constexpr long shortest_nap = 16'384;
constexpr long longest_nap = 1'048'576;
constexpr unsigned patient_naps = 100;

void nap(unsigned naps) noexcept {
  const timespec time{0, std::min(longest_nap, shortest_nap << std::min(naps, 6U))};
  nanosleep(&time, nullptr);
}

}  // namespace

runtime& runtime_of_caller() {
  return runtime::current();
}

struct alignas(no_sharing) queue_room::desk {
  std::mutex lock;
  std::atomic<std::size_t> blocks{0};      // changed under the lock, read by anybody
  std::atomic<std::size_t> attendants{0};  // workers of the place that are in the room
};

queue_room::queue_room(runtime& on, place_kind place) : on_(on), kind_(place) {
  const auto places = static_cast<unsigned>(on.machine().places(place).size());
  desks_ = std::make_unique<desk[]>(places);
  for (unsigned p = 0; p < places; ++p) {
    nearest_.push_back(nearest_first(on.machine(), place, p));
  }
}

queue_room::~queue_room() = default;

unsigned queue_room::workers() const {
  return on_.workers();
}

std::size_t queue_room::waiting() const {
  std::size_t all = 0;
  // relaxed: a moment that is past.
  for (unsigned p = 0; p < places(); ++p) all += desks_[p].blocks.load(std::memory_order_relaxed);
  return all;
}

void queue_room::begin_drain() {
  given_up_.store(false, std::memory_order_relaxed);  // relaxed: before the loop begins
}

unsigned queue_room::place_of_caller() const {
  const worker_id me = self::current().worker;
  const unsigned thread = on_.tree().thread_of(me < on_.workers() ? me : 0);
  return on_.machine().place_of(kind_, thread);
}

queue_room::change::change(queue_room& room, unsigned home) : room_(room), home_(home) {
  if (home >= room.places()) {
    throw std::out_of_range("a block cannot be at home at " + std::string(name_of(room.kind_)) +
                            " " + std::to_string(home) + ": this machine has " +
                            std::to_string(room.places()) + ", counted from 0");
  }
  room_.desks_[home_].lock.lock();
}

queue_room::change::~change() {
  room_.desks_[home_].lock.unlock();
}

void queue_room::change::put() {
  room_.begin_work();
  // relaxed, here and below: a hint to those who look for blocks; the lock orders the rest.
  room_.desks_[home_].blocks.fetch_add(1, std::memory_order_relaxed);
}

void queue_room::change::taken() {
  room_.desks_[home_].blocks.fetch_sub(1, std::memory_order_relaxed);  // relaxed: as above
}

queue_visitor::queue_visitor(queue_room& room, locality_mode mode)
    : room_(room), mode_(mode), own_(room.place_of_caller()), place_(own_) {
  // relaxed, here and below: a hint to those who wait for others to come.
  room_.desks_[own_].attendants.fetch_add(1, std::memory_order_relaxed);
}

queue_visitor::~queue_visitor() {
  room_.desks_[own_].attendants.fetch_sub(1, std::memory_order_relaxed);  // relaxed: as above
}

bool queue_visitor::seems_to_have_blocks(unsigned place) const {
  // relaxed: a hint; the queue is looked at under its lock.
  return room_.desks_[place].blocks.load(std::memory_order_relaxed) != 0;
}

bool queue_visitor::looks_around() {
  place_ = own_;
  if (seems_to_have_blocks(own_)) return true;
  for (const unsigned other : room_.nearest_[own_]) {
    if (!seems_to_have_blocks(other)) continue;
    // relaxed: as where it is written.
    const bool alone = room_.desks_[other].attendants.load(std::memory_order_relaxed) == 0;
    if (mode_ == locality_mode::strict && !(alone && naps_ >= patient_naps)) continue;
    place_ = other;
    return true;
  }
  return false;
}

bool queue_visitor::finds_work() {
  if (naps_ < patient_naps) naps_ = 0;
  for (unsigned looks = 0;;) {
    if (room_.given_up_.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
    if (looks_around()) return true;
    // relaxed: an atomic sum through which nothing else is read, as in begin_work().
    if (room_.outstanding_.load(std::memory_order_relaxed) == 0) return false;
    if (++looks < looks_at_once) {
      pause();
    } else {
      nap(naps_);
      if (naps_ < patient_naps) ++naps_;
    }
  }
}

working::working(queue_room& room) : room_(room), exceptions_(std::uncaught_exceptions()) {}

working::~working() {
  if (std::uncaught_exceptions() > exceptions_) room_.give_up();
  room_.end_work();
}

}  // namespace arcas::detail
