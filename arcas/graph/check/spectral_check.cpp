// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The check computes one step more than the kernel. That step may change the scores by this
// multiple of the tolerance. The kernel's last step changed them by at most the tolerance, but
// rounding may make the next change larger. If the matrix is not symmetric, the change may also
// grow from step to step: at most by the greatest growth of any vector, divided by the growth of
// the scores. fault_in_step() allows twice this ratio.
constexpr double steps_slack = 4;

double length_of(std::span<const double> x) {
  double squares = 0;
  for (const double value : x) squares += value * value;
  return std::sqrt(squares);
}
double total_of(std::span<const double> x) {
  double total = 0;
  for (const double value : x) total += value;
  return total;
}
std::string fault_in_values(std::span<const double> x, double size, const char* what) {
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (!(x[v] >= 0))
      return "vertex " + std::to_string(v) + " has score " + number_text(x[v]) +
             "; scores must be at least 0";
  }
  if (x.empty() || std::abs(size - 1) <= 1e-9) return {};
  return std::string("the scores have ") + what + " " + number_text(size) + ", not 1";
}
std::string fault_in_step(double change, double tolerance, double growth = 0) {
  const double allowed = std::max(steps_slack, 2 * growth) * tolerance + 1e-12;
  if (change <= allowed) return {};
  return "one more iteration changes the scores by " + number_text(change) + "; at most " +
         number_text(allowed) + " is allowed";
}
// An upper bound on the factor by which the matrix of these edges, divided by `unit` and with `own`
// added to its diagonal, lengthens a vector.
double greatest_growth(const each_edge& edges, std::size_t vertices, double own, double unit) {
  std::vector<double> from(vertices, own), to(vertices, own);
  edges([&](vertex a, vertex b, double w) {
    from[a] += w / unit;
    to[b] += w / unit;
  });
  return vertices == 0 ? 0 : std::sqrt(std::ranges::max(from)) * std::sqrt(std::ranges::max(to));
}
// The length of x - by * y.
double distance(std::span<const double> x, std::span<const double> y, double by) {
  double squares = 0;
  for (std::size_t v = 0; v < x.size(); ++v) squares += (x[v] - y[v] * by) * (x[v] - y[v] * by);
  return std::sqrt(squares);
}

// Weights are divided by this unit: very small weights would be lost beside the identity that is
// added to the matrix, and squares of very large weights would overflow.
double unit_of(const each_edge& edges) {
  double greatest = 0;
  edges([&](vertex, vertex, double w) { greatest = std::max(greatest, w); });
  return greatest != 0 && (greatest < 1e-3 || greatest > 1e60) ? greatest : 1;
}

}  // namespace

std::string fault_in_eigenvector(const each_edge& edges, std::span<const double> scores,
                                 double tolerance) {
  const std::string fault = fault_in_values(scores, length_of(scores), "length");
  if (!fault.empty()) return fault;
  std::vector<double> next(scores.begin(), scores.end());
  const double unit = unit_of(edges);
  edges([&](vertex from, vertex to, double w) { next[to] += w / unit * scores[from]; });
  if (scores.empty()) return {};
  const double length = length_of(next);
  return fault_in_step(distance(scores, next, 1 / length), tolerance,
                       greatest_growth(edges, scores.size(), 1, unit) / length);
}

std::string fault_in_katz(const each_edge& edges, std::span<const double> scores, double alpha,
                          double tolerance) {
  const std::string fault = fault_in_values(scores, length_of(scores), "length");
  if (!fault.empty() || scores.empty()) return fault;
  std::vector<double> rest(scores.begin(), scores.end());
  edges([&](vertex from, vertex to, double w) { rest[to] -= alpha * w * scores[from]; });
  // By the definition, `rest` is 1 for each vertex. Scaling the scores to length 1 has scaled
  // `rest`, too, but it must still be the same for all vertices.
  const double same = total_of(rest) / static_cast<double>(rest.size());
  const std::vector<double> all(rest.size(), 1.0);
  return fault_in_step(distance(rest, all, same), tolerance,
                       alpha * greatest_growth(edges, scores.size(), 0, 1));
}

std::string fault_in_hits(const each_edge& edges, std::span<const double> hubs,
                          std::span<const double> authorities, double tolerance) {
  for (const auto& part : {hubs, authorities}) {
    const std::string fault = fault_in_values(part, total_of(part), "a sum of");
    if (!fault.empty()) return fault;
  }
  std::vector<double> to_authorities(hubs.size()), to_hubs(hubs.size());
  const double unit = unit_of(edges);
  edges([&](vertex from, vertex to, double w) { to_authorities[to] += w / unit * hubs[from]; });
  if (total_of(to_authorities) == 0) return {};
  edges([&](vertex from, vertex to, double w) { to_hubs[from] += w / unit * to_authorities[to]; });
  // The kernel compares its steps as vectors of length 1, while the scores add up to 1.
  const auto change = [](std::span<const double> x, std::span<const double> y) {
    return distance(x, y, length_of(x) / length_of(y)) / length_of(x);
  };
  const std::string fault = fault_in_step(change(hubs, to_hubs), tolerance);
  return fault.empty() ? fault_in_step(change(authorities, to_authorities), tolerance) : fault;
}

}  // namespace arcas::inline v0::graph
