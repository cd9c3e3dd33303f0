// SPDX-License-Identifier: Apache-2.0
// The model of a machine in the timing simulator: its places, and the price of each event, in
// cycles of its cores. A price is a time: the cycles that the event takes.
#pragma once

#include <arcas/topology/topology.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::sim {

struct machine_model {
  std::string name;
  std::string about;
  arcas::topology places = arcas::topology::synthetic("pu:1");
  double gigahertz = 1;

  // The price of fetching a line from another hardware thread, by the narrowest place that contains
  // both.
  std::array<std::uint64_t, place_kinds> line_from{};
  std::uint64_t line_from_own_core() const {
    return line_from[static_cast<std::size_t>(place_kind::core)];
  }
  // Whether threads of a core are nearer to each other than to threads of other cores.
  bool core_shares_a_cache() const {
    return line_from_own_core() < line_from[static_cast<std::size_t>(place_kind::l2_group)];
  }
  std::uint64_t own_line = 4;   // an access to a line in the thread's own cache
  std::uint64_t memory = 300;   // a fetch of a line that no cache has
  std::uint64_t occupied = 20;  // after a read begins: how long the line serves no other access
  // For this time after a line has come to a core, accesses by threads of that core come first.
  std::uint64_t held = 0;
  // A fraction. A locked operation that had to wait until its line was free pays only this fraction
  // of the line's price, since its request has already arrived.
  double handed_on = 1;
  // A fraction. While the request of another thread's locked operation is on its way, the thread
  // that has the line continues to use it, for this fraction of the line's price.
  double kept = 0.5;
  std::uint64_t locked = 20;          // a full fence or a locked operation, in addition to the line
  std::uint64_t pause = 25;           // one iteration of a busy-waiting loop
  std::uint64_t between_stores = 20;  // between stores that leave the store buffer and must fetch
                                      // their lines
  std::uint64_t clock = 25;           // reading the time stamp counter
  // Whether loads overlap, up to ten at a time; a load after a wait for a change does not.
  bool loads_overlap = true;
  // Whether an addition is a load and a compare-and-swap, repeated until that succeeds (SPARC).
  bool adds_by_swap = false;

  // Whether membarrier(2) is available; and its costs.
  bool membarrier = true;
  std::uint64_t system_call = 1'000;
  std::uint64_t send = 60;          // one interrupt, for the sender
  std::uint64_t interrupt = 4'000;  // lost by an interrupted thread before it answers
  std::uint64_t wake = 10'000;      // from a futex call until the sleeper runs

  // Number of hardware threads of a core that run at full speed before they slow each other down:
  // its issue slots divided by those that one thread fills.
  double threads_at_full_speed = 1;
  // Memory bandwidth in bytes per cycle: of a NUMA node for all its users, and of one thread for
  // data of its own node and of another node.
  double node_bytes = 0;  // 0: no body is limited by memory
  double local_bytes = 0;
  double remote_bytes = 0;

  // The origin of each number, from the machine's file.
  struct origin {
    std::string key;
    std::string value;
    std::string source;
  };
  std::vector<origin> origins;
};

// Reads the text of a machine file: lines `key = value  # source`. Throws std::runtime_error with a
// sentence that names the file, the line, the fault and the allowed values.
machine_model read_machine(std::string_view text, const std::string& file);

// The machines that come with Arcas: their names and texts.
struct known_machine {
  std::string_view name;
  std::string_view text;
};
const std::vector<known_machine>& known_machines();
// By name, or by the path of a machine file. Throws std::invalid_argument with a sentence that
// lists the names, or as read_machine() does.
machine_model machine_named(const std::string& name_or_file);

}  // namespace arcas::sim
