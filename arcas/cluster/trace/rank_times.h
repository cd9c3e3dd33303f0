// SPDX-License-Identifier: Apache-2.0
// Where has a rank's time gone? Apart from rank_trace.h, which measures it, since programs include these figures.
#pragma once

#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Nanoseconds of a rank, from its first turn on; zero where nothing is measured. All but `all` add up
// to it.
struct rank_times {
  std::uint64_t all = 0;
  // Of turns in which there was something to do: tasks that ran, functions of messages that came,
  // calls of the network, and the rest.
  std::uint64_t tasks = 0;
  std::uint64_t messages = 0;
  std::uint64_t network = 0;
  std::uint64_t runtime = 0;
  // Of turns without: packets or tasks waited for a peer's credits, tasks waited for messages, or
  // there was no task.
  std::uint64_t waiting_for_room = 0;
  std::uint64_t waiting_for_messages = 0;
  std::uint64_t idle = 0;
};

}  // namespace arcas::inline v0::cluster::detail
