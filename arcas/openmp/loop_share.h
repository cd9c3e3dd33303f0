// SPDX-License-Identifier: Apache-2.0
// How the members of a team share a loop, or sections, without a leader: the words of eight such constructs, and
// each member's part in the one that it is in. Which member opens the words, and when they may be used again, is
// team_lines::enter_loop (workers/PROTOCOL.md, «Teams»).
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/distribution/grain.h>
#include <arcas/openmp/last_chunk.h>
#include <arcas/openmp/settings.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace arcas::inline v0::detail::openmp {

struct member;
struct loop_times;

__extension__ typedef unsigned __int128 wide_number;

enum class sharing_way : std::uint8_t {
  blocks,   // static
  counter,  // dynamic, in the order of the iterations
  ranges,   // dynamic, in any order: each member claims from its own range (distribution/biased.h)
  guided
};

// A loop as the compiled program describes it: first, first + step, ... up to, not including, last.
struct loop_bounds {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;

  static loop_bounds of(long first, long last, long step);
  static loop_bounds of(bool up, unsigned long long first, unsigned long long last,
                        unsigned long long step);
  // The value of iteration i; of `count` the end that the program has named.
  std::uint64_t value(std::uint64_t i) const { return i == count ? last : first + i * step; }
};

struct loop_order {
  loop_bounds bounds;
  sharing_way way = sharing_way::blocks;
  std::uint64_t chunk = 0;  // 0: blocks, one for each member
  bool ordered = false;
  const std::uint64_t* doacross = nullptr;  // iterations of each loop of a doacross nest
  unsigned doacross_loops = 0;
  std::uintptr_t* reductions = nullptr;  // of tasks
  void** memory = nullptr;               // in: bytes wanted; out: where they are, the same for all
  const void* place = nullptr;           // that called it
};

// Which iterations of a doacross nest are done. A member executes the outermost iterations that one
// entry stands for in their order, so that one number an entry says it all.
class doacross_words {
 public:
  doacross_words(const loop_order& order, unsigned members);
  void post(const std::uint64_t* iteration);
  bool is_posted(const std::uint64_t* iteration);
  unsigned loops() const { return static_cast<unsigned>(counts_.size()); }

 private:
  std::size_t entry_of(std::uint64_t outermost) const;
  // The place of an iteration in the order of execution, from 1.
  wide_number position(const std::uint64_t* iteration) const;

  sharing_way way_;
  std::uint64_t chunk_;
  unsigned members_;
  std::vector<std::uint64_t> counts_;
  bool fits_;  // a position fits in one word
  std::size_t entries_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> done_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> done_above_;  // upper halves, under lock_
  std::atomic<bool> lock_{false};
};

// What the members share of one construct. Plain words are written by the member that opens it.
struct share_words {
  loop_order order;
  std::uint64_t chunks = 0;
  std::uint64_t tag = 0;  // of `ranges`
  std::unique_ptr<biased_words<>> ranges;
  std::unique_ptr<doacross_words> doacross;
  void* copied = nullptr;  // by copyprivate
  std::vector<std::byte> memory;
  // The first chunk, or guided the first iteration, that is not claimed.
  alignas(no_sharing) std::atomic<std::uint64_t> next{0};
  // Of a loop in ranges: GCC tests `lastprivate` after a thread's last chunk only.
  last_chunk<> last;
  // The first iteration whose ordered region may not be entered.
  alignas(no_sharing) std::atomic<std::uint64_t> turn{0};
};

// A member's part in the construct that it is in.
struct loop_part {
  share_words* words = nullptr;
  std::uint64_t number = 0;  // of the construct
  loop_bounds bounds;
  std::uint64_t first = 0;  // the iterations it has at the moment
  std::uint64_t last = 0;
  std::uint64_t trip = 0;  // blocks that it has had
  bool had_last = false;
  std::optional<biased_cursor<>> cursor;
  std::optional<grain_control> grain;
  std::uint64_t since = 0;   // time stamp of the last claim
  std::uint64_t chunks = 0;  // of the last claim
  // Where it was called from, and what it takes: explanation.h, null if nothing is noted.
  const void* place = nullptr;
  std::unique_ptr<loop_times> times;
};

// The member comes to the construct, which it leaves again by leave_share().
void enter_share(member& me, const loop_order& order);
void leave_share(member& me);
// The member's next iterations, in loop.first and loop.last; false: there are none for it.
bool next_iterations(member& me);
// Until the ordered region of this member's iterations may be entered.
void await_turn(member& me);

// The way that a schedule asks for. monotonic: the program may rely on the order.
void choose_way(loop_order& order, schedule how, bool monotonic);

}  // namespace arcas::inline v0::detail::openmp
