// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in, first out. The rank that has made the queue gives a number to
// each push and each pop; a pop gets the item with its number. Item n is kept on rank n modulo the
// number of ranks. Concurrent operations of one rank travel together. If a push and a pop among
// them get the same number, the item does not leave the rank.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       every pop that begins after push has returned may get x
//   q.pop()         std::optional: waits for an item; empty if the queue is closed and has none
//   q.try_pop()     std::optional: empty if the queue has no item
//   q.close()       later pushes throw std::logic_error; waiting pops that get no item return empty
//   q.size(), q.end()
//
// Items of one task are popped in the order in which it has pushed them. README.md, «Numbers of a
// queue», has the argument.
//
// global_stack and global_priority_queue are below.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/queue_part.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The common part of queues over all ranks, whatever the order of their items.

template <class T, class Count>
class counted_queue {
  static_assert(
      portable<T>,
      "arcas: an item of a queue is copied between ranks byte for byte: it may not own memory or "
      "refer to it, as strings, vectors and pointers do; queue a number, and keep these in "
      "a hash_map or a global_vector");

 public:
  void end() const {
    refuse_where_any(
        [p = part_] { return p.local().operations.busy(); },
        "a queue is ended while a task pushes to it or pops; wait for that task first");
    part_.end();
  }

  void push(const T& x) const {
    operation own(queue_verb::push);
    own.value = x;
    run(own);
    if (own.refused)
      throw std::logic_error("push to a queue that has been closed; push before close()");
  }
  std::optional<T> pop() const { return popped_by(queue_verb::pop); }
  std::optional<T> try_pop() const { return popped_by(queue_verb::try_pop); }
  void close() const {
    const auto end = call(master_, [p = part_] { return p.local().count.close(); });
    if constexpr (portable<std::remove_const_t<decltype(end)>>) {
      on_all_ranks([p = part_, end] { close_part(p, end); });
    } else {
      finish([&] {
        for (rank_id r = 0; r < ranks(); ++r) {
          std::vector<std::uint64_t> theirs;
          for (const std::uint64_t n : end) {
            if (home(n) == r) theirs.push_back(n);
          }
          const auto close_there = [p = part_](const std::vector<std::uint64_t>& numbers) {
            close_part(p, numbers);
          };
          if (!theirs.empty()) spawn_on(r, close_there, theirs);
        }
      });
    }
  }
  std::uint64_t size() const {
    return call(master_, [p = part_] { return p.local().count.there(); });
  }

 protected:
  void begin() {
    part_ = distributed<part>::make();
    master_ = self();
  }

 private:
  using part = queue_part<T, Count>;
  using operation = queue_operation<T>;
  using given = typename Count::given;
  // Called by a task.
  template <class End>
  static void close_part(const distributed<part>& p, const End& end) {
    p.local().close(end, [p](std::uint64_t number, rank_id by) {
      async(by, [p, number] { p.local().settle(number, std::nullopt); });
    });
  }
  void run(operation& own) const {
    part_.local().operations.run(own, [this](std::span<operation* const> all) { serve(all); });
  }
  std::optional<T> popped_by(queue_verb verb) const {
    operation own(verb);
    run(own);
    while (!own.settled) {
      own.sleeper = here().tasks().about_to_wait();
      here().tasks().suspend("pop", "a queue made on rank", master_);
    }
    return own.value;
  }

