// SPDX-License-Identifier: Apache-2.0
// The promises about activities that are begun by a function which runs between tasks.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>

#include <stdexcept>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

using element = global_ptr<std::uint64_t>;

void begin_slow_addition(element p) {
  spawn([p] {
    for (int i = 0; i < 50; ++i) yield();
    ++*p.local();
  });
}

// Calls wait(f) for each way to send a function that begins an activity; returns the number of
// ways.
template <class Wait>
std::uint64_t begin_by_each_way(element p, const Wait& wait) {
  wait([p] { async_update(p, [p](std::uint64_t&) { begin_slow_addition(p); }); });
  wait([p] { async(p.home(), [p] { begin_slow_addition(p); }); });
  wait([p] { call(p.home(), [p] { begin_slow_addition(p); }); });
  wait([p] { const auto forgotten = future_call(p.home(), [p] { begin_slow_addition(p); }); });
  wait([p] { call(p.home(), [p] { spawn_anywhere([p] { async_add(p, 1); }); }); });
  wait([p] {
    bool refused = false;
    try {
      call(p.home(), [p] {
        begin_slow_addition(p);
        throw std::runtime_error("behind it");
      });
    } catch (const remote_error&) {
      refused = true;
    }
    require(refused, "what a function throws comes back, whatever it has begun");
  });
  return 6;
}

}  // namespace

void what_functions_begin_is_waited_for() {
  auto done = global_array<std::uint64_t>::make(ranks(), 1);
  forall(done, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([done] {
    if (self() != ranks() / 2) return;
    for (rank_id to = 0; to < ranks(); ++to) {
      std::uint64_t begun = 0;
      begin_by_each_way(done[to], [&](const auto& f) {
        finish(f);
        require(read(done[to]) == ++begun, "what a function begins ends before its finish");
      });
    }
  });
  std::uint64_t ways = 0;
  finish([&] {
    for (rank_id to = 0; to < ranks(); ++to) {
      ways = begin_by_each_way(done[to], [to](const auto& f) { spawn_on((to + 1) % ranks(), f); });
    }
  });
  for (rank_id to = 0; to < ranks(); ++to) {
    require(read(done[to]) == 2 * ways,
            "a finish waits for work that functions of its tasks begin");
  }
  done.free();
}

// An activity that a called function has begun may end before the answer of the call arrives.
void callers_are_waited_for_when_what_they_began_comes_back() {
  const auto caller = [](rank_id to, const auto& f) {
    bool ended = false;
    finish([&] {
      spawn([&] {
        call(to, f);
        yield();
        ended = true;
      });
    });
    require(ended, "a task that waits for an answer is waited for");
  };
  for (int i = 0; i < 10; ++i) {
    for (rank_id to = 0; to < ranks(); ++to) {
      const rank_id back = self();
      caller(to, [back] { spawn([back] { spawn_on(back, [] {}); }); });
      caller(to, [back] { spawn([back] { async(back, [] {}); }); });
      caller(to, [] {
        for (int k = 0; k < 8; ++k) spawn_anywhere([] { yield(); });
      });
    }
  }
}

}  // namespace arcas::inline v0::cluster::test
