// SPDX-License-Identifier: Apache-2.0
// How often did this process miss its caches? The answer is from the processor's own counter, if
// the system has one and permits its use; many virtual machines have none.
#pragma once

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <optional>

namespace bench {

// Counts the misses of the thread that makes the object, and of all threads that this thread starts
// afterwards.
class cache_misses {
 public:
  cache_misses() {
    perf_event_attr asked{};
    asked.type = PERF_TYPE_HARDWARE;
    asked.size = sizeof asked;
    asked.config = PERF_COUNT_HW_CACHE_MISSES;
    asked.inherit = 1;
    asked.exclude_kernel = 1;
    asked.exclude_hv = 1;
    file_ = static_cast<int>(syscall(SYS_perf_event_open, &asked, 0, -1, -1, 0UL));
  }
  ~cache_misses() {
    if (file_ >= 0) close(file_);
  }
  cache_misses(const cache_misses&) = delete;
  cache_misses& operator=(const cache_misses&) = delete;

  // Misses since construction; nullopt if this machine does not count them.
  std::optional<std::uint64_t> count() const {
    std::uint64_t found = 0;
    if (file_ < 0 || read(file_, &found, sizeof found) != sizeof found) return std::nullopt;
    return found;
  }

 private:
  int file_;
};

}  // namespace bench
