// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/dependences.h>

#include <cstdint>

namespace arcas::inline v0::detail::openmp {

namespace {

// One address that a task depends on.
struct dependence {
  const void* address;
  bool writes;  // out, inout or mutexinoutset
};

std::size_t number_at(void* const* depend, std::size_t i) {
  return reinterpret_cast<std::uintptr_t>(depend[i]);
}

// Decodes GCC's array: {all, writers, addresses …} or {0, all, writers, mutexinoutset, readers,
// addresses …, objects …}. The numbers before the addresses are counts: of all entries, of the
// entries that write, and so on. An object is an omp_depend_t: {address, kind}.
std::vector<dependence> read_depend(void** depend) {
  constexpr std::uintptr_t in = 1;
  std::vector<dependence> all;
  if (number_at(depend, 0) != 0) {
    for (std::size_t i = 0; i < number_at(depend, 0); ++i)
      all.push_back({depend[2 + i], i < number_at(depend, 1)});
    return all;
  }
  const std::size_t count = number_at(depend, 1);
  const std::size_t writers = number_at(depend, 2) + number_at(depend, 3);
  const std::size_t direct = writers + number_at(depend, 4);
  for (std::size_t i = 0; i < count; ++i) {
    void* const entry = depend[5 + i];
    if (i < direct) {
      all.push_back({entry, i < writers});
    } else {
      void** const object = static_cast<void**>(entry);
      all.push_back({object[0], number_at(object, 1) != in});
    }
  }
  return all;
}

}  // namespace

bool enter_dependences(task& t, void** depend) {
  const std::vector<dependence> depends = read_depend(depend);
  task& parent = *t.parent;
  if (!parent.children_depend) parent.children_depend = std::make_shared<dependence_table>();
  t.siblings = parent.children_depend;
  t.node = &t.siblings->tasks.make(&t, depends.data(), depends.size());
  // relaxed: a number for a limit. The end of the task, which subtracts, comes after entered().
  t.siblings->unfinished.fetch_add(1, std::memory_order_relaxed);
  return t.node->entered();
}

std::vector<task*> take_successors(task& t, bool& ends_wait) {
  if (!t.node) return {};
  t.siblings->unfinished.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a number for a limit
  std::vector<task*> waiting;
  t.node->end([&](dependent_tasks::node& later) {
    task* const next = static_cast<task*>(later.task());
    // Read before the predecessor's end is counted: if it is the last one, the creator of an
    // awaited task runs the task at once and frees it.
    const bool is_awaited = next->is_awaited;
    if (!later.predecessor_ended()) return;
    is_awaited ? void(ends_wait = true) : waiting.push_back(next);
  });
  dependent_tasks::drop(*t.node);
  return waiting;
}

}  // namespace arcas::inline v0::detail::openmp
