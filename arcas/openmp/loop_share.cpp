// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/loop_share.h>

#include <arcas/base/machine.h>
#include <arcas/base/processor.h>
#include <arcas/openmp/explanation.h>
#include <arcas/openmp/task_reductions.h>
#include <arcas/openmp/team.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace arcas::inline v0::detail::openmp {

namespace {

std::uint64_t steps(std::uint64_t distance, std::uint64_t step) {
  return distance == 0 || step == 0 ? 0 : (distance - 1) / step + 1;
}

// A loop with at most this number of chunks per member uses a counter, and a longer loop uses
// ranges. A steal from a range costs a fence on all processors (membarrier), which pays only in
// longer loops (docs/experiments/2026-11-25-openmp-programs.md).
constexpr std::uint64_t chunks_worth_ranges = 512;

// Initialises the words of a construct; called by the first member, before others can enter.
void open_share(member& me, share_words& words, const loop_order& order) {
  words.order = order;
  const std::uint64_t n = order.bounds.count;
  words.chunks = order.chunk == 0 ? n : steps(n, order.chunk);
  // relaxed, both: enter_loop() releases them when it opens the words.
  words.next.store(0, std::memory_order_relaxed);
  words.turn.store(0, std::memory_order_relaxed);
  words.last.keep();
  if (order.way == sharing_way::ranges) {
    const bool fits = asymmetric_fence::available() && words.chunks <= longest_biased_piece;
    if (!fits || me.in.size() == 1 || words.chunks <= chunks_worth_ranges * me.in.size()) {
      words.order.way = sharing_way::counter;
    } else {
      if (!words.ranges) words.ranges = std::make_unique<biased_words<>>(me.in.layout());
      words.tag = words.ranges->open();
    }
  }
  words.copied = nullptr;
  words.doacross.reset();
  if (order.doacross) words.doacross = std::make_unique<doacross_words>(order, me.in.size());
  if (order.reductions) allocate_reductions(order.reductions, me.in.size());
  if (order.memory) {
    words.memory.assign(reinterpret_cast<std::uintptr_t>(*order.memory), std::byte{0});
  }
}

// Gives a member of a cancelled region its own words, without iterations. The member cannot enter
// the construct, since the shared words may still belong to an earlier one.
share_words& open_empty_share(member& me, loop_order order) {
  order.bounds.count = 0;
  me.loop.own = std::make_unique<share_words>();
  open_share(me, *me.loop.own, order);
  return *me.loop.own;
}

// Sets the member's iterations to the iterations of the chunks [first, last).
void take_chunks(loop_part& mine, const share_words& words, std::uint64_t first,
                 std::uint64_t last) {
  const std::uint64_t chunk = words.order.chunk;
  mine.first = first * chunk;
  mine.last = last == words.chunks ? words.order.bounds.count : last * chunk;
  mine.chunks = last - first;
  mine.had_last = last == words.chunks;
}

// The number of chunks to claim next, from the measured cost of the last claim's chunks.
std::uint64_t grain_of(loop_part& mine, std::uint64_t left, std::uint64_t sharers) {
  const std::uint64_t now = cycles();
  if (!mine.grain) {
    mine.grain.emplace(0, 0);
  } else if (mine.chunks != 0) {
    mine.grain->measured(mine.chunks, now - mine.since);
  }
  mine.since = now;
  return mine.grain->next(left, sharers);
}

bool next_block(member& me, loop_part& mine, const share_words& words) {
  const std::uint64_t n = words.order.bounds.count;
  const std::uint64_t members = me.in.size();
  if (words.order.chunk == 0) {
    if (mine.trip != 0) return false;
    const std::uint64_t each = n / members;
    const std::uint64_t longer = n % members;
    const std::uint64_t before = std::min<std::uint64_t>(me.rank, longer);
    mine.first = each * me.rank + before;
    mine.last = mine.first + each + (me.rank < longer ? 1 : 0);
  } else {
    const std::uint64_t number = mine.trip * members + me.rank;
    if (number >= words.chunks) return false;
    take_chunks(mine, words, number, number + 1);
  }
  ++mine.trip;
  mine.had_last = mine.last == n;
  return mine.first < mine.last;
}

bool next_counted(member& me, loop_part& mine, share_words& words) {
  const std::uint64_t all = words.chunks;
  // relaxed, both: a claim needs atomicity alone.
  std::uint64_t at = words.next.load(std::memory_order_relaxed);
  if (at >= all) return false;
  const std::uint64_t wanted =
      words.order.ordered || words.doacross ? 1 : grain_of(mine, all - at, me.in.size());
  for (;;) {
    const std::uint64_t taken = std::min(wanted, all - at);
    // relaxed: a claim needs atomicity alone. Not fetch_add, which could overflow in loops of
    // almost 2^64 chunks.
    if (words.next.compare_exchange_weak(at, at + taken, std::memory_order_relaxed)) {
      take_chunks(mine, words, at, at + taken);
      return true;
    }
    if (at >= all) return false;
  }
}

// The chunk sizes of libgomp: the number of remaining iterations divided by the number of threads,
// rounded up, and at least `chunk`.
bool next_guided(member& me, loop_part& mine, share_words& words) {
  const std::uint64_t n = words.order.bounds.count;
  // relaxed, both: a claim needs atomicity alone.
  std::uint64_t at = words.next.load(std::memory_order_relaxed);
  while (at < n) {
    const std::uint64_t left = n - at;
    // Like libgomp, rounds down the number of remaining steps, (last - at) / step, and rounds up a
    // member's share of these steps.
    const std::uint64_t whole = left - (words.order.bounds.ends_on_a_step() ? 0 : 1);
    const std::uint64_t fair = whole / me.in.size() + (whole % me.in.size() != 0 ? 1 : 0);
    const std::uint64_t wanted = std::max(fair, words.order.chunk);
    const std::uint64_t taken = wanted <= whole ? wanted : left;
    if (!words.next.compare_exchange_weak(at, at + taken, std::memory_order_relaxed)) continue;
    mine.first = at;
    mine.last = at + taken;
    mine.had_last = mine.last == n;
    return true;
  }
  return false;
}

bool next_ranged(member& me, loop_part& mine, share_words& words) {
  if (!mine.cursor)
    mine.cursor.emplace(me.in.layout(), *words.ranges, words.chunks - 1, words.tag, me.rank);
  const chunk c = claim_last_at_the_end(
      *mine.cursor, words.last, words.chunks,
      [&](std::uint64_t left) { return grain_of(mine, left, 1); },
      [&] {
        mine.grain->start_afresh();
        return mine.grain->fresh();
      });
  if (c.empty()) return false;
  take_chunks(mine, words, c.first, c.last);
  return true;
}

void pass_turn(member& me, share_words& words) {
  const loop_part& mine = me.loop;
  if (mine.last <= mine.first) return;
  // release: pairs with await_turn(); publishes the writes of the ordered region to the next one.
  words.turn.store(mine.last, std::memory_order_release);
  me.in.turns().wake(wait_queue<>::mark_of(mine.last));
}

}  // namespace

