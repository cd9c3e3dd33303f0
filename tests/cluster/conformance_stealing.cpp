// SPDX-License-Identifier: Apache-2.0
// The promises about tasks that may run anywhere.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/reducer.h>

#include <string>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

// A tree of 2^(depth + 1) - 1 tasks, every fifth of which waits.
void grow(counter nodes, unsigned depth, std::uint64_t name) {
  nodes.add(1);
  if (name % 5 == 0) call((self() + 1) % ranks(), [] {});
  if (depth == 0) return;
  for (std::uint64_t child = 0; child < 2; ++child) {
    const std::uint64_t next = 2 * name + child;
    spawn_anywhere([nodes, depth, next] { grow(nodes, depth - 1, next); });
  }
}

}  // namespace

void movable_tasks_run_once_each() {
  const counter nodes = counter::make();
  finish([nodes] { grow(nodes, 8, 1); });
  require(nodes.value() == 511, "every task of a tree runs once");
  nodes.reset();
  on_all_ranks([nodes] { finish([nodes] { grow(nodes, 5, self() + 1); }); });
  require(nodes.value() == 63 * std::int64_t{ranks()}, "every task of many trees runs once");
  nodes.end();
}

// Arguments below the size of a packet and above it.
void movable_tasks_carry_what_they_are_given() {
  const counter bytes = counter::make();
  finish([bytes] {
    for (std::size_t n = 0; n < 12'000; n = 3 * n + 1) {
      for (int twice = 0; twice < 2; ++twice) {
        spawn_anywhere(
            [bytes, n](const std::string& text) {
              require(text == std::string(n, 'm'), "captures and arguments of a task arrive");
              bytes.add(static_cast<std::int64_t>(text.size()));
            },
            std::string(n, 'm'));
      }
    }
  });
  require(bytes.value() == 2 * (1 + 4 + 13 + 40 + 121 + 364 + 1093 + 3280 + 9841),
          "no task of the tree is lost");
  bytes.end();
}

// Small and large thresholds, with iterations that wait.
void loops_that_balance_run_every_iteration_once() {
  for (const std::int64_t n : {0, 1, 2, 7, 300}) {
    auto hits = global_array<int>::make(static_cast<std::uint64_t>(n) + 1, 1);
    forall(hits, [](std::uint64_t, int& h) { h = 0; });
    int loops = 0;
    for (const std::uint64_t threshold : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5},
                                          std::uint64_t{64}, ~std::uint64_t{0}}) {
      forall_anywhere(-3, n - 3,
                      [hits](std::int64_t i) {
                        const auto p = hits[static_cast<std::uint64_t>(i + 3)];
                        if (i % 3 == 0) {
                          write(p, read(p) + 1);
                        } else {
                          async_add(p, 1);
                        }
                      },
                      {.threshold = threshold});
      ++loops;
      for (std::int64_t i = 0; i < n; ++i) {
        require(read(hits[static_cast<std::uint64_t>(i)]) == loops,
                "each iteration runs once, on any rank");
      }
    }
    require(read(hits[static_cast<std::uint64_t>(n)]) == 0, "no iteration runs beyond the end");
    hits.free();
  }
}

void loops_that_balance_wait_for_all_they_begin() {
  const counter begun = counter::make();
  forall_anywhere(0, 10'000, [begun](int) { begun.add(1); });
  require(begun.value() == 10'000, "each of many iterations runs once");
  begun.reset();
  forall_anywhere(0, 20,
                  [begun](int i) {
                    forall_anywhere(0, i, [begun](int) { begun.add(1); }, {.threshold = 1});
                    spawn_on((self() + 1) % ranks(),
                             [begun] { spawn([begun] { begun.add(100); }); });
                  },
                  {.threshold = 2});
  require(begun.value() == 190 + 20 * 100, "what iterations begin is waited for");
  begun.end();
}

}  // namespace arcas::inline v0::cluster::test
