// SPDX-License-Identifier: Apache-2.0
// Which tasks does a new task wait for? A table of the last accesses by address gives the tasks; a
// node of each task takes its successors while it runs. PROTOCOL.md, «Predecessors of a task».
// Private to tasks/ and openmp/.
#pragma once

#include <arcas/tasks/task_slot.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// The last task that writes a variable, and the tasks that have read it since. Used by the thread
// that creates the tasks, in the order of their creation.
//
// Ends: has_ended(task); keep(task), called when the table gets a reference to the task, and
// drop(task), called when the table gives the reference up.
// Use: has the members `address` and `writes`.
template <class Task, class Ends>
class access_table {
 public:
  explicit access_table(Ends ends) : ends_(ends) {}
  ~access_table() {
    for (accesses& there : slots_) drop_all(there);
  }
  access_table(const access_table&) = delete;
  access_table& operator=(const access_table&) = delete;

  // Calls waits_for(before) for each task that a task with these uses must wait for; some may have
  // ended, and some may be named twice.
  template <class Use, class WaitsFor>
  void find(const Use* uses, std::size_t count, WaitsFor waits_for) {
    if (2 * (used_ + count) > slots_.size()) make_room(count);
    if (free_count_ < count) make_readers(count);
    for (std::size_t i = 0; i < count; ++i) {
      const accesses& there = at(uses[i].address);
      if (uses[i].writes && there.readers) {
        for (reader* r = there.readers; r; r = r->next) waits_for(*r->task);
      } else if (there.writer) {
        waits_for(*there.writer);
      }
    }
  }

  // After find() with the same arguments: enters the task that has these uses. Does not throw.
  template <class Use>
  void enter(Task& t, const Use* uses, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      accesses& there = at(uses[i].address);
      if (uses[i].writes) {
        ends_.keep(t);
        drop_all(there);
        there.writer = &t;
      } else if (there.writer != &t) {
        ends_.keep(t);
        add_reader(there, t);
      }
    }
  }

 private:
  struct reader {
    reader* next;
    Task* task;
  };
  struct accesses {
    std::uintptr_t key = 0;  // 0: the slot is free
    Task* writer = nullptr;
    reader* readers = nullptr;
    std::uint32_t reader_count = 0;
    std::uint32_t most_readers = 8;  // with more, those that have ended are dropped
  };

  static std::uintptr_t key_of(const void* address) noexcept {
    return ~reinterpret_cast<std::uintptr_t>(address);
  }

  // The slot of this variable. There is room for a new one.
  accesses& at(const void* address) noexcept {
    const std::uintptr_t key = key_of(address);
    accesses* const there = slot_of(slots_, key);
    if (there->key == 0) {
      there->key = key;
      ++used_;
    }
    return *there;
  }
  static accesses* slot_of(std::vector<accesses>& slots, std::uintptr_t key) noexcept {
    constexpr std::uint64_t golden_ratio = 0x9e37'79b9'7f4a'7c15;  // for Knuth's hash
    const std::size_t mask = slots.size() - 1;
    // Variables that lie side by side have slots side by side: eight of four bytes.
    const std::uint64_t line = (key >> 5) * golden_ratio;
    std::size_t i = ((line >> 32 & ~std::uint64_t{7}) | (((key >> 2) + (line >> 61)) & 7)) & mask;
    while (slots[i].key != 0 && slots[i].key != key) i = (i + 1) & mask;
    return &slots[i];
  }

  // Room for `count` more variables. Forgets those whose tasks have ended, and enlarges the table
  // if more than a quarter is left.
  void make_room(std::size_t count) {
    spare_.assign(std::max(least_slots, slots_.size()), {});
    std::size_t left = 0;
    for (accesses& there : slots_) {
      if (there.key == 0) continue;
      if (is_live(there)) {
        *slot_of(spare_, there.key) = there;
        ++left;
      } else {
        drop_all(there);
      }
    }
    slots_.swap(spare_);
    used_ = left;
    const std::size_t least = 4 * (left + count);
    if (least <= slots_.size()) return;
    std::vector<accesses> larger(std::bit_ceil(least));
    for (const accesses& there : slots_)
      if (there.key != 0) *slot_of(larger, there.key) = there;
    slots_.swap(larger);
    std::vector<accesses>().swap(spare_);
  }
  bool is_live(const accesses& there) const noexcept {
    if (there.writer && !ends_.has_ended(*there.writer)) return true;
    for (const reader* r = there.readers; r; r = r->next)
      if (!ends_.has_ended(*r->task)) return true;
    return false;
  }

  void make_readers(std::size_t count) {
    const std::size_t size = std::max({least_readers, count, reader_count_});  // doubles the number
    reader_blocks_.push_back(std::make_unique<reader[]>(size));
    reader_count_ += size;
    for (std::size_t i = 0; i < size; ++i) free_reader(&reader_blocks_.back()[i]);
  }
  void free_reader(reader* r) noexcept {
    r->next = free_readers_;
    free_readers_ = r;
    ++free_count_;
  }
  void add_reader(accesses& there, Task& t) noexcept {
    if (there.reader_count == there.most_readers) forget_ended_readers(there);
    reader* const r = free_readers_;
    free_readers_ = r->next;
    --free_count_;
    *r = {there.readers, &t};
    there.readers = r;
    ++there.reader_count;
  }
  // So the list has at most twice as many readers as had not ended when it was last cleaned.
  void forget_ended_readers(accesses& there) noexcept {
    for (reader** at = &there.readers; *at;) {
      reader* const r = *at;
      if (ends_.has_ended(*r->task)) {
        *at = r->next;
        drop_reader(there, r);
      } else {
        at = &r->next;
      }
    }
    there.most_readers = std::max(there.most_readers, 2 * there.reader_count);
  }
  void drop_reader(accesses& there, reader* r) noexcept {
    ends_.drop(*r->task);
    free_reader(r);
    --there.reader_count;
  }
  void drop_all(accesses& there) noexcept {
    while (there.readers) {
      reader* const r = there.readers;
      there.readers = r->next;
      drop_reader(there, r);
    }
    if (there.writer) ends_.drop(*there.writer);
    there.writer = nullptr;
  }

  // Small: many creators have a few tasks each.
  static constexpr std::size_t least_slots = 8;
  static constexpr std::size_t least_readers = 8;

  [[no_unique_address]] Ends ends_;
  std::vector<accesses> slots_;  // a hash table; the size is a power of two
  std::vector<accesses> spare_;  // memory for the next table of the same size
  std::size_t used_ = 0;         // number of slots that are not free
  std::vector<std::unique_ptr<reader[]>> reader_blocks_;
  reader* free_readers_ = nullptr;
  std::size_t free_count_ = 0;
  std::size_t reader_count_ = 0;  // in all blocks
};

