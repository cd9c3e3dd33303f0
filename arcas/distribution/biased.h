// SPDX-License-Identifier: Apache-2.0
// Biased stripes: every worker owns a range and claims from it with plain loads and stores; one
// that has nothing left takes half of another's rest, and does not wait for an owner that is in a
// long iteration: an asymmetric fence makes that safe, or a fence at each claim of an owner whose
// iterations are long or whose team is large. No other claim is a locked operation or a fence, and a
// loop has O(log n) steals per worker, so chunks may be as small as one iteration. Without an
// asymmetric fence both sides pass full ones. PROTOCOL.md, «Plain claims» to «Half of the rest».
#pragma once

#include <arcas/base/machine.h>
#include <arcas/distribution/biased_words.h>
#include <arcas/distribution/claims.h>
#include <arcas/distribution/layouts.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

namespace arcas::inline v0::detail {

// One worker's part in one loop. Local to its thread.
template <template <class> class Atom = std::atomic>
class biased_cursor {
 public:
  // n <= longest_biased_piece iterations; tag as open() gave it to the leader; me: a slot of the
  // layout that no other worker has.
  biased_cursor(const biased_layout& layout, biased_words<Atom>& words, std::uint64_t n,
                std::uint64_t tag, unsigned me)
      : layout_(&layout), words_(&words), n_(n), tag_(tag), me_(me), random_(me) {
    own_.slot = &words.slot(me);
    arrive();
  }

  // Up to `grain` iterations of what this worker owns; empty: it owns nothing. Answers a request.
  chunk claim(std::uint64_t grain) noexcept;
  // When it owns nothing: takes back what it had offered, else half of what another owns, nearest
  // first, and claims up to `grain` iterations of it at once. Empty: there was nothing to be found.
  chunk claim_elsewhere(std::uint64_t grain) noexcept {
    return claim_elsewhere(grain, [] { return false; });
  }
  // The same in some slots of each wider place, where there are many: a search of all of them takes
  // longer than most loops. Gives up where is_over() says that there is nothing left to look for,
  // which it is asked now and then; so does a search of all.
  template <class IsOver>
  chunk claim_from_some(std::uint64_t grain, const IsOver& is_over) noexcept {
    return claim_found(grain, is_over, layout_->samples());
  }
  template <class IsOver>
  chunk claim_elsewhere(std::uint64_t grain, const IsOver& is_over) noexcept {
    return claim_found(grain, is_over, false);
  }

  owned_range<Atom>& own() noexcept { return own_; }
  const owned_range<Atom>& own() const noexcept { return own_; }
  // Iterations up to the end of what it owned when it last looked.
  std::uint64_t remaining() const noexcept { return last_ - own_.at; }
  // Whether the iterations are known to be so long that each claim passes a fence, lest others
  // have to interrupt this worker. claim_elsewhere() begins anew, or as it found its victim;
  // claim() learns it where a helper had to. own().claim() is for owners that are not fenced.
  bool fenced() const noexcept { return fenced_; }
  // Of a large team: fenced from the first claim to the last, whatever the iterations cost.
  bool always_fenced() const noexcept { return layout_->owners_pay(); }
  void set_fenced(bool wanted) noexcept;
  // After a claim_from_some() that was in vain: whether there may be something that it has not
  // seen.
  bool may_have_missed_some() const noexcept { return undecided_ || layout_->samples(); }
  // The range at hand was taken from another worker.
  bool helps() const noexcept { return helps_; }

 private:
  using word = biased_word;

  // Asks that one worker may number in one loop; then it takes only what is offered.
  static constexpr unsigned own_steal_requests = 1u << 14;
  // Looks for an answer before the question is settled without the owner, about 5,000 cycles: it is
  // in an iteration longer than the fence costs.
  static constexpr unsigned looks_for_an_answer = 200;
  // The same beside the one that has asked: one fence is enough for all.
  static constexpr unsigned looks_for_anothers = 8 * looks_for_an_answer;
  // Looks at a neighbour's search: for an answer, and for each of the slots it looks at first.
  static constexpr unsigned looks_for_a_slot = 100;
  static constexpr unsigned slots_to_wait_for = 8;
  // Slots looked at between two questions whether the loop is over: each is a line to be fetched.
  static constexpr unsigned slots_between_questions = 16;

