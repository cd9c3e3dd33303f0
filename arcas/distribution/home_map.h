// SPDX-License-Identifier: Apache-2.0
// Which iterations have their home at which place? The map lists, for each place, its runs of
// consecutive iterations in order. So the queue of a place is a number that counts up.
#pragma once

#include <arcas/base/index_range.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace arcas::inline v0 {

// home(i): the number of the place at which index i has its home.
template <class Home>
concept home_function = requires(const Home& home, std::uint64_t i) {
  { home(i) } -> std::convertible_to<unsigned>;
};

// An array that knows the homes of its parts, such as numa_array: each_home_run calls visit(first,
// last, place) for runs of elements in ascending order.
template <class A>
concept homed_array = requires(const A& a, void (*visit)(std::size_t, std::size_t, unsigned)) {
  { a.size() } -> std::convertible_to<std::uint64_t>;
  a.each_home_run(visit);
};

class home_map {
 public:
  // An empty map.
  home_map() = default;
  // For indices [first, first + n); calls home once for each `block` consecutive indices.
  template <home_function Home>
  home_map(std::uint64_t first, std::uint64_t n, const Home& home, std::uint64_t block) {
    for (std::uint64_t at = 0; at < n;) {
      const std::uint64_t size = block < n - at ? block : n - at;
      add(size, static_cast<unsigned>(home(first + at)));
      at += size;
    }
  }
  // For the indices of an array.
  template <homed_array A>
  explicit home_map(const A& a) {
    a.each_home_run(
        [this](std::size_t first, std::size_t last, unsigned place) { add(last - first, place); });
  }

  // Appends iterations with their home at `place`. Throws std::length_error if `place` is too large
  // to be the number of a place.
  void add(std::uint64_t iterations, unsigned place);

  std::uint64_t size() const { return size_; }
  // The largest number of a place plus one.
  unsigned places() const { return static_cast<unsigned>(runs_.size()); }
  // Number of iterations below index i that have their home at this place.
  std::uint64_t before(unsigned place, std::uint64_t i) const;

  // Consecutive iterations of one place.
  struct stretch {
    std::uint64_t first = 0;     // index of the first iteration
    std::uint64_t position = 0;  // number of the first iteration among the place's iterations
    std::uint64_t size = 0;
    std::size_t number = 0;  // number of the stretch among the place's stretches
  };
  // The stretch that holds iteration number `position` of this place. The stretch number `guess` is
  // tried first.
  stretch stretch_of(unsigned place, std::uint64_t position, std::size_t guess = 0) const;

 private:
  struct run {
    std::uint64_t first;
    std::uint64_t position;
  };
  stretch stretch_at(unsigned place, std::size_t number) const;

  std::uint64_t size_ = 0;
  unsigned last_place_ = 0;
  std::vector<std::vector<run>> runs_;  // by place, ascending by first and by position
  std::vector<std::uint64_t> counts_;   // number of iterations, by place
};

namespace detail {

// The map of a loop that begins, and the index of the loop's first iteration in the map.
struct homes_of_loop {
  const home_map* map = nullptr;
  std::uint64_t first = 0;
  std::optional<home_map> made;  // a map made for this loop, if none existed
};

}  // namespace detail

}  // namespace arcas::inline v0
