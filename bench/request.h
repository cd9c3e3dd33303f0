// SPDX-License-Identifier: Apache-2.0
// What is one process asked to measure? The command line that every measuring program understands.
#pragma once

#include "workload.h"

#include <cstdint>
#include <string>

namespace bench {

struct request {
  // claim, burden, pagerank, triangles, betweenness, kernels, algorithms, replay, tasks
  std::string measure;
  std::string schedule;     // in the runtime's own words; empty: its default
  std::uint64_t grain = 0;  // 0: the runtime's own choice
  unsigned workers = 2;
  unsigned samples = 1;
  std::string shape = "even";     // claim: even or skewed
  std::uint64_t iterations = 16;  // of one loop; tasks: size of the recursion
  double cycles = 50;             // claim: of one iteration, on average
  // algorithms: sum, filter, scan or sort, or a sum by a reducer, by reducing-tasks or by tasks
  std::string operation = "sum";
  std::string recursion = "fib";    // tasks: fib, queens, tree, or empty ones by invoke or group
  std::string kernel = "pagerank";  // kernels: pagerank, jacobi or triangles
  double work_us = 1;               // burden: sequential time of one loop
  double gap_us = 0;                // burden: time that the caller waits before a loop
  std::uint64_t loops = 1000;  // loops (tasks: recursions) of one sample; kernels, replay: runs
  std::string graph;       // pagerank, triangles, kernels, replay: a file that bench_graph wrote
  std::string graph_name;  // the name of the graph in the record
  std::string memory = "first-touch";  // placement of the graph's arrays (graph_memory)
  bool each_loop = false;              // replay: a record for each loop, not for each length
  std::string form = "inside";         // betweenness: sources, nested or inside
  std::string levels;                  // betweenness: value for ARCAS_LEVELS, unless it is empty
  unsigned sources = 4;                // betweenness: searches in one run
  unsigned sweeps = 5;                 // pagerank: sweeps over the graph in one sample
  calibration cost;                    // cycles of an iteration; measured here unless given
  double tsc_hz = 0;                   // of the time stamp counter; measured here unless given
  std::string commit = "unknown";      // of the sources, given by the driver
  std::string label;                   // of the runtime, if the program cannot know it (LD_PRELOAD)
};

// Reads the command line; on a mistake or --help prints a sentence and ends the process.
request read_request(int argc, char** argv);

// Cycles of the time stamp counter in a second of the system's clock.
double measure_tsc_hz();

}  // namespace bench
