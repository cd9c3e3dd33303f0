// SPDX-License-Identifier: Apache-2.0
// Computes the eigenvector of the greatest eigenvalue of a symmetric matrix M, using only products
// M x.
//
// Method: LOBPCG (Knyazev, Toward the Optimal Preconditioned Eigensolver, 2001) with one vector and
// no preconditioner. A step replaces x by the best vector in the span of three vectors: x; its
// residual w = M x - theta x, where theta = x'M x; and p, the search direction of the previous
// steps. If the relative distance of the second eigenvalue from the first is g, a step is worth
// 1 / sqrt(g) rounds of the power iteration. x and p remain orthogonal and of length 1. w is
// orthogonal to both except for rounding errors, which would grow a hundredfold in each step.
// Therefore the components of w along x and p are measured, and subtracted when the coefficients
// are computed, without a separate pass.
//
// The vectors belong to the caller, in one process or on many ranks (power_iteration.h, `Vectors`).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace arcas::inline v0::graph::detail {

template <class Vectors>
class dominant_vector {
 public:
  // x has length 1, and y is M x. Each step changes both.
  explicit dominant_vector(Vectors& vectors) : vectors_(vectors) {
    using parts = typename Vectors::values;
    for (const auto part : {&parts::p, &parts::mp, &parts::w, &parts::mw}) vectors_.begin(part);
    theta_ = add_up([](const auto& v, std::size_t i) { return v.x[i] * v.y[i]; });
    move({1, 0, 0}, {0, 0, 0});
  }

  // |w| / |M x|: approximately the change of x by one round of the power iteration.
  double residual() const { return std::sqrt(of_.ww / (theta_ * theta_ + of_.ww)); }

  // multiply() sets mw = M w. Returns false if rounding errors prevent further progress.
  template <class Multiply>
  bool step(const Multiply& multiply) {
    const double squares = of_.ww - of_.xw * of_.xw - of_.pw * of_.pw;
    if (!(squares > of_.ww / 2)) return false;
    const double length = std::sqrt(squares);
    multiply();
    const double w_mw = add_up([](const auto& v, std::size_t i) { return v.w[i] * v.mw[i]; });
    // M in the orthonormal basis (x, u, p): {{theta, f, 0}, {f, c, e}, {0, e, pi}}. u is w without
    // its components along x and p, scaled to length 1.
    const double f = (of_.w_mx - of_.xw * theta_) / length;
    const double e = (of_.w_mp - of_.pw * pi_) / length;
    const double c = (w_mw - 2 * (of_.xw * of_.w_mx + of_.pw * of_.w_mp) +
                      of_.xw * of_.xw * theta_ + of_.pw * of_.pw * pi_) /
                     squares;
    const double gain = gain_over(theta_, f, c, e, pi_);
    if (!(gain > 0)) return false;
    const coefficients to = unit({f / gain, 1, e / (gain + theta_ - pi_)});
    const double away = std::hypot(to.w, to.p);
    const coefficients way = {-away, to.x * to.w / away, to.x * to.p / away};
    pi_ = way.x * (theta_ * way.x + 2 * f * way.w) + way.w * (c * way.w + 2 * e * way.p) +
          way.p * pi_ * way.p;
    theta_ += gain;
    move(along(to, length), along(way, length));
    return true;
  }

 private:
  struct coefficients {
    double x = 0, w = 0, p = 0;
  };
  struct products {
    double ww = 0, xw = 0, pw = 0, w_mx = 0, w_mp = 0;
    friend products operator+(const products& a, const products& b) {
      return {a.ww + b.ww, a.xw + b.xw, a.pw + b.pw, a.w_mx + b.w_mx, a.w_mp + b.w_mp};
    }
  };

  template <class F>
  double add_up(const F& f) {
    return vectors_.template sum<double>(f);
  }
  static coefficients unit(const coefficients& c) {
    const double length = std::hypot(c.x, c.w, c.p);
    return {c.x / length, c.w / length, c.p / length};
  }
  // Converts coefficients of the orthonormal basis to coefficients of x, w and p.
  coefficients along(const coefficients& c, double length) const {
    const double w = c.w / length;
    return {c.x - w * of_.xw, w, c.p - w * of_.pw};
  }

  // The greatest eigenvalue of {{a, f, 0}, {f, c, e}, {0, e, d}}, minus a. Computed by bisection,
  // so that even a small difference is exact to the last bit.
  static double gain_over(double a, double f, double c, double e, double d) {
    const double rest = (c + d) / 2 + std::hypot((c - d) / 2, e);
    double low = std::max(0.0, rest - a), high = low + std::abs(f);
    for (;;) {
      const double gain = low + (high - low) / 2;
      if (!(gain > low && gain < high)) return high;
      const double beside = gain + (a - c) - (e == 0 ? 0 : e * e / (gain + (a - d)));
      (beside > 0 && gain * beside >= f * f ? high : low) = gain;
    }
  }

  // Replaces x and p by the combinations `to` and `way` of x, w and p, and w by the new residual.
  void move(const coefficients& to, const coefficients& way) {
    of_ = vectors_.template sum<products>([to, way, theta = theta_](auto& v, std::size_t i) {
      const double x = v.x[i] * to.x + v.w[i] * to.w + v.p[i] * to.p;
      const double mx = v.y[i] * to.x + v.mw[i] * to.w + v.mp[i] * to.p;
      const double p = v.x[i] * way.x + v.w[i] * way.w + v.p[i] * way.p;
      const double mp = v.y[i] * way.x + v.mw[i] * way.w + v.mp[i] * way.p;
      const double w = mx - theta * x;
      v.x[i] = x;
      v.y[i] = mx;
      v.p[i] = p;
      v.mp[i] = mp;
      v.w[i] = w;
      return products{w * w, x * w, p * w, w * mx, w * mp};
    });
  }

  Vectors& vectors_;
  double theta_ = 0, pi_ = 0;  // x'M x and p'M p
  products of_;                // of the current vectors
};

}  // namespace arcas::inline v0::graph::detail
