// SPDX-License-Identifier: Apache-2.0
// Loops and sections, which the members of a team share without a leader. The team has eight sets
// of shared words, one for each of the latest constructs; each member has the state of its current
// construct. team_lines::enter_loop decides which member opens the words and when they may be
// reused (workers/PROTOCOL.md, «Teams»).
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

// A loop as the compiled program describes it: first, first + step, ..., excluding last.
struct loop_bounds {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;

  static loop_bounds of(long first, long last, long step);
  static loop_bounds of(bool up, unsigned long long first, unsigned long long last,
                        unsigned long long step);
  // The value of the loop variable in iteration i; value(count) is the program's `last`.
  std::uint64_t value(std::uint64_t i) const { return i == count ? last : first + i * step; }
  bool ends_on_a_step() const { return first + count * step == last; }
};

struct loop_order {
  loop_bounds bounds;
  sharing_way way = sharing_way::blocks;
  std::uint64_t chunk = 0;  // 0: blocks, one for each member
  bool ordered = false;
  const std::uint64_t* doacross = nullptr;  // iterations of each loop of a doacross nest
  unsigned doacross_loops = 0;
  std::uintptr_t* reductions = nullptr;  // task reductions
  void** memory = nullptr;               // in: size in bytes; out: address, equal in all members
  const void* place = nullptr;           // an address in the program, for explanation.h
};

// The finished iterations of a doacross loop nest. The outermost iterations are divided into
// entries. One member executes an entry, in ascending order, so one number per entry suffices: the
// position finished last.
class doacross_words {
 public:
  doacross_words(const loop_order& order, unsigned members);
  void post(const std::uint64_t* iteration);
  bool is_posted(const std::uint64_t* iteration);
  // The mark with which members wait for this iteration in team::turns().
  std::uint32_t mark_of(const std::uint64_t* iteration) const;
  unsigned loops() const { return static_cast<unsigned>(counts_.size()); }

 private:
  std::size_t entry_of(std::uint64_t outermost) const;
  // The position of an iteration in serial order, counted from 1.
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

// The shared words of one construct. The member that opens them writes the non-atomic ones.
struct share_words {
  loop_order order;
  std::uint64_t chunks = 0;
  std::uint64_t tag = 0;  // returned by ranges->open()
  std::unique_ptr<biased_words<>> ranges;
  std::unique_ptr<doacross_words> doacross;
  void* copied = nullptr;  // data of copyprivate
  std::vector<std::byte> memory;
  // The number of the first unclaimed chunk; with schedule(guided), of the first unclaimed
  // iteration.
  alignas(no_sharing) std::atomic<std::uint64_t> next{0};
  // The last chunk of a loop with ranges. A program of GCC copies a `lastprivate` variable out in
  // the thread whose last chunk ends the loop, so this chunk must be the last one of its member.
  last_chunk<> last;
  // The iteration whose ordered region may be entered next.
  alignas(no_sharing) std::atomic<std::uint64_t> turn{0};
};

// A member's state in its current construct.
struct loop_part {
  share_words* words = nullptr;
  std::unique_ptr<share_words> own;  // owns *words in a cancelled region
  std::uint64_t number = 0;          // number of the construct
  loop_bounds bounds;
  std::uint64_t first = 0;  // [first, last): the claimed iterations
  std::uint64_t last = 0;
  std::uint64_t trip = 0;  // number of blocks claimed
  bool had_last = false;   // whether its last claim had the loop's last iteration
  std::optional<biased_cursor<>> cursor;
  std::optional<grain_control> grain;
  std::uint64_t since = 0;   // time stamp of the last claim
  std::uint64_t chunks = 0;  // number of chunks of the last claim
  // For explanation.h: the caller's address and the times; null without ARCAS_OPENMP_EXPLAIN.
  const void* place = nullptr;
  std::unique_ptr<loop_times> times;
};

// Enters the construct; leave_share() leaves it.
void enter_share(member& me, const loop_order& order);
void leave_share(member& me);
// Claims the member's next iterations, [loop.first, loop.last); false: none are left for it.
bool next_iterations(member& me);
// Blocks until the member may enter the ordered region of its iterations.
void await_turn(member& me);

// Sets order.way and order.chunk for the schedule `how`. monotonic: the program may rely on the
// order of the chunks.
void choose_way(loop_order& order, schedule how, bool monotonic);

}  // namespace arcas::inline v0::detail::openmp