// A task's place between its predecessors and its successors. Other tasks may be entered behind it
// until it has ended.
template <template <class> class Atom = std::atomic>
class dependence_node {
 public:
  // Joins a node to one predecessor; part of the memory of the later one.
  struct link {
    link* next = nullptr;
    dependence_node* later = nullptr;
  };

  // task: its owner's. A new node has one reference, which is given up after the task's end.
  explicit dependence_node(void* task) noexcept : task_(task) {}
  dependence_node(const dependence_node&) = delete;
  dependence_node& operator=(const dependence_node&) = delete;

  void* task() const noexcept { return task_; }

  // Called by the creator of the task: follow() for up to `count` predecessors, between begin() and
  // entered().
  void begin(std::uint32_t count) noexcept {
    links_ = count;
    announced_ = count + 1;
    waits_for_.restart(count + 1);
  }
  void follow(dependence_node& before, link& by) noexcept {
    by.later = this;
    if (before.add_successor(by)) --announced_;
  }
  // True: the task waits for none, and the caller has it.
  bool entered() noexcept { return waits_for_.subtract(announced_); }
  // For a creator that waits until its task may begin.
  bool may_begin() const noexcept { return waits_for_.none_left(); }

  // Called when the task has ended: calls visit(later) for each successor. Then no further task can
  // be entered behind this one.
  template <class Visit>
  void end(Visit visit) {
    // acq_rel: the acquire pairs with the release of add_successor(), which has written the links.
    // The release pairs with the acquires there: a creator that finds the task ended sees what the
    // task did.
    link* l = successors_.exchange(&ended_, std::memory_order_acq_rel);
    while (l) {
      link* const next = l->next;  // afterwards the successor may run, and free the link
      visit(*l->later);
      l = next;
    }
  }
  // Called for a successor at the end of one of its predecessors. True: the caller has the task.
  bool predecessor_ended() noexcept { return waits_for_.subtract(1); }
  // Called by the creator. acquire: pairs with end()'s release. No later task follows a task whose
  // entry in the table is forgotten, so the creator sees here what the task did.
  bool has_ended() const noexcept { return successors_.load(std::memory_order_acquire) == &ended_; }
  // Number of links behind this object.
  std::uint32_t links() const noexcept { return links_; }

