// SPDX-License-Identifier: Apache-2.0
// Lagrangian hydrodynamics on a staggered grid in one dimension: a shock tube. The OpenMP form is
//
//   #pragma omp parallel for                          zones, then nodes, each step
//   #pragma omp parallel for reduction(min : step)    the longest stable time step
//
// The Arcas form uses parallel_for and parallel_reduce with `minimum`. A minimum does not depend on
// the grouping of its operands, so the result equals that of a sequential run bit by bit, with any
// number of workers.
#include <arcas/arcas.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr std::size_t zones = 4'000;
constexpr int steps = 200;
constexpr double gamma = 1.4;

// Runs the loops sequentially on the calling thread.
struct sequential {
  template <class Body>
  static void for_each(std::size_t first, std::size_t last, const Body& body) {
    for (std::size_t i = first; i != last; ++i) body(i);
  }
  template <class F>
  static double least(std::size_t n, const F& f) {
    double least = f(0);
    for (std::size_t i = 1; i != n; ++i) least = std::min(least, f(i));
    return least;
  }
};

struct parallel {
  template <class Body>
  static void for_each(std::size_t first, std::size_t last, const Body& body) {
    arcas::parallel_for(first, last, body);
  }
  template <class F>
  static double least(std::size_t n, const F& f) {
    return arcas::parallel_reduce(std::size_t{0}, n, arcas::minimum<double>{}, f);
  }
};

// Node i is the left end of zone i, node i + 1 the right one. The outer nodes are walls.
struct tube {
  std::vector<double> place, speed;                  // of nodes
  std::vector<double> mass, energy, pressure, drag;  // of zones; energy per unit of mass
  double time = 0;

  tube()
      : place(zones + 1),
        speed(zones + 1),
        mass(zones),
        energy(zones),
        pressure(zones),
        drag(zones) {
    for (std::size_t i = 0; i <= zones; ++i) place[i] = static_cast<double>(i) / zones;
    for (std::size_t z = 0; z != zones; ++z) {
      const double density = z < zones / 2 ? 1 : 0.125;
      mass[z] = density * width(z);
      energy[z] = (z < zones / 2 ? 1 : 0.1) / ((gamma - 1) * density);
    }
  }

  double width(std::size_t z) const { return place[z + 1] - place[z]; }
  double mass_of_node(std::size_t i) const { return (mass[i - 1] + mass[i]) / 2; }

  template <class Loops>
  void advance() {
    // Pressure by the equation of state; viscosity in a zone that is compressed.
    Loops::for_each(0, zones, [this](std::size_t z) {
      const double density = mass[z] / width(z), jump = speed[z + 1] - speed[z];
      pressure[z] = (gamma - 1) * density * energy[z];
      const double sound = std::sqrt(gamma * pressure[z] / density);
      drag[z] = jump < 0 ? density * (2 * jump * jump - 0.5 * sound * jump) : 0;
    });
    const double step = Loops::least(zones, [this](std::size_t z) {
      const double sound = std::sqrt(gamma * (pressure[z] + 8 * drag[z]) * width(z) / mass[z]);
      return 0.3 * width(z) / sound;
    });
    // The work uses the mean of the speeds before and after the step, so that the nodes gain the
    // energy that the zones lose.
    std::vector<double> before = speed;
    Loops::for_each(1, zones, [&](std::size_t i) {
      const double force = pressure[i - 1] + drag[i - 1] - pressure[i] - drag[i];
      speed[i] += step * force / mass_of_node(i);
    });
    Loops::for_each(0, zones, [&](std::size_t z) {
      const double apart = (speed[z + 1] + before[z + 1] - speed[z] - before[z]) / 2;
      energy[z] -= step * (pressure[z] + drag[z]) * apart / mass[z];
    });
    Loops::for_each(1, zones,
                    [&](std::size_t i) { place[i] += step * (speed[i] + before[i]) / 2; });
    time += step;
  }

  double total_energy() const {
    double sum = 0;
    for (std::size_t z = 0; z != zones; ++z) sum += mass[z] * energy[z];
    for (std::size_t i = 1; i != zones; ++i) sum += mass_of_node(i) * speed[i] * speed[i] / 2;
    return sum;
  }
};

}  // namespace

int main() {
  tube one, all;
  const double before = all.total_energy();
  for (int s = 0; s < steps; ++s) one.advance<sequential>();
  for (int s = 0; s < steps; ++s) all.advance<parallel>();

  const bool same = one.time == all.time && one.place == all.place && one.speed == all.speed &&
                    one.energy == all.energy;
  const double drift = std::abs(all.total_energy() / before - 1);
  const bool moves = *std::ranges::max_element(all.speed) > 0.5;
  std::printf("%d steps to t = %.5f, energy %.6f, changed by %.1e; %s\n", steps, all.time,
              all.total_energy(), drift, same ? "as sequential" : "NOT as sequential");
  return same && moves && drift < 1e-12 ? 0 : 1;
}
