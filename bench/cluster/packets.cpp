// SPDX-License-Identifier: Apache-2.0
// What is the bandwidth of the network with packets of a given size, and which part of it do small
// messages reach if they share such packets? Each rank sends to the next one.
//   mpirun -n RANKS cluster_packets PACKET_BYTES [MESSAGES [REPETITIONS]]
// MESSAGES is the number that each rank sends. Ways to send, one for each row of the output:
//   messages   asyncs of 16 bytes
//   alone      the same asyncs with a flush after each, so that messages share a packet only while
//              they wait for a credit
//   by_hand    the same bytes in full packets, by a loop on MPI alone
// packets.py draws the curve.
#include "stopwatch.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/distributed.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using namespace arcas::cluster;

namespace {

// Bytes of a message: its function captures a handle and a number. The second constant is the
// maximum number of messages that a rank sends in the way `alone`.
constexpr std::size_t message_bytes = 16;
constexpr std::uint64_t most_alone = 100'000;
// Number of packets that the loop by hand has under way at a time: as many as the credits of a lane
// of Arcas.
constexpr std::size_t window = 16;
constexpr int tag = 103;

struct tally {
  std::uint64_t messages = 0;
  std::uint64_t sum = 0;
};
using tallies = distributed<tally>;

rank_id next_rank() {
  return (self() + 1) % ranks();
}

void send_messages(tallies at, std::uint64_t n, bool alone) {
  async_local_forall(0, n, [at, alone](std::uint64_t i) {
    const auto count = [at, i] {
      tally& own = at.local();
      ++own.messages;
      own.sum += i;
    };
    static_assert(sizeof count == message_bytes);
    async(next_rank(), count);
    if (alone) flush();
  });
}

double seconds_of_messages(std::uint64_t n, bool alone) {
  const auto at = tallies::make();
  const bench::stopwatch watch;
  on_all_ranks([at, n, alone] { send_messages(at, n, alone); });
  const double seconds = watch.seconds();
  const std::uint64_t wrong = fold_ranks(
      std::uint64_t{0}, [](std::uint64_t a, std::uint64_t b) { return a + b; },
      [at, n] {
        const tally& own = at.local();
        return std::uint64_t{own.messages != n || own.sum != n * (n - 1) / 2};
      });
  at.end();
  if (wrong != 0) throw std::runtime_error("messages were lost");
  return seconds;
}

// Called by all processes: each sends `packets` packets to the next process and receives the same
// number from the previous one.
double seconds_by_hand(std::uint64_t packets, std::size_t packet) {
  int own = 0;
  int all = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  const int bytes = static_cast<int>(packet);
  std::vector<std::byte> out(window * packet);
  std::vector<std::byte> in(window * packet);
  std::vector<MPI_Request> requests(2 * window, MPI_REQUEST_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (std::uint64_t n = 0; n < packets; ++n) {
    const std::size_t slot = n % window;
    MPI_Waitall(2, &requests[2 * slot], MPI_STATUSES_IGNORE);
    MPI_Irecv(&in[slot * packet], bytes, MPI_BYTE, (own + all - 1) % all, tag, MPI_COMM_WORLD,
              &requests[2 * slot]);
    MPI_Isend(&out[slot * packet], bytes, MPI_BYTE, (own + 1) % all, tag, MPI_COMM_WORLD,
              &requests[2 * slot + 1]);
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - start;
}

void print(const char* what, std::size_t packet, std::uint64_t bytes_of_a_rank, double seconds) {
  const double bytes = static_cast<double>(bytes_of_a_rank) * ranks();
  std::printf("%s,%zu,%u,%.1f,%.3f\n", what, packet, ranks(), bytes / seconds / 1e6,
              bytes / message_bytes / seconds / 1e6);
  std::fflush(stdout);
}

void measure(std::size_t packet, std::uint64_t messages) {
  const std::uint64_t alone = std::min(messages, most_alone);
  print("messages", packet, messages * message_bytes, seconds_of_messages(messages, false));
  print("alone", packet, alone * message_bytes, seconds_of_messages(alone, true));
}

void measure_by_hand(std::size_t packet, std::uint64_t messages) {
  const std::uint64_t packets = messages * message_bytes / packet + 1;
  const double seconds = seconds_by_hand(packets, packet);
  if (self() == 0) print("by_hand", packet, packets * packet, seconds);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "cluster_packets PACKET_BYTES [MESSAGES [REPETITIONS]]\n");
    return 2;
  }
  const auto packet = static_cast<std::size_t>(std::atoll(argv[1]));
  const std::uint64_t messages =
      argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 4'000'000;
  const int repetitions = argc > 3 ? std::atoi(argv[3]) : 3;
  cluster_options options;
  options.transport.packet_bytes = packet;
  const auto body = [packet, messages, repetitions] {
    if (ranks() < 2) return;
    std::printf("what,packet bytes,ranks,megabytes a second,millions of messages a second\n");
    for (int r = 0; r < repetitions; ++r) {
      measure(packet, messages);
      // The loop by hand needs one rank a process: the ranks of MPI are processes.
      if (detail::here().options().workers != 1) continue;
      on_all_ranks([packet, messages] { measure_by_hand(packet, messages); });
    }
  };
  return run(argc, argv, body, options);
}
