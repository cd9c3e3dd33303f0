// SPDX-License-Identifier: Apache-2.0
// How is the run of a kernel shown to people and to programs? What all have in common: the graph,
// the time, whether it was checked; the result is the kernel's own.
#pragma once

#include "graph_input.h"
#include "json.h"
#include "kernel_choice.h"
#include "trials.h"

#include <arcas/graph/csr.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct kernel_report {
  std::string text;         // the result for people, lines
  std::string result_name;  // the result's member in the JSON object
  std::string result_json;
  trial_seconds seconds;
  std::uint64_t passes = 1;  // times that a run goes over the edges, for their rate
  std::string fault;         // what the check found; empty where all is well or nothing was checked
};

// The line of the graph, for as soon as it is there; nothing with --json.
void announce(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges,
              const kernel_choice& choice);

// Prints all that remains and returns the exit code. Throws std::runtime_error with a sentence
// where the check found a fault.
int show(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
         std::uint64_t edges, const kernel_choice& choice);

// Cells in columns, right-aligned, under their titles.
std::string as_table(const std::vector<std::string>& titles,
                     const std::vector<std::vector<std::string>>& rows);

// So many of n vertices, those of the greatest value first, equal ones by number.
std::vector<arcas::graph::vertex> highest(std::size_t n, std::size_t count,
                                          const std::function<double(arcas::graph::vertex)>& value);

double per_second(double amount, double seconds);

}  // namespace cli
