// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/place_queues.h>

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

struct alignas(no_sharing) place_queues::place_queue {
  std::mutex lock;
  std::atomic<std::size_t> blocks{0};   // changed under the lock, read by anybody
  std::atomic<std::size_t> workers{0};  // workers of the place that drain the queues
};

place_queues::place_queues(runtime& on, place_kind place) : on_(on), kind_(place) {
  const auto places = static_cast<unsigned>(on.machine().places(place).size());
  queues_ = std::make_unique<place_queue[]>(places);
  for (unsigned p = 0; p < places; ++p) {
    nearest_.push_back(nearest_first(on.machine(), place, p));
  }
}

place_queues::~place_queues() = default;

unsigned place_queues::workers() const {
  return on_.workers();
}

std::size_t place_queues::waiting() const {
  std::size_t all = 0;
  // relaxed: a moment that is past.
  for (unsigned p = 0; p < places(); ++p) all += queues_[p].blocks.load(std::memory_order_relaxed);
  return all;
}

void place_queues::begin_drain() {
  given_up_.store(false, std::memory_order_relaxed);  // relaxed: before the loop begins
}

unsigned place_queues::place_of_caller() const {
  const worker_id me = self::current().worker;
  const unsigned thread = on_.tree().thread_of(me < on_.workers() ? me : 0);
  return on_.machine().place_of(kind_, thread);
}

place_queues::change::change(place_queues& shared, unsigned home) : shared_(shared), home_(home) {
  if (home >= shared.places()) {
    throw std::out_of_range("a block cannot be at home at " + std::string(name_of(shared.kind_)) +
                            " " + std::to_string(home) + ": this machine has " +
                            std::to_string(shared.places()) + ", counted from 0");
  }
  shared_.queues_[home_].lock.lock();
}

place_queues::change::~change() {
  shared_.queues_[home_].lock.unlock();
}

void place_queues::change::put() {
  shared_.begin_work();
  // relaxed, here and below: a hint to those who look for blocks; the lock orders the rest.
  shared_.queues_[home_].blocks.fetch_add(1, std::memory_order_relaxed);
}

void place_queues::change::taken() {
  shared_.queues_[home_].blocks.fetch_sub(1, std::memory_order_relaxed);  // relaxed: as above
}

queue_worker::queue_worker(place_queues& shared, locality_mode mode)
    : shared_(shared), mode_(mode), own_(shared.place_of_caller()), place_(own_) {
  // relaxed, here and below: a hint to those who wait for others to come.
  shared_.queues_[own_].workers.fetch_add(1, std::memory_order_relaxed);
}

queue_worker::~queue_worker() {
  shared_.queues_[own_].workers.fetch_sub(1, std::memory_order_relaxed);  // relaxed: as above
}

bool queue_worker::seems_to_have_blocks(unsigned place) const {
  // relaxed: a hint; the queue is looked at under its lock.
  return shared_.queues_[place].blocks.load(std::memory_order_relaxed) != 0;
}

bool queue_worker::looks_around() {
  place_ = own_;
  if (seems_to_have_blocks(own_)) return true;
  for (const unsigned other : shared_.nearest_[own_]) {
    if (!seems_to_have_blocks(other)) continue;
    // relaxed: as where it is written.
    const bool alone = shared_.queues_[other].workers.load(std::memory_order_relaxed) == 0;
    if (mode_ == locality_mode::strict && !(alone && naps_ >= patient_naps)) continue;
    place_ = other;
    return true;
  }
  return false;
}

bool queue_worker::finds_work() {
  if (naps_ < patient_naps) naps_ = 0;
  for (unsigned looks = 0;;) {
    if (shared_.given_up_.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
    if (looks_around()) return true;
    // relaxed: an atomic sum through which nothing else is read, as in begin_work().
    if (shared_.outstanding_.load(std::memory_order_relaxed) == 0) return false;
    if (++looks < looks_at_once) {
      pause();
    } else {
      nap(naps_);
      if (naps_ < patient_naps) ++naps_;
    }
  }
}

working::working(place_queues& shared) : shared_(shared), exceptions_(std::uncaught_exceptions()) {}

working::~working() {
  if (std::uncaught_exceptions() > exceptions_) shared_.give_up();
  shared_.end_work();
}

}  // namespace arcas::detail
