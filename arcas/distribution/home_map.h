// SPDX-License-Identifier: Apache-2.0
// Which iterations are at home where? For each place the stretches of the loop that belong to it,
// one after the other, so that its queue is a number that counts up.
#pragma once

#include <arcas/base/index_range.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace arcas::inline v0 {

// home(i): the number of the place that index i is at home at.
template <class Home>
concept home_function = requires(const Home& home, std::uint64_t i) {
  { home(i) } -> std::convertible_to<unsigned>;
};

// An array that knows the homes of its parts, as numa_array does: visit(first, last, place) for
// stretches in ascending order.
template <class A>
concept homed_array = requires(const A& a, void (*visit)(std::size_t, std::size_t, unsigned)) {
  { a.size() } -> std::convertible_to<std::uint64_t>;
  a.each_home_run(visit);
};

class home_map {
 public:
  // Nothing yet.
  home_map() = default;
  // Of indices [first, first + n), asked for once in each block of neighbours.
  template <home_function Home>
  home_map(std::uint64_t first, std::uint64_t n, const Home& home, std::uint64_t block) {
    for (std::uint64_t at = 0; at < n;) {
      const std::uint64_t size = block < n - at ? block : n - at;
      add(size, static_cast<unsigned>(home(first + at)));
      at += size;
    }
  }
  // Of an array's indices.
  template <homed_array A>
  explicit home_map(const A& a) {
    a.each_home_run(
        [this](std::size_t first, std::size_t last, unsigned place) { add(last - first, place); });
  }

  // So many iterations more, at home there. Throws std::length_error for a place whose number is no
  // number of a place.
  void add(std::uint64_t iterations, unsigned place);

  std::uint64_t size() const { return size_; }
  // One more than the greatest number of a place.
  unsigned places() const { return static_cast<unsigned>(runs_.size()); }
  // Iterations of that place below index i.
  std::uint64_t before(unsigned place, std::uint64_t i) const;

  // A stretch of neighbours, all of one place.
  struct stretch {
    std::uint64_t first = 0;     // index of the first
    std::uint64_t position = 0;  // its number among those of the place
    std::uint64_t size = 0;
    std::size_t number = 0;  // among the stretches of the place
  };
  // The one that holds iteration number `position` of that place; looked for first where it is
  // guessed to be, by number.
  stretch stretch_of(unsigned place, std::uint64_t position, std::size_t guess = 0) const;

 private:
  struct run {
    std::uint64_t first;
    std::uint64_t position;
  };
  stretch stretch_at(unsigned place, std::size_t number) const;

  std::uint64_t size_ = 0;
  unsigned last_place_ = 0;
  std::vector<std::vector<run>> runs_;  // by place, ascending in both
  std::vector<std::uint64_t> counts_;   // iterations, by place
};

namespace detail {

// Where a loop that begins finds its map, and the index in it of its first iteration.
struct homes_of_loop {
  const home_map* map = nullptr;
  std::uint64_t first = 0;
  std::optional<home_map> made;  // for this loop, where there was none
};

}  // namespace detail

}  // namespace arcas::inline v0
