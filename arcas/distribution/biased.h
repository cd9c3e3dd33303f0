// SPDX-License-Identifier: Apache-2.0
// Biased stripes: every worker owns a range and claims from it with plain loads and stores. An idle
// worker takes half of another worker's unclaimed rest, and does not wait for an owner that is in a
// long iteration. Fences make this safe. Usually the idle worker passes an asymmetric fence
// (base/machine.h), and a claim from a worker's own range has no fence and no locked operation.
// Where iterations are long or the team is large, the owner passes a full fence at each claim. If
// the system has no asymmetric fence, both workers pass full fences. A worker steals only O(log n)
// times per loop, so chunks may be one iteration. Names in «» are sections of PROTOCOL.md.
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

// One worker's position in one loop. Used by its thread only.
template <template <class> class Atom = std::atomic>
class biased_cursor {
 public:
  // n <= longest_biased_piece iterations; tag: the result of words.open(); me: this worker's slot.
  biased_cursor(const biased_layout& layout, biased_words<Atom>& words, std::uint64_t n,
                std::uint64_t tag, unsigned me)
      : layout_(&layout), words_(&words), n_(n), tag_(tag), me_(me), random_(me) {
    own_.slot = &words.slot(me);
    arrive();
  }

  // Up to `grain` iterations of the range; empty: the range is used up. Answers a steal request.
  chunk claim(std::uint64_t grain) noexcept;
  // For a worker whose range is used up: claims up to `grain` iterations of the part that it had
  // offered, or of half of another worker's rest, nearest first. Empty: it found nothing.
  chunk claim_elsewhere(std::uint64_t grain) noexcept {
    return claim_elsewhere(grain, [] { return false; });
  }
  // As claim_elsewhere(), but searches only some slots of large places: searching all takes longer
  // than most loops. This and the next function give up when is_over() returns true.
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
  // Number of unclaimed iterations in the range, when its end was last read.
  std::uint64_t remaining() const noexcept { return last_ - own_.at; }
  // Whether each claim passes a full fence, since iterations are so long that helpers would have to
  // interrupt this worker. claim_elsewhere() copies this state from its victim; claim() sets it if
  // a helper had to settle a request. own().claim() is for owners that are not fenced.
  bool fenced() const noexcept { return fenced_; }
  // Whether the team is so large that its workers are fenced from their first claim to their last.
  bool always_fenced() const noexcept { return layout_->owners_pay(); }
  void set_fenced(bool wanted) noexcept;
  // After a claim_from_some() that returned empty: whether it may have missed iterations.
  bool may_have_missed_some() const noexcept { return undecided_ || layout_->samples(); }
  // Whether the current range was taken from another worker.
  bool helps() const noexcept { return helps_; }

 private:
  using word = biased_word;

  // Most steal requests of a worker in one loop. After these it takes only offered parts.
  static constexpr unsigned own_steal_requests = 1u << 14;
  // How often a helper looks for an answer before it settles its request without the owner. This
  // takes about 5,000 cycles: an iteration that is longer also takes longer than a heavy fence.
  static constexpr unsigned looks_for_an_answer = 200;
  // How often a helper looks for the answer to another helper's request before it settles that one:
  // usually the other helper has settled it by then, and one fence serves both.
  static constexpr unsigned looks_for_anothers = 8 * looks_for_an_answer;
  // A worker waits for a neighbour's search for this number of looks for each slot of the loop, but
  // for slots_to_wait_for slots at most.
  static constexpr unsigned looks_for_a_slot = 100;
  static constexpr unsigned slots_to_wait_for = 8;
  // Number of slots searched between two calls of is_over(); each slot is a cache line to fetch.
  static constexpr unsigned slots_between_questions = 16;

  static word load(const Atom<std::uint64_t>& w) noexcept {
    // acquire: pairs with the releases of show(), claim_found(), set_fenced() and replace(): a
    // thread that has read a word of one content reads no word of an older content afterwards.
    return word(w.load(std::memory_order_acquire));
  }
  static bool replace(Atom<std::uint64_t>& w, word from, word to) noexcept {
    std::uint64_t expected = from.bits();
    // acq_rel: pairs with load(). relaxed on failure: a thread that fails reads the word again.
    return w.compare_exchange_strong(expected, to.bits(), std::memory_order_acq_rel,
                                     std::memory_order_relaxed);
  }

  // Whether the slot's owner has arrived in this loop.
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
  // An empty result of a search that may succeed a moment later.
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
  bool met_long_ = false;              // the range taken last has long iterations
  bool undecided_ = false;             // a search may have missed iterations of a range
  bool searches_alone_ = false;        // a neighbour that has the turn is delayed
  search_turn<Atom>* turn_ = nullptr;  // the turn that this worker has, or null
  std::uint32_t random_;               // random numbers for the start of a search in a large place
  std::uint64_t last_ = 1;             // the word of the range's end, when last read
  owned_range<Atom> own_;
};

