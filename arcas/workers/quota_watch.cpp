// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/quota_watch.h>

#include <time.h>

#include <utility>

namespace arcas::inline v0::detail {

quota_watch::quota_watch(cgroup_roots roots, unsigned thread_count, std::uint64_t interval)
    : roots_(std::move(roots)),
      threads_(thread_count),
      interval_(interval),
      next_(now() + interval),
      paid_(paid_threads(cpu_quota(roots_), threads_)) {}

std::uint64_t quota_watch::now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * second + static_cast<std::uint64_t>(t.tv_nsec);
}

std::optional<unsigned> quota_watch::read(std::uint64_t t) {
  next_ = t + interval_;
  const unsigned paid = paid_threads(cpu_quota(roots_), threads_);
  if (paid == paid_) return std::nullopt;
  return paid_ = paid;
}

}  // namespace arcas::inline v0::detail
