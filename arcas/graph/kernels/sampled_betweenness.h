// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality by sampling: scores that are, all of them, at most so far from the exact ones, with so much
// confidence; or as many samples as make the k highest certain.
//
// Method: KADABRA (Borassi, Natale: KADABRA is an ADaptive Algorithm for Betweenness via Random Approximation, 2016; in
// parallel: van der Grinten, Angriman, Meyerhenke 2019). A sample is a shortest path drawn at random between two random
// vertices, found by searches from both that meet; the score of v is the share of paths that pass through v. From the
// counts so far follow an upper and a lower bound of each score (Bernstein's inequality for martingales); the chance of
// error is dealt to the vertices by a few samples in advance; sampling ends when all bounds are near enough, at the
// latest at a number that follows from the longest path's length (Riondato, Kornaropoulos 2014).
//
// The draws of sample i are a function of the seed and i, and bounds are looked at after fixed numbers of samples: the
// result does not depend on the workers. Paths are counted in steps; parallel edges make paths of their own.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

// Called after some samples, with how many there are and the most that there may be; by the calling thread.
class sampling_observer {
 public:
  virtual void sampled(std::uint64_t samples, std::uint64_t most) = 0;

 protected:
  ~sampling_observer() = default;
};

struct sampled_betweenness_options {
  double error = 0.01;      // of each normalised score; from 10^-6 to below 1
  double confidence = 0.9;  // that no score is further off; above 0, below 1
  std::size_t certain_top =
      0;  // end, too, when these many highest scores are certain to be above all others
  std::uint64_t seed = 27491095;
  sampling_observer* observer = nullptr;
  loop_options loops = {};
};

struct sampling_end {
  std::uint64_t samples = 0;
  double error = 0;      // the greatest distance of a bound from its score
  bool certain = false;  // whether the options.certain_top highest are
};

struct sampled_betweenness_result : sampling_end {
  plain_array<double> scores;  // one a vertex, normalised as betweenness() does
};

// Cost: two searches of about the square root of the graph's edges a sample, on graphs of low diameter. Memory: 20
// bytes a vertex for each worker. Throws std::invalid_argument with a sentence for an option out of range, and
// interrupted where options.loops.stop asked for an end.
sampled_betweenness_result sampled_betweenness(const graph_view& g,
                                               const sampled_betweenness_options& options = {});

}  // namespace arcas::inline v0::graph
