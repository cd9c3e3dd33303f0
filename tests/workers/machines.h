// SPDX-License-Identifier: Apache-2.0
// Machines for tests that depend on a machine's shape: up to 1,024 hardware threads, as data.
#pragma once

#include <arcas/topology/topology.h>

#include <string>
#include <vector>

namespace arcas {

// The machine of figure 2 of the Callisto-RTS paper: two packages of four single-threaded cores.
inline topology figure_2() {
  return topology::synthetic("pack:2 core:4 pu:1");
}

inline const std::vector<std::string>& synthetic_machines() {
  static const std::vector<std::string> all = {
      "pu:1",
      "pu:3",
      "core:4 pu:2",
      "pack:2 core:4 pu:1",
      "pack:2 numa:2 l3:2 core:3 pu:2",
      "pack:3 core:5 pu:1",
      "pack:8 core:16 pu:8",
  };
  return all;
}

}  // namespace arcas