  static word load(const Atom<std::uint64_t>& w) noexcept {
    // acquire: pairs with the releases of show(), claim_elsewhere(), set_fenced() and replace(): a
    // word of one content is never read together with an older one of another's.
    return word(w.load(std::memory_order_acquire));
  }
  static bool replace(Atom<std::uint64_t>& w, word from, word to) noexcept {
    std::uint64_t expected = from.bits();
    // acq_rel: pairs with load(). relaxed on failure: a thread that fails looks again.
    return w.compare_exchange_strong(expected, to.bits(), std::memory_order_acq_rel,
                                     std::memory_order_relaxed);
  }

  // Its owner has come, in this loop.
  bool is_open(word end) const noexcept { return end.tag() == tag_ && end.version() != 0; }
  void arrive() noexcept;
  void show(chunk c, std::uint64_t claimed, word zero) noexcept;
  void answer(word request) noexcept;
  template <class IsOver>
  chunk claim_found(std::uint64_t grain, const IsOver& is_over, bool some) noexcept;
  template <class IsOver>
  chunk search(const IsOver& is_over, bool some) noexcept;
  template <class IsOver>
  chunk search_in_turn(const IsOver& is_over, bool some) noexcept;
  // There may be something a moment later.
  chunk nothing_now() noexcept {
    undecided_ = true;
    return {};
  }
  void end_turn(bool in_vain) noexcept {
    if (turn_) std::exchange(turn_, nullptr)->end(!in_vain);
  }
  chunk take_offered(biased_slot<Atom>& from) noexcept;
  chunk take_unopened(unsigned victim) noexcept;
  chunk steal_from(unsigned victim) noexcept;
  bool request_half(biased_slot<Atom>& of, word end) noexcept;
  void await_answer(biased_slot<Atom>& of, word request, unsigned most_looks) noexcept;
  static bool is_fenced(biased_slot<Atom>& of, word content) noexcept;
  void settle(biased_slot<Atom>& of, word request) noexcept;

