// SPDX-License-Identifier: Apache-2.0
// A tree that nobody can split evenly beforehand, made as it is searched: the Unbalanced Tree
// Search of Olivier et al. (LCPC 2006), geometric trees of fixed branching. What a node's children
// are, a SHA-1 hash of its own state says, so that any order of search finds the same tree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace bench {

struct tree_shape {
  double branching;  // expected children of a node above the last depth
  unsigned depth;    // nodes at it have no children
  std::uint32_t seed;
  std::uint64_t nodes;  // as published
};
// The published tree T1.
inline constexpr tree_shape tree_t1{4, 10, 19, 4'130'071};

class tree_node {
 public:
  static tree_node root(const tree_shape& shape);
  tree_node child(std::uint32_t number) const;
  std::uint32_t children(const tree_shape& shape) const;

 private:
  std::array<std::uint8_t, 20> state_{};
  unsigned depth_ = 0;
};

// Nodes of the subtree, counted on this thread alone.
std::uint64_t count_alone(const tree_shape& shape, const tree_node& node);

// The same with a group of tasks for the children of each node. Group: constructed without
// arguments, run(f), wait().
template <class Group>
std::uint64_t count_in_tasks(const tree_shape& shape, const tree_node& node) {
  const std::uint32_t children = node.children(shape);
  if (children == 0) return 1;
  std::vector<std::uint64_t> counts(children);
  Group group;
  for (std::uint32_t i = 0; i < children; ++i) {
    group.run(
        [&shape, &node, &counts, i] { counts[i] = count_in_tasks<Group>(shape, node.child(i)); });
  }
  group.wait();
  std::uint64_t all = 1;
  for (const std::uint64_t count : counts) all += count;
  return all;
}

}  // namespace bench
