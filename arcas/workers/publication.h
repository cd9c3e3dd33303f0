// SPDX-License-Identifier: Apache-2.0
// How does a leader's work reach its followers, and how does it end? By notices, announced slots
// and counts of iterations. PROTOCOL.md has the argument, event by event; names in «» here are its
// sections.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/workers/sleep.h>
#include <arcas/workers/work.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace arcas::inline v0::detail {

// Identifies the loop that a notice shows: a count that never repeats, the loop's level and slot,
// and whether the notice is being rewritten.
class epoch {
 public:
  // The bits from this one upwards are the count.
  static constexpr unsigned count_shift = 16;
  // Stands in place of a slot's number: a loop with fixed ranges (half_barrier.h) needs no slot.
  static constexpr unsigned no_slot = 0x7f;

  constexpr epoch() = default;
  constexpr explicit epoch(std::uint64_t bits) : bits_(bits) {}
  constexpr epoch(std::uint64_t count, unsigned level, unsigned slot)
      : bits_(count << count_shift | std::uint64_t{level & 0xff} << 8 | std::uint64_t{slot} << 1) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr unsigned slot() const { return static_cast<unsigned>(bits_ >> 1 & 0x7f); }
  constexpr int level() const { return static_cast<int>(bits_ >> 8 & 0xff); }
  constexpr bool has_slot() const { return slot() != no_slot; }
  constexpr bool being_written() const { return bits_ & 1; }
  constexpr epoch while_written() const { return epoch(bits_ | 1); }
  friend constexpr bool operator==(epoch, epoch) = default;

 private:
  std::uint64_t bits_ = 0;
};

// One cache line with all that a follower needs to take part in a loop. Only the leader writes it,
// and the followers of one group read it, so that no line is watched by the whole machine.
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) notice {
 public:
  // Called by the leader.
  void post(epoch e, const work& item) noexcept {
    // relaxed: ordered before the words by the fence below.
    epoch_.store(e.while_written().bits(), std::memory_order_relaxed);
    // release: pairs with the seq_cst fence in seen_again(): a thread that read a new word sees the
    // mark.
    machine<Atom>::fence(std::memory_order_release);
    // relaxed: the words are published by the epoch, and seen_again() refuses torn reads.
    run_.store(item.run, std::memory_order_relaxed);
    context_.store(item.context, std::memory_order_relaxed);  // relaxed: as the line above
#pragma GCC unroll 4
    for (std::size_t i = 0; i < work::argument_count; ++i) {
      // relaxed: published by the epoch
      arguments_[i].store(item.arguments[i], std::memory_order_relaxed);
    }
    // release: pairs with current()'s acquire; publishes the words and all that the leader did
    // before.
    epoch_.store(e.bits(), std::memory_order_release);
  }

  // acquire: pairs with post()'s release; a thread that sees an epoch sees the words posted with
  // it, and the context that they point to.
  epoch current() const noexcept { return epoch(epoch_.load(std::memory_order_acquire)); }

  // The words, which are valid only if seen_again() returns true afterwards.
  work read() const noexcept {
    work item;
    item.run = run_.load(std::memory_order_relaxed);          // relaxed: checked by seen_again()
    item.context = context_.load(std::memory_order_relaxed);  // relaxed: checked by seen_again()
    for (std::size_t i = 0; i < work::argument_count; ++i) {
      // relaxed: checked by seen_again()
      item.arguments[i] = arguments_[i].load(std::memory_order_relaxed);
    }
    return item;
  }

  // Whether the notice still shows e. The caller must have entered the slot in its `announcement`.
  bool seen_again(epoch e) const noexcept {
    // seq_cst: pairs with the fence in publication_board::reserve(): either this load sees the
    // leader's newer epoch, or the leader sees this thread's announcement (PROTOCOL.md, «Either the
    // leader sees the follower»).
    machine<Atom>::fence(std::memory_order_seq_cst);
    // relaxed: the fence above orders it after the words and after the announcement.
    return epoch_.load(std::memory_order_relaxed) == e.bits();
  }

  // The words, if all of them are words of e. Loop e may be over.
  std::optional<work> whole_words(epoch e) const noexcept {
    const work item = read();
    // acquire: pairs with the release fence in post(): a thread that has read a word of a later
    // loop sees that loop's mark.
    machine<Atom>::fence(std::memory_order_acquire);
    // relaxed: ordered after the words by the fence above.
    if (epoch_.load(std::memory_order_relaxed) != e.bits()) return std::nullopt;
    return item;
  }
  // Called by the leader while the notice shows loop e: afterwards no follower may begin it.
  void take_down(epoch e) noexcept {
    // relaxed: ordered before the leader's looks at the answers by a heavy fence, which pairs with
    // the light fence in arrival::start().
    epoch_.store(e.while_written().bits(), std::memory_order_relaxed);
  }
  // Whether the notice shows e and is not being rewritten. For followers that have answered in
  // their `arrival`.
  bool shows(epoch e) const noexcept {
    // relaxed: ordered after the answer by the light fence in arrival::start().
    return epoch_.load(std::memory_order_relaxed) == e.bits();
  }

  // Whether the worker that owns this board leads its own followers, even between loops.
  void set_leading(bool leading) noexcept {
    // relaxed: a hint where to look; only the epoch decides who may enter a loop.
    leading_.store(leading, std::memory_order_relaxed);
  }
  bool leading() const noexcept {
    return leading_.load(std::memory_order_relaxed);  // relaxed: a hint, as in set_leading()
  }

 private:
  Atom<std::uint64_t> epoch_{0};
  Atom<work::entry> run_{nullptr};
  Atom<void*> context_{nullptr};
  Atom<std::uint64_t> arguments_[work::argument_count]{};
  Atom<bool> leading_{false};
};
static_assert(sizeof(notice<>) == no_sharing);

