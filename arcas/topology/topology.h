// SPDX-License-Identifier: Apache-2.0
// A machine as plain data: places of seven kinds, each a contiguous range of hardware threads.
//
//   machine > package > NUMA node > cache group > L2 group > core > hardware thread
//
// Hardware threads are numbered in logical order (depth first through the machine), so that the
// threads of a place are consecutive. If a machine has no places of some kind (no NUMA node below
// the package, no shared cache), each place of the kind above counts as one such place. There is
// one exception: a live or recorded machine that does not describe its cores has one core per
// hardware thread, and refusals() says so.
#pragma once

#include <arcas/topology/place_kind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0 {

namespace detail {
struct topology_builder;
}

// One place: hardware threads [first_thread, first_thread + thread_count) in logical numbering.
struct place {
  unsigned first_thread = 0;
  unsigned thread_count = 0;
  unsigned os_index = 0;  // the operating system's number, for people and for memory binding
};

struct hardware_thread {
  unsigned os_index = 0;                         // the number that sched_setaffinity takes
  std::array<unsigned, place_kinds> place_of{};  // index into places(kind), for each kind
};

// The origin of a description.
enum class topology_source : std::uint8_t { live, synthetic, recorded };

// An immutable description of one machine. Copyable; several threads may read it.
class topology {
 public:
  // This machine, restricted to the affinity mask of the calling thread. Requests that the machine
  // refuses are listed in refusals() and do not throw.
  static topology discover();
  // A machine in hwloc's synthetic syntax, such as "pack:8 core:16 pu:8". Throws
  // std::invalid_argument with a sentence that names the description and the remedy, also for more
  // than 8,192 hardware threads.
  static topology synthetic(std::string_view description);
  // A machine recorded by `lstopo FILE.xml`. Throws std::invalid_argument with a sentence that
  // names the file.
  static topology recorded(const std::string& xml_file);
  // The machine of ARCAS_TOPOLOGY: discover() for an empty text, recorded() for a path that ends in
  // .xml, or else synthetic(). Error sentences begin with ARCAS_TOPOLOGY=.
  static topology described(std::string_view description);

  std::span<const hardware_thread> threads() const { return threads_; }
  unsigned thread_count() const { return static_cast<unsigned>(threads_.size()); }
  std::span<const place> places(place_kind kind) const {
    return places_[static_cast<std::size_t>(kind)];
  }
  unsigned place_of(place_kind kind, unsigned thread) const {
    return threads_[thread].place_of[static_cast<std::size_t>(kind)];
  }

  topology_source source() const { return source_; }
  // Whether the hardware threads of this description exist on this machine, so that workers can be
  // pinned.
  bool can_pin() const { return source_ == topology_source::live; }
  // Number of hardware threads that the processor quota allows, rounded down, at least 1;
  // thread_count() without a quota. The default number of workers.
  unsigned paid_threads() const { return paid_threads_; }
  // The quota in hardware threads (1.5 = 150 ms per 100 ms); 0 without a quota.
  double cpu_quota() const { return cpu_quota_; }
  // Requests that the machine or the operating system refused, one sentence each.
  std::span<const std::string> refusals() const { return refusals_; }

 private:
  friend struct detail::topology_builder;
  topology() = default;

  std::vector<hardware_thread> threads_;
  std::array<std::vector<place>, place_kinds> places_;
  topology_source source_ = topology_source::synthetic;
  unsigned paid_threads_ = 1;
  double cpu_quota_ = 0;
  std::vector<std::string> refusals_;
};

// How is a machine shown to people and to programs?

// "live", "synthetic" or "recorded".
std::string_view name_of(topology_source source);

// The tree of places as lines of text: a summary; then packages, NUMA nodes, cache groups, L2
// groups (if one is neither a core nor a cache group), cores and hardware threads, indented by
// level; then the quota and refusals. Places with the same hardware threads share a line. On a
// machine with more than 64 hardware threads, a core and its threads share a line too.
std::string draw(const topology& machine);

// One JSON object: source, can_pin, cpu_quota (null without a quota), paid_threads; packages,
// numa_nodes, cache_groups, l2_groups and cores as {os_index, first_thread, thread_count}; threads
// as {os_index, package, numa_node, cache_group, l2_group, core}; refusals.
std::string to_json(const topology& machine);

}  // namespace arcas::inline v0
