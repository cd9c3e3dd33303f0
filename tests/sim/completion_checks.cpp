// SPDX-License-Identifier: Apache-2.0
// completion of publication.h over two consecutive loops: the leader goes on when every iteration
// has been counted, not before, and then finds all that they did.
#include "checks.h"

#include <arcas/workers/publication.h>

#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

struct counted_loops {
  counted_loops(unsigned groups, unsigned workers) : done(groups) {
    for (unsigned i = 0; i < 2 * workers; ++i) results.push_back(std::make_unique<shared<int>>(0));
  }
  completion<explored_atomic, 2> done;  // three groups make two levels
  explored_atomic<int> begun{0};
  std::vector<std::unique_ptr<shared<int>>> results;  // by loop and worker
};

void work_in(counted_loops& l, unsigned loop, unsigned worker, unsigned workers, unsigned group) {
  while (l.begun.load(std::memory_order_acquire) <= static_cast<int>(loop))
    machine<explored_atomic>::pause();
  l.results[loop * workers + worker]->set(1);
  l.done.add(group, worker + 1);
}

void lead_loops(counted_loops& l, unsigned loops, unsigned workers) {
  std::uint64_t expected = 0;
  for (unsigned loop = 0; loop < loops; ++loop) {
    l.begun.store(static_cast<int>(loop) + 1, std::memory_order_release);
    expected += workers * (workers + 1) / 2;
    while (!l.done.reached(expected)) machine<explored_atomic>::pause();
    for (unsigned i = 0; i < workers; ++i)
      require(l.results[loop * workers + i]->read() == 1, "what was counted has been done");
  }
}

void run_loops(world& w, unsigned loops, std::vector<unsigned> groups, unsigned group_count) {
  const auto workers = static_cast<unsigned>(groups.size());
  auto& l = w.make<counted_loops>("loops", group_count, workers);
  w.thread("leader", [&l, loops, workers] { lead_loops(l, loops, workers); });
  for (unsigned i = 0; i < workers; ++i) {
    w.thread("follower " + std::to_string(i), [&l, loops, workers, i, group = groups[i]] {
      for (unsigned loop = 0; loop < loops; ++loop) work_in(l, loop, i, workers, group);
    });
  }
}

void one_group(world& w) {
  run_loops(w, 2, {0, 0}, 1);
}
void carried(world& w) {
  run_loops(w, 1, {0, 0}, 2);
}
void carried_twice(world& w) {
  run_loops(w, 2, {0, 0}, 2);
}
void two_groups(world& w) {
  run_loops(w, 1, {0, 0, 1}, 2);
}
void carried_up_two_levels(world& w) {
  run_loops(w, 1, {0, 1}, 3);
}

}  // namespace

std::span<const check> completion_checks() {
  static const check checks[] = {
      {"completion_one_group", one_group},
      {"completion_carried", carried},
      {"completion_carried_twice", carried_twice, {}, false, true},
      {"completion_two_groups", two_groups, {}, false, true},
      {"completion_two_levels", carried_up_two_levels, {}, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