// How many of a loop's iterations its followers have finished. Each follower has a word, which it
// shares with some neighbours in large teams; the leader adds the words up. So a follower that
// reports waits for few others, and the leader reads few cache lines
// (docs/experiments/2026-11-26-laboratory.md, «Burden»). The words are never reset: the leader
// remembers their sum at the beginning of the loop. PROTOCOL.md, «Counting».
template <template <class> class Atom = std::atomic, unsigned FewWords = 16>
class completion {
 public:
  explicit completion(unsigned followers)
      : of_a_word_(share_of_a_word(followers)),
        words_((followers + of_a_word_ - 1) / of_a_word_),
        finished_(new padded<Atom<std::uint64_t>>[words_] {}) {}

  // Called by a follower that has finished `count` iterations, including their writes.
  void add(unsigned follower, std::uint64_t count) noexcept {
    // seq_cst: the release pairs with reached()'s acquire. The total order pairs with the sequence
    // of a leader that falls asleep (loop_slot::sleep): either the leader sees this count, or this
    // thread sees that the leader sleeps.
    finished_[follower / of_a_word_].value.fetch_add(count, std::memory_order_seq_cst);
  }

  // acquire: pairs with add()'s release; everything that the counted iterations did is visible
  // after it.
  bool reached(std::uint64_t total) const noexcept {
    return sum([](const auto& w) { return w.load(std::memory_order_acquire); }) == total;
  }
  // seq_cst: pairs with add(). A leader that falls asleep calls this function after it has
  // announced that it sleeps.
  bool reached_before_sleep(std::uint64_t total) const noexcept {
    return sum([](const auto& w) { return w.load(std::memory_order_seq_cst); }) == total;
  }

 private:
  static constexpr unsigned most_of_a_word = 16;
  static constexpr unsigned share_of_a_word(unsigned followers) {
    const unsigned even = followers == 0 ? 1 : (followers + FewWords - 1) / FewWords;
    return even < most_of_a_word ? even : most_of_a_word;
  }

  template <class Load>
  std::uint64_t sum(Load load) const noexcept {
    std::uint64_t all = 0;
    for (unsigned w = 0; w < words_; ++w) all += load(finished_[w].value);
    return all;
  }

