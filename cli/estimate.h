// SPDX-License-Identifier: Apache-2.0
// How much memory will a command need? The answer is given before the graph is read.
#pragma once

#include "kernel_report.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cli {

// The kind of graph that a command loads.
struct graph_form {
  bool both_directions = false;  // whether there are rows of out-edges and of in-edges
  std::size_t weight_bytes = 0;  // bytes of the weight of an arc
};

std::size_t weight_bytes(graph::weight_kind weights);

// Prints the estimate; returns an exit code.
int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  const graph_form& form);

// The size that the file or the generator states, or an estimate from samples of the file.
graph::graph_size size_of(const graph_opening& opening);

// The memory of the ranks of a job.
struct rank_memory {
  std::uint64_t ranks = 1;
  std::uint64_t available = 0;        // bytes that all ranks together may use
  std::uint64_t least_available = 0;  // the smallest number of bytes that a rank may use
  // Bytes of the unpacked text if each rank reads or generates the whole graph; else none.
  std::optional<std::uint64_t> whole_text;
};
void show_estimate_on_ranks(const graph::graph_size& size, const kernel_choice& choice,
                            const graph_form& form, const rank_memory& job);

}  // namespace cli
