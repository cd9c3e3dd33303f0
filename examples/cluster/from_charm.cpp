// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of the table «From Charm++» of docs/tutorial/11-coming-from-clusters.md;
// results are checked.
#include <arcas/cluster.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t n = 64;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// An element of an array of objects: plain data whose size in bytes is a power of two.
struct cell {
  long value = 0;
  long messages = 0;
};

// Entry methods of one element and of all elements.
void elements() {
  auto cells = global_array<cell>::make(n, 1);
  forall(cells, [](std::uint64_t i, cell& c) { c = {static_cast<long>(i), 0}; });
  forall(0, n, [cells](std::uint64_t i) {
    async_update(cells[(i + 1) % n], [x = static_cast<long>(i)](cell& next) {
      next.value += x;
      ++next.messages;
    });
  });
  // A method that waits.
  finish([cells] { spawn_on(cells[5], [cells](cell& own) { own.value = read(cells[6]).value; }); });
  require(update(cells[5], [](cell& c) { return c.value; }) == 11, "the value of cell 6");
  const auto sum = reducer<long>::make();
  forall(cells, [sum](std::uint64_t, cell& c) { sum.add(c.messages); });
  require(sum.value() == n, "a message to each");
  cells.free();
}

// One object on each rank.
void groups() {
  const auto group = distributed<std::vector<long>>::make();
  on_all_ranks([group] { group.local().assign(3, self()); });
  require(call(ranks() - 1, [group] { return group.local()[2]; }) == ranks() - 1,
          "of the last rank");
  auto later = future_call_task(0, [group] { return group.local().size(); });
  require(later.get() == 3, "a method with a future");
  on_all_ranks([] { require(allreduce(1L, std::plus<>{}) == ranks(), "contribute"); });
  group.end();
}

// A task that waits for a value from another rank, and tasks that any rank may run.
void waiting() {
  full_empty<long> slot;
  const auto p = export_to_all(slot);
  finish([p] {
    spawn_on(ranks() - 1, [p] { fill_empty(p, 4); });
    require(take_full(p) == 4, "when it has come");
  });
  const auto found = counter::make();
  finish([found] {
    for (long i = 0; i < 20; ++i) spawn_anywhere([found, i] { found.add(i); });
  });
  require(found.value() == 190, "all tasks have ended");
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    elements();
    groups();
    waiting();
  });
}