  const biased_layout* layout_;
  biased_words<Atom>* words_;
  std::uint64_t n_;
  std::uint64_t tag_;
  unsigned me_;
  bool helps_ = false;
  bool fenced_ = false;
  bool met_long_ = false;              // what was taken last has long iterations
  bool undecided_ = false;             // a search has met a range that it may not have seen all of
  bool searches_alone_ = false;        // a neighbour that has the turn is held up
  search_turn<Atom>* turn_ = nullptr;  // it has the turn
  std::uint32_t random_;               // where a search begins in a large place
  std::uint64_t last_ = 1;             // the word of the range's end, when last seen
  owned_range<Atom> own_;
};

// «Arriving»: the thread that changes `end` first for this loop opens the slot; if helpers did,
// they have taken its upper part.
template <template <class> class Atom>
void biased_cursor<Atom>::arrive() noexcept {
  biased_slot<Atom>& mine = *own_.slot;
  const chunk home = layout_->home(me_, n_);
  const word opened(tag_, 1);
  for (;;) {
    const word end = load(mine.end);
    // By open_slot(), or this worker was here, left when it owned nothing, and came back.
    if (is_open(end)) {
      own_.zero = word(tag_, end.version()).bits();
      last_ = end.bits();
      own_.at = std::min(load(mine.position).bits(), last_);
      fenced_ = is_fenced(mine, word(own_.zero));
      return;
    }
    const std::uint64_t left = end.tag() == tag_ ? end.position() : home.last;
    if (!replace(mine.end, end, opened.at(left))) continue;
    show({home.first, left}, 0, opened);
    return;
  }
}

// All but `end`, with so many iterations claimed already. No helper takes from the slot meanwhile,
// since one of `end` and `limit` is of another content.
template <template <class> class Atom>
void biased_cursor<Atom>::show(chunk c, std::uint64_t claimed, word zero) noexcept {
  own_.zero = zero.bits();
  own_.at = zero.at(c.first + claimed).bits();
  last_ = zero.at(c.last).bits();
  // relaxed: ordered by the release below.
  own_.slot->position.store(own_.at, std::memory_order_relaxed);
  fenced_ = std::exchange(met_long_, false) || always_fenced();
  // relaxed: as above.
  if (fenced_) own_.slot->fenced.store(own_.zero, std::memory_order_relaxed);
  // release: pairs with load(); a thread that sees this content's limit sees its position.
  own_.slot->limit.store(last_, std::memory_order_release);
}

// «Plain claims»; the slow form of owned_range::claim(), for what that one leaves.
template <template <class> class Atom>
chunk biased_cursor<Atom>::claim(std::uint64_t grain) noexcept {
  biased_slot<Atom>& mine = *own_.slot;
  for (;;) {
    const word limit = load(mine.limit);
    if (limit.is_steal_request()) {
      answer(limit);
      continue;
    }
    if (limit.is_settled()) {
      set_fenced(true);
      replace(mine.limit, limit, limit.plain());
      continue;
    }
    last_ = limit.bits();
    if (own_.at >= last_) return {};
    const std::uint64_t to = own_.at + std::min(grain, last_ - own_.at);
    // relaxed: ordered by the fence, as in owned_range::claim().
    mine.position.store(to, std::memory_order_relaxed);
    if (fenced_) {
      // seq_cst: pairs with the one in settle(), as the light one does with the heavy one.
      machine<Atom>::fence(std::memory_order_seq_cst);
    } else {
      machine<Atom>::light_fence();
    }
    // relaxed: as above.
    if (to > mine.limit.load(std::memory_order_relaxed)) continue;
    const chunk c{own_.at - own_.zero, to - own_.zero};
    own_.at = to;
    return c;
  }
}

// «Owners that pay».
template <template <class> class Atom>
void biased_cursor<Atom>::set_fenced(bool wanted) noexcept {
  if (fenced_ == wanted || always_fenced()) return;
  fenced_ = wanted;
  own_.batch_end = 0;
  if (wanted) {
    // release: pairs with is_fenced(); a thread that sees it sees all plain claims before it.
    own_.slot->fenced.store(own_.zero, std::memory_order_release);
  } else {
    // relaxed: ordered before the plain claims to come by the fence.
    own_.slot->fenced.store(0, std::memory_order_relaxed);
    // seq_cst: pairs with the one in settle(): a helper that has not seen the store has put its
    // steal request before.
    machine<Atom>::fence(std::memory_order_seq_cst);
  }
}

// Keeps the larger half. If it fails, a helper has settled it.
template <template <class> class Atom>
void biased_cursor<Atom>::answer(word request) noexcept {
  const std::uint64_t rest = load(own_.slot->end).bits() - own_.at;
  replace(own_.slot->limit, request, word(own_.at + (rest + 1) / 2));
}

template <template <class> class Atom>
template <class IsOver>
chunk biased_cursor<Atom>::claim_found(std::uint64_t grain, const IsOver& is_over,
                                       bool some) noexcept {
  const word now(own_.zero);
  if (now.version() == word::last_version) return {};
  if (const word limit = load(own_.slot->limit); limit.is_steal_request()) answer(limit);
  chunk c = take_offered(*own_.slot);
  if (c.empty()) {
    helps_ = true;
    c = search_in_turn(is_over, some);
  }
  if (c.empty()) return {};
  const std::uint64_t claimed = std::min(grain, c.size());
  show(c, claimed, word(tag_, now.version() + 1));
  // release: pairs with load(); a thread that sees this content's end sees its limit.
  own_.slot->end.store(last_, std::memory_order_release);
  end_turn(false);  // now that a neighbour may take from it
  return {c.first, c.first + claimed};
}

// Nearest first.
template <template <class> class Atom>
template <class IsOver>
chunk biased_cursor<Atom>::search(const IsOver& is_over, bool some) noexcept {
  chunk c;
  undecided_ = false;
  unsigned looked_at = 0;
  const auto take = [&](unsigned victim) {
    if (++looked_at % slots_between_questions == 0 && is_over()) return undecided_ = true;
    c = steal_from(victim);
    return !c.empty();
  };
  const auto random = [this] {
    random_ = random_ * 1'664'525 + 1'013'904'223;  // Numerical Recipes, ranqd1
    return random_ >> 16;
  };
  some ? layout_->any_of_some(me_, random, take) : layout_->any_from_nearest(me_, take);
  return c;
}

// Where searches may be of some slots, what a neighbour has not found says nothing of all.
template <template <class> class Atom>
template <class IsOver>
chunk biased_cursor<Atom>::search_in_turn(const IsOver& is_over, bool some) noexcept {
  const unsigned index = layout_->turn_of(me_);
  const bool of_all_beside_some = !some && layout_->samples();
  if (index == biased_layout::no_turn || searches_alone_ || of_all_beside_some)
    return search(is_over, some);
  search_turn<Atom>& turn = words_->turn(index);
  const unsigned looks =
      2 * looks_for_an_answer + looks_for_a_slot * std::min(layout_->slots(), slots_to_wait_for);
  const auto answered = turn.begin(machine<Atom>::patience(looks));
  undecided_ = false;
  if (answered == search_turn<Atom>::answer::nothing_found) return {};
  searches_alone_ = answered == search_turn<Atom>::answer::search_beside;
  if (!searches_alone_) turn_ = &turn;
  const chunk c = search(is_over, some);
  if (c.empty()) end_turn(!undecided_);
  return c;
}

// [limit, end): by the thread that lowers `end` first.
template <template <class> class Atom>
chunk biased_cursor<Atom>::take_offered(biased_slot<Atom>& from) noexcept {
  const word end = load(from.end);
  const word seen = load(from.limit);
  const word limit = seen.plain();
  if (end.tag() != tag_ || !limit.same_content(end) || limit.is_steal_request() || limit >= end)
    return {};
  const bool of_long_ones = seen.is_settled() || is_fenced(from, end);
  if (!replace(from.end, end, limit)) return {};
  met_long_ = of_long_ones;
  return {limit.position(), end.position()};
}

// Its owner has not come: the upper half of what is there.
template <template <class> class Atom>
chunk biased_cursor<Atom>::take_unopened(unsigned victim) noexcept {
  const chunk home = layout_->home(victim, n_);
  for (;;) {
    const word end = load(words_->slot(victim).end);
    if (is_open(end)) return {};
    const std::uint64_t last = end.tag() == tag_ ? end.position() : home.last;
    if (last <= home.first) return {};
    const std::uint64_t middle = home.first + (last - home.first) / 2;
    if (replace(words_->slot(victim).end, end, word(tag_, 0).at(middle))) return {middle, last};
  }
}

template <template <class> class Atom>
chunk biased_cursor<Atom>::steal_from(unsigned victim) noexcept {
  biased_slot<Atom>& of = words_->slot(victim);
  for (;;) {
    const word end = load(of.end);
    if (!is_open(end)) {
      const chunk c = take_unopened(victim);
      if (!c.empty() || !is_open(load(of.end))) return c;
      continue;
    }
    const word limit = load(of.limit);
    if (!limit.same_content(end)) return nothing_now();  // its owner is about to show something
    if (!limit.is_steal_request() && limit.plain() < end) {
      if (const chunk c = take_offered(of); !c.empty()) return c;
      continue;
    }
    const word position = load(of.position);
    if (!position.same_content(end) || position > end) return nothing_now();  // a claim that fails
    if (position == end) return {};  // all of it is claimed
    if (limit.is_steal_request()) {
      await_answer(of, limit, looks_for_anothers);
    } else if (!request_half(of, limit)) {
      return nothing_now();
    }
  }
}

// False: this worker has no number left to ask with.
template <template <class> class Atom>
bool biased_cursor<Atom>::request_half(biased_slot<Atom>& of, word limit) noexcept {
  unsigned& requests = words_->steal_requests(me_, tag_);
  if (requests == machine<Atom>::tries(own_steal_requests)) return false;
  const word request = limit.steal_request(std::uint64_t{me_} * own_steal_requests + requests++);
  if (replace(of.limit, limit, request)) await_answer(of, request, looks_for_an_answer);
  return true;
}

// An owner that is fenced is in a long iteration, and has paid for not being waited for.
template <template <class> class Atom>
void biased_cursor<Atom>::await_answer(biased_slot<Atom>& of, word request,
                                       unsigned most_looks) noexcept {
  unsigned looks = is_fenced(of, request) ? 0 : machine<Atom>::patience(most_looks);
  for (; load(of.limit) == request; --looks) {
    if (looks == 0) return settle(of, request);
    machine<Atom>::pause();
  }
}

template <template <class> class Atom>
bool biased_cursor<Atom>::is_fenced(biased_slot<Atom>& of, word content) noexcept {
  return load(of.fenced).same_content(content);
}

// «Half of the rest»: what the owner will claim beyond its position, it will claim after it has
// seen the steal request. It is told that it could not be waited for.
template <template <class> class Atom>
void biased_cursor<Atom>::settle(biased_slot<Atom>& of, word request) noexcept {
  // seq_cst: pairs with those of a fenced owner's claims and of one that is fenced no longer.
  machine<Atom>::fence(std::memory_order_seq_cst);
  const bool fenced = is_fenced(of, request);
  if (!fenced) machine<Atom>::heavy_fence();
  const word end = load(of.end);
  const word position = load(of.position);
  if (!end.same_content(request) || !position.same_content(request) || position >= end) return;
  const std::uint64_t rest = end.bits() - position.bits();
  const word limit(position.bits() + rest / 2);
  replace(of.limit, request, fenced ? limit : limit.settled());
}

}  // namespace arcas::inline v0::detail
