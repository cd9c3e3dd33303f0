// SPDX-License-Identifier: Apache-2.0
// How did a rank spend its time? rank_trace.h measures it. The figures have a header of their own,
// since programs include them and do not need the measurement.
#pragma once

#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Nanoseconds of a rank since its first turn; 0 if nothing is measured. `all` is the sum of the
// other members.
struct rank_times {
  std::uint64_t all = 0;
  // Parts of turns with work: running tasks, functions of messages, calls of the network, and the
  // rest.
  std::uint64_t tasks = 0;
  std::uint64_t messages = 0;
  std::uint64_t network = 0;
  std::uint64_t runtime = 0;
  // Turns without work: packets or tasks waited for credits of a peer, tasks waited for messages,
  // or there was no task.
  std::uint64_t waiting_for_room = 0;
  std::uint64_t waiting_for_messages = 0;
  std::uint64_t idle = 0;
};

}  // namespace arcas::inline v0::cluster::detail
