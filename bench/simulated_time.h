// SPDX-License-Identifier: Apache-2.0
// What would a protocol cost a thousand workers? The lines that ship run on fibers with another
// atomic, one fiber a worker, in an order that simulated time gives: an access costs what the way
// of its cache line costs, and a line serves one worker at a time. The prices are given, not
// measured; what counts here is how often each of them is paid.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>

#include <boost/context/fiber.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace crowd {

// Cycles.
struct prices {
  std::uint64_t own_line = 4;
  std::uint64_t others_line = 200;  // from another worker's cache
  std::uint64_t occupied = 200;     // for so long a line that somebody fetches serves nobody else
  std::uint64_t locked = 20;        // a full fence, or a locked operation, on top
  std::uint64_t pause = 25;         // a look in a loop that waits
  std::uint64_t system_call = 1'000;
  std::uint64_t send = 60;          // one interrupt, for the one who sends it
  std::uint64_t interrupt = 4'000;  // for the one who is interrupted, and until it has answered
  bool adds_by_swap =
      false;  // an addition is a load and a compare-and-swap, again until it succeeds
};

// Which workers a fence interrupts.
enum class interrupts : std::uint8_t { everybody, the_owner };

struct totals {
  std::uint64_t fences = 0;
  std::uint64_t interruptions = 0;
  std::uint64_t swaps_in_vain = 0;  // compare-and-swaps that found another value
};

// What it takes one worker to fetch a line that another has.
using distance = std::function<std::uint64_t(unsigned, unsigned)>;

// One simulated machine at a time.
class timeline {
 public:
  static timeline& current() { return *current_; }
  timeline(unsigned workers, prices p, interrupts whom)
      : prices_(p), whom_(whom), late_(workers), fibers_(workers) {
    current_ = this;
  }
  // A machine on which lines have ways of different lengths, and whose stores wait in a buffer: so
  // many cycles lie between two of one worker that both have to fetch their lines. runs_ahead: a
  // load that needs no second look does not keep the next from being under way, some ten at a time.
  timeline(unsigned workers, prices p, distance fetch, std::uint64_t between_stores,
           bool runs_ahead)
      : timeline(workers, p, interrupts::everybody) {
    fetch_ = std::move(fetch);
    between_stores_ = between_stores;
    runs_ahead_ = runs_ahead;
    stored_until_.resize(workers);
    looks_.resize(workers);
  }

  // Lines have ways of different lengths, and a locked operation waits for its line.
  void ways(distance fetch) { fetch_ = std::move(fetch); }

  void start(unsigned worker, std::function<void()> body);
  // Until all have come to their ends; the time at which the last one has. One that
  // waits for what nobody writes ends the program.
  std::uint64_t run();