// next_iterations() without the time measurement.
static bool claim_iterations(member& me);

loop_bounds loop_bounds::of(long first, long last, long step) {
  const auto from = static_cast<std::uint64_t>(first);
  const auto to = static_cast<std::uint64_t>(last);
  loop_bounds b{from, to, static_cast<std::uint64_t>(step), 0};
  if (step > 0 && first < last) b.count = steps(to - from, b.step);
  if (step < 0 && first > last) b.count = steps(from - to, -b.step);
  return b;
}

loop_bounds loop_bounds::of(bool up, unsigned long long first, unsigned long long last,
                            unsigned long long step) {
  loop_bounds b{first, last, step, 0};
  if (up && first < last) b.count = steps(last - first, step);
  if (!up && first > last) b.count = steps(first - last, -b.step);
  return b;
}

void choose_way(loop_order& order, schedule how, bool monotonic) {
  order.chunk = how.chunk;
  if (how.kind == loop_schedule::automatic) order.chunk = 0;
  const bool in_order = monotonic || how.monotonic || order.ordered || order.doacross;
  switch (how.kind) {
    case loop_schedule::dynamic:
      order.way = in_order ? sharing_way::counter : sharing_way::ranges;
      break;
    case loop_schedule::guided:
      order.way = sharing_way::guided;
      break;
    default:
      order.way = sharing_way::blocks;
  }
  if (order.way != sharing_way::blocks && order.chunk == 0) order.chunk = 1;
  const bool is_free = how.kind == loop_schedule::automatic ||
                       (settings().chooses_schedules && how.kind != loop_schedule::fixed);
  if (is_free && !in_order) {
    order.way = sharing_way::ranges;
    order.chunk = 1;
  }
}

