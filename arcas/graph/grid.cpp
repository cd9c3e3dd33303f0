// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/generators.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The distance of lattice points, and the maximum displacement of a crossing in each coordinate.
constexpr std::int64_t spacing = 1000;
constexpr std::int64_t jitter = spacing / 3;

void require_sense(const grid_options& options) {
  const std::uint64_t crossings = std::uint64_t{options.width} * options.height;
  if (crossings < 1 || crossings > std::uint64_t{1} << 31) {
    throw std::invalid_argument("a grid of " + std::to_string(options.width) + " by " +
                                std::to_string(options.height) +
                                " must have between 1 and 2147483648 crossings");
  }
  if (!(options.extra >= 0 && options.extra <= 1)) {
    throw std::invalid_argument("grid probability " + number_text(options.extra) +
                                " must be between 0 and 1");
  }
}

// The random choices at one crossing.
struct crossing {
  std::int64_t x;
  std::int64_t y;
  bool tree_goes_up;
  bool extra_street;
};

class lattice {
 public:
  explicit lattice(const grid_options& options)
      : options_(options), extra_(std::ldexp(options.extra, 32)) {}

  crossing at(std::uint32_t x, std::uint32_t y) const {
    random_stream random(options_.seed, number(x, y));
    const std::uint64_t place = random.next();
    const std::uint64_t streets = random.next();
    return {x * spacing + offset(place >> 32), y * spacing + offset(place), (streets >> 63) == 1,
            static_cast<double>(streets & 0xFFFFFFFFu) < extra_};
  }

  // Calls emit(edge) for the streets from the crossings of row y to the left and upwards.
  template <class Emit>
  void streets_of_row(std::size_t y, const Emit& emit) const {
    for (std::uint32_t x = 0; x < options_.width; ++x)
      streets_from(x, static_cast<std::uint32_t>(y), emit);
  }

 private:
  template <class Emit>
  void streets_from(std::uint32_t x, std::uint32_t y, const Emit& emit) const {
    const crossing here = at(x, y);
    const bool up = y > 0 && (x == 0 || here.tree_goes_up || here.extra_street);
    const bool left = x > 0 && (y == 0 || !here.tree_goes_up || here.extra_street);
    if (up) emit(street(here, x, y, x, y - 1));
    if (left) emit(street(here, x, y, x - 1, y));
  }

  // Scales the lower 32 bits to the range from -jitter to jitter.
  static std::int64_t offset(std::uint64_t bits) {
    return static_cast<std::int64_t>((bits & 0xFFFFFFFFu) * (2 * jitter + 1) >> 32) - jitter;
  }
  std::uint64_t number(std::uint32_t x, std::uint32_t y) const {
    return std::uint64_t{y} * options_.width + x;
  }
  weighted_edge street(const crossing& here, std::uint32_t x, std::uint32_t y, std::uint32_t to_x,
                       std::uint32_t to_y) const {
    const crossing there = at(to_x, to_y);
    const std::int64_t dx = here.x - there.x;
    const std::int64_t dy = here.y - there.y;
    return {static_cast<vertex>(number(x, y)), static_cast<vertex>(number(to_x, to_y)),
            static_cast<weight>(std::sqrt(static_cast<double>(dx * dx + dy * dy)))};
  }

  const grid_options& options_;
  double extra_;
};

}  // namespace

grid_options grid_of_scale(unsigned scale) {
  if (scale > 31) {
    throw std::invalid_argument("grid scale " + std::to_string(scale) +
                                " must be between 0 and 31");
  }
  return {.width = std::uint32_t{1} << (scale + 1) / 2, .height = std::uint32_t{1} << scale / 2};
}

weighted_edge_list grid_edges(const grid_options& options) {
  require_sense(options);
  const lattice streets(options);
  plain_array<std::uint64_t> ends(options.height);
  whole_for(options.height, options.loops, [&](std::size_t y) {
    ends[y] = 0;
    streets.streets_of_row(y, [&](const weighted_edge&) { ++ends[y]; });
  });
  add_up(ends.all(), options.loops);
  weighted_edge_list list;
  list.vertex_count = std::size_t{options.width} * options.height;
  list.edges = plain_array<weighted_edge>(ends[options.height - 1]);
  whole_for(options.height, options.loops, [&](std::size_t y) {
    std::uint64_t position = y == 0 ? 0 : ends[y - 1];
    streets.streets_of_row(y, [&](const weighted_edge& e) { list.edges[position++] = e; });
  });
  return list;
}

void append_grid_edges(const grid_options& options, std::uint32_t y,
                       std::vector<weighted_edge>& to) {
  require_sense(options);
  lattice(options).streets_of_row(y, [&](const weighted_edge& e) { to.push_back(e); });
}

weighted_undirected_graph grid_graph(const grid_options& options) {
  return build_undirected(grid_edges(options), {.loops = options.loops});
}

}  // namespace arcas::inline v0::graph
