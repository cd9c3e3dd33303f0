// SPDX-License-Identifier: Apache-2.0
// What does it cost to know where iterations are at home? The same loop through striped:thread and
// through locality queues, in turns, on a machine that is said to have two nodes, of which nothing
// is remote; and on the machine as it is.
#include <arcas/base/cache_line.h>
#include <arcas/loops/locality.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t iterations = 1U << 20;
constexpr unsigned rounds = 41;

// Multiplications of which each waits for the one before; those of neighbours overlap.
[[gnu::noinline]] std::uint64_t work(std::uint64_t first, std::uint64_t last) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = first; i < last; ++i) {
    std::uint64_t x = i;
    for (int step = 0; step < 16; ++step) {
      x *= 6364136223846793005U;
      asm volatile("" : "+r"(x));  // else the compiler multiplies once
    }
    sum += x;
  }
  return sum;
}

double seconds(arcas::runtime& on, const arcas::distributor& how, std::size_t grain) {
  const auto start = std::chrono::steady_clock::now();
  arcas::parallel_for(std::uint64_t{0}, iterations,
                      [](std::uint64_t first, std::uint64_t last) {
                        static thread_local arcas::padded<std::uint64_t> sum;
                        sum.value += work(first, last);
                      },
                      {.grain = grain, .distributor = how, .on = &on});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

void compare(arcas::runtime& on, const char* machine, const char* homes,
             const arcas::distributor& how) {
  for (const std::size_t grain : {0, 1, 16, 256, 4096}) {
    std::vector<double> striped;
    std::vector<double> homed;
    std::vector<double> ratios;
    for (unsigned r = 0; r < rounds; ++r) {
      striped.push_back(seconds(on, "striped:thread", grain));
      homed.push_back(seconds(on, how, grain));
      ratios.push_back(homed.back() / striped.back());
    }
    std::printf("| %s | %s | %s | %.2f | %.2f | %.3f |\n", machine, homes,
                grain == 0 ? "auto" : std::to_string(grain).c_str(), 1e3 * median(striped),
                1e3 * median(homed), median(ratios));
  }
}

}  // namespace

int main() {
  arcas::settings two_nodes;
  two_nodes.topology = "numa:2 core:1 pu:1";
  arcas::runtime said_to_have_two(two_nodes);
  const auto blocked = [](std::uint64_t i) { return i >= iterations / 2; };
  const auto cyclic = [](std::uint64_t i) { return i / 512 % 2; };
  const arcas::home_map in_blocks(0, iterations, blocked, 512);
  const arcas::home_map in_turns(0, iterations, cyclic, 512);
  std::printf("%u interleaved rounds, %llu iterations of sixteen multiplications\n", rounds,
              static_cast<unsigned long long>(iterations));
  std::printf(
      "| machine | homes | grain | striped:thread, ms | locality, ms | ratio |\n"
      "|---|---|--:|--:|--:|--:|\n");
  compare(said_to_have_two, "2 nodes (simulated)", "blocked", arcas::locality(in_blocks));
  compare(said_to_have_two, "2 nodes (simulated)", "every 512", arcas::locality(in_turns));
  compare(arcas::runtime::default_runtime(), "as it is", "blocked", arcas::locality(in_blocks));
  return 0;
}
