// SPDX-License-Identifier: Apache-2.0
// A rank's part of a queue over all ranks: the items kept on the rank, the pops that have asked for
// such items before the items arrived, and the operations of the rank's own tasks.
#pragma once

#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/structures/distributed.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The numbers of a first-in, first-out queue: one sequence for pushes, and one for pops.

// Which item does a pop get? The item with the pop's number. The rank that gives out a queue's
// numbers gives consecutive numbers, from 0 on, to pushes, and independently of these to pops
// (README.md, «Numbers of a queue»).

// How many operations of one rank are in one request. A try is a try_pop(), which does not wait.
struct queue_wishes {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;  // pops that wait
  std::uint64_t tries = 0;

  template <class T>
  void add_push(const T&) {
    ++pushes;
  }
};

// The numbers that the master gave to a request. Unless the pushes are refused, their numbers begin
// with `pushed`. The numbers of its first `pops` pops, followed by its first `tries` tries, begin
// with `popped`. Its other pops and tries get no number.
struct queue_numbers_given {
  std::uint64_t pushed = 0;
  std::uint64_t popped = 0;
  std::uint64_t pops = 0;
  std::uint64_t tries = 0;
  bool refused = false;

  std::uint64_t push_number(std::uint64_t k) const { return pushed + k; }
  std::uint64_t pop_number(std::uint64_t k) const { return popped + k; }
  // Whether a pop or try of this request has this number.
  bool has_pop(std::uint64_t number) const {
    return number >= popped && number - popped < pops + tries;
  }
};

class queue_numbers {
 public:
  using wishes = queue_wishes;
  using given = queue_numbers_given;

  // The pushes of a request get their numbers before its pops, so that a push and a pop of one
  // rank may get the same number.
  queue_numbers_given give(const queue_wishes& w) {
    queue_numbers_given g{pushed_, popped_, w.pops, 0, closed_};
    if (!closed_) pushed_ += w.pushes;
    if (closed_) g.pops = std::min(w.pops, there());
    popped_ += g.pops;
    g.tries = std::min(w.tries, there());
    popped_ += g.tries;
    return g;
  }
  // Returns the number that follows the last push's number.
  std::uint64_t close() {
    closed_ = true;
    return pushed_;
  }
  // Number of items for which there is no pop yet.
  std::uint64_t there() const { return pushed_ > popped_ ? pushed_ - popped_ : 0; }

 private:
  std::uint64_t pushed_ = 0;
  std::uint64_t popped_ = 0;  // may exceed pushed_: then pops wait
  bool closed_ = false;
};

// The numbers of a queue that is not first in, first out. A push gets the number of the oldest
// waiting pop or, if none waits, a new number. A pop gets the number of the first item in the
// queue's order or, if there is none, a new number, and waits (README.md, «Numbers of a queue»).

// Operations of one rank in one request, with the keys by which the queue orders items.
template <class Key>
struct ordered_wishes {
  std::vector<Key> pushes;
  std::uint64_t pops = 0;  // pops that wait
  std::uint64_t tries = 0;

  template <class T>
  void add_push(const T& item) {
    pushes.push_back(Key(item));
  }
  template <class Archive>
  void serialize(Archive& a) {
    a(pushes, pops, tries);
  }
};

// As queue_numbers_given, for numbers that are not consecutive: `popped` has the numbers of pops in
// ascending order, then the numbers of tries in ascending order.
struct ordered_numbers_given {
  std::vector<std::uint64_t> pushed;
  std::vector<std::uint64_t> popped;
  std::uint64_t pops = 0;
  std::uint64_t tries = 0;
  bool refused = false;

  std::uint64_t push_number(std::uint64_t k) const { return pushed[k]; }
  std::uint64_t pop_number(std::uint64_t k) const { return popped[k]; }
  bool has_pop(std::uint64_t number) const;
  // Sorts the numbers of pops, and separately the numbers of tries behind them.
  void sort();
  template <class Archive>
  void serialize(Archive& a) {
    a(pushed, popped, pops, tries, refused);
  }
};

// Numbers of pops that wait for an item, the oldest first.
class waiting_pops {
 public:
  bool empty() const { return numbers_.empty(); }
  void add(std::uint64_t number) { numbers_.push_back(number); }
  std::uint64_t take();
  std::vector<std::uint64_t> take_all();

 private:
  std::vector<std::uint64_t> numbers_;
  std::size_t first_ = 0;  // index of the oldest; the numbers before it have been taken
};

// An order has the functions add(key, number), take() and size().
template <class Order>
class ordered_numbers {
 public:
  using wishes = ordered_wishes<typename Order::key>;
  using given = ordered_numbers_given;

  given give(const wishes& w) {
    given g;
    g.refused = closed_;
    for (std::size_t k = 0; !closed_ && k < w.pushes.size(); ++k)
      g.pushed.push_back(of_push(w.pushes[k]));
    for (; g.pops < w.pops && (there_.size() != 0 || !closed_); ++g.pops) {
      g.popped.push_back(there_.size() != 0 ? there_.take() : of_waiting_pop());
    }
    for (; g.tries < w.tries && there_.size() != 0; ++g.tries) g.popped.push_back(there_.take());
    g.sort();
    return g;
  }
  // Returns the numbers of waiting pops, for which no item follows.
  std::vector<std::uint64_t> close() {
    closed_ = true;
    return waiting_.take_all();
  }
  std::uint64_t there() const { return there_.size(); }

 private:
  std::uint64_t of_push(const typename Order::key& key) {
    if (waiting_.empty()) {
      there_.add(key, next_);
      return next_++;
    }
    return waiting_.take();
  }
  std::uint64_t of_waiting_pop() {
    waiting_.add(next_);
    return next_++;
  }

