// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/affinity.h>

#include <sched.h>

#include <cerrno>
#include <cstddef>
#include <memory>

namespace arcas::detail {
namespace {

struct free_mask {
  void operator()(cpu_set_t* mask) const { CPU_FREE(mask); }
};

// Beyond this the kernel's answer cannot be a matter of room: Linux is built for at most 8,192.
constexpr unsigned most_cpus = 1U << 20;

}  // namespace

std::optional<std::vector<unsigned>> affinity_of_calling_thread() {
  // The kernel answers EINVAL while the mask is smaller than its own.
  for (unsigned room = CPU_SETSIZE; room <= most_cpus; room *= 2) {
    const std::unique_ptr<cpu_set_t, free_mask> mask(CPU_ALLOC(room));
    if (!mask) return std::nullopt;
    const std::size_t bytes = CPU_ALLOC_SIZE(room);
    CPU_ZERO_S(bytes, mask.get());
    if (sched_getaffinity(0, bytes, mask.get()) == 0) {
      std::vector<unsigned> cpus;
      for (unsigned cpu = 0; cpu < room; ++cpu) {
        if (CPU_ISSET_S(cpu, bytes, mask.get())) cpus.push_back(cpu);
      }
      return cpus;
    }
    if (errno != EINVAL) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace arcas::detail
