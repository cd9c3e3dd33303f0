// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace cluster = arcas::cluster;

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    const auto bins = cluster::global_array<std::uint64_t>::make(1024);
    cluster::forall(bins, [](std::uint64_t, std::uint64_t& count) { count = 0; });

    cluster::forall(0, 1'000'000, [bins](std::uint64_t i) {
      cluster::async_add(bins[i * 0x9e3779b97f4a7c15u >> 54], 1);
    });

    const auto total = cluster::counter::make();
    cluster::forall(bins, [total](std::uint64_t, std::uint64_t& count) {
      total.add(static_cast<std::int64_t>(count));
    });
    std::printf("%lld in %llu bins, %llu in bin 0\n", static_cast<long long>(total.value()),
                static_cast<unsigned long long>(bins.size()),
                static_cast<unsigned long long>(cluster::read(bins[0])));
    if (total.value() != 1'000'000) throw std::logic_error("an update is lost");
  });
}
