// SPDX-License-Identifier: Apache-2.0
// The promises about structures over all ranks.
#include "conformance.h"

#include <arcas/cluster/delegates/memory.h>
#include <arcas/cluster/forall.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>

#include <algorithm>
#include <string>

namespace arcas::cluster::test {

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
  require(m.insert("new", 5) && !m.insert("new", 6) && m.find("new") == 5, "an old value stays");
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

}  // namespace arcas::cluster::test