// «Arriving»: opens this worker's slot by a compare-and-swap of `end`. Helpers that have changed
// `end` in this loop have taken the upper part of the range.
template <template <class> class Atom>
void biased_cursor<Atom>::arrive() noexcept {
  biased_slot<Atom>& mine = *own_.slot;
  const chunk home = layout_->home(me_, n_);
  const word opened(tag_, 1);
  for (;;) {
    const word end = load(mine.end);
    // Opened by open_slot(), or by this worker, which used up its range, left and has come back.
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

// Writes all words of the slot except `end`, for a range c whose first `claimed` iterations are
// claimed. Meanwhile no helper takes from the slot: `end` and `limit` differ in content.
template <template <class> class Atom>
void biased_cursor<Atom>::show(chunk c, std::uint64_t claimed, word zero) noexcept {
  own_.zero = zero.bits();
  own_.at = zero.at(c.first + claimed).bits();
  last_ = zero.at(c.last).bits();
  // relaxed: ordered by the release of `limit` below.
  own_.slot->position.store(own_.at, std::memory_order_relaxed);
  fenced_ = std::exchange(met_long_, false) || always_fenced();
  // relaxed: ordered by the release of `limit` below.
  if (fenced_) own_.slot->fenced.store(own_.zero, std::memory_order_relaxed);
  // release: pairs with load(); a thread that sees this content's limit sees its position.
  own_.slot->limit.store(last_, std::memory_order_release);
}

// «Plain claims»: the slow form of owned_range::claim(), for claims that it refuses.
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
      // seq_cst: pairs with the fence in settle(), as light_fence() pairs with heavy_fence().
      machine<Atom>::fence(std::memory_order_seq_cst);
    } else {
      machine<Atom>::light_fence();
    }
    // relaxed: ordered by the fence above.
    if (to > mine.limit.load(std::memory_order_relaxed)) continue;
    const chunk c{own_.at - own_.zero, to - own_.zero};
    own_.at = to;
    return c;
  }
}

// Starts or ends the full fences at claims: «Owners that pay».
template <template <class> class Atom>
void biased_cursor<Atom>::set_fenced(bool wanted) noexcept {
  if (fenced_ == wanted || always_fenced()) return;
  fenced_ = wanted;
  own_.batch_end = 0;
  if (wanted) {
    // release: pairs with is_fenced(); a thread that sees this sees all plain claims before.
    own_.slot->fenced.store(own_.zero, std::memory_order_release);
  } else {
    // relaxed: ordered before later plain claims by the fence below.
    own_.slot->fenced.store(0, std::memory_order_relaxed);
    // seq_cst: pairs with the fence in settle(): a helper that has not seen the store has made its
    // steal request before this fence.
    machine<Atom>::fence(std::memory_order_seq_cst);
  }
}

// Offers the smaller half. If the exchange fails, a helper has settled the request.
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
  end_turn(false);  // only now, when a neighbour may take from the range
  return {c.first, c.first + claimed};
}

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

// If the searches of neighbours skip slots, a search of all slots (some = false) takes no turn.
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

// [limit, end) goes to the thread that lowers `end` first.
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

// For a slot whose owner has not arrived: takes the upper half of its range.
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
    if (!limit.same_content(end)) return nothing_now();  // the owner is about to publish a range
    if (!limit.is_steal_request() && limit.plain() < end) {
      if (const chunk c = take_offered(of); !c.empty()) return c;
      continue;
    }
    const word position = load(of.position);
    // The owner is publishing a range, or making a claim that will fail.
    if (!position.same_content(end) || position > end) return nothing_now();
    if (position == end) return {};  // all iterations are claimed
    if (limit.is_steal_request()) {
      await_answer(of, limit, looks_for_anothers);
    } else if (!request_half(of, limit)) {
      return nothing_now();
    }
  }
}

// Returns false if this worker has used all its steal requests.
template <template <class> class Atom>
bool biased_cursor<Atom>::request_half(biased_slot<Atom>& of, word limit) noexcept {
  unsigned& requests = words_->steal_requests(me_, tag_);
  if (requests == machine<Atom>::tries(own_steal_requests)) return false;
  const word request = limit.steal_request(std::uint64_t{me_} * own_steal_requests + requests++);
  if (replace(of.limit, limit, request)) await_answer(of, request, looks_for_an_answer);
  return true;
}

// A fenced owner is in a long iteration, and its fences allow a helper to settle at once.
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

// «Half of the rest»: the owner claims beyond the position read here only after it has seen the
// steal request. The settled mark tells an unfenced owner that its helper could not wait.
template <template <class> class Atom>
void biased_cursor<Atom>::settle(biased_slot<Atom>& of, word request) noexcept {
  // seq_cst: pairs with the fences of a fenced owner's claim and of set_fenced(false).
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
