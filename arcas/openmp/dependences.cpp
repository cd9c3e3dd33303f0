// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/dependences.h>

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

namespace {

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

void wait_for(task& t, task* before) {
  if (!before || before == &t ||
      std::ranges::find(before->successors, &t) != before->successors.end())
    return;
  before->successors.push_back(&t);
  t.blocked_by.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the table's lock
}

}  // namespace

bool enter_dependences(task& t, void** depend) {
  t.depends = read_depend(depend);
  task& parent = *t.parent;
  if (!parent.children_depend) parent.children_depend = std::make_shared<dependence_table>();
  t.siblings = parent.children_depend;
  dependence_table& table = *t.siblings;
  {
    const std::lock_guard changing(table.lock);
    for (const auto& [address, writes] : t.depends) {
      auto& there = table.by_address[address];
      if (!writes) {
        wait_for(t, there.writer);
        continue;
      }
      if (there.readers.empty()) wait_for(t, there.writer);
      for (task* reader : there.readers) wait_for(t, reader);
    }
    // Enter the task only after all look-ups, so that a task that names an address twice does not
    // wait for itself.
    for (const auto& [address, writes] : t.depends) {
      auto& there = table.by_address[address];
      if (writes) {
        there.readers.clear();
        there.writer = &t;
      } else if (there.writer != &t) {
        there.readers.push_back(&t);
      }
    }
    table.unfinished.fetch_add(1, std::memory_order_relaxed);  // relaxed: a number for a limit
  }
  // acq_rel: pairs with take_successors(); the thread that decrements to 0 sees the predecessors'
  // writes.
  return t.blocked_by.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

std::vector<task*> take_successors(task& t, bool& ends_wait) {
  if (t.depends.empty()) return {};
  dependence_table& table = *t.siblings;
  std::vector<task*> waiting;
  {
    const std::lock_guard changing(table.lock);
    for (const auto& [address, writes] : t.depends) {
      const auto entry = table.by_address.find(address);
      if (entry == table.by_address.end()) continue;
      auto& there = entry->second;
      if (there.writer == &t) there.writer = nullptr;
      std::erase(there.readers, &t);
      if (!there.writer && there.readers.empty()) table.by_address.erase(entry);
    }
    waiting.swap(t.successors);
    table.unfinished.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a number for a limit
  }
  std::erase_if(waiting, [&ends_wait](task* next) {
    // Read before the decrement: if this decrement is the last one, the creator of an awaited task
    // runs the task at once and frees it.
    const bool is_awaited = next->is_awaited;
    // acq_rel: pairs with enter_dependences(), and with this decrement by other predecessors.
    const bool is_last = next->blocked_by.fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (is_last && is_awaited) ends_wait = true;
    return !is_last || is_awaited;
  });
  return waiting;
}

}  // namespace arcas::inline v0::detail::openmp
