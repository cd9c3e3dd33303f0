// SPDX-License-Identifier: Apache-2.0
// A rank's part of a queue over all ranks: the items whose home it is, the pops of other ranks that
// have asked for such items before they arrived, and the operations of its own tasks.
#pragma once

#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/structures/batching.h>
#include <arcas/cluster/structures/queue_numbers.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

enum class queue_verb : std::uint8_t { push, pop, try_pop };

// Lives in the task that waits for it.
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
  rank_id wanted_by = 0;  // rank of its pop, if the pop was at the home first
};
// The number of a pop that has its item, or will never get one.
template <class T>
using settled_pop = std::pair<std::uint64_t, std::optional<T>>;

// Count gives numbers to pushes and pops: queue_numbers or ordered_numbers.
template <class T, class Count>
class queue_part {
 public:
  using operation = queue_operation<T>;

  // At home: the second to arrive, an item or its pop, finds the first. Returns the items for which
  // pops of other ranks wait.
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
  // No item has a number from `end` on. Calls in_vain(number, rank) for the pops that wait for such
  // a number.
  template <class InVain>
  void close(std::uint64_t end, const InVain& in_vain) {
    end_ = end;
    std::erase_if(wanted_, [&](const auto& w) {
      if (w.first >= end) in_vain(w.first, w.second);
      return w.first >= end;
    });
  }

  // No item has one of these numbers. Calls in_vain(number, rank) for the pops that wait for one.
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

  // On the rank of the pop: settle() is going to wake it.
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
  struct nobody {};  // a map, since <unordered_set> would burden every program of the cluster
  std::unordered_map<std::uint64_t, nobody> in_vain_;  // their pops have not asked yet
  std::unordered_map<std::uint64_t, operation*> expected_;
};

}  // namespace arcas::inline v0::cluster::detail
