// SPDX-License-Identifier: Apache-2.0
// How much memory will a command take? Before the graph is read.
#pragma once

#include "kernel_report.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cli {

// The kind of graph that a command loads.
struct graph_form {
  bool both_directions = false;  // rows of out- and of in-edges
  std::size_t weight_bytes = 0;  // of an arc
};

std::size_t weight_bytes(arcas::graph::weight_kind weights);

// Prints it; returns an exit code.
int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  const graph_form& form);

// What the file or the generator says, or what follows from samples of the file.
arcas::graph::graph_size size_of(const graph_opening& opening);

// The ranks of a job.
struct rank_memory {
  std::uint64_t ranks = 1;
  std::uint64_t available = 0;        // bytes that all of them may use
  std::uint64_t least_available = 0;  // that a rank may use
  // Where each rank reads, or draws, the whole graph: bytes of the text, unpacked; else none.
  std::optional<std::uint64_t> whole_text;
};
void show_estimate_on_ranks(const arcas::graph::graph_size& size, const kernel_choice& choice,
                            const graph_form& form, const rank_memory& job);

}  // namespace cli
