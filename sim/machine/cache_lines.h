// SPDX-License-Identifier: Apache-2.0
// The cache lines of a simulated machine: who has each, and when an access to one is done.
//
// A line has an owner, the thread that wrote it last, and readers. An access to a line that the
// thread has costs own_line. Else the line is fetched from the nearest thread that has it, or, to be
// written, from the farthest. A line serves one access at a time, the oldest first, but for `held`
// cycles those of the core that it has come to: one that is written is busy until it has arrived,
// one that is read for `occupied` cycles. Where a thread of the reader's cache group has the line or is
// about to get it, and no locked operation is after it, only the group's cache is occupied. While the
// request of a locked operation is on its way, for `kept` of the price, the owner goes on with the
// line. A store waits in a buffer while its thread goes on, and leaves it behind the stores before it.
// A locked operation waits for the buffer and for its line. What a load reads is what the line holds
// when it is served; the thread has it when the line has arrived.
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

  // By the thread at hand, for the line of that address. Between begin_load() and end_load() the
  // caller takes the value.
  void begin_load(const void* address);
  void end_load();
  // Before the value is changed; changed() follows.
  void store(const void* address);
  void lock(const void* address);
  void changed();
  // All stores of the thread at hand have left its buffer.
  void drain();
  // The thread at hand looks again when the line of its last load is written, and at once if it has
  // been since.
  void await_change();
  // The number of the line that the thread at hand has accessed last: addresses by no_sharing.
  std::uintptr_t last_line() const { return looks_[time_.me()].at->number; }

 private:
  static constexpr unsigned nobody = ~0u;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct reader {
    unsigned thread;
    std::uint64_t from;  // when it has the line
  };
  struct line {
    std::uintptr_t number = 0;
    unsigned owner = nobody;
    std::uint64_t owned_from = 0;
    std::uint64_t came_to_core = 0;  // to the owner's, from another
    std::uint64_t free_at = 0;
    std::uint64_t written_at = 0;                    // its last write has arrived then
    std::vector<std::uint64_t> free_in_groups = {};  // by cache group, for its own threads
    std::vector<unsigned> fetching = {};             // threads that wait for their turn to read
    std::vector<unsigned> merged = {};   // threads that wait for a fetch of their cache group
    unsigned locking = 0;                // locked operations that wait for it or have it
    bool serves = false;                 // a thread, which calls serve_next() when it is done
    std::vector<unsigned> waiting = {};  // threads to be served, the oldest first
    std::vector<reader> readers = {};
    std::vector<std::uint64_t> is_reader = {};  // a bit for each thread
    std::vector<unsigned> watchers = {};
    std::uint64_t version = 0;
  };
  // A thread's last access.
  struct look {
    line* at = nullptr;
    std::uint64_t version = 0;
    std::uint64_t arrives = 0;
    std::uint64_t issued = never;  // when its fetch began; never: the next load waits for it
  };

  line& line_at(const void* address);
  bool reads(const line& l, unsigned thread) const {
    return !l.readers.empty() && (l.is_reader[thread / 64] >> thread % 64 & 1) != 0;
  }
  void make_owner(line& l, std::uint64_t from);
  // Returns when the line is free for the thread at hand; whether it had to wait.
  bool wait_for_turn(line& l);
  void serve_next(line& l);
  std::uint64_t price_to_read(const line& l, std::uint64_t at) const;
  std::uint64_t price_to_write(const line& l) const;
  struct fetch_way {
    std::uint64_t price = 0;
    std::uint64_t free_at = 0;  // of the line, or of the group's copy
    bool from_core = false;
    bool from_group = false;
    std::uint64_t begins = never;  // where it has begun earlier, beside another
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
  std::vector<std::uint64_t> buffered_until_;  // by thread: its last store leaves the buffer
};

}  // namespace arcas::sim
