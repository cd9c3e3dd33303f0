// SPDX-License-Identifier: Apache-2.0
// The promises about tasks that may run anywhere.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/reducer.h>

#include <string>

namespace arcas::cluster::test {

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

// Of all sizes: in the pool, beside it, and beyond a packet.
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
          "none of them is lost");
  bytes.end();
}

}  // namespace arcas::cluster::test
