// SPDX-License-Identifier: Apache-2.0
// The options of `arcas bc`, in a single process and on ranks, and the report of sampled scores.
#pragma once

#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/kernels/betweenness.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cli {

struct betweenness_choice {
  std::size_t sample = 0;            // --sources: number of sources to draw; 0: all vertices
  std::vector<std::string> sources;  // --source
  std::string form = "auto";
  bool endpoints = false;
  bool counts = false;
  arcas::graph::sampled_betweenness_options sampling = {.error = 0};  // 0: not given

  bool is_sampled() const { return sampling.error != 0 || sampling.certain_top != 0; }
  arcas::graph::sampled_betweenness_options sampling_options() const {
    // With the library's error of 0.01 the ten highest vertices of Slashdot are far from certain.
    constexpr double error_of_top = 0.001;
    auto options = sampling;
    if (options.error == 0) options.error = error_of_top;
    return options;
  }
};

void add_betweenness_options(const options& arguments, betweenness_choice& choice);
// Throws std::invalid_argument for options that exclude each other.
void require_sense(const betweenness_choice& choice, bool weighted);

// Progress of sampling. In a single process it ends a run that Ctrl-C has asked to stop; on ranks
// no stop is requested, since session.stop is empty there.
class watched_samples final : public arcas::graph::sampling_observer {
 public:
  watched_samples(std::string prefix, session& s) : prefix_(std::move(prefix)), session_(s) {}
  void sampled(std::uint64_t samples, std::uint64_t most) override;

 private:
  const std::string prefix_;
  session& session_;
};

void describe_sampled_betweenness(kernel_report& report, std::span<const scored_vertex> highest,
                                  const arcas::graph::sampling_end& end,
                                  const betweenness_choice& choice, std::uint64_t seed,
                                  const id_of_vertex& id);

}  // namespace cli
