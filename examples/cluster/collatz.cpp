// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/named_counter.h>
#include <arcas/cluster/run.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace cluster = arcas::cluster;

namespace {

const cluster::named_counter steps("steps");

// The number of steps from n to 1, where a step leads from n to n / 2 if n is even and otherwise to
// 3 n + 1.
std::uint64_t length_from(std::uint64_t n) {
  std::uint64_t length = 0;
  for (; n != 1; ++length) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  steps.add(length);
  return length;
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto lengths = cluster::global_array<std::uint64_t>::make(1024);
    cluster::forall(lengths, [](std::uint64_t, std::uint64_t& count) { count = 0; });
    cluster::forall(1, 300'000, [lengths](std::uint64_t n) {
      cluster::async_add(lengths[std::min<std::uint64_t>(length_from(n), 1023)], 1);
    });
    std::printf("%llu numbers below 300000 take 100 steps\n",
                static_cast<unsigned long long>(cluster::read(lengths[100])));
  });
}
