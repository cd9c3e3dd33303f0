// SPDX-License-Identifier: Apache-2.0
// On a machine that nobody here has: how many of Jacobi's blocks would be done where their pages
// are? SIMULATED: whoever is free first takes a block next, a block takes as long as it is said to,
// longer from another node; the distributors are the ones that ship. Static and tasks are replayed
// by their rules: a contiguous part each; blocks in the order they are submitted.
#include "grid.h"
#include "program.h"

#include <arcas/distribution/node_queues.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <queue>

namespace {

using namespace bench::jacobi;

constexpr unsigned nodes = 4;
constexpr unsigned workers_of_node = 4;
constexpr unsigned workers = nodes * workers_of_node;
constexpr std::size_t size = 600;
// Of a block from another node's memory; what Wittmann & Hager's figures come to.
constexpr double remote_cost = 3;

struct outcome {
  double local = 0;
  double time = 0;
};

// next(worker): the block that it takes, or none.
outcome simulate(const std::function<unsigned(std::size_t)>& home,
                 const std::function<std::size_t(unsigned)>& next) {
  const std::size_t blocks = blocks_of(size);
  using free_at = std::pair<double, unsigned>;
  std::priority_queue<free_at, std::vector<free_at>, std::greater<>> turns;
  for (unsigned w = 0; w < workers; ++w) turns.emplace(0.0, w);
  outcome o;
  std::uint64_t random = 1;
  while (!turns.empty()) {
    const auto [now, w] = turns.top();
    turns.pop();
    const std::size_t b = next(w);
    if (b == blocks) continue;
    const bool local = home(b) == w / workers_of_node;
    random = random * 6364136223846793005U + 1442695040888963407U;
    const double jitter = 0.95 + static_cast<double>(random >> 33) / 2147483648.0 / 10;
    const double cost = jitter * (local ? 1 : remote_cost);
    o.local += local ? 1.0 / static_cast<double>(blocks) : 0;
    o.time = std::max(o.time, now + cost);
    turns.emplace(now + cost, w);
  }
  return o;
}

outcome queues(const std::function<unsigned(std::size_t)>& home, bool strict) {
  const arcas::topology machine = arcas::topology::synthetic("pack:2 numa:2 core:4 pu:1");
  std::vector<unsigned> threads;
  for (unsigned w = 0; w < workers; ++w) threads.push_back(w);
  const arcas::detail::locality_layout layout(machine, arcas::member_places(machine, threads),
                                              arcas::place_kind::numa_node, false);
  const arcas::home_map map(0, blocks_of(size), home, 1);
  arcas::detail::node_queue_words<> words(layout);
  const std::uint64_t tag = words.open(map, 0, blocks_of(size));
  std::vector<arcas::detail::node_queue_cursor<>> cursors;
  for (unsigned w = 0; w < workers; ++w) cursors.emplace_back(layout, words, tag, w, strict);
  return simulate(home, [&](unsigned w) -> std::size_t {
    const arcas::chunk c = claim_anywhere(cursors[w], 1, 1);
    return c.empty() ? blocks_of(size) : c.first;
  });
}

outcome in_order(const std::function<unsigned(std::size_t)>& home,
                 const std::vector<std::size_t>& order) {
  std::size_t next = 0;
  return simulate(home,
                  [&](unsigned) { return next == order.size() ? blocks_of(size) : order[next++]; });
}

outcome static_parts(const std::function<unsigned(std::size_t)>& home) {
  const std::size_t blocks = blocks_of(size);
  std::vector<std::size_t> next;
  for (unsigned w = 0; w < workers; ++w) next.push_back(blocks * w / workers);
  return simulate(home, [&, last = next](unsigned w) -> std::size_t {
    const std::size_t end = w + 1 == workers ? blocks : last[w + 1];
    return next[w] == end ? blocks : next[w]++;
  });
}

void print(const char* name, const outcome& o, double ideal) {
  std::printf("| %s | %.1f %% | %.2f |\n", name, 100 * o.local, o.time / ideal);
}

}  // namespace

int main() {
  const std::size_t blocks = blocks_of(size);
  const double ideal = static_cast<double>(blocks) / workers;
  for (const bool cyclic : {false, true}) {
    const auto home = [=](std::size_t b) {
      return static_cast<unsigned>(cyclic ? b % nodes : b * nodes / blocks);
    };
    std::printf("SIMULATED: 4 nodes of 4 workers, blocks of 600^3 initialised %s\n",
                cyclic ? "static,1" : "static");
    std::printf("| variant | local blocks | time, of the ideal |\n|---|--:|--:|\n");
    print("static", static_parts(home), ideal);
    print("dynamic, and tasks submitted kji", in_order(home, orders(size)[0].blocks), ideal);
    print("tasks submitted jki", in_order(home, orders(size)[1].blocks), ideal);
    print("locality queues, balanced", queues(home, false), ideal);
    print("locality queues, strict", queues(home, true), ideal);
  }
  return 0;
}
