// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality by sampling: with the requested confidence, all scores are at most the
// requested error from the exact scores; or sampling goes on only until the k highest scores are
// certain.
//
// Method: KADABRA (Borassi, Natale: KADABRA is an ADaptive Algorithm for Betweenness via Random
// Approximation, 2016; in parallel: van der Grinten, Angriman, Meyerhenke 2019). A sample is a
// random shortest path between two random vertices, found by searches from both ends that meet; the
// score of v is the share of paths that pass through v. The counts so far give an upper and a lower
// bound of each score (Bernstein's inequality for martingales). A few samples in advance distribute
// the risk of error over the vertices. Sampling ends when all bounds are close enough, or at the
// latest after a number of samples that follows from the length of the longest path (Riondato,
// Kornaropoulos 2014).
//
// The random numbers of sample i are a function of the seed and i, and bounds are checked after
// fixed numbers of samples: the result does not depend on the number of workers. Paths are counted
// in steps; each of several parallel edges makes a path of its own.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph {

// Called in the calling thread after some samples, with the number of samples so far and its
// maximum.
class sampling_observer {
 public:
  virtual void sampled(std::uint64_t samples, std::uint64_t most) = 0;

 protected:
  ~sampling_observer() = default;
};

struct sampled_betweenness_options {
  double error = 0.01;      // of each normalised score; from 10^-6 to below 1
  double confidence = 0.9;  // the probability that no error is greater; above 0, below 1
  // k: sampling also ends when the k highest scores are certain to be above all others; 0: it does
  // not.
  std::size_t certain_top = 0;
  std::uint64_t seed = 27491095;
  sampling_observer* observer = nullptr;
  loop_options loops = {};
};

struct sampling_end {
  std::uint64_t samples = 0;
  double error = 0;      // the greatest distance of a bound from its score
  bool certain = false;  // whether the options.certain_top highest scores are certain
};

struct sampled_betweenness_result : sampling_end {
  plain_array<double> scores;  // one a vertex, normalised as by betweenness()
};

// Cost: on graphs of low diameter, a sample takes two searches, each over about the square root of
// the number of edges. Memory: 20 bytes a vertex for each worker. Throws std::invalid_argument for
// an option out of range, and interrupted if a stop is requested by options.loops.stop.
sampled_betweenness_result sampled_betweenness(const graph_view& g,
                                               const sampled_betweenness_options& options = {});

}  // namespace arcas::inline v0::graph
