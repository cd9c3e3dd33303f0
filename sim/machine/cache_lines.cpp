// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/cache_lines.h>

#include <arcas/base/cache_line.h>

#include <algorithm>
#include <utility>

namespace arcas::sim {
namespace {

// The number of loads that overlap on a machine with loads_overlap: a core's outstanding misses.
constexpr std::uint64_t misses_at_once = 10;

}  // namespace

cache_lines::cache_lines(const placement& where, timeline& time)
    : where_(where),
      prices_(where.model()),
      time_(time),
      looks_(where.workers()),
      buffered_until_(where.workers()) {}

cache_lines::line& cache_lines::line_at(const void* address) {
  const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(address) / arcas::no_sharing;
  line& l = lines_[number];
  l.number = number;
  return l;
}

void cache_lines::make_owner(line& l, std::uint64_t from) {
  const unsigned me = time_.me();
  if (l.owner == nobody || where_.core_of(l.owner) != where_.core_of(me)) l.came_to_core = from;
  l.owner = me;
  l.owned_from = from;
  l.free_at = from;
  l.written_at = from;
  l.readers.clear();
  std::ranges::fill(l.is_reader, 0);
}

bool cache_lines::wait_for_turn(line& l) {
  const std::uint64_t came = time_.now();
  if (std::exchange(l.serves, true)) {
    l.waiting.push_back(time_.me());
    time_.sleep();
  }
  while (l.free_at > time_.now()) time_.pass(l.free_at - time_.now());
  return time_.now() != came;
}

void cache_lines::serve_next(line& l) {
  l.serves = !l.waiting.empty();
  if (!l.serves) return;
  auto next = l.waiting.begin();
  if (l.owner != nobody && time_.now() < l.came_to_core + prices_.held) {
    const auto of_core = std::ranges::find_if(l.waiting, [&](unsigned thread) {
      return where_.core_of(thread) == where_.core_of(l.owner);
    });
    if (of_core != l.waiting.end()) next = of_core;
  }
  time_.wake(*next, std::max(l.free_at, time_.now()));
  l.waiting.erase(next);
}

void cache_lines::begin_load(const void* address) {
  line& l = line_at(address);
  const unsigned me = time_.me();
  look& mine = looks_[me];
  if (l.owner == me) {
    mine.arrives = l.owned_from;
  } else if (!reads(l, me)) {
    fetch(l);
  }
  mine.at = &l;
  mine.version = l.version;
}

void cache_lines::end_load() {
  time_.pass(std::max(looks_[time_.me()].arrives, time_.now() + prices_.own_line) - time_.now());
}

// How the current thread gets a line to read.
cache_lines::fetch_way cache_lines::way_of(line& l) const {
  fetch_way way{.price = price_to_read(l, time_.now()), .free_at = l.free_at};
  way.from_core = prices_.core_shares_a_cache() && way.price <= prices_.line_from_own_core();
  way.from_group =
      !way.from_core && l.locking == 0 &&
      ((l.owner != nobody && is_beside_me(l.owner)) ||
       std::ranges::any_of(l.readers, [&](const reader& r) { return is_beside_me(r.thread); }));
  if (way.from_group) way.free_at = std::max(l.written_at, free_in_group(l));
  const look& before = looks_[time_.me()];
  const std::uint64_t early =
      before.issued + std::max(prices_.occupied, way.price / misses_at_once);
  const bool was_early = prices_.loads_overlap && before.issued != never && early < time_.now() &&
                         way.free_at <= early && (way.from_group || !l.serves);
  way.begins = was_early ? early : never;
  return way;
}

// Returns at the time when the line serves this thread. The line arrives some time later.
void cache_lines::fetch(line& l) {
  const unsigned me = time_.me();
  fetch_way way = way_of(l);
  const auto takes_turn = [&] { return !way.from_core && !way.from_group && way.begins == never; };
  // Waits until the cache group's copy is free. If another thread of the group fetches the line,
  // waits until that thread has brought a copy. The line may have been written meanwhile.
  for (;; way = way_of(l)) {
    if (takes_turn() && l.locking == 0 &&
        std::ranges::any_of(l.fetching, [&](unsigned t) { return is_beside_me(t); })) {
      l.merged.push_back(me);
      time_.sleep();
    } else if (way.from_group && way.begins == never && way.free_at > time_.now()) {
      time_.pass(way.free_at - time_.now());
    } else {
      break;
    }
  }
  if (takes_turn()) {
    l.fetching.push_back(me);
    wait_for_turn(l);
    std::erase(l.fetching, me);
  }
  const std::uint64_t begins = way.begins == never ? time_.now() : way.begins;
  if (!way.from_core) {
    std::uint64_t& occupied = way.from_group ? free_in_group(l) : l.free_at;
    occupied = std::max(occupied, begins + prices_.occupied);
  }
  const std::uint64_t arrives =
      std::max(begins + price_to_read(l, begins), time_.now() + prices_.own_line);
  l.is_reader.resize((where_.workers() + 63) / 64);
  l.is_reader[me / 64] |= std::uint64_t{1} << me % 64;
  l.readers.push_back({me, arrives});
  looks_[me].issued = begins;
  looks_[me].arrives = arrives;
  if (!takes_turn()) return;
  std::erase_if(l.merged, [&](unsigned thread) {
    if (!is_beside_me(thread)) return false;
    time_.wake(thread, time_.now());
    return true;
  });
  serve_next(l);
}

// Whether the thread is in the current thread's cache group.
bool cache_lines::is_beside_me(unsigned thread) const {
  return where_.group_of(thread) == where_.group_of(time_.me());
}

std::uint64_t& cache_lines::free_in_group(line& l) const {
  l.free_in_groups.resize(where_.places().places(place_kind::cache_group).size());
  return l.free_in_groups[where_.group_of(time_.me())];
}

std::uint64_t cache_lines::price_to_read(const line& l, std::uint64_t at) const {
  const unsigned me = time_.me();
  std::uint64_t price = prices_.memory;
  if (l.owner != nobody && l.owner != me)
    price = std::max(l.owned_from, at) - at + where_.distance(l.owner, me);
  for (const reader& r : l.readers) {
    if (r.thread != me)
      price = std::min(price, std::max(r.from, at) - at + where_.distance(r.thread, me));
  }
  return price;
}

std::uint64_t cache_lines::price_to_write(const line& l) const {
  const unsigned me = time_.me();
  if (l.owner == nobody && l.readers.empty()) return prices_.memory;
  std::uint64_t price =
      l.owner == nobody || l.owner == me ? prices_.own_line : where_.distance(l.owner, me);
  for (const reader& r : l.readers)
    if (r.thread != me) price = std::max(price, where_.distance(r.thread, me));
  return price;
}

void cache_lines::store(const void* address) {
  line& l = line_at(address);
  const unsigned me = time_.me();
  looks_[me] = {.at = &l};
  const bool here = l.owner == me && l.readers.empty();
  // While a store to this line waits in the buffer, the thread's next store to the line joins it.
  if (!here) {
    const bool readable = l.owner == me || reads(l, me);
    const std::uint64_t had_from = l.owner == me ? l.owned_from : time_.now();
    std::uint64_t& until = buffered_until_[me];
    until = std::max(until + prices_.between_stores,
                     std::max(l.free_at, time_.now()) + price_to_write(l));
    make_owner(l, until);
    if (readable) l.owned_from = had_from;
  }
}

void cache_lines::lock(const void* address) {
  line& l = line_at(address);
  const unsigned me = time_.me();
  drain();
  looks_[me] = {.at = &l};
  // The line is the thread's own until it leaves for another thread.
  if (l.owner == me && l.readers.empty() && l.owned_from <= time_.now()) {
    time_.pass(prices_.own_line + prices_.locked);
    buffered_until_[me] = time_.now();
    return;
  }
  ++l.locking;
  const bool waited = wait_for_turn(l);
  const auto way = static_cast<double>(price_to_write(l));
  const double part = waited ? prices_.handed_on : 1;
  const std::uint64_t comes = time_.now() + static_cast<std::uint64_t>(way * part) + prices_.locked;
  // While the request is on its way, the owner continues to use the line.
  time_.pass(static_cast<std::uint64_t>(way * std::min(prices_.kept, part)));
  const std::uint64_t until = std::max(comes, time_.now());  // an interrupt may have come first
  make_owner(l, until);
  time_.pass(until - time_.now());
  buffered_until_[me] = until;
  --l.locking;
  serve_next(l);
}

void cache_lines::drain() {
  const std::uint64_t until = buffered_until_[time_.me()];
  if (until > time_.now()) time_.pass(until - time_.now());
}

void cache_lines::changed() {
  line& l = *looks_[time_.me()].at;
  ++l.version;
  for (const unsigned w : l.watchers) time_.wake(w, time_.now() + prices_.pause);
  l.watchers.clear();
}

void cache_lines::await_change() {
  const unsigned me = time_.me();
  look& last = looks_[me];
  last.issued = never;
  if (last.version != last.at->version) return time_.pass(prices_.pause);
  last.at->watchers.push_back(me);
  time_.sleep();
}

}  // namespace arcas::sim
