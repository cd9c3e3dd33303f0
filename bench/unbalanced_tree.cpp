// SPDX-License-Identifier: Apache-2.0
#include "unbalanced_tree.h"

#include <nettle/sha1.h>

#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>

namespace bench {
namespace {

// The most children of a node of a geometric tree. The distribution has no limit; the published
// trees stop here.
constexpr std::uint32_t most_children = 100;

std::array<std::uint8_t, 4> big_endian(std::uint32_t n) {
  return {static_cast<std::uint8_t>(n >> 24), static_cast<std::uint8_t>(n >> 16),
          static_cast<std::uint8_t>(n >> 8), static_cast<std::uint8_t>(n)};
}

// The mean number of children of a node at this depth of a geometric tree.
double expected_children(const tree_shape& shape, unsigned depth) {
  if (depth == 0) return shape.branching;
  const double part = static_cast<double>(depth) / static_cast<double>(shape.depth);
  switch (shape.kind) {
    case tree_kind::geometric_cyclic:
      if (depth > 5 * shape.depth) return 0;
      return std::pow(shape.branching, std::sin(2 * std::numbers::pi * part));
    case tree_kind::geometric_linear:
    case tree_kind::hybrid:
      return shape.branching * (1 - part);
    default:
      return depth < shape.depth ? shape.branching : 0;
  }
}

}  // namespace

std::size_t tree_named(const std::string& name) {
  for (std::size_t i = 0; i < std::size(named_trees); ++i) {
    if (name == named_trees[i].name) return i;
  }
  throw std::invalid_argument(name +
                              " is not a tree; the trees are T1, T2, T3, T4, T5, T1L and T3L");
}

// The root's state is the hash of sixteen zeros and the seed.
tree_node tree_node::root(const tree_shape& shape) {
  tree_node none;
  tree_node made;
  const auto seed = big_endian(shape.seed);
  sha1_ctx hash;
  sha1_init(&hash);
  sha1_update(&hash, 16, none.state_.data());
  sha1_update(&hash, seed.size(), seed.data());
  sha1_digest(&hash, made.state_.size(), made.state_.data());
  return made;
}

tree_node tree_node::child(std::uint32_t number) const {
  tree_node made;
  const auto bytes = big_endian(number);
  sha1_ctx hash;
  sha1_init(&hash);
  sha1_update(&hash, state_.size(), state_.data());
  sha1_update(&hash, bytes.size(), bytes.data());
  sha1_digest(&hash, made.state_.size(), made.state_.data());
  made.depth_ = depth_ + 1;
  return made;
}

// The number in the last 31 bits of the state, divided by 2^31, is uniform in [0, 1).
double tree_node::uniform() const {
  const std::uint32_t bits = static_cast<std::uint32_t>(state_[16]) << 24 |
                             static_cast<std::uint32_t>(state_[17]) << 16 |
                             static_cast<std::uint32_t>(state_[18]) << 8 | state_[19];
  return (bits & 0x7fffffff) / 2147483648.0;
}

std::uint32_t tree_node::children(const tree_shape& shape) const {
  const bool many_or_none = shape.kind == tree_kind::binomial ||
                            (shape.kind == tree_kind::hybrid && 2 * depth_ >= shape.depth);
  if (many_or_none) {
    if (depth_ == 0) return static_cast<std::uint32_t>(shape.branching);
    return uniform() < shape.chance ? shape.many : 0;
  }
  const double expected = expected_children(shape, depth_);
  if (expected <= 0) return 0;
  const double stop = 1.0 / (1.0 + expected);
  const double drawn = std::floor(std::log(1 - uniform()) / std::log(1 - stop));
  return drawn < most_children ? static_cast<std::uint32_t>(drawn) : most_children;
}

std::uint64_t count_alone(const tree_shape& shape, const tree_node& node) {
  std::uint64_t all = 1;
  const std::uint32_t children = node.children(shape);
  for (std::uint32_t i = 0; i < children; ++i) all += count_alone(shape, node.child(i));
  return all;
}

}  // namespace bench
