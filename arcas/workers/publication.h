// SPDX-License-Identifier: Apache-2.0
// How a leader's work reaches its followers and is over again: notices, claims of a slot,
// completion. The argument for all of it, event by event, is in PROTOCOL.md; its section names are
// used here.
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

// Which loop a notice announces: a count that never repeats, the loop's level and its slot, and
// whether the notice is being rewritten. One 64-bit word behind verbs.
class epoch {
 public:
  // The bits above are the count.
  static constexpr unsigned count_shift = 16;
  // Of a loop with fixed ranges (half_barrier.h), which needs no slot.
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

// One cache line with all that a follower needs. Written by its leader alone; read by the followers
// of one group, so that no line is watched by the whole machine.
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) notice {
 public:
  // Leader only.
  void post(epoch e, const work& item) noexcept {
    // relaxed: ordered before the words by the fence below.
    epoch_.store(e.while_written().bits(), std::memory_order_relaxed);
    // release: pairs with the seq_cst fence in seen_again(): a thread that read a new word sees the
    // mark.
    machine<Atom>::fence(std::memory_order_release);
    // relaxed: the words are published by the epoch, and torn reads are refused by seen_again().
    run_.store(item.run, std::memory_order_relaxed);
    context_.store(item.context, std::memory_order_relaxed);  // relaxed: as the line above
#pragma GCC unroll 4
    for (std::size_t i = 0; i < work::argument_count; ++i) {
      arguments_[i].store(item.arguments[i], std::memory_order_relaxed);  // relaxed: as above
    }
    // release: pairs with current()'s acquire; publishes the words and all the leader did before.
    epoch_.store(e.bits(), std::memory_order_release);
  }

  // acquire: pairs with post()'s release; a thread that sees an epoch sees its words and its
  // context.
  epoch current() const noexcept { return epoch(epoch_.load(std::memory_order_acquire)); }

  // The words, to be trusted only once seen_again() has said so.
  work read() const noexcept {
    work item;
    item.run = run_.load(std::memory_order_relaxed);          // relaxed: checked by seen_again()
    item.context = context_.load(std::memory_order_relaxed);  // relaxed: checked by seen_again()
    for (std::size_t i = 0; i < work::argument_count; ++i) {
      item.arguments[i] = arguments_[i].load(std::memory_order_relaxed);  // relaxed: as above
    }
    return item;
  }

  // True while e is still announced. The caller has announced itself in its `announcement` before.
  bool seen_again(epoch e) const noexcept {
    // seq_cst: pairs with the fence in publication_board::reserve(): either this load sees the
    // leader's newer epoch, or the leader sees our announcement (PROTOCOL.md, «Either the leader
    // sees the follower»).
    machine<Atom>::fence(std::memory_order_seq_cst);
    // relaxed: the fence above orders it after the words and after the announcement.
    return epoch_.load(std::memory_order_relaxed) == e.bits();
  }

  // The words, if they are all words of e, though the loop may be over.
  std::optional<work> whole_words(epoch e) const noexcept {
    const work item = read();
    // acquire: pairs with the release fence in post(): a thread that has read a word of a later
    // loop sees that one's mark.
    machine<Atom>::fence(std::memory_order_acquire);
    // relaxed: ordered after the words by the fence above.
    if (epoch_.load(std::memory_order_relaxed) != e.bits()) return std::nullopt;
    return item;
  }
  // Leader only: no follower is to begin with loop e any more, which the notice shows.
  void take_down(epoch e) noexcept {
    // relaxed: ordered before the leader's looks at the answers by a heavy fence, which pairs with
    // the light one in arrival::start().
    epoch_.store(e.while_written().bits(), std::memory_order_relaxed);
  }
  // True while e is announced and not being written. For followers that have answered in their
  // line.
  bool shows(epoch e) const noexcept {
    // relaxed: ordered after the answer by a light fence, as above.
    return epoch_.load(std::memory_order_relaxed) == e.bits();
  }

  // Whether the worker whose board this is leads its own followers, loop or not.
  void set_leading(bool leading) noexcept {
    // relaxed: a hint for where to look; entering a loop is decided by the epoch alone.
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

// How many of a loop's iterations its followers have finished: a word for each follower, in large
// teams for some neighbours, and the leader adds the words up. So a follower that reports waits for
// few others, and the leader reads few lines (docs/experiments/2026-11-26-laboratory.md, «Burden»).
// Never reset: the leader remembers where the sum stood when the loop began. PROTOCOL.md, «Counting».
template <template <class> class Atom = std::atomic, unsigned FewWords = 16>
class completion {
 public:
  explicit completion(unsigned followers)
      : of_a_word_(share_of_a_word(followers)),
        words_((followers + of_a_word_ - 1) / of_a_word_),
        finished_(new padded<Atom<std::uint64_t>>[words_] {}) {}

  // That follower has finished `count` iterations, and all they wrote is written.
  void add(unsigned follower, std::uint64_t count) noexcept {
    // seq_cst: release pairs with reached()'s acquire; the total order pairs with the parking
    // leader's (loop_slot::sleep): either it sees this count, or the adder sees that it sleeps.
    finished_[follower / of_a_word_].value.fetch_add(count, std::memory_order_seq_cst);
  }

  // acquire: pairs with add()'s release; all that the counted iterations did is visible after it.
  bool reached(std::uint64_t total) const noexcept {
    return sum([](const auto& w) { return w.load(std::memory_order_acquire); }) == total;
  }
  // seq_cst: pairs with add(): the parking leader looks after it has said that it sleeps.
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

// Where a follower says which slot it may be touching. One writer, its owner; read by leaders that
// want to use a slot again.
template <template <class> class Atom = std::atomic>
class announcement {
 public:
  void enter(const void* slot) noexcept {
    // release: pairs with named()'s acquire; a leader that reads this name instead of the null
    // before it must see our last touches of the slot we left. The fence in notice::seen_again()
    // makes it visible.
    slot_.store(slot, std::memory_order_release);
  }
  void leave() noexcept {
    // release: pairs with named()'s acquire; our last touch of the slot precedes its next use.
    slot_.store(nullptr, std::memory_order_release);
  }
  // acquire: pairs with the releases of leave() and of the enter() after it.
  const void* named() const noexcept { return slot_.load(std::memory_order_acquire); }

 private:
  Atom<const void*> slot_{nullptr};
};

// One loop's place in a board: reused when its loop is over and no follower's announcement names
// it.
template <template <class> class Atom = std::atomic>
struct loop_slot {
  explicit loop_slot(unsigned followers) : done(followers) {}

  // That follower has finished `count` iterations; wakes the leader if it sleeps.
  void report(unsigned follower, std::uint64_t count) noexcept {
    done.add(follower, count);
    // seq_cst: pairs with the leader's store before its last look (sleep); one of us sees the
    // other.
    if (leader_sleeps.load(std::memory_order_seq_cst)) ring(bell);
  }
  // Leader only: until a report, unless all are there; may return without reason.
  void sleep() noexcept {
    // relaxed: kept before the mark by its release, so that it is older than any ring for the mark.
    const std::uint32_t before = bell.load(std::memory_order_relaxed);
    // seq_cst: pairs with report()'s load after its count.
    leader_sleeps.store(true, std::memory_order_seq_cst);
    if (!done.reached_before_sleep(expected)) futex<Atom>::wait(bell, before);
    leader_sleeps.store(false, std::memory_order_relaxed);  // relaxed: an extra ring has no effect
  }

  completion<Atom> done;
  Atom<std::uint32_t> bell{0};      // futex word: rung by followers for a leader that sleeps
  Atom<bool> leader_sleeps{false};  // written by the leader, read by followers that add to `done`
  // The leader's own, on a line that no follower reads.
  alignas(no_sharing) std::uint64_t expected =
      0;                  // what `done` shows when all earlier loops are over
  bool in_use = false;    // its loop has not returned
  bool untouched = true;  // since its last use no follower can be inside
};

// Where one leader publishes its loops: a notice for each group of followers and a few slots. Owned
// by one thread at a time; everything here but the notices and the slots' shared words is that
// thread's.
//
// Slots: loops that may be under way or not yet left by the slowest follower; a leader that finds
// none free runs its loop alone. Followers' announcements are read once per about so many loops.
template <template <class> class Atom = std::atomic, unsigned Slots = 16>
class publication_board {
 public:
  static constexpr unsigned slot_count = Slots;

  // followers: of all groups, numbered from 0.
  publication_board(unsigned groups, unsigned followers) : notices_(groups) {
    for (unsigned i = 0; i < slot_count; ++i)
      slots_.push_back(std::make_unique<loop_slot<Atom>>(followers));
  }

  loop_slot<Atom>& slot(unsigned index) noexcept { return *slots_[index]; }
  notice<Atom>& notice_for(unsigned group) noexcept { return notices_[group]; }
  unsigned groups() const noexcept { return static_cast<unsigned>(notices_.size()); }

  // A slot that no follower can be inside of, now in use; slot_count when there is none at the
  // moment. for_each_announcement(visit) calls visit(const void* slot) with what each possible
  // follower names.
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

  // Announces item as a loop of that level in slot `index`; epoch::no_slot: as a loop of fixed
  // ranges. What was announced before is taken down.
  epoch publish(unsigned index, int level, const work& item) noexcept {
    const epoch e(++count_, static_cast<unsigned>(level), index);
    for (notice<Atom>& n : notices_) n.post(e, item);
    shown_ = index;
    return e;
  }
  // No follower begins with e, which is shown, after this; one that has begun says so in its line.
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

  // PROTOCOL.md, «Either the leader sees the follower»: a slot that is not shown any more and that
  // no follower names after the fence cannot be entered again before it is published again.
  template <class ForEachAnnouncement>
  void find_untouched(ForEachAnnouncement for_each_announcement) {
    for (unsigned i = 0; i < slot_count; ++i)
      slots_[i]->untouched = !slots_[i]->in_use && i != shown_;
    // seq_cst: pairs with the fence in notice::seen_again(); our newer epochs come before these
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
  // The leader's own, written at every loop, on a line that no follower reads.
  alignas(no_sharing) std::uint64_t count_ = 0;  // loops published so far
  unsigned shown_ = epoch::no_slot;              // the slot that the notices show
  unsigned last_ = 0;  // the slot reserved last: the next one is the longest unused
};

// The guests' boards from which a thread leads at the moment, a bit for each: what idle workers
// ask, so that they need not look at every board. PROTOCOL.md, «Guests that come and go».
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) guests_present {
 public:
  static constexpr unsigned most = 32;

  // By the board's holder, before it publishes there. relaxed: ordered before its look for sleepers
  // by the fence that orders the notice; a worker that has missed the bit looks again before it
  // sleeps.
  void come(unsigned board) noexcept { here_.fetch_or(bit(board), std::memory_order_relaxed); }
  // By the holder, before it gives the board back. relaxed: the next holder's come() is later in
  // the word's order, since the board goes by release and acquire.
  void go(unsigned board) noexcept { here_.fetch_and(~bit(board), std::memory_order_relaxed); }
  // By an idle worker: visit(board) of all there are, until it says true.
  template <class Visit>
  bool any(Visit visit) const {
    // relaxed: the notice that is found there is whole by its own orders, and an old one no news.
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
