// SPDX-License-Identifier: Apache-2.0
// The numbers of a queue that is not first in, first out. A push gets the number of the oldest
// waiting pop or, if none waits, a new number. A pop gets the first number of an item in the
// queue's order. README.md, «Numbers of a queue».
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

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

// As queue_numbers_given, for numbers that are not consecutive: `popped` has the numbers of pops,
// ascending, then those of tries, ascending.
struct ordered_numbers_given {
  std::vector<std::uint64_t> pushed;
  std::vector<std::uint64_t> popped;
  std::uint64_t pops = 0;
  std::uint64_t tries = 0;
  bool refused = false;

  std::uint64_t push_number(std::uint64_t k) const { return pushed[k]; }
  std::uint64_t pop_number(std::uint64_t k) const { return popped[k]; }
  bool has_pop(std::uint64_t number) const;
  // Sorts the numbers of pops, and behind them those of tries.
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

  // Pushes come before pops, so that a push and a pop of one rank may meet.
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
  // Number of items whose number no pop has.
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

// The smallest first, the oldest of equal ones.
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

}  // namespace arcas::inline v0::cluster::detail
