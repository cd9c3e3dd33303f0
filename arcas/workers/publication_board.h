// SPDX-License-Identifier: Apache-2.0
// Where one leader publishes its loops: a notice for each group of followers and a few slots. Owned
// by one thread at a time; everything here but the notices and the slots' shared words is that
// thread's.
#pragma once

#include <arcas/workers/publication.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::detail {

// Slots: loops that may be under way or not yet left by the slowest follower; a leader that finds
// none free runs its loop alone. Followers' announcements are read once per about so many loops.
template <template <class> class Atom = std::atomic, unsigned Slots = 16>
class publication_board {
 public:
  static constexpr unsigned slot_count = Slots;

  explicit publication_board(unsigned groups) : notices_(groups) {
    for (unsigned i = 0; i < slot_count; ++i)
      slots_.push_back(std::make_unique<loop_slot<Atom>>(groups));
  }

  loop_slot<Atom>& slot(unsigned index) noexcept { return *slots_[index]; }
  notice<Atom>& notice_for(unsigned group) noexcept { return notices_[group]; }
  unsigned groups() const noexcept { return static_cast<unsigned>(notices_.size()); }

  // A slot that nobody can be inside of, now in use; slot_count when there is none at the moment.
  // for_each_announcement(visit) calls visit(const void* slot) with what each possible follower
  // names.
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
  // Nobody begins with e, which is shown, after this: whoever has, says so in its line.
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
  // nobody names after the fence cannot be entered again before it is published again.
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

}  // namespace arcas::detail
