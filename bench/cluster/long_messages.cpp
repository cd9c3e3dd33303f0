// SPDX-License-Identifier: Apache-2.0
// What does long data cost, beside plain MPI_Send and MPI_Recv, from rank 0 to rank 1 or back?
//   mpirun -n 2 cluster_long_messages [TURNS [MEGABYTES [LONG_BYTES]]]
//   ARCAS_CLUSTER_WORKERS=2 cluster_long_messages …     two ranks of one process, without MPI beside
// A turn measures each kind once, some messages in a row, each with an empty answer; CSV: the median
// time of a message, and the median of its ratios to MPI in the same turn.
// LONG_BYTES: from which length on data travels beside packets (transport_options::long_bytes).
//   mpi          MPI_Send into memory that is there
//   mpi_back     the same from there
//   mpi_vector   the same into a new std::vector
//   mpi_vectors  from a new one into a new one
//   write_from, read_into                         a part of a global array
//   call         a function with a std::vector; beside mpi_vector
//   answer       a function that returns a new one; beside mpi_vectors
#include "stopwatch.h"

#include <arcas/cluster.h>

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr int tag = 104;
constexpr std::size_t bytes_of_a_series = std::size_t{32} << 20;
constexpr std::size_t most_of_a_series = 64;

enum kind : std::size_t {
  mpi,
  mpi_back,
  mpi_vector,
  mpi_vectors,
  write,
  read_back,
  call_with,
  answer_with,
  kinds
};
constexpr const char* names[] = {"mpi",        "mpi_back",  "mpi_vector", "mpi_vectors",
                                 "write_from", "read_into", "call",       "answer"};
constexpr kind beside[] = {mpi, mpi_back, mpi_vector, mpi_vectors,
                           mpi, mpi_back, mpi_vector, mpi_vectors};

// The whole of what a rank has to do in MPI for a series, in place of the runtime.
void mpi_series(std::span<double> data, std::size_t messages, kind what) {
  const auto n = static_cast<int>(data.size_bytes());
  const bool sends = (self() == 0) != (what == mpi_back);
  const bool fresh = what == mpi_vectors || (what == mpi_vector && !sends);
  const int other = self() == 0 ? 1 : 0;
  for (std::size_t i = 0; i < messages; ++i) {
    std::vector<double> own(fresh ? data.size() : 0);
    double* const at = fresh ? own.data() : data.data();
    if (sends) {
      MPI_Send(at, n, MPI_BYTE, other, tag, MPI_COMM_WORLD);
      MPI_Recv(nullptr, 0, MPI_BYTE, other, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(at, n, MPI_BYTE, other, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(nullptr, 0, MPI_BYTE, other, tag, MPI_COMM_WORLD);
    }
  }
}

double seconds_of_mpi(global_array<double> a, std::span<double> own, std::size_t messages,
                      kind what) {
  double seconds = 0;
  finish([&] {
    spawn_on(1, [a, n = own.size(), messages, what] {
      MPI_Send(nullptr, 0, MPI_BYTE, 0, tag + 1, MPI_COMM_WORLD);
      mpi_series({a.local_data(), n}, messages, what);
    });
    flush();
    MPI_Recv(nullptr, 0, MPI_BYTE, 1, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const bench::stopwatch watch;
    mpi_series(own, messages, what);
    seconds = watch.seconds() / static_cast<double>(messages);
  });
  return seconds;
}

void one_message(kind what, global_array<double> a, std::vector<double>& own) {
  const auto at = a.begin() + static_cast<std::int64_t>(own.size());  // where rank 1's part begins
  switch (what) {
    case write:
      write_from(at, own);
      break;
    case read_back:
      read_into(at, own);
      break;
    case call_with:
      if (call(1, [](const std::vector<double>& there) { return there.size(); }, own) != own.size())
        throw std::runtime_error("a message has come short");
      break;
    default:
      if (call(1, [n = own.size()] { return std::vector<double>(n); }).size() != own.size())
        throw std::runtime_error("an answer has come short");
  }
}

double seconds_of(kind what, global_array<double> a, std::vector<double>& own,
                  std::size_t messages) {
  if (what < write) return seconds_of_mpi(a, own, messages, what);
  const bench::stopwatch watch;
  for (std::size_t i = 0; i < messages; ++i) one_message(what, a, own);
  return watch.seconds() / static_cast<double>(messages);
}

double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
  return of[of.size() / 2];
}

void measure(std::size_t bytes, std::size_t turns) {
  const std::size_t n = bytes / sizeof(double);
  const auto a = global_array<double>::make(2 * n, n);
  std::vector<double> own(n, 1.0);
  const std::size_t messages =
      std::clamp<std::size_t>(bytes_of_a_series / bytes, 2, most_of_a_series);
  const bool beside_mpi = detail::here().options().workers == 1;
  const std::size_t first = beside_mpi ? mpi : write;
  std::vector<double> seconds[kinds];
  std::vector<double> ratios[kinds];
  for (std::size_t t = 0; t <= turns; ++t) {
    double now[kinds] = {};
    for (std::size_t k = first; k < kinds; ++k) now[k] = seconds_of(kind(k), a, own, messages);
    if (t == 0) continue;  // memory is touched for the first time
    for (std::size_t k = first; k < kinds; ++k) {
      seconds[k].push_back(now[k]);
      ratios[k].push_back(now[k] / now[beside[k]]);
    }
  }
  for (std::size_t k = first; k < kinds; ++k) {
    std::printf("%s,%zu,%zu,%.2f", names[k], bytes, turns, median(seconds[k]) * 1e6);
    if (beside_mpi) std::printf(",%s,%.3f", names[beside[k]], median(ratios[k]));
    std::printf("\n");
  }
  std::fflush(stdout);
  auto freed = a;
  freed.free();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t turns = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 9;
  const std::size_t most = (argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 64) << 20;
  cluster_options options;
  if (argc > 3) options.transport.long_bytes = std::strtoull(argv[3], nullptr, 10);
  const auto body = [turns, most] {
    if (ranks() != 2) throw std::invalid_argument("cluster_long_messages requires 2 ranks");
    std::printf("kind,bytes,turns,microseconds a message,beside,ratio\n");
    for (const std::size_t bytes :
         {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 26}) {
      if (bytes <= most) measure(bytes, turns);
    }
  };
  return run(argc, argv, body, options);
}
