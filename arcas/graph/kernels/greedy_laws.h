// SPDX-License-Identifier: Apache-2.0
// The algorithms of colouring.h, on the machine of one process or of ranks (machine.h).
#pragma once

#include <arcas/graph/kernels/settling.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace arcas::inline v0::graph::detail {

// A vertex is out of the set if a neighbour before it is in, and in if all neighbours before it are
// out. The order is random.
struct independence_law {
  using value = std::uint8_t;
  static constexpr value out = 0, in = 1, undecided = 2;
  static constexpr bool by_degree = false, is_settled_early = true;

  std::uint64_t seed;

  auto before(const auto& v) const {
    return [seed = seed, place = random_place(v.number, seed)](const auto& u) {
      return random_place(u.number, seed) < place;
    };
  }

  struct evidence {
    bool is_out = false;

    void clear(edge_index) { is_out = false; }
    bool add(value neighbor) { return is_out = is_out || neighbor == in; }
    bool add(const evidence& other) { return is_out = is_out || other.is_out; }
    value decision() const { return is_out ? out : in; }
  };
};

// The colours of neighbours, as bits.
class used_colours {
 public:
  // The least free colour is at most the number of neighbours, so add() may ignore greater colours.
  // It also ignores `undecided`, which is greater than any colour.
  void clear(edge_index neighbors) {
    first_ = 0;
    others_.assign(neighbors / bits, 0);
  }
  bool add(std::uint32_t colour) {
    const std::size_t word = colour / bits;
    const std::uint64_t bit = std::uint64_t{1} << colour % bits;
    if (word == 0) {
      first_ |= bit;
    } else if (word <= others_.size()) {
      others_[word - 1] |= bit;
    }
    return false;
  }
  bool add(const used_colours& other) {
    first_ |= other.first_;
    for (std::size_t w = 0; w < other.others_.size(); ++w) others_[w] |= other.others_[w];
    return false;
  }
  // The least free colour.
  std::uint32_t decision() const {
    if (~first_ != 0) return static_cast<std::uint32_t>(std::countr_one(first_));
    const auto word = std::ranges::find_if(others_, [](std::uint64_t w) { return ~w != 0; });
    return static_cast<std::uint32_t>((word - others_.begin() + 1) * bits + std::countr_one(*word));
  }
  // Most colours are small: trailing words without a colour are not sent.
  template <class Archive>
  void serialize(Archive& a) {
    while (!others_.empty() && others_.back() == 0) others_.pop_back();
    a(first_, others_);
  }

 private:
  static constexpr std::uint32_t bits = 64;
  std::uint64_t first_ = 0;            // the colours below 64: often all
  std::vector<std::uint64_t> others_;  // if there are 64 neighbours or more
};

// Each vertex takes the least colour that no neighbour before it has. The order is by falling
// degree, and random among vertices of equal degree.
struct largest_first_law {
  using value = std::uint32_t;
  using evidence = used_colours;
  static constexpr value undecided = std::numeric_limits<value>::max();
  static constexpr bool by_degree = true, is_settled_early = false;

  std::uint64_t seed;

  auto before(const auto& v) const {
    return [seed = seed, place = random_place(v.number, seed),
            degree = edge_index{v.degree()}](const auto& u) {
      const edge_index other = u.degree();
      if (other != degree) return other > degree;
      return random_place(u.number, seed) < place;
    };
  }
};

template <template <class> class Array>
struct independent_set_values {
  Array<std::uint8_t> members;
};

// Sets `members`; returns the size of the set.
template <class Machine>
std::size_t find_independent_set(Machine& on, std::uint64_t seed) {
  on.settle(&Machine::values::members, independence_law{seed});
  return on.template sum<std::size_t>(
      [](const auto& v, std::size_t i) -> std::size_t { return v.members[i]; });
}

template <template <class> class Array>
struct colouring_values {
  Array<std::uint32_t> colours;
};
struct most_colours {
  std::uint32_t count = 0;
  friend most_colours operator+(most_colours a, most_colours b) {
    return {std::max(a.count, b.count)};
  }
};

// Sets `colours`; returns their number.
template <class Machine>
std::uint32_t find_colouring(Machine& on, std::uint64_t seed) {
  on.settle(&Machine::values::colours, largest_first_law{seed});
  return on
      .template sum<most_colours>(
          [](const auto& v, std::size_t i) { return most_colours{v.colours[i] + 1}; })
      .count;
}

}  // namespace arcas::inline v0::graph::detail