  // Called by the creator before entered(), when no other thread drops.
  void keep() noexcept {
    // relaxed, both: entered() or the end of a predecessor publishes the number.
    references_.store(references_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // True: the caller frees the node.
  bool drop() noexcept {
    // acq_rel: pairs with the other calls of drop(); all accesses come before the deletion.
    return references_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  // False: this task has ended.
  bool add_successor(link& l) noexcept {
    // acquire, both loads: pairs with end()'s release, if the task has ended.
    link* seen = successors_.load(std::memory_order_acquire);
    do {
      if (seen == &ended_) return false;
      l.next = seen;
      // release: pairs with end()'s acquire; publishes the link.
    } while (!successors_.compare_exchange_weak(seen, &l, std::memory_order_release,
                                                std::memory_order_acquire));
    return true;
  }

  inline static constinit link ended_{};  // its address: the task has ended

  void* task_;
  Atom<link*> successors_{nullptr};
  predecessor_count<Atom> waits_for_;
  Atom<std::uint32_t> references_{1};  // of the table of accesses, and one of the task
  std::uint32_t announced_ = 0;        // used by the creator, before entered()
  std::uint32_t links_ = 0;            // used by the creator
};

// Memory for the nodes of tasks, used by the thread that creates them.
class dependence_memory {
 public:
  dependence_memory() = default;
  ~dependence_memory() {
    while (free_) ::operator delete(std::exchange(free_, free_->next));
  }
  dependence_memory(const dependence_memory&) = delete;
  dependence_memory& operator=(const dependence_memory&) = delete;

  void* take(std::size_t size) {
    if (!free_ || size > block_size) return ::operator new(std::max(size, block_size));
    --count_;
    return std::exchange(free_, free_->next);
  }
  // size: the argument of take().
  void give_back(void* block, std::size_t size) noexcept {
    if (size > block_size || count_ == most_blocks) return ::operator delete(block);
    free_ = ::new (block) free_block{free_};
    ++count_;
  }

 private:
  struct free_block {
    free_block* next;
  };
  static constexpr std::size_t block_size = 128;
  static constexpr unsigned most_blocks = 1'024;

  free_block* free_ = nullptr;
  unsigned count_ = 0;
};

// The tasks with dependences that one thread creates, one after the other.
class dependent_tasks {
 public:
  using node = dependence_node<std::atomic>;

  // Makes the node of a task behind those of earlier tasks. The caller then calls entered(), and
  // gives the node up by drop() when the task has ended. Throws std::bad_alloc.
  template <class Use>
  node& make(void* task, const Use* uses, std::size_t count) {
    before_.clear();
    table_.find(uses, count, [this](node& earlier) { before_.push_back(&earlier); });
    const auto links = static_cast<std::uint32_t>(before_.size());
    auto* const made = ::new (memory_.take(size_with(links))) node(task);
    auto* const first = reinterpret_cast<node::link*>(made + 1);
    made->begin(links);
    for (std::uint32_t i = 0; i < links; ++i)
      made->follow(*before_[i], *::new (first + i) node::link);
    table_.enter(*made, uses, count);  // may free the nodes that it followed
    return *made;
  }
  static void drop(node& n) noexcept {
    if (n.drop()) ::operator delete(&n);
  }

 private:
  static constexpr std::size_t size_with(std::uint32_t links) noexcept {
    return sizeof(node) + links * sizeof(node::link);
  }

  struct ends {
    static bool has_ended(const node& n) noexcept { return n.has_ended(); }
    static void keep(node& n) noexcept { n.keep(); }
    // Usually this is the last reference.
    void drop(node& n) const noexcept {
      if (n.drop()) memory.give_back(&n, size_with(n.links()));
    }
    dependence_memory& memory;
  };

  dependence_memory memory_;
  std::vector<node*> before_;  // of the task that make() enters
  access_table<node, ends> table_{ends{memory_}};
};

}  // namespace arcas::inline v0::detail
