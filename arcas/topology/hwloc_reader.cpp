// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/base/text_file.h>
#include <arcas/topology/hwloc_library.h>
#include <arcas/topology/machine_facts.h>
#include <arcas/topology/synthetic_size.h>

#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <type_traits>

namespace arcas::inline v0::detail {

int hwloc_library::hold_across_forks() {
  static const int once = held_across_forks<hwloc_library>();
  return once;
}

std::unique_lock<std::mutex> hwloc_library::turn() {
  auto& library = of_process<hwloc_library>();
  std::unique_lock turn(library.lock);
  if (!library.keeps_plugins && hwloc_topology_init(&library.keeps_plugins) != 0)
    library.keeps_plugins = nullptr;  // then there is no memory for the caller's topology either
  return turn;
}

namespace {

[[maybe_unused]] const int watching = hwloc_library::hold_across_forks();

struct destroy_topology {
  void operator()(hwloc_topology_t machine) const { hwloc_topology_destroy(machine); }
};
using hwloc_machine = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, destroy_topology>;

hwloc_machine new_machine() {
  hwloc_topology_t machine = nullptr;
  if (hwloc_topology_init(&machine) != 0) throw std::bad_alloc();
  return hwloc_machine(machine);
}

// The operating system numbers only some objects; the others keep hwloc's numbers.
membership membership_in(hwloc_obj_t object) {
  if (object == nullptr) return {};
  const unsigned number =
      object->os_index == HWLOC_UNKNOWN_INDEX ? object->logical_index : object->os_index;
  return {.key = object->gp_index, .os_index = number};
}

// Cores that share data cheaply: the cores of one L3 cache or, without an L3, of one L2 that has
// more than one core.
hwloc_obj_t cache_group_of(hwloc_topology_t machine, hwloc_obj_t thread) {
  hwloc_obj_t l3 = hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_L3CACHE, thread);
  if (l3 != nullptr) return l3;
  hwloc_obj_t l2 = hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_L2CACHE, thread);
  if (l2 == nullptr) return nullptr;
  // The cores in the cache are not counted: that would read all cores of the machine for each
  // thread.
  hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_CORE, thread);
  const bool has_more = core != nullptr && hwloc_bitmap_isincluded(core->cpuset, l2->cpuset) &&
                        !hwloc_bitmap_isequal(core->cpuset, l2->cpuset);
  return has_more ? l2 : nullptr;
}

// NUMA nodes are not in hwloc's tree of objects, and a thread may be in several. A node without
// processors of its own has all threads of the machine. A node of high-bandwidth memory has the
// threads of a node of ordinary memory. The nearest node of a thread is the one with the fewest
// threads, or the first of several such nodes.
hwloc_obj_t numa_node_of(hwloc_topology_t machine, hwloc_obj_t thread) {
  hwloc_obj_t nearest = nullptr;
  int fewest = std::numeric_limits<int>::max();
  for (hwloc_obj_t node = nullptr;
       (node = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
    if (!hwloc_bitmap_isset(node->cpuset, thread->os_index)) continue;
    const int threads = hwloc_bitmap_weight(node->cpuset);
    if (threads >= fewest) continue;
    nearest = node;
    fewest = threads;
  }
  return nearest;
}

thread_facts facts_of(hwloc_topology_t machine, hwloc_obj_t thread) {
  thread_facts facts{.os_index = thread->os_index, .member_of = {}};
  facts.in(place_kind::package) =
      membership_in(hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_PACKAGE, thread));
  facts.in(place_kind::numa_node) = membership_in(numa_node_of(machine, thread));
  facts.in(place_kind::cache_group) = membership_in(cache_group_of(machine, thread));
  facts.in(place_kind::l2_group) =
      membership_in(hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_L2CACHE, thread));
  facts.in(place_kind::core) =
      membership_in(hwloc_get_ancestor_obj_by_type(machine, HWLOC_OBJ_CORE, thread));
  return facts;
}