  unsigned me() const { return me_; }
  std::uint64_t now() const { return now_; }
  const totals& counted() const { return counted_; }
  const prices& of() const { return prices_; }
  // The worker at hand does something else for so long.
  void pass(std::uint64_t cycles);
  // It looks again later: where stores wait in a buffer, when the line that it has looked at last
  // is written.
  void pause();
  // The line of that address, to write it.
  void touch(const void* address, bool writes);
  // To change it by a locked operation, which waits for the line and for all stores before.
  void lock(const void* address);
  // The same to read it: what it holds is what the reader gets between the two.
  void begin_load(const void* address);
  void end_load();
  // Of the line touched last, which has a new value.
  void wake_watchers();
  void heavy_fence();
  void count_swap_in_vain() { ++counted_.swaps_in_vain; }
  // Lines from `address` on are those of one worker after the other.
  void owners_lines(const void* address) { base_ = line_of(address); }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct line {
    unsigned writer = ~0u;
    std::vector<bool> readers = {};
    std::uint64_t free_at = 0;
    // Where stores wait in a buffer.
    std::vector<std::uint64_t> here_from = {};  // by worker: when a reader has it
    std::vector<unsigned> watchers = {};
    std::uint64_t version = 0;
  };
  // A worker's last look at a line.
  struct look {
    line* at = nullptr;
    std::uint64_t version = 0;
    std::uint64_t issued = never;  // when its fetch began; never: the next load waits for it
    std::uint64_t arrives = 0;
  };
  line& line_at(const void* address);
  // From the nearest that has it by then, and to write it from the farthest.
  std::uint64_t read_price(const line& l, std::uint64_t at) const;
  std::uint64_t write_price(const line& l) const;
  void fetch(line& l);
  void store_later(line& l, bool here);
  static std::uint64_t line_of(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) / arcas::no_sharing;
  }

  static inline timeline* current_ = nullptr;
  prices prices_;
  interrupts whom_;
  distance fetch_;                    // none: others_line, however far
  std::uint64_t between_stores_ = 0;  // 0: a store is waited for
  totals counted_;
  std::uint64_t now_ = 0;
  std::uint64_t kernel_free_at_ = 0;  // it serves one membarrier at a time
  std::uint64_t base_ = 0;
  std::uint64_t last_line_ = 0;
  unsigned me_ = 0;
  bool runs_ahead_ = false;
  std::vector<std::uint64_t> stored_until_;  // by worker: when what it has stored is seen
  std::vector<look> looks_;                  // by worker
  std::vector<std::uint64_t> late_;  // by worker: what interruptions have taken, not yet passed
  std::vector<boost::context::fiber> fibers_;
  boost::context::fiber scheduler_;
  std::unordered_map<std::uint64_t, line> lines_;
  using turn = std::pair<std::uint64_t, unsigned>;
  std::priority_queue<turn, std::vector<turn>, std::greater<>> turns_;
};

template <class T>
class timed_atomic {
 public:
  constexpr timed_atomic(T v = {}) : value_(v) {}
  // The order is the machine's: time is one, and all see it.
  T load(std::memory_order) const {
    timeline::current().begin_load(this);
    const T value = value_;
    timeline::current().end_load();
    return value;
  }
  void store(T v, std::memory_order) {
    timeline::current().touch(this, true);
    value_ = v;
    timeline::current().wake_watchers();
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order, std::memory_order) {
    timeline::current().lock(this);
    const bool same = value_ == expected;
    if (same) value_ = desired;
    expected = same ? expected : value_;
    if (same) timeline::current().wake_watchers();
    if (!same) timeline::current().count_swap_in_vain();
    timeline::current().pass(timeline::current().of().locked);
    return same;
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order order) {
    return compare_exchange_strong(expected, desired, order, order);
  }
  T exchange(T desired, std::memory_order) {
    timeline::current().lock(this);
    const T before = std::exchange(value_, desired);
    timeline::current().wake_watchers();
    timeline::current().pass(timeline::current().of().locked);
    return before;
  }
  T fetch_add(T more, std::memory_order order) {
    if (timeline::current().of().adds_by_swap) {
      T before = load(order);
      while (!compare_exchange_weak(before, static_cast<T>(before + more), order)) {
      }
      return before;
    }
    timeline::current().lock(this);
    const T before = std::exchange(value_, static_cast<T>(value_ + more));
    timeline::current().wake_watchers();
    timeline::current().pass(timeline::current().of().locked);
    return before;
  }

 private:
  T value_;
};

}  // namespace crowd

namespace arcas::inline v0::detail {

template <>
struct machine<crowd::timed_atomic> {
  static void fence(std::memory_order order) {
    // seq_cst: pairs with nothing, since simulated time is one; it alone costs anything.
    if (order == std::memory_order_seq_cst)
      crowd::timeline::current().pass(crowd::timeline::current().of().locked);
  }
  static void pause() { crowd::timeline::current().pause(); }
  static void light_fence() {}
  static void free_light_fence() {}
  static void heavy_fence() { crowd::timeline::current().heavy_fence(); }
  static constexpr unsigned patience(unsigned looks) { return looks; }
  static constexpr unsigned tries(unsigned most) { return most; }
};

}  // namespace arcas::inline v0::detail
