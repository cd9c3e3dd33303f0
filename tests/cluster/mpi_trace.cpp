// SPDX-License-Identifier: Apache-2.0
// A job under mpirun whose timeline (ARCAS_CLUSTER_TRACE) the process of rank 0 reads back after
// the job. Prints the errors that it finds.
#include "traced_job.h"

#include <arcas/cluster.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

namespace cluster = arcas::cluster;

namespace {

// Set by the main task, which runs in the process that reads the timeline back.
cluster::rank_id ranks_of_job = 0;

int read_back(const std::string& path) {
  // On a slow machine all round trips that align the clocks may be late. The clocks are then only
  // aligned within a millisecond, and a packet may seem to arrive before it was sent.
  constexpr std::uint64_t bound = 1'000'000;
  const std::string bytes = cluster::test::contents_of(path);
  const auto faults =
      cluster::test::faults_of_job(perfetto_reader::read(bytes), ranks_of_job, bound);
  std::filesystem::remove(path);
  for (const std::string& fault : faults) std::fprintf(stderr, "mpi_trace: %s\n", fault.c_str());
  return faults.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int ended = cluster::run(argc, argv, [] {
    ranks_of_job = cluster::ranks();
    cluster::test::traced_job();
  });
  const char* const path = std::getenv("ARCAS_CLUSTER_TRACE");
  if (ended != 0 || ranks_of_job == 0 || !path) return ended;
  try {
    return read_back(path);
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "mpi_trace: %s\n", wrong.what());
    return 1;
  }
}