  void serve(std::span<operation* const> batch) const {
    typename Count::wishes w;
    for (const operation* op : batch) {
      if (op->verb == queue_verb::push) {
        w.add_push(*op->value);
      } else {
        ++(op->verb == queue_verb::pop ? w.pops : w.tries);
      }
    }
    const auto give = [p = part_](const typename Count::wishes& all) {
      return p.local().count.give(all);
    };
    const given g = call(master_, give, w);
    hand_out(batch, g);
    try {
      move_items(batch, g);
    } catch (...) {
      for (const operation* op : batch) {
        if (op->verb != queue_verb::push) part_.local().forget(*op);
      }
      throw;
    }
  }
  // Stores the given numbers in the operations. Pops that get none are settled.
  void hand_out(std::span<operation* const> batch, const given& g) const {
    std::uint64_t pushed = 0;
    std::uint64_t waiting = 0;
    std::uint64_t trying = 0;
    for (operation* op : batch) {
      if (op->verb == queue_verb::push) {
        op->refused = g.refused;
        if (!g.refused) op->number = g.push_number(pushed++);
        continue;
      }
      const bool waits = op->verb == queue_verb::pop;
      std::uint64_t& before = waits ? waiting : trying;
      op->settled = before == (waits ? g.pops : g.tries);
      if (op->settled) continue;
      op->number = g.pop_number((waits ? 0 : g.pops) + before++);
      part_.local().expect(*op);
    }
  }
  // Sends each item to its home, and has each pop ask at the home of its item. If another rank's
  // pop has asked there before, the item is sent on to that pop. An item whose pop is in the same
  // batch goes directly to that pop.
  void move_items(std::span<operation* const> batch, const given& g) const {
    // For each home: the items for it, and the numbers of the pops that ask there.
    std::unordered_map<rank_id, std::vector<queue_item<T>>> brought;
    std::unordered_map<rank_id, std::vector<std::uint64_t>> asked;
    for (const operation* op : batch) {
      if (op->verb != queue_verb::push || op->refused) continue;
      if (g.has_pop(op->number)) {
        part_.local().settle(op->number, op->value);
      } else {
        brought[home(op->number)].push_back({op->number, *op->value});
      }
    }
    for (const operation* op : batch) {
      if (op->verb != queue_verb::push && !op->settled) {
        asked[home(op->number)].push_back(op->number);
      }
    }
    // All messages are under way at the same time.
    std::vector<future<std::vector<settled_pop<T>>>> answers;
    for (const auto& [to, numbers] : asked) {
      const auto ask = [p = part_, by = self()](const std::vector<std::uint64_t>& all) {
        return p.local().ask(all, by);
      };
      answers.push_back(future_call(to, ask, numbers));
    }
    std::vector<future<std::vector<queue_item<T>>>> sent;
    for (const auto& [to, items] : brought) {
      const auto bring = [p = part_](const std::vector<queue_item<T>>& all) {
        return p.local().bring(all);
      };
      sent.push_back(future_call(to, bring, items));
    }
    std::vector<future<void>> passed_on;
    for (auto& wanted : sent) {
      for (const queue_item<T>& i : wanted.get()) {
        const auto settle = [p = part_, i] { p.local().settle(i.number, i.value); };
        passed_on.push_back(future_call(i.wanted_by, settle));
      }
    }
    for (future<void>& f : passed_on) f.get();
    for (auto& answer : answers) {
      for (const auto& [number, value] : answer.get()) part_.local().settle(number, value);
    }
  }
  static rank_id home(std::uint64_t number) { return static_cast<rank_id>(number % ranks()); }

  distributed<part> part_;
  rank_id master_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

template <class T>
class global_queue : public detail::counted_queue<T, detail::queue_numbers> {
 public:
  static global_queue make() {
    global_queue q;
    q.begin();
    return q;
  }
};

// A stack over all ranks, last in, first out. Items are distributed over the ranks, and the rank
// that has made the stack gives out numbers. The operations are those of global_queue:
//
//   auto s = global_stack<long>::make();
//   s.push(x)       every pop that begins after push has returned may get x
//   s.pop()         std::optional: the newest item; waits for one; empty if the stack is closed and
//                   has none
//   s.try_pop()     std::optional: empty if the stack has no item
//   s.close(), s.size(), s.end()
//
// A stack is for depth-first searches, in which it keeps fewer items than a queue would. An item
// costs eight bytes on the rank that gives out numbers.

template <class T>
class global_stack
    : public detail::counted_queue<T, detail::ordered_numbers<detail::newest_first>> {
 public:
  static global_stack make() {
    global_stack s;
    s.begin();
    return s;
  }
};

// A priority queue over all ranks: the item with the smallest priority is popped first, the oldest
// of those with equal priorities. The operations are those of global_queue:
//
//   auto q = global_priority_queue<long>::make();          priorities are of type std::uint64_t
//   auto q = global_priority_queue<long, double>::make();  they are of type double; a third type
//                                                          is their order
//   q.push(priority, x)   every pop that begins after push has returned may get x
//   q.pop()               std::optional of {priority, value}: waits for an item; empty if the queue
//                         is closed and has none
//   q.try_pop()           the same without waiting; empty if the queue has no item
//   q.close(), q.size(), q.end()
//
// A pop that waits gets the next item, whatever its priority. The rank that has made the queue
// keeps the priorities of all items: 16 bytes for each, if they are numbers. The items are
// distributed over the ranks.

template <class T, class Priority>
struct priority_item {
  Priority priority{};
  T value{};
};

template <class T, class Priority = std::uint64_t, class Less = std::less<Priority>>
class global_priority_queue
    : private detail::counted_queue<priority_item<T, Priority>,
                                    detail::ordered_numbers<detail::least_first<Priority, Less>>> {
  using base = detail::counted_queue<priority_item<T, Priority>,
                                     detail::ordered_numbers<detail::least_first<Priority, Less>>>;

 public:
  using item = priority_item<T, Priority>;

  static global_priority_queue make() {
    global_priority_queue q;
    q.begin();
    return q;
  }
  void push(const Priority& priority, const T& x) const { base::push({priority, x}); }
  using base::close;
  using base::end;
  using base::pop;
  using base::size;
  using base::try_pop;
};

}  // namespace arcas::inline v0::cluster