  unsigned of_a_word_;
  unsigned words_;
  std::unique_ptr<padded<Atom<std::uint64_t>>[]> finished_;
};

// Announces the slot that a follower may be using. Written by the follower; read by leaders that
// want to reuse a slot.
template <template <class> class Atom = std::atomic>
class announcement {
 public:
  void enter(const void* slot) noexcept {
    // release: pairs with named()'s acquire. A leader that reads this name, instead of the null
    // that leave() stored before, must also see this follower's last accesses to the slot that it
    // left. The fence in notice::seen_again() makes the name visible.
    slot_.store(slot, std::memory_order_release);
  }
  void leave() noexcept {
    // release: pairs with named()'s acquire; the last access to the slot precedes its next use.
    slot_.store(nullptr, std::memory_order_release);
  }
  // acquire: pairs with the releases of leave() and of the enter() after it.
  const void* named() const noexcept { return slot_.load(std::memory_order_acquire); }

 private:
  Atom<const void*> slot_{nullptr};
};

// A set of counters in a board, used by one loop at a time. It is reused when its loop is over and
// no follower's announcement names it.
template <template <class> class Atom = std::atomic>
struct loop_slot {
  explicit loop_slot(unsigned followers) : done(followers) {}

  // The follower has finished `count` iterations; wakes the leader if it sleeps.
  void report(unsigned follower, std::uint64_t count) noexcept {
    done.add(follower, count);
    // seq_cst: pairs with the leader's store in sleep(), before its last look: either this load
    // sees that the leader sleeps, or the last look sees this follower's count.
    if (leader_sleeps.load(std::memory_order_seq_cst)) ring(bell);
  }
  // Called by the leader: sleeps until a report, unless all iterations have been reported. May
  // return spuriously.
  void sleep() noexcept {
    // relaxed: the release of the store below keeps this load before that store. So each ring after
    // the store changes the word.
    const std::uint32_t before = bell.load(std::memory_order_relaxed);
    // seq_cst: pairs with report()'s load after its count.
    leader_sleeps.store(true, std::memory_order_seq_cst);
    if (!done.reached_before_sleep(expected)) futex<Atom>::wait(bell, before);
    leader_sleeps.store(false, std::memory_order_relaxed);  // relaxed: an extra ring has no effect
  }

  completion<Atom> done;
  Atom<std::uint32_t> bell{0};      // futex word: rung by followers for a leader that sleeps
  Atom<bool> leader_sleeps{false};  // written by the leader, read by followers that add to `done`
  // Members of the leader, on a cache line that no follower reads.
  alignas(no_sharing) std::uint64_t expected =
      0;                  // what `done` shows when all loops that the leader has awaited are over
  bool in_use = false;    // its loop has not returned
  bool untouched = true;  // no follower can have entered it since its last use
};

// A leader publishes its loops here. A board has a notice for each group of followers, and some
// slots. One thread at a time owns the board; all members but the notices and the slots' shared
// words belong to that thread.
//
// A slot is free if its loop has returned and no slow follower can be in it. A leader that finds no
// free slot runs its loop alone. Followers' announcements are read about once in `Slots` loops.
template <template <class> class Atom = std::atomic, unsigned Slots = 16>
class publication_board {
 public:
  static constexpr unsigned slot_count = Slots;

  // followers: number of followers in all groups.
  publication_board(unsigned groups, unsigned followers) : notices_(groups) {
    for (unsigned i = 0; i < slot_count; ++i)
      slots_.push_back(std::make_unique<loop_slot<Atom>>(followers));
  }

  loop_slot<Atom>& slot(unsigned index) noexcept { return *slots_[index]; }
  notice<Atom>& notice_for(unsigned group) noexcept { return notices_[group]; }
  unsigned groups() const noexcept { return static_cast<unsigned>(notices_.size()); }

