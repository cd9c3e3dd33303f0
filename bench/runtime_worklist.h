// SPDX-License-Identifier: Apache-2.0
// A loop as Galois distributes it; section 4.2 of the Callisto paper compares Callisto with Galois.
// Each iteration is an item of work, and items are collected in chunks. Each package has a queue of
// chunks for its threads. A thread whose queue is empty takes chunks from the queues of other
// packages. The code is written here; none of Galois' own code is used.
#pragma once

#include "loop_runtime.h"
#include "pin.h"

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/base/processor.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace bench {

class worklist_runtime {
 public:
  static std::string_view name() { return "worklist"; }

  explicit worklist_runtime(const request& ask)
      : items_(ask.grain == 0 ? usual_items : ask.grain), threads_(ask.workers) {
    schedule_index(ask.schedule.empty() ? "chunks" : ask.schedule, {"chunks"});
    place_threads();
    for (unsigned me = 1; me < threads_.size(); ++me) {
      threads_[me].runs = std::jthread([this, me] { follow(me); });
    }
    pin(0);
  }
  ~worklist_runtime() {
    run_ = nullptr;
    // release: pairs with follow()'s acquire.
    asked_.value.fetch_add(1, std::memory_order_release);
  }
  worklist_runtime(const worklist_runtime&) = delete;
  worklist_runtime& operator=(const worklist_runtime&) = delete;

  template <class F>
  void enter(F&& f) {
    f();
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    n_ = n;
    body_ = &body;
    run_ = [](const void* erased, std::uint64_t i) {
      (*static_cast<const Body*>(erased))(i, i + 1);
    };
    const auto count = static_cast<unsigned>(threads_.size());
    // relaxed, both: the addition to asked_ publishes them.
    filling_.value.store(count, std::memory_order_relaxed);
    working_.value.store(count, std::memory_order_relaxed);
    // release: pairs with follow()'s acquire; publishes the loop.
    asked_.value.fetch_add(1, std::memory_order_release);
    take_part(0);
    // acquire: pairs with take_part()'s release; all that the bodies did is visible.
    wait_until([&] { return working_.value.load(std::memory_order_acquire) == 0; });
  }

 private:
  static constexpr std::uint64_t usual_items = 32;  // as in Galois

  struct chunk_of_items {
    // Frees the chunks of a chain one after the other, so that a long chain needs no deep
    // recursion.
    ~chunk_of_items() {
      while (next) next = std::move(next->next);
    }
    std::vector<std::uint64_t> items = {};
    std::unique_ptr<chunk_of_items> next = {};
  };
  using owned = std::unique_ptr<chunk_of_items>;

  // First in, first out, under a lock.
  class alignas(arcas::no_sharing) package_queue {
   public:
    void push(owned c) {
      const turn mine(*this);
      chunk_of_items* const added = c.get();
      (last_ ? last_->next : first_) = std::move(c);
      last_ = added;
    }
    owned pop() {
      const turn mine(*this);
      owned c = std::move(first_);
      if (!c) return nullptr;
      first_ = std::move(c->next);
      if (!first_) last_ = nullptr;
      return c;
    }

   private:
    struct turn {
      explicit turn(package_queue& q) : queue(q) {
        // acquire: pairs with the release below.
        wait_until([&] { return !queue.held_.exchange(true, std::memory_order_acquire); });
      }
      ~turn() { queue.held_.store(false, std::memory_order_release); }  // release: see above
      turn(const turn&) = delete;
      package_queue& queue;
    };

    std::atomic<bool> held_{false};
    owned first_;
    chunk_of_items* last_ = nullptr;
  };

  struct alignas(arcas::no_sharing) thread {
    unsigned package = 0;
    owned spare;  // chain of executed chunks, which the next loop uses again
    std::jthread runs;
  };

  template <class Condition>
  static void wait_until(const Condition& holds) {
    for (unsigned looks = 1; !holds(); ++looks) {
      arcas::pause();
      if (looks % 4096 == 0) std::this_thread::yield();
    }
  }

  // Finds the package of each thread. Thread i runs on the i-th allowed processor, and the system
  // states the package of each processor.
  void place_threads() {
    std::map<int, unsigned> packages;
    const cpu_set_t allowed = allowed_processors();
    std::vector<int> processors;
    for (int p = 0; p < CPU_SETSIZE; ++p) {
      if (CPU_ISSET(p, &allowed)) processors.push_back(p);
    }
    pins_ = threads_.size() <= processors.size();
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      std::ifstream says("/sys/devices/system/cpu/cpu" +
                         std::to_string(processors[t % processors.size()]) +
                         "/topology/physical_package_id");
      int id = 0;
      says >> id;
      threads_[t].package =
          packages.try_emplace(id, static_cast<unsigned>(packages.size())).first->second;
    }
    queues_ = std::vector<package_queue>(packages.size());
  }
  void pin(unsigned me) const {
    if (pins_) pin_to(allowed_, static_cast<int>(me));
  }

  void follow(unsigned me) {
    pin(me);
    for (std::uint64_t seen = 0;;) {
      // acquire: pairs with the caller's release; n_, body_ and run_ are then readable.
      wait_until([&] { return asked_.value.load(std::memory_order_acquire) != seen; });
      ++seen;
      if (run_ == nullptr) return;
      take_part(me);
    }
  }

  void take_part(unsigned me) {
    thread& mine = threads_[me];
    fill(mine, arcas::part_of(n_, threads_.size(), me));
    // release: pairs with the acquire below; the pushed chunks can then be found.
    filling_.value.fetch_sub(1, std::memory_order_release);
    for (;;) {
      // acquire: pairs with the release above. Read before the queues: once all chunks have been
      // pushed, an empty queue stays empty.
      const bool all_there = filling_.value.load(std::memory_order_acquire) == 0;
      if (owned c = find(mine.package)) {
        for (const std::uint64_t i : c->items) run_(body_, i);
        c->next = std::move(mine.spare);
        mine.spare = std::move(c);
      } else if (all_there) {
        break;
      }
    }
    // release: pairs with the caller's acquire.
    working_.value.fetch_sub(1, std::memory_order_release);
  }

  void fill(thread& mine, arcas::chunk share) {
    for (std::uint64_t first = share.first; first < share.last; first += items_) {
      owned c = std::move(mine.spare);
      if (c) {
        mine.spare = std::move(c->next);
        c->items.clear();
      } else {
        c = std::make_unique<chunk_of_items>();
      }
      for (std::uint64_t i = first; i < std::min(first + items_, share.last); ++i)
        c->items.push_back(i);
      queues_[mine.package].push(std::move(c));
    }
  }

  owned find(unsigned package) {
    for (std::size_t q = 0; q < queues_.size(); ++q) {
      if (owned c = queues_[(package + q) % queues_.size()].pop()) return c;
    }
    return nullptr;
  }

  const cpu_set_t allowed_ = allowed_processors();
  std::uint64_t items_;
  bool pins_ = false;
  std::vector<package_queue> queues_;
  arcas::padded<std::atomic<std::uint64_t>> asked_;  // loops so far, written by the caller
  arcas::padded<std::atomic<unsigned>> filling_;     // threads that push items
  arcas::padded<std::atomic<unsigned>> working_;     // threads in the loop
  // Written by the caller before it adds to asked_.
  std::uint64_t n_ = 0;
  const void* body_ = nullptr;
  void (*run_)(const void*, std::uint64_t) = nullptr;
  std::vector<thread> threads_;  // the last member, so that threads end before others are destroyed
};

}  // namespace bench
