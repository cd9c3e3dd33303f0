// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/task_reductions.h>

#include <arcas/openmp/abi.h>
#include <arcas/openmp/team.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arcas::inline v0::detail::openmp {

namespace {

constexpr std::size_t variables = 0, bytes = 1, copies = 2, next = 4, is_first = 5, copies_end = 6;
constexpr std::size_t first_variable = 7, words_of_variable = 3;

std::uintptr_t* next_of(const std::uintptr_t* d) {
  return reinterpret_cast<std::uintptr_t*>(d[next]);
}

// The result of find(): the reduction variable to which an address belongs. The address is the
// variable's own or lies in a private copy. The fields: the variable's description, the offset of
// its copy in a thread's copies, and its own address.
struct found_variable {
  const std::uintptr_t* described = nullptr;
  std::uintptr_t offset = 0;
  std::uintptr_t address = 0;
};

found_variable find(const std::uintptr_t* described, std::uintptr_t address) {
  for (const std::uintptr_t* d = described; d; d = next_of(d)) {
    for (std::size_t v = 0; v < d[variables]; ++v) {
      const std::uintptr_t* const entry = d + first_variable + v * words_of_variable;
      if (entry[0] == address) return {d, entry[1], address};
    }
  }
  for (const std::uintptr_t* d = described; d; d = next_of(d)) {
    if (address < d[copies] || address >= d[copies_end]) continue;
    found_variable copy{d, (address - d[copies]) % d[bytes], 0};
    for (std::size_t v = 0; v < d[variables]; ++v) {
      const std::uintptr_t* const entry = d + first_variable + v * words_of_variable;
      if (entry[1] == copy.offset) copy.address = entry[0];
    }
    return copy;
  }
  return {};
}

}  // namespace

void allocate_reductions(std::uintptr_t* described, unsigned threads) {
  for (std::uintptr_t* d = described; d; d = next_of(d)) {
    const std::size_t all = d[bytes] * threads;
    const std::size_t alignment = std::max<std::size_t>(d[copies], alignof(std::max_align_t));
    void* const room = std::aligned_alloc(alignment, (all + alignment - 1) / alignment * alignment);
    if (!room) std::abort();
    std::memset(room, 0, all);
    d[copies] = reinterpret_cast<std::uintptr_t>(room);
    d[copies_end] = d[copies] + all;
  }
}

void share_reductions(std::uintptr_t* described, const std::uintptr_t* allocated) {
  for (std::uintptr_t* d = described; d; d = next_of(d), allocated = next_of(allocated)) {
    d[copies] = allocated[copies];
    d[copies_end] = allocated[copies_end];
  }
}

void link_reductions(std::uintptr_t* described, std::uintptr_t* around) {
  std::uintptr_t* d = described;
  for (;; d = next_of(d)) {
    d[is_first] = 0;
    for (std::size_t v = 0; v < d[variables]; ++v)
      d[first_variable + v * words_of_variable + 2] = reinterpret_cast<std::uintptr_t>(d);
    if (d[next] == 0) break;
  }
  d[next] = reinterpret_cast<std::uintptr_t>(around);
  described[is_first] = 1;
}

void use_reductions(member& me, std::uintptr_t* described) {
  task_group& group = *me.now->group;
  link_reductions(described, group.reductions);
  group.reductions = described;
}

void free_reductions(std::uintptr_t* described) {
  std::uintptr_t* d = described;
  do {
    std::free(reinterpret_cast<void*>(d[copies]));
    d = next_of(d);
  } while (d && d[is_first] == 0);
}

extern "C" {

void GOMP_taskgroup_reduction_register(std::uintptr_t* described) {
  member& me = current();
  if (!me.now->group) enter_group(me);
  allocate_reductions(described, me.in.size());
  use_reductions(me, described);
}

void GOMP_taskgroup_reduction_unregister(std::uintptr_t* described) {
  free_reductions(described);
}

void GOMP_task_reduction_remap(std::size_t count, std::size_t with_addresses, void** addresses) {
  member& me = current();
  for (std::size_t i = 0; i < count; ++i) {
    const found_variable v =
        find(me.now->group->reductions, reinterpret_cast<std::uintptr_t>(addresses[i]));
    if (!v.described) {
      std::fprintf(stderr,
                   "arcas: in_reduction names a variable that no enclosing task_reduction names\n");
      std::abort();
    }
    addresses[i] =
        reinterpret_cast<void*>(v.described[copies] + me.rank * v.described[bytes] + v.offset);
    if (i < with_addresses) addresses[count + i] = reinterpret_cast<void*>(v.address);
  }
}

void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  member& me = current();
  std::uintptr_t* const described = me.now->group->reductions;
  leave_group(me);
  if (me.rank == 0) free_reductions(described);
  if (!cancelled) barrier(me);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