  // Takes a slot that no follower can be using, and returns its index; slot_count: no slot is free.
  // for_each_announcement(visit) must call visit(const void* slot) with the announcement of each
  // follower.
  template <class ForEachAnnouncement>
  unsigned reserve(ForEachAnnouncement for_each_announcement) {
    unsigned index = next_untouched();
    if (index == slot_count) {
      find_untouched(for_each_announcement);
      index = next_untouched();
    }
    if (index != slot_count) {
      slots_[index]->in_use = true;
      slots_[index]->untouched = false;
    }
    return index;
  }

  // Posts item in all notices as a loop of this level: as a loop with claims in slot `index`, or
  // with epoch::no_slot as a loop with fixed ranges. Replaces what the notices showed.
  epoch publish(unsigned index, int level, const work& item) noexcept {
    const epoch e(++count_, static_cast<unsigned>(level), index);
    for (notice<Atom>& n : notices_) n.post(e, item);
    shown_ = index;
    return e;
  }
  // Afterwards no follower begins the published loop e. A follower that has begun says so in its
  // `arrival`.
  void close_ranges(epoch e) noexcept {
    for (notice<Atom>& n : notices_) n.take_down(e);
    // Pairs with the light fence in arrival::start().
    machine<Atom>::heavy_fence();
  }

  void set_leading(bool leading) noexcept {
    for (notice<Atom>& n : notices_) n.set_leading(leading);
  }

 private:
  unsigned next_untouched() noexcept {
    for (unsigned i = 1; i <= slot_count; ++i) {
      const unsigned index = (last_ + i) % slot_count;
      if (slots_[index]->untouched && !slots_[index]->in_use) return last_ = index;
    }
    return slot_count;
  }

  // A slot cannot be entered before it is published again if it is no longer published and no
  // follower names it after the fence: PROTOCOL.md, «Either the leader sees the follower».
  template <class ForEachAnnouncement>
  void find_untouched(ForEachAnnouncement for_each_announcement) {
    for (unsigned i = 0; i < slot_count; ++i)
      slots_[i]->untouched = !slots_[i]->in_use && i != shown_;
    // seq_cst: pairs with the fence in notice::seen_again(); the newer epochs come before these
    // looks.
    machine<Atom>::fence(std::memory_order_seq_cst);
    for_each_announcement([this](const void* named) {
      for (auto& s : slots_) {
        if (s.get() == named) s->untouched = false;
      }
    });
  }

  std::vector<notice<Atom>> notices_;
  std::vector<std::unique_ptr<loop_slot<Atom>>> slots_;
  // Members of the leader, written at every loop, on a cache line that no follower reads.
  alignas(no_sharing) std::uint64_t count_ = 0;  // number of loops published
  unsigned shown_ = epoch::no_slot;              // the slot in the notices
  unsigned last_ = 0;  // the slot reserved last; the search for a free slot begins after it
};

// One word with a bit for each board that is kept for guests. The bit is set while a thread leads
// from the board. Idle workers read the word instead of every board. PROTOCOL.md, «Guests that come
// and go».
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) guests_present {
 public:
  static constexpr unsigned most = 32;

  // Called by the board's holder before it publishes there. relaxed: ordered before the holder's
  // look for sleepers by the fence that orders the notice. A worker that has missed the bit looks
  // again before it sleeps.
  void come(unsigned board) noexcept { here_.fetch_or(bit(board), std::memory_order_relaxed); }
  // Called by the holder before it gives the board back. relaxed: the next holder's come() is later
  // in the word's modification order, since the board is handed over by release and acquire.
  void go(unsigned board) noexcept { here_.fetch_and(~bit(board), std::memory_order_relaxed); }
  // Called by an idle worker: visit(board) for each bit, until it returns true.
  template <class Visit>
  bool any(Visit visit) const {
    // relaxed: the notice of the board has its own orders, and a worker ignores an old notice.
    std::uint32_t here = here_.load(std::memory_order_relaxed);
    for (; here != 0; here &= here - 1) {
      if (visit(static_cast<unsigned>(std::countr_zero(here)))) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t bit(unsigned board) { return std::uint32_t{1} << board; }

  Atom<std::uint32_t> here_{0};
};

}  // namespace arcas::inline v0::detail
