// SPDX-License-Identifier: Apache-2.0
// Which tasks does a new task wait for? A table of the last accesses by address gives the tasks; a
// node of each task takes its successors while it runs. PROTOCOL.md, «Predecessors of a task».
// Private to tasks/ and openmp/.
#pragma once

#include <arcas/tasks/task_slot.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <unordered_map>
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
  access_table() = default;
  ~access_table() { clear(); }
  access_table(const access_table&) = delete;
  access_table& operator=(const access_table&) = delete;

  // Calls waits_for(before) for each task that a task with these uses must wait for; some may have
  // ended, and some may be named twice.
  template <class Use, class WaitsFor>
  void find(const Use* uses, std::size_t count, WaitsFor waits_for) {
    if (by_address_.size() + count > most_addresses_) forget_ended();
    for (std::size_t i = 0; i < count; ++i) {
      accesses& there = by_address_[uses[i].address];
      if (!uses[i].writes) make_room(there.readers, count);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const accesses& there = by_address_.find(uses[i].address)->second;
      if (uses[i].writes && !there.readers.empty()) {
        for (Task* reader : there.readers) waits_for(*reader);
      } else if (there.writer) {
        waits_for(*there.writer);
      }
    }
  }

  // After find() with the same arguments: enters the task that has these uses. Does not throw.
  template <class Use>
  void enter(Task& t, const Use* uses, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      accesses& there = by_address_.find(uses[i].address)->second;
      if (uses[i].writes) {
        Ends::keep(t);
        drop_all(there);
        there.writer = &t;
      } else if (there.writer != &t) {
        Ends::keep(t);
        there.readers.push_back(&t);
      }
    }
  }

  void clear() noexcept {
    for (auto& [address, there] : by_address_) drop_all(there);
    by_address_.clear();
  }

 private:
  struct accesses {
    Task* writer = nullptr;
    std::vector<Task*> readers;
  };

  static void drop_all(accesses& there) noexcept {
    for (Task* reader : there.readers) Ends::drop(*reader);
    there.readers.clear();
    if (there.writer) Ends::drop(*there.writer);
    there.writer = nullptr;
  }

  // Room for `more` readers. Those that have ended are dropped before the vector grows, so it has
  // at most twice as many elements as readers that had not ended at that time.
  static void make_room(std::vector<Task*>& readers, std::size_t more) {
    if (readers.size() + more <= readers.capacity()) return;
    std::erase_if(readers, [](Task* reader) {
      if (!Ends::has_ended(*reader)) return false;
      Ends::drop(*reader);
      return true;
    });
    readers.reserve(2 * (readers.size() + more));
  }

  static bool all_ended(const accesses& there) noexcept {
    return (!there.writer || Ends::has_ended(*there.writer)) &&
           std::ranges::all_of(there.readers, [](Task* r) { return Ends::has_ended(*r); });
  }

  // Forgets the variables whose tasks have ended, so that the table has at most twice as many as
  // are in use.
  void forget_ended() {
    for (auto entry = by_address_.begin(); entry != by_address_.end();) {
      if (all_ended(entry->second)) {
        drop_all(entry->second);
        entry = by_address_.erase(entry);
      } else {
        ++entry;
      }
    }
    most_addresses_ = std::max(most_addresses_, 2 * by_address_.size());
  }

  std::unordered_map<const void*, accesses> by_address_;
  std::size_t most_addresses_ = 1'024;
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
  // relaxed: a hint; what has ended stays so.
  bool has_ended() const noexcept {
    return successors_.load(std::memory_order_relaxed) == &ended_;
  }

  // relaxed: the caller has a reference, or the only one.
  void keep() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  // True: the caller frees the node.
  bool drop() noexcept {
    // acq_rel: all accesses of those that drop come before the deletion.
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
    void* const room = ::operator new(sizeof(node) + links * sizeof(node::link));
    auto* const made = ::new (room) node(task);
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
  struct ends {
    static bool has_ended(const node& n) noexcept { return n.has_ended(); }
    static void keep(node& n) noexcept { n.keep(); }
    static void drop(node& n) noexcept { dependent_tasks::drop(n); }
  };

  access_table<node, ends> table_;
  std::vector<node*> before_;  // of the task that make() enters
};

}  // namespace arcas::inline v0::detail
