// SPDX-License-Identifier: Apache-2.0
// The promises about stacks, priority queues, counting and disjoint sets, maps with several values
// for a key, and about loops by chunks.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/counting_set.h>
#include <arcas/cluster/structures/disjoint_set.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;

void loops_by_chunks_run_every_iteration_once() {
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{700}}) {
    for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1024}}) {
      auto hits = global_array<int>::make(n, 16);
      forall(hits,
             [most](std::uint64_t i, std::span<int> xs) {
               require(!xs.empty() && xs.size() <= std::min(most, std::uint64_t{16}) &&
                           i / 16 == (i + xs.size() - 1) / 16,
                       "a chunk of an array is in one block");
               for (int& x : xs) x = static_cast<int>(i) + static_cast<int>(&x - xs.data());
             },
             {.most = most});
      forall(hits, [](std::uint64_t i, int& x) {
        require(x == static_cast<int>(i), "a chunk has the elements from its index on");
        x = 0;
      });
      const auto count = [hits, most](std::int64_t first, std::int64_t last) {
        require(first < last && last - first <= static_cast<std::int64_t>(most),
                "a chunk is not longer than was asked for");
        for (std::int64_t i = first; i < last; ++i) {
          async_add(hits[static_cast<std::uint64_t>(i + 5)], 1);
        }
      };
      const std::int64_t last = static_cast<std::int64_t>(n) - 5;
      forall(std::int64_t{-5}, last, count, {.most = most});
      forall_anywhere(std::int64_t{-5}, last, count, {.threshold = most});
      forall(hits, [](std::uint64_t, const int& x) {
        require(x == 2, "each iteration is in one chunk");
      });
      hits.free();
    }
  }
}

void stacks_are_last_in_first_out() {
  const auto s = global_stack<std::uint64_t>::make();
  require(!s.try_pop(), "nothing comes out of an empty stack");
  for (std::uint64_t i = 0; i < 10; ++i) s.push(i);
  require(s.size() == 10 && s.try_pop() == 9 && s.pop() == 8, "last in is first out");
  s.push(100);
  require(s.pop() == 100 && s.pop() == 7, "last in is first out, whatever was popped before");
  while (s.try_pop()) {
  }
  const auto sum = reducer<std::uint64_t>::make();
  const auto taken = counter::make();
  finish([=] {
    async_on_all_ranks([=] {
      for (int consumer = 0; consumer < 3; ++consumer) {
        spawn([=] {
          while (const auto x = s.pop()) {
            sum.add(*x);
            taken.add(1);
          }
        });
      }
    });
    finish([=] {
      async_on_all_ranks([=] {
        for (std::uint64_t i = 1; i <= 20; ++i) s.push(i);
      });
    });
    s.close();
    bool refused = false;
    try {
      s.push(1);
    } catch (const std::logic_error&) {
      refused = true;
    }
    require(refused, "a closed stack takes nothing");
  });
  require(taken.value() == 20 * static_cast<long>(ranks()) && sum.value() == 210 * ranks(),
          "each item comes out once, and close() wakes the tasks that still wait");
  require(!s.pop() && !s.try_pop() && s.size() == 0, "a closed stack that is empty stays so");
  s.close();
  s.end();
  sum.end();
  taken.end();
}

void priority_queues_give_the_least_first() {
  const auto q = global_priority_queue<std::uint64_t>::make();
  on_all_ranks([q] {
    for (std::uint64_t i = 0; i < 10; ++i) q.push(i * ranks() + self(), self());
  });
  for (std::uint64_t i = 0; i < 10 * ranks(); ++i) {
    const auto least = q.pop();
    require(least && least->priority == i && least->value == i % ranks(),
            "the least priority comes out first, with its item");
  }
  for (std::uint64_t i = 0; i < 5; ++i) q.push(3, i);
  for (std::uint64_t i = 0; i < 5; ++i)
    require(q.try_pop()->value == i, "of equal ones the oldest");
  finish([q] {
    spawn_on(ranks() - 1, [q] {
      const auto x = q.pop();
      require(x && x->priority == 9 && x->value == 1, "a pop that waits gets the next item");
      require(!q.pop(), "a pop that waits gets nothing when the queue closes");
    });
    q.push(9, 1);
    q.close();
  });
  q.end();
  const auto greatest = global_priority_queue<int, double, std::greater<double>>::make();
  for (int i = 0; i < 5; ++i) greatest.push(i * 0.5, i);
  require(greatest.pop()->value == 4 && greatest.size() == 4,
          "pop() takes the first item by any order");
  greatest.end();
}

