// SPDX-License-Identifier: Apache-2.0
// When does the sampling of paths end? KADABRA's bounds and steps (betweenness.h), in one process
// or on ranks.
#pragma once

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/machine.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace arcas::inline v0::graph::detail {

// Throws std::invalid_argument for an option out of range.
void require_sense(const sampled_betweenness_options& options);

// How far may the exact share of paths through a vertex be from the share among `samples`? Each
// bound fails with a probability of at most exp(-log_risk). This object is copied to other ranks.
struct share_bounds {
  double most = 0;  // the maximum number of samples
  double samples = 0;

  double below(double share, double log_risk) const {
    return distance(share, log_risk, 1.0 / 3 - most / samples);
  }
  double above(double share, double log_risk) const {
    return distance(share, log_risk, 1.0 / 3 + most / samples);
  }
  double wider(double share, double log_risk) const {
    return std::max(below(share, log_risk), above(share, log_risk));
  }

 private:
  double distance(double share, double log_risk, double a) const {
    return log_risk / samples * (a + std::sqrt(a * a + 2 * share * most / log_risk));
  }
};

// Are the k highest scores certain to be the highest? `least` is the smallest lower bound among
// them, `most` the largest upper bound of the other vertices.
struct top_margin {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;

  void add(bool is_top, double share, double log_risk, const share_bounds& bounds) {
    if (is_top) {
      least = std::min(least, share - bounds.below(share, log_risk));
    } else {
      most = std::max(most, share + bounds.above(share, log_risk));
    }
  }
  top_margin joined(const top_margin& b) const {
    return {std::min(least, b.least), std::max(most, b.most)};
  }
  bool is_certain() const { return least >= most; }
};

template <template <class> class Array>
struct path_shares {
  Array<double> shares;     // share of the samples whose path passes through a vertex
  Array<double> log_risks;  // -log of the probability that a vertex's bound does not hold
};

// Counts: a machine (machine.h) whose values are path_shares. It counts the sampled paths through
// each vertex, and has the members
//   take(first, more)  draws and counts `more` samples, from number `first` on
//   forget()           sets all counts to 0
//   share(samples)     sets the share of each vertex to its count divided by `samples`
//   is_top_certain(k, bounds)   whether the top_margin of the k highest shares is certain
template <class Counts>
class kadabra {
  using values = typename Counts::values;

  // The part of the risk (1 - confidence) for the bounds of all scores; the rest is for the maximum
  // number of samples.
  static constexpr double half = 0.5;
  // The part of the bounds' risk that is divided equally, so that each vertex has some.
  static constexpr double even_part = 0.001;
  // advance_part: the samples that deal_risk() draws in advance, as a part of the maximum. From one
  // check of the bounds to the next, the number of samples grows by 1/look_part of itself, but at
  // least by first_look.
  static constexpr double advance_part = 0.01;
  static constexpr std::uint64_t first_look = 1024;
  static constexpr std::uint64_t look_part = 8;

 public:
  // longest: an upper limit of the number of vertices on a shortest path. `counts` has at least 3
  // vertices.
  kadabra(Counts& counts, double longest, const sampled_betweenness_options& options)
      : counts_(counts),
        options_(options),
        vertices_(static_cast<double>(counts.size())),
        error_(options.error / scale()),
        risk_((1 - options.confidence) * half) {
    const double levels = longest > 2 ? std::floor(std::log2(longest - 2)) : 0;
    most_ = std::ceil(0.5 / (error_ * error_) * (levels + 1 + std::log(1 / risk_)));
    counts_.begin(&values::shares);
    counts_.begin(&values::log_risks);
  }

  // The score of a vertex divided by its share: a share is a part of the pairs of all vertices, a
  // score a part of the pairs of the other vertices.
  double scale() const { return vertices_ / (vertices_ - 2); }

  // Draws samples until the bounds suffice. The scores are then the shares times scale().
  sampling_end run() {
    deal_risk();
    sampling_end end;
    for (;;) {
      const auto step = std::max(first_look, samples_ / look_part);
      take(std::min(step, static_cast<std::uint64_t>(most_) - samples_));
      if (options_.observer != nullptr)
        options_.observer->sampled(samples_, static_cast<std::uint64_t>(most_));
      const share_bounds bounds{most_, static_cast<double>(samples_)};
      end.error = counts_
                      .template sum<greatest>([bounds](const auto& v, std::size_t i) {
                        return greatest{bounds.wider(v.shares[i], v.log_risks[i])};
                      })
                      .value;
      end.certain =
          options_.certain_top != 0 && counts_.is_top_certain(options_.certain_top, bounds);
      if (end.certain || end.error <= error_ || bounds.samples >= most_) break;
    }
    // The maximum number of samples is chosen so that the requested error then holds.
    if (static_cast<double>(samples_) >= most_) end.error = std::min(end.error, error_);
    end.error *= scale();
    end.samples = samples_;
    return end;
  }

 private:
  void take(std::uint64_t more) {
    counts_.take(drawn_, more);
    drawn_ += more;
    samples_ += more;
    counts_.share(static_cast<double>(samples_));
  }

  // Distributes the risk. Vertices of high scores need more samples or a greater risk: risks are
  // chosen so that all bounds would be close enough after about the same number of samples. They
  // are computed from samples that are drawn in advance and do not count later, so that the later
  // samples are independent of the risks.
  void deal_risk() {
    take(std::max(first_look, static_cast<std::uint64_t>(most_ * advance_part)));
    const auto risk_of = [square = error_ * error_, least = 1 / static_cast<double>(samples_)](
                             double share, double c) {
      return std::exp(-c * square / std::max(share, least));
    };
    const double wanted = risk_ * (1 - even_part);
    double low = 0, high = 1 / (error_ * error_) * std::log(4.0 * vertices_ / wanted);
    for (int halvings = 0; halvings < 40; ++halvings) {
      const double c = (low + high) / 2;
      const double sum = counts_.template sum<double>(
          [risk_of, c](const auto& v, std::size_t i) { return 2 * risk_of(v.shares[i], c); });
      (sum > wanted ? low : high) = c;
    }
    const double even = risk_ * even_part / (2 * vertices_);
    counts_.apply([risk_of, high, even](auto& v, std::size_t i) {
      v.log_risks[i] = -std::log(risk_of(v.shares[i], high) + even);
    });
    counts_.forget();
    samples_ = 0;
  }

  Counts& counts_;
  const sampled_betweenness_options& options_;
  const double vertices_;
  const double error_;  // of shares
  const double risk_;
  double most_ = 0;          // the maximum number of samples
  std::uint64_t drawn_ = 0;  // number of samples, including those in advance
  std::uint64_t samples_ = 0;
};

}  // namespace arcas::inline v0::graph::detail
