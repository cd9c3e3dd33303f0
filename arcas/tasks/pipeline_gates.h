// SPDX-License-Identifier: Apache-2.0
// Where tokens of a pipeline wait for a serial stage. At every hand-over two threads meet at one
// word, by an exchange, and the second of them has the waiting token to run or to spawn. No
// thread reads two of these words together. PROTOCOL.md, «Tokens of a pipeline», has the
// argument. Private to tasks/.
//
// Token: has a member `next`, a Token*, and in an in-order stage `number`.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// The order of items at a stage with serial_in_order. Item n may begin when two things have
// happened: it has arrived, and item n - 1 has left. Each stores its mark in the item's cell, and
// the second one finds the other's mark.
//
// A cell is used again, for an item that is drawn only after item n has left the stage.
template <class Token, template <class> class Atom = std::atomic>
class in_order_gate {
 public:
  explicit in_order_gate(std::size_t tokens)
      : cells_(std::bit_ceil(tokens)), mask_(cells_.size() - 1) {
    // relaxed: no other thread has the gate yet.
    cells_[0].value.store(&turn_, std::memory_order_relaxed);
  }

  // False: t waits, and leave() will return it.
  bool enter(Token* t) { return meet(t->number, t) != nullptr; }
  // Called for the item that has passed the stage. Returns the token of the next item if it waits.
  Token* leave(std::uint64_t number) { return meet(number + 1, &turn_); }

 private:
  // Returns the other's mark, or null if the other comes later.
  Token* meet(std::uint64_t number, Token* mark) {
    Atom<Token*>& cell = cells_[number & mask_].value;
    // acq_rel: the arrival and the departure pair with each other here; the second sees the item,
    // and what the stage did for the item before it.
    Token* const other = cell.exchange(mark, std::memory_order_acq_rel);
    // relaxed: the item that uses the cell next is drawn after this item has left the stage.
    if (other) cell.store(nullptr, std::memory_order_relaxed);
    return other;
  }

  std::vector<padded<Atom<Token*>>> cells_;
  std::uint64_t mask_;
  Token turn_;  // its address is the mark of a departure
};

// The stage with serial_out_of_order: one token at a time, the others wait in a list.
template <class Token, template <class> class Atom = std::atomic>
class one_at_a_time {
 public:
  // False: t waits, and leave() will return it.
  bool enter(Token* t) {
    // relaxed: the exchanges below acquire.
    Token* seen = waiting_.load(std::memory_order_relaxed);
    for (;;) {
      t->next = seen == &nobody_waits_ ? nullptr : seen;
      Token* const wanted = seen ? t : &nobody_waits_;
      // acq_rel: pairs with leave()'s release, which publishes what the stage did for the last
      // token, or with its acquire, which sees t. relaxed on failure: only the value is used.
      if (waiting_.compare_exchange_weak(seen, wanted, std::memory_order_acq_rel,
                                         std::memory_order_relaxed))
        return seen == nullptr;
    }
  }
  // Called by the task that has entered. Returns the next token, or null, and then the stage is
  // free.
  Token* leave() {
    if (!taken_) {
      Token* seen = &nobody_waits_;
      // release: pairs with enter()'s acquire. relaxed on failure: the exchange below acquires.
      if (waiting_.compare_exchange_strong(seen, nullptr, std::memory_order_release,
                                           std::memory_order_relaxed))
        return nullptr;
      // acquire: pairs with enter()'s release, by which the tokens were put in the list.
      take_in_order(waiting_.exchange(&nobody_waits_, std::memory_order_acquire));
    }
    return std::exchange(taken_, taken_->next);
  }

 private:
  void take_in_order(Token* latest) {
    while (latest) {
      Token* const before = latest->next;
      latest->next = std::exchange(taken_, latest);
      latest = before;
    }
  }

  Token nobody_waits_;  // its address: a token is in the stage, and none waits
  // Null: the stage is free. Otherwise a token is in the stage, and this is the list of those that
  // wait.
  alignas(no_sharing) Atom<Token*> waiting_{nullptr};
  Token* taken_ = nullptr;  // used by the task that has entered
};

// The first stage: one token at a time. The tokens that wait have no item, so each of them may be
// the next one. The stage is therefore left free while tokens wait, for the first thread that
// comes. One task at a time is offered to idle threads: the functions tell the caller when to spawn
// it.
template <class Token, template <class> class Atom = std::atomic>
class source_gate {
  static_assert(alignof(Token) > 2);

 public:
  // Before the pipeline begins: all tokens wait, and the caller spawns the first task.
  void begin_with(Token* tokens) {
    // relaxed: no other thread has the stage yet.
    state_.store(word(tokens) | offered, std::memory_order_relaxed);
  }
  // False: t waits.
  bool enter(Token* t) {
    return !(change([t](std::uintptr_t s) { return s & taken ? with(t, s) : s | taken; }) & taken);
  }
  // t waits. True: the caller must spawn a task.
  bool wait(Token* t) {
    const auto waits = [t](std::uintptr_t s) { return with(t, s) | (s & taken ? 0 : offered); };
    return !(change(waits) & flags);
  }
  // Returns a token that has waited, and enters it; null: none waits, or one is in the stage.
  // is_offer: called by the task that was spawned.
  Token* take(bool is_offer) {
    const std::uintptr_t seen = change([is_offer](std::uintptr_t s) {
      if (is_offer) s &= ~offered;
      return list(s) && !(s & taken) ? s | taken : s;
    });
    if (!list(seen) || (seen & taken)) return nullptr;
    // Only the task in the stage removes tokens, so the first one has the same `next` until then.
    return list(change([](std::uintptr_t s) { return word(list(s)->next) | (s & flags); }));
  }
  // Called by the task that has entered. True: the caller must spawn a task.
  bool leave() {
    const std::uintptr_t seen =
        change([](std::uintptr_t s) { return (s & ~taken) | (list(s) ? offered : 0); });
    return list(seen) && !(seen & offered);
  }

 private:
  static constexpr std::uintptr_t taken = 1;    // a token is in the stage
  static constexpr std::uintptr_t offered = 2;  // a task is spawned that has not called take()
  static constexpr std::uintptr_t flags = taken | offered;

  static std::uintptr_t word(Token* t) { return reinterpret_cast<std::uintptr_t>(t); }
  static Token* list(std::uintptr_t state) { return reinterpret_cast<Token*>(state & ~flags); }
  static std::uintptr_t with(Token* t, std::uintptr_t state) {
    t->next = list(state);
    return word(t) | (state & flags);
  }

  // Replaces the state, and returns the one before.
  template <class Next>
  std::uintptr_t change(Next next) {
    // acquire: pairs with the release below; take() reads the first token of the list in `next`,
    // before the exchange.
    std::uintptr_t seen = state_.load(std::memory_order_acquire);
    // acq_rel: the changes pair with each other. The task that enters sees what the stage did for
    // the last token; the task that removes a token from the list sees the token. acquire on
    // failure: see the load.
    while (!state_.compare_exchange_weak(seen, next(seen), std::memory_order_acq_rel,
                                         std::memory_order_acquire)) {
    }
    return seen;
  }

  // The flags, and a list of the tokens that wait.
  alignas(no_sharing) Atom<std::uintptr_t> state_{0};
};

}  // namespace arcas::inline v0::detail
