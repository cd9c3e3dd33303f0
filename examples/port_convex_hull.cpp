// SPDX-License-Identifier: Apache-2.0
// The convex hull of points by quickhull. The oneTBB form is
//
//   parallel_reduce(blocked_range(…), farthest_so_far)    the point farthest from a line
//   parallel_for(…) into a concurrent_vector              the points beyond it, in any order
//   parallel_invoke(left, right)                          both sides of that point
//
// The Arcas form uses max_element, filter (which keeps the order of the points) and invoke.
// Coordinates are integers, so comparisons are exact, and the hull equals that of any other method.
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/search.h>
#include <arcas/arcas.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

struct point {
  std::int64_t x, y;
  auto operator<=>(const point&) const = default;
};
using points = std::vector<point>;

// Twice the signed area of the triangle: positive if c is to the left of the line from a to b.
std::int64_t turn(point a, point b, point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

points some_points(std::size_t n) {
  constexpr std::int64_t radius = 1'000'000;
  points all;
  std::uint64_t state = 271'828'182;
  const auto next = [&] {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::int64_t>((state >> 33) % (2 * radius + 1)) - radius;
  };
  while (all.size() < n) {
    const std::int64_t x = next(), y = next();
    if (x * x + y * y <= radius * radius) all.push_back({x, y});
  }
  return all;
}

// The part of the hull between a and b, without a and b. left: the points to the left of the line
// from a to b.
points hull_beyond(point a, point b, const points& left) {
  if (left.empty()) return {};
  // Of several points at the greatest distance, the last one in the order of coordinates is a
  // corner of the hull.
  const point top = *arcas::max_element(left, [&](point p, point q) {
    const std::int64_t of_p = turn(a, b, p), of_q = turn(a, b, q);
    return of_p != of_q ? of_p < of_q : p < q;
  });
  points before, after;
  const auto side = [&](point from, point to, points& hull) {
    const points beyond = arcas::filter(left, [&](point p) { return turn(from, to, p) > 0; });
    hull = hull_beyond(from, to, beyond);
  };
  arcas::invoke([&] { side(a, top, before); }, [&] { side(top, b, after); });
  before.push_back(top);
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

// The hull, clockwise from the leftmost point.
points quickhull(const points& all) {
  const point first = *arcas::min_element(all), last = *arcas::max_element(all);
  points upper, lower;
  const auto side = [&](point from, point to, points& hull) {
    const points left = arcas::filter(all, [&](point p) { return turn(from, to, p) > 0; });
    hull = hull_beyond(from, to, left);
  };
  arcas::invoke([&] { side(first, last, upper); }, [&] { side(last, first, lower); });
  points hull{first};
  hull.insert(hull.end(), upper.begin(), upper.end());
  hull.push_back(last);
  hull.insert(hull.end(), lower.begin(), lower.end());
  return hull;
}

// The same hull by Andrew's monotone chain over the sorted points, on one thread.
points monotone_chain(points all) {
  std::ranges::sort(all);
  const auto chain = [](const auto& in_order) {
    points hull;
    for (const point p : in_order) {
      while (hull.size() > 1 && turn(hull[hull.size() - 2], hull.back(), p) >= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();  // it is also the first point of the other chain
    return hull;
  };
  points hull = chain(all);
  std::ranges::reverse(all);
  const points lower = chain(all);
  hull.insert(hull.end(), lower.begin(), lower.end());
  return hull;
}

}  // namespace

int main() {
  const points all = some_points(300'000);
  const points hull = quickhull(all);
  const bool same = hull == monotone_chain(all);
  // Degenerate cases: a lattice, which has many collinear points, and points of one line.
  points lattice, line;
  for (int i = 0; i < 10'000; ++i) {
    lattice.push_back({i % 100, i / 100});
    line.push_back({i, 2 * i});
  }
  const bool degenerate =
      quickhull(lattice) == monotone_chain(lattice) && quickhull(line).size() == 2;
  std::printf("%zu of %zu points on the hull; %s\n", hull.size(), all.size(),
              same && degenerate ? "as by a monotone chain" : "WRONG");
  return same && degenerate ? 0 : 1;
}
