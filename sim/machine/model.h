// SPDX-License-Identifier: Apache-2.0
// A machine as the timing simulator knows it: its places, and what each event costs. Cycles of its
// cores, except where a unit is named.
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

  // To fetch a line from another hardware thread, by the narrowest place that has both.
  std::array<std::uint64_t, place_kinds> line_from{};
  std::uint64_t line_from_own_core() const {
    return line_from[static_cast<std::size_t>(place_kind::core)];
  }
  // Its hardware threads are nearer to each other than to those of any other core.
  bool core_shares_a_cache() const {
    return line_from_own_core() < line_from[static_cast<std::size_t>(place_kind::l2_group)];
  }
  std::uint64_t own_line = 4;   // an access to a line in the thread's own cache
  std::uint64_t memory = 300;   // to fetch a line that no cache has
  std::uint64_t occupied = 20;  // a line that is read serves nobody else for so long
  // Threads of the core that a line has come to are served first for so long.
  std::uint64_t held = 0;
  // Of the price of a line, what a locked operation pays that was waiting for it: its request had
  // come before the line was free.
  double handed_on = 1;
  // Of the price of a line: so long the thread that has it goes on with it while another's locked
  // operation asks for it.
  double kept = 0.5;
  std::uint64_t locked = 20;          // a full fence or a locked operation, besides the line
  std::uint64_t pause = 25;           // a look in a loop that waits
  std::uint64_t between_stores = 20;  // that leave the store buffer and have to fetch their lines
  std::uint64_t clock = 25;           // to read the time stamp counter
  // Loads that need no second look are under way together, some ten at a time.
  bool loads_overlap = true;
  // An addition is a load and a compare-and-swap, again until that succeeds (SPARC).
  bool adds_by_swap = false;

  // membarrier(2) is available; what it costs.
  bool membarrier = true;
  std::uint64_t system_call = 1'000;
  std::uint64_t send = 60;          // one interrupt, for the sender
  std::uint64_t interrupt = 4'000;  // for the interrupted thread, and until it has answered
  std::uint64_t wake = 10'000;      // from a futex call until the sleeper runs

  // Hardware threads of a core that run at full speed before they slow each other down: its issue
  // slots over what one thread fills.
  double threads_at_full_speed = 1;
  // Memory, in bytes a cycle: of a NUMA node for all that use it, and of one thread for data of its
  // own node and of another.
  double node_bytes = 0;  // 0: no body is bound by memory
  double local_bytes = 0;
  double remote_bytes = 0;

  // The origin of each number, as the machine's file states it.
  struct origin {
    std::string key;
    std::string value;
    std::string source;
  };
  std::vector<origin> origins;
};

// The text of a machine file: lines `key = value  # source`. Throws std::invalid_argument with a
// sentence that names the file, the line, what is wrong and what is allowed.
machine_model read_machine(std::string_view text, const std::string& file);

// The machines that come with Arcas, by name; and the text of one of them.
struct known_machine {
  std::string_view name;
  std::string_view text;
};
const std::vector<known_machine>& known_machines();
// By name, or the path of a machine file. Throws std::invalid_argument with a sentence that lists
// the names, or as read_machine().
machine_model machine_named(const std::string& name_or_file);

}  // namespace arcas::sim
