// SPDX-License-Identifier: Apache-2.0
// On which processor does the calling thread run? For threads of measurements that no runtime pins.
#pragma once

#include <sched.h>

#include <stdexcept>

namespace bench {

// Binds the calling thread to the n-th processor of `allowed`, counted from 0.
inline void pin_to(const cpu_set_t& allowed, int n) {
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed) || n-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) return;
    break;
  }
  throw std::runtime_error("cannot pin a thread: two processors are needed for this measurement");
}

// The processors this process may use.
inline cpu_set_t allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    throw std::runtime_error("the system does not say which processors this process may use");
  }
  return allowed;
}

}  // namespace bench
