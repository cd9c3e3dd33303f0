// SPDX-License-Identifier: Apache-2.0
// completion of publication.h in one or two loops: the leader continues when every iteration has
// been counted, not before, and then sees the results of all.
#include "checks.h"

#include <arcas/workers/publication.h>

#include <vector>

namespace arcas::sim {

using namespace detail;
namespace {

struct counted_loops {
  explicit counted_loops(unsigned followers) : done(followers) {
    for (unsigned i = 0; i < 2 * followers; ++i)
      results.push_back(std::make_unique<shared<int>>(0));
  }
  completion<explored_atomic, 2> done;  // two words, so two of the three followers share one
  explored_atomic<int> begun{0};
  std::vector<std::unique_ptr<shared<int>>> results;  // by loop and follower
};

void work_in(counted_loops& l, unsigned loop, unsigned follower, unsigned followers) {
  while (l.begun.load(std::memory_order_acquire) <= static_cast<int>(loop))
    machine<explored_atomic>::pause();
  l.results[loop * followers + follower]->set(1);
  l.done.add(follower, follower + 1);
}

void lead_loops(counted_loops& l, unsigned loops, unsigned followers) {
  std::uint64_t expected = 0;
  for (unsigned loop = 0; loop < loops; ++loop) {
    l.begun.store(static_cast<int>(loop) + 1, std::memory_order_release);
    expected += followers * (followers + 1) / 2;
    while (!l.done.reached(expected)) machine<explored_atomic>::pause();
    for (unsigned i = 0; i < followers; ++i)
      require(l.results[loop * followers + i]->read() == 1, "each counted iteration has run");
  }
}

void run_loops(world& w, unsigned loops, unsigned followers) {
  auto& l = w.make<counted_loops>("loops", followers);
  w.thread("leader", [&l, loops, followers] { lead_loops(l, loops, followers); });
  for (unsigned i = 0; i < followers; ++i) {
    w.thread("follower " + std::to_string(i), [&l, loops, followers, i] {
      for (unsigned loop = 0; loop < loops; ++loop) work_in(l, loop, i, followers);
    });
  }
}

void one_word(world& w) {
  run_loops(w, 2, 1);
}
void two_words(world& w) {
  run_loops(w, 2, 2);
}
void shared_word(world& w) {
  run_loops(w, 1, 3);
}

}  // namespace

std::span<const check> completion_checks() {
  static const check checks[] = {
      {"completion_one_word", one_word},
      {"completion_two_words", two_words},
      {"completion_shared_word", shared_word, {}, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
