// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/cpu_quota.h>
#include <arcas/topology/machine_facts.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <utility>

namespace arcas::inline v0::detail {
namespace {

// Describes one hardware thread: for each kind, the number of the first thread in the place that
// contains the described thread. Threads of one place have the same number, and the numbers ascend
// in the order in which places appear. So the lexicographic order of these arrays is depth first.
using places_of_thread = std::array<unsigned, place_kinds>;

std::vector<places_of_thread> places_of(const std::vector<thread_facts>& threads) {
  std::vector<places_of_thread> all(threads.size());
  for (std::size_t kind = 1; kind + 1 < place_kinds; ++kind) {
    std::map<std::pair<unsigned, std::uint64_t>, unsigned> first_of;
    for (unsigned t = 0; t < threads.size(); ++t) {
      const std::pair name(all[t][kind - 1], threads[t].member_of[kind].key);
      all[t][kind] = first_of.try_emplace(name, t).first->second;
    }
  }
  for (unsigned t = 0; t < threads.size(); ++t) all[t][place_kinds - 1] = t;
  return all;
}

using core_name = std::pair<std::uint64_t, std::uint64_t>;  // keys of package and core

bool numa_border_cuts_core(const std::vector<thread_facts>& threads) {
  std::map<core_name, std::uint64_t> node_of;
  for (const thread_facts& thread : threads) {
    const membership& core = thread.in(place_kind::core);
    if (core.key == membership::none) continue;
    const core_name name(thread.in(place_kind::package).key, core.key);
    const std::uint64_t node = thread.in(place_kind::numa_node).key;
    if (node_of.try_emplace(name, node).first->second != node) return true;
  }
  return false;
}

// NUMA nodes that share a core cannot be places that contain this core. Then each package counts as
// one node, with the lowest number of the nodes in it.
void make_numa_nodes_nest(machine_facts& facts) {
  if (!numa_border_cuts_core(facts.threads)) return;
  std::map<std::uint64_t, membership> lowest;
  for (const thread_facts& thread : facts.threads) {
    const membership& node = thread.in(place_kind::numa_node);
    membership& best = lowest.try_emplace(thread.in(place_kind::package).key, node).first->second;
    if (node.os_index < best.os_index) best = node;
  }
  for (thread_facts& thread : facts.threads) {
    thread.in(place_kind::numa_node) = lowest.at(thread.in(place_kind::package).key);
  }
  facts.refusals.push_back(
      "NUMA nodes: the machine describes nodes that share a core, so each package counts as one "
      "node.");
}

}  // namespace

topology topology_builder::build(machine_facts facts) {
  assert(!facts.threads.empty() && "a machine has at least one hardware thread");
  make_numa_nodes_nest(facts);

  const std::vector<places_of_thread> places_of_all = places_of(facts.threads);
  std::vector<unsigned> order(facts.threads.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](unsigned a, unsigned b) { return places_of_all[a] < places_of_all[b]; });

  topology result;
  for (unsigned logical = 0; logical < order.size(); ++logical) {
    const unsigned here = order[logical];
    const places_of_thread* before = logical == 0 ? nullptr : &places_of_all[order[logical - 1]];
    const thread_facts& thread = facts.threads[here];
    hardware_thread placed{.os_index = thread.os_index, .place_of = {}};
    unsigned os_index = 0;  // if a thread has no place of a kind: the number of the wider place
    for (std::size_t kind = 0; kind < place_kinds; ++kind) {
      std::vector<place>& places = result.places_[kind];
      if (kind + 1 == place_kinds) {
        os_index = thread.os_index;
      } else if (thread.member_of[kind].key != membership::none) {
        os_index = thread.member_of[kind].os_index;
      }
      if (before == nullptr || places_of_all[here][kind] != (*before)[kind]) {
        places.push_back({.first_thread = logical, .thread_count = 0, .os_index = os_index});
      }
      ++places.back().thread_count;
      placed.place_of[kind] = static_cast<unsigned>(places.size() - 1);
    }
    result.threads_.push_back(placed);
  }

  const unsigned count = result.thread_count();
  result.source_ = facts.source;
  result.cpu_quota_ = facts.cpu_quota;
  result.paid_threads_ =
      facts.source == topology_source::live ? paid_threads(facts.cpu_quota, count) : count;
  result.refusals_ = std::move(facts.refusals);
  return result;
}

}  // namespace arcas::inline v0::detail