  Order there_;
  waiting_pops waiting_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
};

// Last in, first out.
class newest_first {
 public:
  struct key {
    template <class T>
    explicit key(const T&) {}
    key() = default;
  };
  void add(key, std::uint64_t number) { numbers_.push_back(number); }
  std::uint64_t take() {
    const std::uint64_t number = numbers_.back();
    numbers_.pop_back();
    return number;
  }
  std::uint64_t size() const { return numbers_.size(); }

 private:
  std::vector<std::uint64_t> numbers_;
};

// The item with the smallest priority first; of items with equal priorities, the oldest first.
template <class Priority, class Less>
class least_first {
 public:
  struct key {
    Priority priority{};
    template <class Item>
    explicit key(const Item& item) : priority(item.priority) {}
    key() = default;
  };
  void add(const key& k, std::uint64_t number) {
    numbers_.emplace_back(k.priority, number);
    std::push_heap(numbers_.begin(), numbers_.end(), later());
  }
  std::uint64_t take() {
    std::pop_heap(numbers_.begin(), numbers_.end(), later());
    const std::uint64_t number = numbers_.back().second;
    numbers_.pop_back();
    return number;
  }
  std::uint64_t size() const { return numbers_.size(); }

 private:
  using entry = std::pair<Priority, std::uint64_t>;
  struct later {
    bool operator()(const entry& a, const entry& b) const {
      if (Less{}(b.first, a.first)) return true;
      return !Less{}(a.first, b.first) && b.second < a.second;
    }
  };
  std::vector<entry> numbers_;  // a heap whose first entry is the smallest
};

enum class queue_verb : std::uint8_t { push, pop, try_pop };

// An operation of a task, which holds this object and waits until the operation has ended.
template <class T>
struct queue_operation : batched {
  explicit queue_operation(queue_verb v) : verb(v) {}

  const queue_verb verb;
  bool refused = false;
  bool settled = false;  // of a pop: it has its item, or will never get one
  std::uint64_t number = 0;
  std::optional<T> value;
  task* sleeper = nullptr;
};

template <class T>
struct queue_item {
  std::uint64_t number = 0;
  T value{};
  rank_id wanted_by = 0;  // rank of its pop, if the pop came to the item's home first
};
// The number of a pop and its item, or no item if none will ever come.
template <class T>
using settled_pop = std::pair<std::uint64_t, std::optional<T>>;

// Count gives numbers to pushes and pops: queue_numbers or ordered_numbers.
template <class T, class Count>
class queue_part {
 public:
  using operation = queue_operation<T>;

  // At home: an item and the pop with its number arrive in any order; the later one finds the
  // other. Returns those of the items for which pops of other ranks wait.
  std::vector<queue_item<T>> bring(const std::vector<queue_item<T>>& items) {
    std::vector<queue_item<T>> wanted;
    for (const queue_item<T>& i : items) {
      if (const auto pop = wanted_.extract(i.number)) {
        wanted.push_back({i.number, i.value, pop.mapped()});
      } else {
        items_.emplace(i.number, i.value);
      }
    }
    return wanted;
  }
  // Pops of rank `by` ask for items of these numbers. Returns the settled pops; the others wait.
  std::vector<settled_pop<T>> ask(const std::vector<std::uint64_t>& numbers, rank_id by) {
    std::vector<settled_pop<T>> settled;
    for (const std::uint64_t n : numbers) {
      if (const auto item = items_.extract(n)) {
        settled.emplace_back(n, item.mapped());
      } else if (n >= end_ || in_vain_.erase(n) != 0) {
        settled.emplace_back(n, std::nullopt);
      } else {
        wanted_.emplace(n, by);
      }
    }
    return settled;
  }
  // No item will have a number from `end` on. Calls in_vain(number, rank) for the pops that wait
  // for such a number.
  template <class InVain>
  void close(std::uint64_t end, const InVain& in_vain) {
    end_ = end;
    std::erase_if(wanted_, [&](const auto& w) {
      if (w.first >= end) in_vain(w.first, w.second);
      return w.first >= end;
    });
  }

  // No item will have one of these numbers. Calls in_vain(number, rank) for the pops that wait for
  // such a number.
  template <class InVain>
  void close(const std::vector<std::uint64_t>& numbers, const InVain& in_vain) {
    for (const std::uint64_t n : numbers) {
      if (const auto pop = wanted_.extract(n)) {
        in_vain(n, pop.mapped());
      } else {
        in_vain_.emplace(n, nobody{});
      }
    }
  }

  // Called on the rank of the pop. settle() is going to give the pop its item, and wake its task.
  void expect(operation& pop) { expected_.emplace(pop.number, &pop); }
  // Called when a batch has failed and its pops end: an item that arrives for them later is
  // dropped.
  void forget(const operation& pop) {
    if (!pop.settled) expected_.erase(pop.number);
  }
  void settle(std::uint64_t number, const std::optional<T>& value) {
    const auto found = expected_.extract(number);
    if (found.empty()) return;
    operation& pop = *found.mapped();
    pop.value = value;
    pop.settled = true;
    if (pop.sleeper) here().tasks().wake(pop.sleeper);
  }

  Count count;  // used on the rank that gives out numbers
  batching<operation> operations;

 private:
  std::unordered_map<std::uint64_t, T> items_;
  std::unordered_map<std::uint64_t, rank_id> wanted_;
  std::uint64_t end_ = ~std::uint64_t{0};
  // The numbers of pops that have not asked yet and will get no item. A map serves as the set,
  // since <unordered_set> would lengthen each compilation.
  struct nobody {};
  std::unordered_map<std::uint64_t, nobody> in_vain_;
  std::unordered_map<std::uint64_t, operation*> expected_;
};

}  // namespace arcas::inline v0::cluster::detail
