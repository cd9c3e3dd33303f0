// SPDX-License-Identifier: Apache-2.0
// What does it cost to take half of another worker's range, and what does it cost the other? By
// what its owner is doing: short iterations, so that it answers; long ones, so that it has to be
// made to pass a fence; long ones that it knows of, so that it passes one itself at each claim.
// Beside them the two ways to make it pass a fence, alone: all running threads of the process, or
// the one that runs on its processor.
#include "burden.h"
#include "pin.h"

#include <arcas/base/asymmetric_fence.h>
#include <arcas/base/processor.h>
#include <arcas/distribution/biased.h>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr std::uint64_t iterations = 1 << 20;
constexpr unsigned rounds = 400;
constexpr std::uint64_t apart = 30'000;  // cycles between what is timed
constexpr int owners_processor = 1;

struct way {
  const char* name;
  std::uint64_t cycles;  // of the owner's iteration
  bool fenced;
  std::function<bool(arcas::detail::biased_cursor<>&)> take;
};

// Reads the clock for so long, as an iteration; adds what an interruption has taken to `lost`.
void busy(std::uint64_t cycles, double& lost) {
  constexpr std::uint64_t gap = 300;      // two readings are 30 to 60 apart
  constexpr std::uint64_t tick = 60'000;  // longer ones are another process's
  const std::uint64_t start = arcas::cycles();
  for (std::uint64_t last = start; last - start < cycles;) {
    const std::uint64_t now = arcas::cycles();
    if (now - last > gap && now - last < tick) lost += static_cast<double>(now - last);
    last = now;
  }
}

class duel {
 public:
  void run(const way& w) {
    std::vector<double> costs, losses;
    for (unsigned round = 0; round < rounds; ++round) {
      const std::uint64_t tag = words_.open();
      double lost = 0, none = 0;
      std::atomic<int> owners{0};  // 1: at work, 2: is to stop, 3: has stopped
      std::jthread owner([&] {
        bench::pin_to(allowed_, owners_processor);
        arcas::detail::biased_cursor<> me(layout_, words_, iterations, tag, 1);
        me.set_fenced(w.fenced);
        owners = 1;
        while (owners != 2 && !me.claim(1).empty()) busy(w.cycles, lost);
        owners = 3;
      });
      arcas::detail::biased_cursor<> thief(layout_, words_, iterations, tag, 0);
      while (!thief.claim(iterations).empty()) continue;
      while (owners == 0) arcas::pause();
      busy(apart, none);
      const std::uint64_t start = arcas::cycles();
      const bool any = w.take(thief);
      const std::uint64_t took = arcas::cycles() - start;
      busy(apart, none);
      owners = 2;
      owner.join();
      // Nothing is to be had of an owner that has come to its end while this thread did not run.
      if (!any) continue;
      costs.push_back(static_cast<double>(took));
      losses.push_back(lost);
    }
    std::printf("%-52s %8.0f %8.0f\n", w.name, bench::median(costs), bench::median(losses));
  }

 private:
  static std::vector<arcas::member_id> both() { return {0, 1}; }
  static arcas::member_places places() {
    return {arcas::topology::synthetic("core:2 pu:1"), both()};
  }

  cpu_set_t allowed_ = bench::allowed_processors();
  arcas::detail::biased_layout layout_{places(), both()};
  arcas::detail::biased_words<> words_{layout_};
};

bool fence(int command, unsigned flags) {
  return syscall(__NR_membarrier, command, flags, owners_processor) == 0;
}

}  // namespace

int main() {
  if (!arcas::detail::asymmetric_fence::available() ||
      !fence(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ, 0)) {
    std::puts("bench_steal: membarrier(2) is refused here, so that there is nothing to compare");
    return 1;
  }
  duel d;
  bench::pin_to(bench::allowed_processors(), 0);
  const auto steal = [](arcas::detail::biased_cursor<>& thief) {
    return !thief.claim_elsewhere(1).empty();
  };
  const auto all = [](auto&) { return fence(MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0); };
  const auto aimed = [](auto&) {
    return fence(MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ, MEMBARRIER_CMD_FLAG_CPU);
  };
  constexpr std::uint64_t small = 100, large = 500'000;
  std::printf("%-52s %8s %8s\n", "median cycles", "thief's", "owner's");
  for (const way& w : {way{"a steal, short iterations: the owner answers", small, false, steal},
                       way{"a steal, long iterations: all threads are fenced", large, false, steal},
                       way{"a steal, long iterations: a fenced owner", large, true, steal},
                       way{"membarrier, all threads of the process", large, false, all},
                       way{"membarrier, the owner's processor", large, false, aimed}}) {
    d.run(w);
  }
  return 0;
}
