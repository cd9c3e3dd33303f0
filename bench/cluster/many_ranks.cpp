// SPDX-License-Identifier: Apache-2.0
// What do a thousand ranks need? Memory for packets, packets for random updates, and turns to find
// out that all is over; on a virtual cluster, all ranks in this one thread.
//   cluster_many_ranks UPDATES RANKS...     updates of each rank; every number of hops for each
//   RANKS
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/virtual_cluster.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>

using namespace arcas::cluster;
using namespace arcas::cluster::detail;

namespace {

constexpr int finishes = 10;

struct run_of_ranks {
  virtual_options options;
  std::uint64_t turn = 0;
  std::uint64_t turns_of_finishes = 0;
  rank_counts all{};
  std::uint64_t busiest_control = 0;  // messages on the control lane that one rank has run
};

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Each rank adds one to elements drawn at random, as often as is asked for.
void update(int updates) {
  const auto table = global_array<std::uint64_t>::make(std::uint64_t{16} * ranks(), 1);
  forall(table, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([table, updates] {
    std::uint64_t drawn = self() + 1;
    for (int i = 0; i < updates; ++i) {
      drawn = drawn * 6364136223846793005u + 1442695040888963407u;
      async_add(table[(drawn >> 20) % table.size()], 1);
    }
  });
}

void measure(run_of_ranks& r, int updates) {
  r.options.before_turn = [&r](std::uint64_t turn, virtual_faults&) { r.turn = turn; };
  const auto counts = run_virtual(r.options, job([&r, updates] {
                                    update(updates);
                                    const std::uint64_t first = r.turn;
                                    for (int i = 0; i < finishes; ++i) {
                                      finish([] { async(ranks() - 1, [] {}); });
                                    }
                                    r.turns_of_finishes = r.turn - first;
                                  }));
  for (const rank_counts& c : counts) {
    r.all += c;
    r.busiest_control = std::max(r.busiest_control, c.control_run);
  }
}

void report(rank_id ranks, unsigned hops, int updates) {
  run_of_ranks r;
  r.options.ranks = ranks;
  r.options.cluster.hops = hops;
  r.options.cluster.heap_bytes = std::size_t{1} << 26;
  const cluster_options kept = r.options.cluster.within_budget(ranks);
  const double start = processor_seconds();
  measure(r, updates);
  const double seconds = processor_seconds() - start;
  const double packet_kib = static_cast<double>(packet::head + kept.transport.packet_bytes) / 1024;
  std::printf("%u,%u,%u,%.1f,%.0f,%.2f,%.1f,%.1f,%llu,%.1f\n", ranks, kept.transport.hops,
              kept.transport.credits, static_cast<double>(kept.buffer_bytes(ranks)) / (1 << 20),
              packet_kib * static_cast<double>(r.all.sent.most_packets), seconds,
              static_cast<double>(r.all.aggregated.messages + r.all.aggregated.forwarded) /
                  static_cast<double>(r.all.sent.packets_sent),
              static_cast<double>(r.all.aggregated.forwarded) /
                  static_cast<double>(r.all.aggregated.messages),
              static_cast<unsigned long long>(r.busiest_control),
              static_cast<double>(r.turns_of_finishes) / finishes / ranks);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "cluster_many_ranks UPDATES RANKS...: updates of each rank, ranks\n");
    return 2;
  }
  std::printf(
      "ranks,hops,credits,buffers at most MiB a rank,packets in hand at most KiB,processor seconds,"
      "messages a packet,hops more a message,control messages of one rank,turns of a rank a "
      "finish\n");
  try {
    for (int i = 2; i < argc; ++i) {
      for (unsigned hops = 1; hops <= rank_grid::most_hops; ++hops) {
        report(static_cast<rank_id>(std::strtoul(argv[i], nullptr, 10)), hops, std::atoi(argv[1]));
      }
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "cluster_many_ranks: %s\n", e.what());
    return 1;
  }
}
