// SPDX-License-Identifier: Apache-2.0
// What does Arcas make of this machine? For people and for programs.
#pragma once

#include <arcas/runtime/settings.h>
#include <arcas/topology/topology.h>
#include <arcas/workers/worker_tree.h>

#include <string>
#include <vector>

namespace cli {

struct topology_view {
  const arcas::topology& machine;
  const arcas::worker_tree& tree;
  const arcas::settings& settings;
  // All that was refused, in which what the machine itself refused comes first.
  std::vector<std::string> refusals;
  bool running = false;  // workers have threads; else they are what they would be
};

// How loops of that machine are shared out where nobody says.
std::string default_distributor(const topology_view& view);

std::string topology_as_text(const topology_view& view);
std::string topology_as_json(const topology_view& view);

}  // namespace cli
