// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/options.h>
#include <arcas/cluster/transport/process_network.h>
#include <arcas/runtime/settings.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace arcas::cluster {
namespace {

constexpr std::size_t least_packet_bytes = 512;
// With fewer, a rank waits for the others' turns more than it sends (transport_options::credits): a
// hop more costs less.
constexpr unsigned good_credits = 4;
constexpr std::uint64_t nanoseconds = 1'000'000'000;

// Each variable: what it sets, and between what.
struct variable {
  const char* name;
  const char* meaning;
  std::uint64_t least, most;
  std::uint64_t (*get)(const cluster_options&);
  void (*set)(cluster_options&, std::uint64_t);
};

constexpr variable variables[] = {
    {"ARCAS_CLUSTER_WORKERS", "ranks of a process, a thread each; not set: ARCAS_WORKERS, or 1", 1,
     process_network::most_workers,
     [](const cluster_options& o) -> std::uint64_t { return o.workers; },
     [](cluster_options& o, std::uint64_t v) { o.workers = static_cast<unsigned>(v); }},
    {"ARCAS_CLUSTER_PACKET", "bytes that messages to one rank are gathered to", 64, 65'528,
     [](const cluster_options& o) -> std::uint64_t { return o.transport.packet_bytes; },
     [](cluster_options& o, std::uint64_t v) { o.transport.packet_bytes = v / 8 * 8; }},
    {"ARCAS_CLUSTER_CREDITS", "packets under way from a rank to another", 1, 255,
     [](const cluster_options& o) -> std::uint64_t { return o.transport.credits; },
     [](cluster_options& o, std::uint64_t v) { o.transport.credits = static_cast<unsigned>(v); }},
    {"ARCAS_CLUSTER_HOPS", "packets in a row that a message may need, 0: as the budget says", 0,
     rank_grid::most_hops, [](const cluster_options& o) -> std::uint64_t { return o.hops; },
     [](cluster_options& o, std::uint64_t v) { o.hops = static_cast<unsigned>(v); }},
    {"ARCAS_CLUSTER_AGE_A_PACKET", "nanoseconds that a message waits, for each packet being filled",
     0, 1'000'000'000,
     [](const cluster_options& o) -> std::uint64_t { return o.outbox.age_a_packet; },
     [](cluster_options& o, std::uint64_t v) { o.outbox.age_a_packet = v; }},
    {"ARCAS_CLUSTER_AGE", "nanoseconds that a message waits for others at most", 0, 1'000'000'000,
     [](const cluster_options& o) -> std::uint64_t { return o.outbox.oldest; },
     [](cluster_options& o, std::uint64_t v) { o.outbox.oldest = v; }},
    {"ARCAS_CLUSTER_TASKS", "tasks of a rank that are begun at a time", 1, 1'000'000,
     [](const cluster_options& o) -> std::uint64_t { return o.tasks.tasks; },
     [](cluster_options& o, std::uint64_t v) { o.tasks.tasks = v; }},
    {"ARCAS_CLUSTER_MOST_TASKS", "tasks of a rank that are ever begun and not ended", 1, 1'000'000,
     [](const cluster_options& o) -> std::uint64_t { return o.tasks.most_tasks; },
     [](cluster_options& o, std::uint64_t v) { o.tasks.most_tasks = v; }},
    {"ARCAS_CLUSTER_STACK", "bytes of a task's stack", 16 * 1024, std::uint64_t{1} << 30,
     [](const cluster_options& o) -> std::uint64_t { return o.tasks.stack_bytes; },
     [](cluster_options& o, std::uint64_t v) { o.tasks.stack_bytes = v; }},
    {"ARCAS_CLUSTER_HEAP", "bytes of a rank's part of the global heap", 1 << 20,
     std::uint64_t{1} << 40, [](const cluster_options& o) -> std::uint64_t { return o.heap_bytes; },
     [](cluster_options& o, std::uint64_t v) { o.heap_bytes = v; }},
    {"ARCAS_CLUSTER_BUFFERS", "bytes of a rank's packets and rings", 1 << 16,
     std::uint64_t{1} << 40,
     [](const cluster_options& o) -> std::uint64_t { return o.buffer_budget; },
     [](cluster_options& o, std::uint64_t v) { o.buffer_budget = v; }},
    {"ARCAS_CLUSTER_WATCH", "seconds without progress before ranks say why; 0: never", 0, 1'000'000,
     [](const cluster_options& o) -> std::uint64_t { return o.watch_after / nanoseconds; },
     [](cluster_options& o, std::uint64_t v) { o.watch_after = v * nanoseconds; }},
    {"ARCAS_CLUSTER_WAIT_IN_MPI",
     "1: ranks without work wait inside MPI, unwatched: for simulators", 0, 1,
     [](const cluster_options& o) -> std::uint64_t { return o.wait_in_network ? 1 : 0; },
     [](cluster_options& o, std::uint64_t v) { o.wait_in_network = v != 0; }},
    {"ARCAS_CLUSTER_STEALING", "0: tasks that may run anywhere stay", 0, 1,
     [](const cluster_options& o) -> std::uint64_t { return o.stealing ? 1 : 0; },
     [](cluster_options& o, std::uint64_t v) { o.stealing = v != 0; }},
    {"ARCAS_CLUSTER_CHECK_VIEWS", "1: views that conflict are looked for", 0, 1,
     [](const cluster_options& o) -> std::uint64_t { return o.check_views ? 1 : 0; },
     [](cluster_options& o, std::uint64_t v) { o.check_views = v != 0; }},
};

// Those whose value is the name of a file.
struct file_variable {
  const char* name;
  const char* meaning;
  std::string cluster_options::*file;
};

constexpr file_variable file_variables[] = {
    {"ARCAS_CLUSTER_DIAGNOSIS", "beginning of the files that what ranks wait for is written to",
     &cluster_options::diagnosis_prefix},
    {"ARCAS_CLUSTER_METRICS", "file that the counts of all ranks are written to at the end",
     &cluster_options::metrics_file},
};

std::uint64_t parsed(const variable& v, const char* text) {
  std::uint64_t value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || stop != end || value < v.least || value > v.most) {
    throw std::invalid_argument(std::string(v.name) + "=" + text +
                                " is not possible; give a number from " + std::to_string(v.least) +
                                " to " + std::to_string(v.most));
  }
  return value;
}

}  // namespace

