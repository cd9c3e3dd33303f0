// SPDX-License-Identifier: Apache-2.0
// The cache lines of a simulated machine: which threads have each line, and when an access to it
// completes.
//
// A line has an owner, the thread that wrote it last, and readers. model.h explains the prices.
// - Price: an access to a line that the thread has costs own_line. Otherwise the line is fetched
//   from the nearest thread that has it or, for a write, from the farthest.
// - Order: a line serves one access at a time, the oldest first. For `held` cycles after the line
//   has come to a core, accesses by threads of that core come first.
// - Duration: after a write a line serves no other access until it has arrived at the writer; after
//   a read has begun it serves none for `occupied` cycles. If a thread of the reader's cache
//   group has the line or is about to get it, and no locked operation waits for the line, the
//   reader uses the copy of the group's cache, and only that copy is occupied.
// - Stores: a store waits in its thread's buffer while the thread continues. It leaves the buffer
//   after earlier stores.
// - Locked operations: each waits until its thread's buffer is empty, and then for its line. Its
//   request is under way for the fraction `kept` of the line's price; meanwhile the owner uses the
//   line.
// - Loads: a load reads the value at the moment when the line serves it. The thread has the line
//   when the line has arrived.
#pragma once

#include <sim/machine/placement.h>
#include <sim/machine/timeline.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace arcas::sim {

class cache_lines {
 public:
  cache_lines(const placement& where, timeline& time);

  // The current thread loads a word at `address`. Between begin_load() and end_load() the caller
  // takes the value.
  void begin_load(const void* address);
  void end_load();
  // store() and lock() are called before the value is changed, and changed() afterwards.
  void store(const void* address);
  void lock(const void* address);
  void changed();
  // Waits until all stores of the current thread have left its buffer.
  void drain();
  // The current thread continues when the line of its last load is written, or at once if it has
  // been written since.
  void await_change();
  // The number of the line that the current thread has accessed last: its address divided by
  // no_sharing.
  std::uintptr_t last_line() const { return looks_[time_.me()].at->number; }

 private:
  static constexpr unsigned nobody = ~0u;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct reader {
    unsigned thread;
    std::uint64_t from;  // when the thread has the line
  };
  struct line {
    std::uintptr_t number = 0;
    unsigned owner = nobody;
    std::uint64_t owned_from = 0;
    std::uint64_t came_to_core = 0;  // when the line came to the owner's core from another
    std::uint64_t free_at = 0;
    std::uint64_t written_at = 0;                    // when its last write has arrived
    std::vector<std::uint64_t> free_in_groups = {};  // by cache group: when its copy is free
    std::vector<unsigned> fetching = {};             // threads that wait to read
    std::vector<unsigned> merged = {};   // threads that wait for a fetch of their cache group
    unsigned locking = 0;                // number of locked operations that wait for it or have it
    bool serves = false;                 // it serves a thread, which then calls serve_next()
    std::vector<unsigned> waiting = {};  // threads to be served, the oldest first
    std::vector<reader> readers = {};
    std::vector<std::uint64_t> is_reader = {};  // one bit for each thread
    std::vector<unsigned> watchers = {};
    std::uint64_t version = 0;
  };
  // A thread's last access.
  struct look {
    line* at = nullptr;
    std::uint64_t version = 0;
    std::uint64_t arrives = 0;
    std::uint64_t issued = never;  // when its fetch began; never: the next load does not overlap it
  };

  line& line_at(const void* address);
  bool reads(const line& l, unsigned thread) const {
    return !l.readers.empty() && (l.is_reader[thread / 64] >> thread % 64 & 1) != 0;
  }
  void make_owner(line& l, std::uint64_t from);
  // Waits until the line is free for the current thread; returns whether it had to wait.
  bool wait_for_turn(line& l);
  void serve_next(line& l);
  std::uint64_t price_to_read(const line& l, std::uint64_t at) const;
  std::uint64_t price_to_write(const line& l) const;
  struct fetch_way {
    std::uint64_t price = 0;
    std::uint64_t free_at = 0;  // of the line, or of the group's copy
    bool from_core = false;
    bool from_group = false;
    std::uint64_t begins = never;  // when it began beside the last fetch; never: it begins now
  };
  fetch_way way_of(line& l) const;
  void fetch(line& l);
  bool is_beside_me(unsigned thread) const;
  std::uint64_t& free_in_group(line& l) const;

  const placement& where_;
  const machine_model& prices_;
  timeline& time_;
  std::unordered_map<std::uint64_t, line> lines_;
  std::vector<look> looks_;                    // by thread
  std::vector<std::uint64_t> buffered_until_;  // by thread: when its last store leaves the buffer
};

}  // namespace arcas::sim
