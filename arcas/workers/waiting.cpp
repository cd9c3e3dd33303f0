// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/waiting.h>

#include <arcas/base/kept_state.h>

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>

namespace arcas::inline v0 {

using namespace detail;
namespace {

constexpr std::array<std::string_view, 3> policy_names = {"spin", "adaptive", "park"};

// In nanoseconds. Spinning bridges the gaps between loops (a serial phase, reading a little input).
// After spin_time a thread yields. A yield costs a third of a microsecond if no other thread wants
// the core; otherwise the core goes to another thread. An idle program sleeps after two
// milliseconds. If threads outnumber processors, spinning helps no thread. Then a thread only
// yields, for crowded_yield_time, and then sleeps.
constexpr std::uint64_t spin_time = 300'000;
constexpr std::uint64_t yield_time = 1'700'000;
constexpr std::uint64_t crowded_yield_time = 20'000;

std::uint64_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace

std::string_view name_of(wait_policy policy) {
  return policy_names[static_cast<std::size_t>(policy)];
}

wait_policy wait_policy_named(std::string_view name) {
  for (std::size_t p = 0; p < policy_names.size(); ++p) {
    if (name == policy_names[p]) return static_cast<wait_policy>(p);
  }
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is not a wait policy; it must be spin, adaptive or park");
}

bool patience::slow_step() {
  looks_ = 0;
  if (policy_ == wait_policy::park || (crowded_ && !yields_at_once())) return true;
  const std::uint64_t t = now();
  if (started_ == 0) started_ = t;
  const std::uint64_t waited = t - started_;
  const bool yields = after_spinning_ == then::yields;
  if (crowded_ || (yields && waited > spin_time)) {
    sched_yield();
  }
  if (policy_ == wait_policy::spin) return false;
  return waited > (crowded_ ? crowded_yield_time : spin_time + (yields ? yield_time : 0));
}

void futex<std::atomic>::wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                              std::uint32_t marks) noexcept {
  const kept_errno keeps;
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, nullptr, nullptr, marks);
}

unsigned futex<std::atomic>::wake(std::atomic<std::uint32_t>& word, int sleepers,
                                  std::uint32_t marks) noexcept {
  const long woken =
      syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, sleepers, nullptr, nullptr, marks);
  return woken > 0 ? static_cast<unsigned>(woken) : 0;
}

}  // namespace arcas::inline v0
