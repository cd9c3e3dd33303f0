// SPDX-License-Identifier: Apache-2.0
// Does the processor quota still pay for the workers that were made for it? Private to workers/.
#pragma once

#include <arcas/topology/cpu_quota.h>

#include <cstdint>
#include <optional>

namespace arcas::inline v0::detail {

// Reads the quota again, at most once per interval. A reading of the two or three small files takes
// tens of microseconds. Used by one thread at a time: the thread that leads from the root.
class quota_watch {
 public:
  // Quotas are changed by an operator, or by a controller that adapts over seconds. A reading once
  // a second costs less than 0.01 % of a processor.
  static constexpr std::uint64_t second = 1'000'000'000;  // nanoseconds

  // interval: in nanoseconds, by a clock that the kernel advances every few milliseconds.
  quota_watch(cgroup_roots roots, unsigned thread_count, std::uint64_t interval = second);

  // The number of hardware threads that the quota pays for; nullopt if the number has not changed,
  // or if the quota has not been read again.
  std::optional<unsigned> look() {
    const std::uint64_t t = now();
    return t < next_ ? std::nullopt : read(t);
  }
  // The number last read.
  unsigned paid() const { return paid_; }

 private:
  static std::uint64_t now();
  std::optional<unsigned> read(std::uint64_t t);

  cgroup_roots roots_;
  unsigned threads_;
  std::uint64_t interval_;
  std::uint64_t next_;
  unsigned paid_;
};

}  // namespace arcas::inline v0::detail
