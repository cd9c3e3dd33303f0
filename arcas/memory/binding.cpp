// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/held_across_forks.h>
#include <arcas/memory/binding.h>

#include <hwloc.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>

namespace arcas {

using namespace detail;
namespace {

struct refusal_note {
  std::mutex lock;
  std::optional<std::string> sentence;
};

// Never destroyed: arrays may be made in destructors of static objects.
refusal_note& note() {
  static auto* n = new refusal_note;
  return *n;
}
std::mutex& lock_of_note() {
  return note().lock;
}

[[maybe_unused]] const int watching = held_across_forks<lock_of_note>();

void refused(unsigned node, int error) {
  const std::lock_guard lock(note().lock);
  note().sentence = "Memory: the operating system does not bind pages to NUMA node " +
                    std::to_string(node) + " (" + std::strerror(error) +
                    "), so they lie where they are first touched.";
}

// Loaded at the first array of a machine with several nodes, and kept.
hwloc_topology_t this_machine() {
  static const hwloc_topology_t loaded = [] {
    hwloc_topology_t machine = nullptr;
    if (hwloc_topology_init(&machine) != 0) return hwloc_topology_t{nullptr};
    hwloc_topology_set_flags(machine, HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING);
    if (hwloc_topology_load(machine) == 0) return machine;
    hwloc_topology_destroy(machine);
    return hwloc_topology_t{nullptr};
  }();
  return loaded;
}

struct free_bitmap {
  void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};

// 0, or the error.
int bind_area(void* area, std::size_t bytes, unsigned os_node) {
  const hwloc_topology_t machine = this_machine();
  const std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, free_bitmap> set(
      hwloc_bitmap_alloc());
  if (machine == nullptr || !set) return ENOMEM;
  hwloc_bitmap_only(set.get(), os_node);
  const int flags = HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_MIGRATE;
  return hwloc_set_area_membind(machine, area, bytes, set.get(), HWLOC_MEMBIND_BIND, flags) == 0
             ? 0
             : errno;
}

}  // namespace

void bind(void* block, const page_homes& homes, const memory_nodes& nodes) {
  if (!nodes.can_bind()) return;
  homes.each_run([&](const home_run& run) {
    const unsigned node = nodes.os_index(run.node);
    const int error = bind_area(static_cast<char*>(block) + run.first, run.last - run.first, node);
    if (error != 0) refused(node, error);
  });
}

std::optional<std::string> binding_refusal() {
  const std::lock_guard lock(note().lock);
  return note().sentence;
}

std::optional<std::string> try_binding(const memory_nodes& nodes) {
  if (!nodes.can_bind()) return std::nullopt;
  alignas(page_homes::small_page) static char page[page_homes::small_page];
  for (unsigned node = 0; node < nodes.count(); ++node) {
    bind(page, page_homes(sizeof page, node), nodes);
  }
  return binding_refusal();
}

std::optional<unsigned> os_node_of(const void* byte) {
  void* page = const_cast<void*>(byte);
  int status = -1;
  // Without new places, move_pages(2) only tells where pages are.
  const long answer = syscall(SYS_move_pages, 0, 1UL, &page, nullptr, &status, 0);
  if (answer != 0 || status < 0) return std::nullopt;
  return static_cast<unsigned>(status);
}

}  // namespace arcas
