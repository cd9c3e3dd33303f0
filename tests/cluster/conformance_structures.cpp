// SPDX-License-Identifier: Apache-2.0
// The promises about structures over all ranks.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/global_vector.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>

#include <algorithm>
#include <string>

namespace arcas::inline v0::cluster::test {

using namespace detail;

void reducers_add_up() {
  const auto sum = reducer<double>::make();
  const auto most = reducer<int, decltype([](int a, int b) { return std::max(a, b); })>::make(-1);
  forall(0, 500, [sum, most](int i) {
    sum.add(i);
    most.add(i * 37 % 500);
  });
  require(sum.value() == 499.0 * 250, "a reducer has the sum of all that was added");
  require(most.value() == 499, "a reducer folds by its operation");
  sum.reset();
  require(sum.value() == 0, "a reducer that is reset is empty");
  require(fold_ranks(0, std::plus<>{}, [] { return 1; }) == static_cast<int>(ranks()),
          "fold_ranks asks every rank once");
  sum.end();
  most.end();
}

void hash_maps_keep_what_they_are_given() {
  const auto m = hash_map<std::string, long>::make();
  forall(0, 200, [m](int i) {
    const std::string key = "key " + std::to_string(i % 50);
    m.async_update(key, [i](long& v) { v += i; });
  });
  require(m.size() == 50, "equal keys are one");
  for (long k = 0; k < 50; ++k) {
    const auto found = m.find("key " + std::to_string(k));
    require(found && *found == 4 * k + 300, "no update is lost");
  }
  require(!m.find("no such key"), "what was not inserted is not found");
  require(m.insert("new", 5) && !m.insert("new", 6) && m.find("new") == 5,
          "insert() keeps an old value");
  require(m.update("new", [](long& v) { return ++v; }) == 6,
          "update returns what its function does");
  require(m.erase("new") && !m.erase("new"), "what is erased is gone");
  const counter all = counter::make();
  m.for_each([all](const std::string&, long& v) { all.add(v); });
  require(all.value() == 199 * 100, "for_each sees every value");
  m.clear();
  require(m.size() == 0, "a map that is cleared is empty");
  m.end();
  all.end();
}

void collectives_wait_for_everyone() {
  auto stage = global_array<int>::make(ranks(), 1);
  forall(stage, [](std::uint64_t, int& s) { s = 0; });
  on_all_ranks([stage] {
    for (int round = 1; round <= 5; ++round) {
      write(stage[self()], round);
      barrier();
      for (rank_id r = 0; r < ranks(); ++r) {
        require(read(stage[r]) == round, "behind a barrier everyone has reached it");
      }
      const auto n = static_cast<int>(ranks());
      const int mine = static_cast<int>(self());
      require(allreduce(mine, [](int a, int b) { return a + b; }) == n * (n - 1) / 2,
              "allreduce has everyone's part");
      require(allreduce(mine, [](int a, int b) { return a > b ? a : b; }) == n - 1,
              "allreduce folds by its operation");
    }
  });
  stage.free();
}

void sets_and_bags_keep_what_they_are_given() {
  const auto s = hash_set<std::string>::make();
  const auto b = bag<std::string>::make();
  forall(0, 100, [s, b](int i) {
    const std::string name = "name " + std::to_string(i % 30);
    s.async_insert(name);
    b.add(name);
  });
  require(s.size() == 30 && b.size() == 100, "a set keeps equal members once, a bag keeps each");
  require(s.contains("name 29") && !s.contains("name 30"), "a set has what was inserted");
  require(s.insert("new") && !s.insert("new"), "insert() returns whether the member is new");
  require(s.erase("new") && !s.erase("new"), "what is erased is gone");
  const counter letters = counter::make();
  s.for_each([letters](const std::string& k) { letters.add(static_cast<long>(k.size())); });
  require(letters.value() == 10 * 6 + 20 * 7, "for_each of a set sees every member");
  letters.reset();
  b.for_each([letters](std::string& k) { letters.add(static_cast<long>(k.size())); });
  require(letters.value() == 40 * 6 + 60 * 7, "for_each of a bag sees everything");
  s.clear();
  b.clear();
  require(s.size() + b.size() == 0, "what is cleared is empty");
  s.end();
  b.end();
  letters.end();
}

void vectors_grow_from_everywhere() {
  const auto v = global_vector<std::uint64_t>::make();
  on_all_ranks([v] {
    for (std::uint64_t i = 0; i < 20; ++i) {
      spawn([v, i] {
        const std::uint64_t first = v.push_back(1000 * self() + i);
        require(v.read(first) == 1000 * self() + i, "what was pushed is where push_back says");
        require(v.push_back(1'000'000) > first, "numbers of one task's pushes ascend");
      });
    }
  });
  require(v.size() == std::uint64_t{40} * ranks(), "no push is lost");
  const counter sum = counter::make();
  v.for_each([sum](std::uint64_t, std::uint64_t& x) {
    sum.add(x == 1'000'000 ? 0 : static_cast<long>(x));
    x = 5;
  });
  const long n = static_cast<long>(ranks());
  require(sum.value() == 190 * n + 20 * 1000 * (n * (n - 1) / 2), "each element is there once");
  v.write(7, 6);
  require(v.read(7) == 6 && v.read(8) == 5, "elements change where they are");
  bool refused = false;
  try {
    v.read(std::uint64_t{40} * ranks());
  } catch (const remote_error&) {
    refused = true;
  }
  require(refused, "an element beyond the end is refused");
  v.clear();
  require(v.size() == 0 && v.push_back(1) == 0, "a vector that is cleared begins anew");
  v.end();
  sum.end();
}

void combined_updates_are_all_done() {
  auto a = global_array<std::uint64_t>::make(3000, 4);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  const auto c = combine_into(a, [](std::uint64_t x, std::uint64_t y) { return x + y; });
  const auto m = hash_map<std::string, long>::make();
  const auto most = combine_into(m, [](long x, long y) { return std::max(x, y); });
  forall(0, 3000, [a, c, most](std::uint64_t i) {
    c.add(i % 7, 1);
    c.add(i, 10);
    most.add("key " + std::to_string(i % 3), static_cast<long>(i));
    // A finish() with a scope of its own, inside the scope of the loop.
    if (i % 500 == 0) {
      finish([c, i] { c.add(i, 1000); });
      require(read(a[i]) >= 1000, "what was combined in a finish is there behind it");
    }
  });
  for (std::uint64_t i = 0; i < 3000; i += 17) {
    const std::uint64_t ones = i < 7 ? 3000 / 7 + (i < 3000 % 7) : 0;
    require(read(a[i]) == 10 + ones + (i % 500 == 0 ? 1000 : 0), "no combined update is lost");
  }
  // Updates from a function that runs between tasks, and so must not send.
  const std::uint64_t before = read(a[1499]);
  finish([c] {
    async(ranks() - 1, [c] {
      for (std::uint64_t i = 0; i < 1500; ++i) c.add(i, 1);
    });
  });
  require(read(a[1499]) == before + 1 && read(a[0]) == 1000 + 10 + 429 + 1,
          "no combined update from a function is lost");
  require(m.find("key 2") == 2999 && m.find("key 0") == 2997, "values of a map are combined too");
  c.end();
  most.end();
  m.end();
  a.free();
}

}  // namespace arcas::inline v0::cluster::test
