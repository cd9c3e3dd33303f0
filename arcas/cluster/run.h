// SPDX-License-Identifier: Apache-2.0
// The beginning of a program that runs on a cluster:
//
//   int main(int argc, char** argv) {
//     return arcas::cluster::run(argc, argv, [] { … });
//   }
//
// Every rank calls run(); the body runs once, as a task of rank 0, and the job is over when all
// that it has begun has ended. Started by mpirun; without it, on one rank.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/ranks/rank.h>

#include <string>
#include <utility>
#include <vector>

namespace arcas::cluster {

// 0 when all went well. A failure ends the whole job with a sentence and another exit status.
// ARCAS_CLUSTER_ variables come before `options`, which must be the same on all ranks.
int run_job(int& argc, char**& argv, job main, const cluster_options& options);

template <class F>
int run(int& argc, char**& argv, F&& f, const cluster_options& options = {}) {
  return run_job(argc, argv, job(std::forward<F>(f)), options);
}

// What each rank has done, in their order; asked for by one task.
std::vector<rank_counts> gather_counts();
// The same to a file, as JSON. Throws std::runtime_error where it cannot be written.
void write_metrics(const std::string& path);

}  // namespace arcas::cluster