cluster_options cluster_options::from_environment() {
  cluster_options options;
  if (const unsigned workers = settings::from_environment().pool.workers) options.workers = workers;
  for (const variable& v : variables) {
    if (const char* text = std::getenv(v.name)) v.set(options, parsed(v, text));
  }
  for (const file_variable& v : file_variables) {
    if (const char* text = std::getenv(v.name)) options.*v.file = text;
  }
  // Of several ranks of a process none may wait there for all.
  if (options.workers != 1) options.wait_in_network = false;
  if (options.wait_in_network) options.watch_after = 0;
  if (options.tasks.most_tasks < options.tasks.tasks)
    options.tasks.most_tasks = options.tasks.tasks;
  return options;
}

std::vector<setting_of_cluster> describe(const cluster_options& options) {
  std::vector<setting_of_cluster> lines;
  for (const variable& v : variables) {
    lines.push_back({v.name, std::to_string(v.get(options)), v.meaning});
  }
  for (const file_variable& v : file_variables) {
    lines.push_back({v.name, options.*v.file, v.meaning});
  }
  return lines;
}

// Kept for receiving, under way, waiting for credits, and being filled, on each lane for each peer.
// Where ranks share a process, what they hand each other in besides: rings, and spare packets, of
// which the first worker keeps some of its own and some of the carrier between processes.
std::size_t cluster_options::buffer_bytes(rank_id ranks) const {
  const std::size_t a_lane = 2 * transport.credits + outbox.waiting_packets + 1;
  const std::size_t links = rank_grid(ranks, transport.hops, transport.row).most_links();
  const std::size_t packets = links * lanes * a_lane;
  const std::size_t a_packet = packet::head + transport.packet_bytes;
  if (workers == 1) return packets * a_packet;
  const bool linked_inside = transport.hops == 1 || transport.row == workers;
  const std::size_t elsewhere =
      std::min<std::size_t>(links - (linked_inside ? std::min<std::size_t>(links, workers - 1) : 0),
                            ranks - std::min(ranks, workers));
  return (packets + 2 * process_network::spare_packets_a_worker) * a_packet +
         process_network::ring_bytes(workers, transport.credits * lanes, elsewhere);
}

bool cluster_options::shrunk(rank_id ranks, unsigned least_credits, std::size_t least_bytes) {
  while (buffer_bytes(ranks) > buffer_budget) {
    if (transport.credits / 2 >= least_credits) {
      transport.credits /= 2;
    } else if (transport.packet_bytes > least_bytes) {
      constexpr std::size_t words = ~std::size_t{7};
      transport.packet_bytes = std::max(least_bytes, transport.packet_bytes / 2 & words);
    } else {
      return false;
    }
  }
  return true;
}

cluster_options cluster_options::within_budget(rank_id ranks) const {
  cluster_options options = *this;
  const unsigned fewest = hops == 0 ? 1 : hops;
  const unsigned most = hops == 0 ? rank_grid::most_hops : hops;
  const unsigned enough = std::min(good_credits, transport.credits);
  const auto fits = [&](unsigned h, unsigned least_credits, std::size_t least_bytes) {
    // A row for each process first, whose hop costs no packet between processes.
    for (const rank_id row : {rank_id{workers}, rank_id{0}}) {
      if (row != 0 && (h == 1 || workers == 1)) continue;
      options = *this;
      options.transport.hops = h;
      options.transport.row = row;
      if (options.shrunk(ranks, least_credits, least_bytes)) return true;
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
      " bytes a rank where the budget is " + std::to_string(buffer_budget) +
      "; raise ARCAS_CLUSTER_BUFFERS, or run fewer ranks, or leave ARCAS_CLUSTER_HOPS to itself");
}

}  // namespace arcas::cluster
