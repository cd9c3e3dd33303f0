// SPDX-License-Identifier: Apache-2.0
// What would ranks of one host gain if they shared memory (MPI_Win_allocate_shared) in place of
// sending? MPI alone, two processes; docs/experiments/2026-11-26-cluster-lanes.md has the outcome.
//   mpirun -n 2 cluster_shared_windows [TURNS]
// A turn measures each once, by turns; CSV with medians.
//   packets   rank 0 sends packets of 4,040 bytes: through a ring of 16 places in a shared window, filled
//             and read in place; or by MPI_Isend and MPI_Irecv, 16 under way
//   ping      8 bytes there and back: by a word of the window, or by MPI_Send and MPI_Recv
//   long      data into memory of the receiver: by memcpy from the window, or by MPI_Send and MPI_Recv
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

constexpr std::size_t packet_bytes = 4040;
constexpr std::size_t places = 16;
constexpr int packets = 20'000;
constexpr int pings = 20'000;
constexpr std::size_t most_bytes = std::size_t{16} << 20;

struct place {
  alignas(64) std::byte bytes[packet_bytes];
};
// Of the window; each word on a line of its own.
struct shared {
  alignas(64) std::atomic<std::uint64_t> given;
  alignas(64) std::atomic<std::uint64_t> taken;
  alignas(64) std::atomic<std::uint64_t> there;
  alignas(64) std::atomic<std::uint64_t> back;
  place ring[places];
  alignas(64) std::byte data[most_bytes];
};

int self = 0;
shared* window = nullptr;
std::uint64_t all_pings = 0;
std::uint64_t all_packets = 0;

// seq_cst and yields, as a rank that waits does: what is measured is copies and misses.
void wait_for(const std::atomic<std::uint64_t>& word, std::uint64_t value) {
  while (word.load() < value) {
  }
}

std::uint64_t sum_of(const std::byte* bytes) {
  std::uint64_t words[packet_bytes / 8];
  std::memcpy(words, bytes, sizeof words);
  return std::accumulate(std::begin(words), std::end(words), std::uint64_t{0});
}
void fill(std::byte* bytes, std::uint64_t number) {
  std::memset(bytes, static_cast<int>(number & 0xff), packet_bytes);
}

std::uint64_t packets_by_window() {
  std::uint64_t sum = 0;
  for (int i = 0; i < packets; ++i) {
    const std::uint64_t n = all_packets + static_cast<std::uint64_t>(i);
    place& p = window->ring[n % places];
    if (self == 0) {
      if (n >= places) wait_for(window->taken, n - places + 1);
      fill(p.bytes, n);
      window->given.store(n + 1);
    } else {
      wait_for(window->given, n + 1);
      sum += sum_of(p.bytes);
      window->taken.store(n + 1);
    }
  }
  all_packets += packets;
  return sum;
}

std::uint64_t packets_by_mpi() {
  static std::vector<place> buffers(places);
  std::vector<MPI_Request> requests(places, MPI_REQUEST_NULL);
  std::uint64_t sum = 0;
  const auto post = [&](std::size_t p) {
    if (self == 0) {
      MPI_Isend(buffers[p].bytes, packet_bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[p]);
    } else {
      MPI_Irecv(buffers[p].bytes, packet_bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[p]);
    }
  };
  if (self == 1) {
    for (std::size_t p = 0; p < places; ++p) post(p);
  }
  for (int i = 0; i < packets; ++i) {
    const std::size_t p = static_cast<std::size_t>(i) % places;
    MPI_Wait(&requests[p], MPI_STATUS_IGNORE);
    if (self == 1) {
      sum += sum_of(buffers[p].bytes);
      if (i + static_cast<int>(places) >= packets) continue;
    } else {
      fill(buffers[p].bytes, static_cast<std::uint64_t>(i));
    }
    post(p);
  }
  MPI_Waitall(places, requests.data(), MPI_STATUSES_IGNORE);
  return sum;
}

// Process 1 calls answer() before it answers.
template <class Answer>
void ping_by_window(const Answer& answer) {
  ++all_pings;
  if (self == 0) {
    window->there.store(all_pings);
    wait_for(window->back, all_pings);
  } else {
    wait_for(window->there, all_pings);
    answer();
    window->back.store(all_pings);
  }
}

std::uint64_t pings_by_window() {
  for (int i = 0; i < pings; ++i) ping_by_window([] {});
  return 0;
}
std::uint64_t pings_by_mpi() {
  std::uint64_t word = 0;
  for (int i = 0; i < pings; ++i) {
    if (self == 0) MPI_Send(&word, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&word, 8, MPI_BYTE, 1 - self, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (self == 1) MPI_Send(&word, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
  return word;
}

// The sender's data lies in the window already, or anywhere.
std::uint64_t long_by(bool by_window, std::size_t bytes) {
  static std::vector<std::byte> own(most_bytes);
  const int n = static_cast<int>(bytes);
  const int series = static_cast<int>(std::max<std::size_t>(2, most_bytes / bytes));
  for (int i = 0; i < series; ++i) {
    if (self == 0 && !by_window) MPI_Send(window->data, n, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (self == 1 && !by_window)
      MPI_Recv(own.data(), n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ping_by_window([&] {
      if (by_window) std::memcpy(own.data(), window->data, bytes);
    });
  }
  return static_cast<std::uint64_t>(own[0]);
}

template <class Run>
double seconds(const Run& run) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const std::uint64_t result = run();
  asm volatile("" ::"r"(result));
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - start;
}

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

template <class Window, class Mpi>
void compare(const char* what, std::size_t bytes, int turns, double count, const Window& w,
             const Mpi& m) {
  std::vector<double> by_window;
  std::vector<double> by_mpi;
  std::vector<double> ratios;
  for (int t = 0; t <= turns; ++t) {
    const double a = seconds(w);
    const double b = seconds(m);
    if (t == 0) continue;
    by_window.push_back(a / count);
    by_mpi.push_back(b / count);
    ratios.push_back(b / a);
  }
  if (self != 0) return;
  std::printf("%s,%zu,%.3f,%.3f,%.2f\n", what, bytes, median(by_window) * 1e6, median(by_mpi) * 1e6,
              median(ratios));
}

void measure(int turns) {
  if (self == 0) std::printf("what,bytes,us by window,us by MPI,MPI / window\n");
  compare("packets", packet_bytes, turns, packets, packets_by_window, packets_by_mpi);
  compare("ping", 8, turns, pings, pings_by_window, pings_by_mpi);
  for (const std::size_t bytes : {std::size_t{1} << 16, std::size_t{1} << 20, most_bytes}) {
    const auto series = static_cast<double>(std::max<std::size_t>(2, most_bytes / bytes));
    compare(
        "long", bytes, turns, series, [bytes] { return long_by(true, bytes); },
        [bytes] { return long_by(false, bytes); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  if (ranks != 2) {
    std::fprintf(stderr, "cluster_shared_windows requires 2 processes\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Win win = MPI_WIN_NULL;
  MPI_Win_allocate_shared(self == 0 ? sizeof(shared) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window,
                          &win);
  MPI_Aint bytes = 0;
  int unit = 1;
  MPI_Win_shared_query(win, 0, &bytes, &unit, &window);
  if (self == 0) std::memset(static_cast<void*>(window), 0, sizeof(shared));
  MPI_Barrier(MPI_COMM_WORLD);
  measure(argc > 1 ? std::atoi(argv[1]) : 11);
  MPI_Win_free(&win);
  MPI_Finalize();
}
