// SPDX-License-Identifier: Apache-2.0
// The slots of all threads that spawn, run or await tasks of one runtime. PROTOCOL.md, «Waiters run
// only descendants». Private to tasks/ and openmp/.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/tasks/task_slot.h>

#include <atomic>
#include <cstddef>

namespace arcas::inline v0::detail {

// Pointers in the order in which they were added. A thread that finds an element here sees the
// writes to the element that precede add().
template <class T, template <class> class Atom = std::atomic>
class append_only_list {
 public:
  explicit append_only_list(std::size_t most) : most_(most), elements_(new T*[most]) {}
  ~append_only_list() { delete[] elements_; }
  append_only_list(const append_only_list&) = delete;
  append_only_list& operator=(const append_only_list&) = delete;

  // Called by one thread at a time: the caller holds a lock, or is alone. There must be room.
  void add(T& element) noexcept {
    // relaxed: written only by the thread that may call add().
    const unsigned count = count_.load(std::memory_order_relaxed);
    elements_[count] = &element;
    // release: pairs with size()'s acquire.
    count_.store(count + 1, std::memory_order_release);
  }
  // acquire: pairs with add()'s release.
  unsigned size() const noexcept { return count_.load(std::memory_order_acquire); }
  // i must be below a size() that this thread has read.
  T& operator[](unsigned i) const noexcept { return *elements_[i]; }
  std::size_t most() const noexcept { return most_; }

 private:
  std::size_t most_;
  T** elements_;
  alignas(no_sharing) Atom<unsigned> count_{0};
};

// The slots of a scheduler. Worker w has slot number w; guests have the following numbers.
template <class Slot, template <class> class Atom = std::atomic>
class slot_table {
 public:
  explicit slot_table(std::size_t most) : made_(most), listed_(most) {}

  // Index: the slot's number. Workers' slots are added before any other thread has access, guests'
  // under the scheduler's lock.
  append_only_list<Slot, Atom>& made() noexcept { return made_; }
  // The slots that have been used, in the order of their first use.
  const append_only_list<Slot, Atom>& listed() const noexcept { return listed_; }
  static bool is_listed(const Slot& s) noexcept {
    // relaxed: only turns true. A caller that reads false looks again under the scheduler's lock.
    return s.listed.load(std::memory_order_relaxed);
  }
  // Requires the scheduler's lock.
  void list(Slot& s) noexcept {
    // relaxed: written under the scheduler's lock only.
    s.listed.store(true, std::memory_order_relaxed);
    listed_.add(s);
    // Threads that fell asleep before this slot was listed could not leave a request here. This
    // request stands for theirs.
    s.deque.request(s.first_request());
  }

  // Whether `of` is `ancestor` or descends from it. of: the tag of a task. The answer is right if
  // the caller then succeeds in taking that task.
  bool descends(task_ancestry of, task_ancestry ancestor) const noexcept {
    return leads_to(of, [&](task_ancestry above) { return above == ancestor; });
  }
  // Whether the stolen task that the owner of s began last descends from `ancestor`. If the slot is
  // abandoned: whether one of its tasks might descend from `ancestor`.
  bool works_for(const Slot& s, task_ancestry ancestor) const noexcept {
    const unsigned depth = s.stolen.depth();
    if (depth == 0) return s.is_abandoned();
    return descends(s.stolen.at(depth), ancestor);
  }
  // Called by the owner of s. Whether the stolen task that it began last descends from `join`, or
  // from a join that was opened beside `join`: in the same stolen task on the same thread.
  bool works_beside(const Slot& s, task_ancestry join) const noexcept {
    const unsigned depth = s.stolen.depth();
    const auto is_beside = [&](task_ancestry above) { return above.where() == join.where(); };
    return depth != 0 && leads_to(s.stolen.at(depth), is_beside);
  }

 private:
  // Whether this is true of `of`, or of a join on the way up from it.
  template <class IsTrue>
  bool leads_to(task_ancestry of, IsTrue is_true) const noexcept {
    // A longer chain mixes words that were read at different times, so no answer would be right.
    constexpr unsigned longest = 4'096;
    for (unsigned steps = 0; steps < longest; ++steps) {
      if (is_true(of)) return true;
      const Slot* const opened_at = of.depth() == 0 ? nullptr : find(of.context());
      if (!opened_at) return false;
      of = opened_at->stolen.at(of.depth());
    }
    return false;
  }

  // The slot with this number; null if this thread does not see it yet. An ancestry may name a slot
  // that is still under construction. Slots that size() counts are complete: its acquire pairs with
  // add()'s release.
  const Slot* find(unsigned number) const noexcept {
    return number < made_.size() ? &made_[number] : nullptr;
  }

  append_only_list<Slot, Atom> made_;
  append_only_list<Slot, Atom> listed_;
};

}  // namespace arcas::inline v0::detail