void sets_count() {
  for (const std::size_t slots : {std::size_t{1}, std::size_t{16}, std::size_t{4096}}) {
    const auto words = counting_set<std::string>::make({.slots = slots});
    forall(0, 600, [words](int i) {
      words.async_insert("word " + std::to_string(i % 20));
      if (i % 20 == 7) words.async_insert("seven", 2);
    });
    require(words.size() == 21 && words.total() == 660, "a set counts every insertion");
    require(words.count("word 3") == 30 && words.count("seven") == 60 && words.count("none") == 0,
            "count() returns the insertions of a key");
    const auto top = words.top(2);
    require(
        top.size() == 2 && top[0].first == "seven" && top[0].second == 60 && top[1].second == 30,
        "top() returns the most frequent keys");
    const counter all = counter::make();
    words.for_each([all](const std::string&, std::uint64_t n) { all.add(static_cast<long>(n)); });
    require(all.value() == 660, "for_each sees every key with its count");
    words.clear();
    require(words.size() == 0 && words.total() == 0, "a set that is cleared is empty");
    all.end();
    words.end();
  }
}

void combiners_are_made_by_users() {
  auto greatest = global_array<long>::make(50, 1);
  forall(greatest, [](std::uint64_t, long& x) { x = -1; });
  static constexpr auto most = [](long a, long b) { return a < b ? b : a; };
  const auto send = [greatest](int key, long value) {
    async_update(greatest[static_cast<std::uint64_t>(key)],
                 [value](long& x) { x = most(x, value); });
  };
  const auto c = combine_by<int, long>(most, send, {.slots = 8});
  forall(0, 2000, [c](int i) { c.add(i % 50, i); });
  for (int i = 0; i < 50; ++i) {
    require(read(greatest[static_cast<std::uint64_t>(i)]) == 1950 + i,
            "a combiner of one's own loses nothing");
  }
  c.end();
  greatest.free();
}

void multi_maps_keep_all_values() {
  const auto m = multi_map<std::string, int>::make();
  forall(0, 200, [m](int i) { m.async_insert("key " + std::to_string(i % 10), i); });
  require(m.keys() == 10 && m.size() == 200, "a multi_map keeps all values of a key");
  auto values = m.find("key 3");
  std::sort(values.begin(), values.end());
  require(
      values.size() == 20 && values.front() == 3 && values.back() == 193 && m.count("key 3") == 20,
      "find() returns all values of a key");
  require(m.find("none").empty() && m.count("none") == 0 && m.keys() == 10,
          "a key that was not inserted is not found, and a search does not insert it");
  require(m.insert("new", 1) == 1 && m.insert("new", 1) == 2,
          "a multi_map keeps equal values apart");
  require(m.erase("new") == 2 && m.erase("new") == 0 && m.size() == 200,
          "erase() removes all values of a key");
  const counter sum = counter::make();
  m.for_each([sum](const std::string&, std::vector<int>& of_key) {
    for (const int x : of_key) sum.add(x);
  });
  require(sum.value() == 199 * 100, "for_each sees all values");
  m.clear();
  require(m.size() == 0, "a multi_map that is cleared is empty");
  sum.end();
  m.end();
}

void sets_are_united() {
  constexpr std::uint64_t n = 120;
  const auto s = disjoint_set::make(n);
  require(s.sets() == n && s.find(7) == 7 && !s.together(3, 4),
          "each element begins as a set of its own");
  require(s.unite(5, 9) && !s.unite(9, 5) && s.together(5, 9) && s.find(9) == 5,
          "united elements are in one set, named by its least element");
  // Elements with the same remainder by 4 are united, from all ranks at the same time, in any
  // order.
  on_all_ranks([s] {
    for (std::uint64_t i = 0; i + 4 < n; ++i) {
      const std::uint64_t a = (i * 37 + self()) % (n - 4);
      s.async_unite(a + 4, a);
    }
  });
  require(s.sets() == 4, "four sets are left");
  s.for_each([](std::uint64_t a, std::uint64_t least) {
    require(least == a % 4, "each element has the least element of its set");
  });
  require(s.together(3, 119) && !s.together(3, 118), "together() is true within a set only");
  s.end();
}

}  // namespace arcas::inline v0::cluster::test
