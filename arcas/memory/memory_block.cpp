// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/cache_line.h>
#include <arcas/base/held_across_forks.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/memory_nodes.h>
#include <arcas/topology/hwloc_library.h>

#include <hwloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

namespace arcas::inline v0 {

namespace detail {

void free_block::operator()(void* block) const noexcept {
  if (mapped != 0) {
    munmap(block, mapped);
  } else {
    std::free(block);
  }
}

namespace {

[[noreturn]] void refuse(std::size_t count, std::size_t size) {
  constexpr double gib = 1U << 30U;
  throw out_of_memory("not enough memory for an array of %zu values of %zu %s, %f GiB", count, size,
                      size == 1 ? "byte" : "bytes",
                      static_cast<double>(count) * static_cast<double>(size) / gib);
}

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

std::size_t bytes_of(std::size_t count, std::size_t size) {
  if (count > std::numeric_limits<std::ptrdiff_t>::max() / size) refuse(count, size);
  return std::max(count * size, std::size_t{1});
}

// A mapping that begins at a multiple of `alignment`: a longer mapping of which the ends are
// unmapped.
memory_block map_pages(std::size_t bytes, std::size_t alignment) {
  const std::size_t more = bytes + alignment;
  void* all = mmap(nullptr, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return {};
  auto* const first = static_cast<char*>(all);
  const std::size_t address = reinterpret_cast<std::uintptr_t>(all);
  const std::size_t before = rounded_up(address, alignment) - address;
  if (before != 0) munmap(first, before);
  if (before != alignment) munmap(first + before + bytes, alignment - before);
  return memory_block(first + before, {bytes});
}

// Not std::aligned_alloc, which may require a size that is a multiple of the alignment.
memory_block from_heap(std::size_t bytes, std::size_t alignment) {
  void* begin = nullptr;
  return memory_block(posix_memalign(&begin, alignment, bytes) == 0 ? begin : nullptr);
}

}  // namespace

memory_block allocate(std::size_t count, std::size_t size, bool own_pages) {
  const std::size_t bytes = bytes_of(count, size);
  const bool huge = bytes >= page_homes::huge_page;
  const std::size_t unit = huge || own_pages ? page_homes::small_page : no_sharing;
  const std::size_t alignment = huge ? page_homes::huge_page : unit;
  const std::size_t rounded = rounded_up(bytes, unit);
  memory_block block = own_pages ? map_pages(rounded, alignment) : from_heap(rounded, alignment);
  if (!block) refuse(count, size);
  // If the system refuses, the pages stay small, which is correct too.
  if (huge) madvise(block.get(), rounded, MADV_HUGEPAGE);
  return block;
}

memory_block allocate_briefly(std::size_t count, std::size_t size) {
  memory_block block = from_heap(rounded_up(bytes_of(count, size), no_sharing), no_sharing);
  if (!block) refuse(count, size);
  return block;
}

namespace {

struct refusal_note {
  std::mutex lock;
  std::optional<std::string> sentence;
};

[[maybe_unused]] const int watching = held_across_forks<refusal_note>();

void refused(unsigned node, int error) {
  auto& note = of_process<refusal_note>();
  const std::lock_guard lock(note.lock);
  note.sentence = "Memory: the operating system does not bind pages to NUMA node " +
                  std::to_string(node) + " (" + std::strerror(error) +
                  "), so they lie where they are first touched.";
}

// The topology, loaded when the first array is bound on a machine with several nodes, and kept.
hwloc_topology_t this_machine() {
  const auto turn = hwloc_library::turn();
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

// Returns 0 or errno.
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
  auto& note = of_process<refusal_note>();
  const std::lock_guard lock(note.lock);
  return note.sentence;
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
  // move_pages(2) without target nodes only tells where pages are.
  const long answer = syscall(SYS_move_pages, 0, 1UL, &page, nullptr, &status, 0);
  if (answer != 0 || status < 0) return std::nullopt;
  return static_cast<unsigned>(status);
}

}  // namespace detail

}  // namespace arcas::inline v0
