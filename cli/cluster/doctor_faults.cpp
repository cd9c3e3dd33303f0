// SPDX-License-Identifier: Apache-2.0
// Which faults do hosts, ranks and settings have? Each fault is a sentence with its remedy.
#include "../figures.h"
#include "doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cli::ranks {
namespace {

struct host_ranks {
  std::vector<unsigned> ranks;
  std::set<unsigned> processors;  // the processors that any of these ranks may use
};

std::map<std::string, host_ranks> by_hosts(const std::vector<rank_facts>& ranks) {
  std::map<std::string, host_ranks> hosts;
  for (unsigned r = 0; r < ranks.size(); ++r) {
    host_ranks& host = hosts[ranks[r].host];
    host.ranks.push_back(r);
    host.processors.insert(ranks[r].processors.begin(), ranks[r].processors.end());
  }
  return hosts;
}

void find_crowding(const std::string& host, const host_ranks& on, const rank_facts& first,
                   std::vector<std::string>& faults) {
  if (on.ranks.size() <= on.processors.size()) return;
  if (on.processors.size() < first.processors_of_host) {
    faults.push_back(fmt::format(
        "host {}: {} may use {} of {}, so that they wait for each other; start mpirun with "
        "--bind-to none, or --map-by core",
        host, counted(on.ranks.size(), "rank"), counted(on.processors.size(), "processor"),
        counted(first.processors_of_host, "processor")));
  } else {
    faults.push_back(fmt::format(
        "host {}: {} share {}, so that they wait for each other, and the measures of the network "
        "are too low; start fewer ranks there",
        host, counted(on.ranks.size(), "rank"), counted(on.processors.size(), "processor")));
  }
}

void find_scarce_memory(const std::string& host, const host_ranks& on, const rank_facts& first,
                        std::vector<std::string>& faults) {
  const std::uint64_t of_a_rank = first.memory / on.ranks.size();
  if (first.heap <= of_a_rank) return;
  faults.push_back(fmt::format(
      "host {}: {} may give {} each to the heap, but the host has only {} of memory for each; the "
      "system ends a program that fills the heap: set ARCAS_CLUSTER_HEAP={} or less, or remove it",
      host, counted(on.ranks.size(), "rank"), byte_count(first.heap), byte_count(of_a_rank),
      of_a_rank));
}

// Finds processes of one host that do not share memory although rank 0 has the setting to share it.
void find_unshared_memory(const std::string& host, const host_ranks& on, const rank_facts& first,
                          std::vector<std::string>& faults) {
  const cluster::cluster_options& o = cluster::detail::here().options();
  if (first.shares_memory || !o.share_memory || on.ranks.size() <= o.workers) return;
  faults.push_back(
      fmt::format("host {}: its processes do not share memory (some are in other containers or "
                  "of another user, or have a limit of memory or files), so that packets between "
                  "them go by MPI, which is slower; start all with the same user, limits and "
                  "container, or start one process with ARCAS_CLUSTER_WORKERS={}",
                  host, on.ranks.size()));
}

void find_slow_network(const std::vector<rank_facts>& ranks, std::vector<std::string>& faults) {
  for (const rank_facts& r : ranks) {
    const bool by_tcp = std::ranges::find(r.transports, "btl tcp") != r.transports.end();
    const bool by_ucx = std::ranges::find(r.transports, "pml ucx") != r.transports.end();
    if (!r.infiniband || !by_tcp || by_ucx) continue;
    faults.push_back(fmt::format(
        "host {}: has an InfiniBand device, but MPI uses TCP; use an MPI that is built with UCX, "
        "and start mpirun with --mca pml ucx",
        r.host));
    return;
  }
}

// Finds pairs that are much slower than other pairs of their kind; the kinds are pairs between
// hosts and pairs within a host.
void find_slow_pairs(const std::vector<rank_facts>& ranks, const measures& found,
                     std::vector<std::string>& faults) {
  constexpr double much = 10;
  for (const bool between : {false, true}) {
    std::vector<pair_measure> pairs;
    std::ranges::copy_if(found.pairs, std::back_inserter(pairs), [&](const pair_measure& p) {
      return (ranks[p.from].host != ranks[p.to].host) == between;
    });
    if (pairs.size() < 3) continue;
    std::ranges::nth_element(pairs, pairs.begin() + std::ssize(pairs) / 2, {},
                             &pair_measure::latency);
    const double middle = pairs[pairs.size() / 2].latency;
    for (const pair_measure& p : pairs) {
      if (p.latency <= much * middle) continue;
      faults.push_back(fmt::format(
          "ranks {} ({}) and {} ({}): a message takes {}, and between most other ranks {}; examine "
          "the load and the network of these hosts",
          p.from, ranks[p.from].host, p.to, ranks[p.to].host, duration(p.latency),
          duration(middle)));
    }
  }
}

void find_wrong_settings(const std::vector<rank_facts>& ranks, std::vector<std::string>& faults) {
  std::set<std::string> unknown;
  for (const rank_facts& r : ranks) unknown.insert(r.unknown.begin(), r.unknown.end());
  for (const std::string& name : unknown) {
    faults.push_back(
        fmt::format("{}: is not a variable of Arcas; correct its name or remove it", name));
  }
  if (cluster::detail::here().options().watch_after == 0) {
    faults.push_back(
        "ARCAS_CLUSTER_WATCH=0: no deadlock is found, and stalled ranks are not reported; remove "
        "it");
  }
}

}  // namespace

std::vector<std::string> find_faults(const std::vector<rank_facts>& ranks, const measures& found) {
  std::vector<std::string> faults;
  for (const auto& [host, on] : by_hosts(ranks)) {
    const rank_facts& first = ranks[on.ranks.front()];
    find_crowding(host, on, first, faults);
    find_scarce_memory(host, on, first, faults);
    find_unshared_memory(host, on, first, faults);
  }
  find_slow_network(ranks, faults);
  find_slow_pairs(ranks, found, faults);
  find_wrong_settings(ranks, faults);
  return faults;
}

}  // namespace cli::ranks