void enter_share(member& me, const loop_order& order) {
  if (order.reductions) enter_group(me);
  loop_part& mine = me.loop;
  mine = loop_part{};
  mine.number = ++me.shares;
  share_words& shared = me.in.share(mine.number);
  bool first = false;
  member_wait wait(me);
  const team_wait how = me.in.inside().enter_loop(me.rank, mine.number, wait, [&] {
    open_share(me, shared, order);
    first = true;
  });
  share_words& words = how == team_wait::over ? shared : open_empty_share(me, order);
  mine.words = &words;
  if (explains() && order.bounds.count != 0) {
    mine.place = order.place;
    mine.times = std::make_unique<loop_times>();
    mine.times->last_claim = cycles();
  }
  mine.bounds = order.bounds;
  if (order.reductions) {
    if (!first && !mine.own) share_reductions(order.reductions, words.order.reductions);
    me.now->group->of_loop = true;
    use_reductions(me, order.reductions);
  }
  if (order.memory) *order.memory = words.memory.data();
}

void leave_share(member& me) {
  if (!me.loop.words) return;
  if (me.loop.times && me.loop.place)
    note_loop(me.loop.place, *me.loop.words, me.in.size(), *me.loop.times);
  me.loop.times.reset();
  me.loop.cursor.reset();
  me.loop.words = nullptr;
  if (std::exchange(me.loop.own, nullptr)) return;
  me.in.inside().leave_loop(me.loop.number);
}

bool next_iterations(member& me) {
  if (!me.loop.times) return claim_iterations(me);
  loop_times& times = *me.loop.times;
  const std::uint64_t before = cycles();
  if (times.claims != 0) {
    times.busy += before - times.last_claim;
    times.profile.add(me.loop.first, me.loop.last, me.loop.words->order.bounds.count,
                      static_cast<double>(before - times.last_claim));
  }
  const bool found = claim_iterations(me);
  times.last_claim = cycles();
  times.claiming += times.last_claim - before;
  if (found) {
    ++times.claims;
    times.iterations += me.loop.last - me.loop.first;
  } else {
    times.claims = std::max<std::uint64_t>(times.claims, 1);
  }
  return found;
}

bool claim_iterations(member& me) {
  loop_part& mine = me.loop;
  share_words& words = *mine.words;
  if (words.order.ordered && mine.last > mine.first) {
    await_turn(me);
    pass_turn(me, words);
  }
  bool found = false;
  if (words.order.bounds.count != 0 && !mine.had_last &&
      // relaxed: a hint; the loop ends at a later claim.
      !me.in.loop_is_cancelled.load(std::memory_order_relaxed)) {
    switch (words.order.way) {
      case sharing_way::blocks:
        found = next_block(me, mine, words);
        break;
      case sharing_way::counter:
        found = next_counted(me, mine, words);
        break;
      case sharing_way::ranges:
        found = next_ranged(me, mine, words);
        break;
      case sharing_way::guided:
        found = next_guided(me, mine, words);
    }
  }
  if (!found) mine.first = mine.last = words.order.bounds.count;
  return found;
}

void await_turn(member& me) {
  loop_part& mine = me.loop;
  if (!mine.words || mine.first == mine.last) return;
  wait_until(waiting_of(me), me.in.turns(), wait_queue<>::mark_of(mine.first), [&] {
    // acquire: pairs with pass_turn().
    return mine.words->turn.load(std::memory_order_acquire) == mine.first || me.in.is_cancelled();
  });
}

}  // namespace arcas::inline v0::detail::openmp