// A real machine may not describe its cores. To treat each thread as a core is a better guess than
// to treat all as one core. A synthetic description is taken literally.
void guess_unknown_cores(machine_facts& facts) {
  bool guessed = false;
  for (thread_facts& thread : facts.threads) {
    membership& core = thread.in(place_kind::core);
    if (core.key != membership::none) continue;
    // This key does not collide with hwloc's keys, which count from zero.
    core = {.key = membership::none - 1 - thread.os_index, .os_index = thread.os_index};
    guessed = true;
  }
  if (guessed) {
    facts.refusals.push_back(
        "Cores: the machine does not say which hardware threads share a core, so each counts as "
        "a core of its own.");
  }
}

machine_facts facts_of(hwloc_topology_t machine, topology_source source) {
  machine_facts facts;
  facts.source = source;
  for (hwloc_obj_t thread = nullptr;
       (thread = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_PU, thread)) != nullptr;) {
    facts.threads.push_back(facts_of(machine, thread));
  }
  if (source != topology_source::synthetic) guess_unknown_cores(facts);
  return facts;
}

// The record of a machine with 8,192 hardware threads has about 5 MB.
constexpr std::uint64_t most_recorded_bytes = std::uint64_t{32} << 20;

// describe(machine) gives hwloc the description, and returns 0 if hwloc accepts it.
template <class Describe>
machine_facts described_machine(const Describe& describe, const std::string& as,
                                topology_source source, const char* refusal) {
  const auto turn = hwloc_library::turn();
  const hwloc_machine machine = new_machine();
  if (describe(machine.get()) != 0 || hwloc_topology_load(machine.get()) != 0) {
    throw std::invalid_argument(in_quotes(as) + refusal);
  }
  return facts_of(machine.get(), source);
}

}  // namespace

machine_facts read_live_machine() {
  const auto turn = hwloc_library::turn();
  const hwloc_machine machine = new_machine();
  machine_facts nothing;
  nothing.source = topology_source::live;
  hwloc_topology_set_flags(machine.get(), HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING);
  if (hwloc_topology_load(machine.get()) != 0) {
    nothing.refusals.push_back("Topology: hwloc cannot read this machine (" +
                               std::generic_category().message(errno) +
                               "), so all its hardware threads count as alike.");
    return nothing;
  }
  if (hwloc_topology_is_thissystem(machine.get()) == 0) {
    nothing.refusals.push_back(
        "Topology: a variable HWLOC_... in the environment makes hwloc describe another machine, "
        "so all hardware threads of this one count as alike; use ARCAS_TOPOLOGY instead.");
    return nothing;
  }
  return facts_of(machine.get(), topology_source::live);
}

machine_facts read_synthetic_machine(const std::string& description) {
  require_buildable(description);
  const auto describe = [&](hwloc_topology_t machine) {
    return hwloc_topology_set_synthetic(machine, description.c_str());
  };
  return described_machine(describe, description, topology_source::synthetic,
                           ": not a synthetic topology; write for example \"pack:2 core:4 pu:2\"");
}

machine_facts read_recorded_machine(const std::string& xml_file) {
  std::error_code none;
  if (std::filesystem::is_directory(xml_file, none) || access(xml_file.c_str(), R_OK) != 0) {
    throw std::invalid_argument(in_quotes(xml_file) +
                                ": no such readable file; record a machine with: lstopo FILE.xml");
  }
  const std::string xml = [&] {
    try {
      return text_of_file(xml_file, most_recorded_bytes);
    } catch (const unreadable_file& wrong) {
      throw std::invalid_argument(wrong.what() +
                                  std::string("; record a machine with: lstopo FILE.xml"));
    }
  }();
  // The length that hwloc takes includes the final NUL.
  const auto describe = [&](hwloc_topology_t machine) {
    return hwloc_topology_set_xmlbuffer(machine, xml.c_str(), static_cast<int>(xml.size() + 1));
  };
  return described_machine(describe, xml_file, topology_source::recorded,
                           ": not a machine recorded by lstopo; record one with: lstopo FILE.xml");
}

}  // namespace arcas::inline v0::detail
