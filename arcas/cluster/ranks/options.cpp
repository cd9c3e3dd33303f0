// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/transport/host_carrier.h>
#include <arcas/cluster/transport/process_network.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::size_t least_packet_bytes = 512;
// With fewer credits than this, a rank spends more time on waiting for credits to return than on
// sending (transport_options::credits). An additional hop costs less time than that wait.
constexpr unsigned good_credits = 4;
constexpr std::uint64_t nanoseconds = 1'000'000'000;
// Large blocks and pages start at multiples of this number of bytes. The start and the length of
// the heap are multiples of it, too.
constexpr std::uint64_t heap_unit = std::uint64_t{1} << 20;

// The number in this variable, or `otherwise` if the variable is not set.
std::uint64_t number_in(const char* variable, std::uint64_t least, std::uint64_t most,
                        std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  if (!text) return otherwise;
  std::uint64_t value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || stop != end || value < least || value > most) {
    throw std::invalid_argument(std::string(variable) + "=" + text +
                                ": it must be a number between " + std::to_string(least) + " and " +
                                std::to_string(most));
  }
  return value;
}

// Halves the number of credits, then the bytes of a packet, but not below the given minima. Returns
// whether the packets keep to the budget.
bool shrunk(cluster_options& o, rank_id ranks, unsigned least_credits, std::size_t least_bytes) {
  while (o.buffer_bytes(ranks) > o.buffer_budget) {
    if (o.transport.credits / 2 >= least_credits) {
      o.transport.credits /= 2;
    } else if (o.transport.packet_bytes > least_bytes) {
      constexpr std::size_t words = ~std::size_t{7};
      o.transport.packet_bytes = std::max(least_bytes, o.transport.packet_bytes / 2 & words);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

cluster_options cluster_options::with_environment() const {
  constexpr std::uint64_t tebibyte = std::uint64_t{1} << 40;
  cluster_options o = *this;
  const unsigned loop_workers = settings::from_environment().pool.workers;
  o.workers =
      static_cast<unsigned>(number_in("ARCAS_CLUSTER_WORKERS", 1, process_network::most_workers,
                                      loop_workers == 0 ? workers : loop_workers));
  o.tasks.stack_bytes =
      number_in("ARCAS_CLUSTER_STACK", 16 * 1024, std::uint64_t{1} << 30, tasks.stack_bytes);
  o.heap_bytes = number_in("ARCAS_CLUSTER_HEAP", heap_unit, most_address_space, heap_bytes);
  o.buffer_budget = number_in("ARCAS_CLUSTER_BUFFERS", 1 << 16, tebibyte, buffer_budget);
  if (std::getenv("ARCAS_CLUSTER_WATCH")) {
    o.watch_after = number_in("ARCAS_CLUSTER_WATCH", 0, 1'000'000, 0) * nanoseconds;
  }
  if (std::getenv("ARCAS_CLUSTER_PATIENCE")) {
    o.patience = number_in("ARCAS_CLUSTER_PATIENCE", 0, 1'000'000, 0) * nanoseconds;
  }
  if (std::getenv("ARCAS_CLUSTER_TASKS")) {
    o.tasks.most_tasks = number_in("ARCAS_CLUSTER_TASKS", 1, 1'000'000, 0);
    o.tasks.tasks = std::min(tasks.tasks, o.tasks.most_tasks);
  }
  if (const char* file = std::getenv("ARCAS_CLUSTER_METRICS")) o.metrics_file = file;
  if (const char* file = std::getenv("ARCAS_CLUSTER_TRACE")) o.trace_file = file;
  o.share_memory = number_in("ARCAS_CLUSTER_SHARE_MEMORY", 0, 1, share_memory ? 1 : 0) != 0;
  o.statistics = number_in("ARCAS_CLUSTER_STATS", 0, 1, statistics ? 1 : 0) != 0;
  o.check_memory = number_in("ARCAS_CLUSTER_CHECK", 0, 1, check_memory ? 1 : 0) != 0;
  o.tasks.most_tasks = std::max(o.tasks.most_tasks, o.tasks.tasks);
  // If a process has several ranks, no rank may block the process in the network.
  o.wait_in_network = wait_in_network && o.workers == 1;
  if (o.wait_in_network) o.watch_after = 0;
  return o;
}

std::size_t cluster_options::heap_bytes_among(rank_id ranks_of_host) const {
  if (heap_bytes != 0) return heap_bytes;
  const std::uint64_t share = arcas::detail::memory_limit() / ranks_of_host;
  return std::max(heap_unit, share / heap_unit * heap_unit);
}

// The sum of
// - for each lane and peer, the packets that are posted for receiving, under way, waiting for
//   credits, and being filled;
// - the rings between processes that share memory;
// - if a process has several ranks, the rings and spare packets between them. The first worker
//   keeps two sets of spare packets: its own, and those of the carrier between processes.
std::size_t cluster_options::buffer_bytes(rank_id ranks) const {
  const std::size_t a_lane = 2 * transport.credits + outbox.waiting_packets + 1;
  const std::size_t links = rank_grid(ranks, transport.hops, transport.row).most_links();
  const std::size_t packets = links * lanes * a_lane;
  const std::size_t a_packet = packet::head + transport.packet_bytes;
  const std::size_t rings =
      links * host_carrier::bytes_beside_packets({.payload_bytes = transport.packet_bytes,
                                                  .packets = transport.credits * lanes,
                                                  .settings = {}});
  if (workers == 1) return packets * a_packet + rings;
  const bool linked_inside = transport.hops == 1 || transport.row == workers;
  const std::size_t elsewhere =
      std::min<std::size_t>(links - (linked_inside ? std::min<std::size_t>(links, workers - 1) : 0),
                            ranks - std::min(ranks, workers));
  return (packets + 2 * process_network::spare_packets_a_worker) * a_packet + rings +
         process_network::ring_bytes(workers, transport.credits * lanes, elsewhere);
}

cluster_options cluster_options::within_budget(rank_id ranks) const {
  cluster_options options = *this;
  const unsigned fewest = hops == 0 ? 1 : hops;
  const unsigned most = hops == 0 ? rank_grid::most_hops : hops;
  const unsigned enough = std::min(good_credits, transport.credits);
  const auto fits = [&](unsigned h, unsigned least_credits, std::size_t least_bytes) {
    // The first grid that is tried has a row of ranks for each process: a hop inside a process
    // needs no packet between processes.
    for (const rank_id row : {rank_id{workers}, rank_id{0}}) {
      if (row != 0 && (h == 1 || workers == 1)) continue;
      options = *this;
      options.transport.hops = h;
      options.transport.row = row;
      if (shrunk(options, ranks, least_credits, least_bytes)) return true;
    }
    return false;
  };
  for (unsigned h = fewest; h <= most; ++h) {
    if (fits(h, enough, transport.packet_bytes)) return options;
  }
  if (fits(most, 1, least_packet_bytes)) return options;
  throw std::invalid_argument(
      "packets among " + std::to_string(ranks) + " ranks" +
      (workers == 1 ? "" : ", with rings between " + std::to_string(workers) + " of a process,") +
      " take " + std::to_string(options.buffer_bytes(ranks)) +
      " bytes of each rank, more than the budget of " + std::to_string(buffer_budget) +
      "; raise ARCAS_CLUSTER_BUFFERS, run fewer ranks, or leave cluster_options::hops at 0");
}

}  // namespace arcas::inline v0::cluster
