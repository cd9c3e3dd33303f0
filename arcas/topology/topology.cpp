// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/hwloc_reader.h>
#include <arcas/topology/topology.h>
#include <arcas/topology/topology_builder.h>

#include <algorithm>
#include <stdexcept>

namespace arcas {

using namespace detail;
namespace {

constexpr std::array<std::string_view, place_kinds> kind_names = {"machine", "package", "numa",
                                                                  "cache",   "core",    "thread"};

}  // namespace

std::string_view name_of(place_kind kind) {
  return kind_names[static_cast<std::size_t>(kind)];
}

place_kind place_kind_named(std::string_view name) {
  const auto found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end()) {
    throw std::invalid_argument(
        '"' + std::string(name) +
        "\": not a kind of place; write machine, package, numa, cache, core or thread");
  }
  return static_cast<place_kind>(found - kind_names.begin());
}

topology topology::synthetic(std::string_view description) {
  return topology_builder::build(read_synthetic_machine(std::string(description)));
}

topology topology::recorded(const std::string& xml_file) {
  return topology_builder::build(read_recorded_machine(xml_file));
}

topology topology::described(std::string_view description) {
  if (description.empty()) return discover();
  try {
    return description.ends_with(".xml") ? recorded(std::string(description))
                                         : synthetic(description);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(std::string("ARCAS_TOPOLOGY=") + wrong.what());
  }
}

}  // namespace arcas
