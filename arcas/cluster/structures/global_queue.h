// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in first out: items are dealt out to the ranks in turn, and one
// rank, the one that has made it, counts. Pushes, and pops, of one rank at the same time travel
// together.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       it may be popped when push returns
//   q.try_pop()     std::optional: empty where nothing was in it
//   q.size(), q.end()
//
// Items of one task come out in the order in which it has pushed them. README.md, «Numbers of a
// queue», has the argument.
#pragma once

#include <arcas/cluster/structures/batching.h>
#include <arcas/cluster/structures/dealt_items.h>
#include <arcas/cluster/structures/distributed.h>

#include <algorithm>
#include <map>

namespace arcas::cluster {

template <portable T>
class global_queue {
 public:
  static global_queue make() {
    global_queue q;
    q.part_ = distributed<part>::make();
    q.master_ = self();
    return q;
  }
  void end() const { part_.end(); }

  void push(const T& x) const {
    pushed own;
    own.value = x;
    part_.local().pushes.run(own, [this](std::span<pushed* const> batch) { push_all(batch); });
  }
  std::optional<T> try_pop() const {
    popped own;
    part_.local().pops.run(own, [this](std::span<popped* const> batch) { pop_all(batch); });
    return own.value;
  }
  std::uint64_t size() const {
    return call(master_, [p = part_] { return p.local().there - p.local().popped; });
  }

 private:
  struct pushed : batched {
    T value{};
  };
  struct popped : batched {
    std::optional<T> value;
  };
  struct range {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };
  struct part {
    std::unordered_map<std::uint64_t, T> items;  // by number
    batching<pushed> pushes;
    batching<cluster::global_queue<T>::popped> pops;
    // On the master: numbers below `popped` are taken, those below `there` are at their homes,
    // those below `given_out` have been promised. `early`: at home, but not those before them.
    std::uint64_t popped = 0;
    std::uint64_t there = 0;
    std::uint64_t given_out = 0;
    std::map<std::uint64_t, std::uint64_t> early;

    void have_come(std::uint64_t first, std::uint64_t count) {
      early[first] = count;
      for (auto e = early.begin(); e != early.end() && e->first == there; e = early.erase(e)) {
        there += e->second;
      }
    }
  };

  void push_all(std::span<pushed* const> batch) const {
    const std::uint64_t n = batch.size();
    const std::uint64_t first = call(master_, [p = part_, n] {
      return std::exchange(p.local().given_out, p.local().given_out + n);
    });
    std::vector<T> values;
    for (const pushed* op : batch) values.push_back(op->value);
    deal_out(first, values, [p = part_](std::uint64_t begin, const std::vector<T>& theirs) {
      for (std::uint64_t k = 0; k < theirs.size(); ++k) {
        p.local().items.emplace(begin + k * ranks(), theirs[k]);
      }
    });
    call(master_, [p = part_, first, n] { p.local().have_come(first, n); });
  }

  void pop_all(std::span<popped* const> batch) const {
    const std::uint64_t n = batch.size();
    const range got = call(master_, [p = part_, n] {
      part& own = p.local();
      const std::uint64_t count = std::min(n, own.there - own.popped);
      return range{std::exchange(own.popped, own.popped + count), count};
    });
    std::vector<future<T>> asked;
    for (std::uint64_t k = 0; k < got.count; ++k) {
      asked.push_back(future_call(home_of_item(got.first + k), [p = part_, i = got.first + k] {
        const auto found = p.local().items.find(i);
        const T value = found->second;
        p.local().items.erase(found);
        return value;
      }));
    }
    for (std::uint64_t k = 0; k < got.count; ++k) batch[k]->value = asked[k].get();
  }

  distributed<part> part_;
  rank_id master_ = 0;
};

}  // namespace arcas::cluster
