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

#include <arcas/cluster/rank.h>

#include <utility>

namespace arcas::cluster {

// 0 when all went well. A failure ends the whole job with a sentence and another exit status.
int run_job(int& argc, char**& argv, job main);

template <class F>
int run(int& argc, char**& argv, F&& f) {
  return run_job(argc, argv, job(std::forward<F>(f)));
}

}  // namespace arcas::cluster
