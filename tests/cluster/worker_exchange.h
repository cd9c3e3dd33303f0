// SPDX-License-Identifier: Apache-2.0
// The exchange (exchange.h) among processes with several workers, each worker on a thread of its
// own.
#pragma once

#include "exchange.h"

#include <arcas/cluster/transport/process_network.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster::test {

// Packets between processes, which arrive in another order than they were sent in.
inline constexpr weather shuffled{
    .seed = 7, .least_delay = 0, .most_delay = 3000, .in_threads = true};

inline void exchange_among_workers(std::span<const std::unique_ptr<process_network>> processes,
                                   const transport_options& options) {
  constexpr std::uint64_t packets = 60;
  std::vector<std::jthread> threads;
  for (const auto& process : processes) {
    const std::uint64_t all = (processes.size() * process->workers() - 1) * lanes * packets;
    for (unsigned w = 0; w < process->workers(); ++w) {
      threads.emplace_back([&process, w, all, &options] {
        exchange part(process->port(w), options, packets, 1);
        while (part.step()) {
        }
        process->leave(w);
        EXPECT_EQ(part.received(), all);
      });
    }
  }
}

}  // namespace arcas::inline v0::cluster::test
