// SPDX-License-Identifier: Apache-2.0
// A tree that cannot be split evenly beforehand, made as it is searched: the Unbalanced Tree
// Search of Olivier et al. (LCPC 2006). A SHA-1 hash of a node's state determines its children, so
// any order of search finds the same tree.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// How the expected children of a node depend on its depth. geometric_…: drawn from a geometric
// distribution, whose mean is constant, falls linearly, or swings with the depth; binomial: many or
// none; hybrid: geometric_linear above half of the depth, binomial below.
enum class tree_kind { geometric_fixed, geometric_linear, geometric_cyclic, binomial, hybrid };

struct tree_shape {
  double branching;  // expected children of a node, or of the root if the depth changes them
  unsigned depth;    // of geometric trees: at it nodes have no children, or the cycle ends
  std::uint32_t seed;
  std::uint64_t nodes;  // as published
  tree_kind kind = tree_kind::geometric_fixed;
  // Binomial trees: the probability with which a node below the root has `many` children; otherwise
  // it has none.
  double chance = 0;
  std::uint32_t many = 0;
};
// The published trees with about four million nodes.
inline constexpr tree_shape tree_t1{4, 10, 19, 4'130'071};
inline constexpr tree_shape tree_t2{6, 16, 502, 4'117'769, tree_kind::geometric_cyclic};
inline constexpr tree_shape tree_t3{2000, 0, 42, 4'112'897, tree_kind::binomial, 0.124875, 8};
inline constexpr tree_shape tree_t4{6, 16, 1, 4'132'453, tree_kind::hybrid, 0.234375, 4};
inline constexpr tree_shape tree_t5{4, 20, 34, 4'147'582, tree_kind::geometric_linear};
// Trees of a hundred million nodes and more; the second is 17,844 deep.
inline constexpr tree_shape tree_t1l{4, 13, 29, 102'181'082};
inline constexpr tree_shape tree_t3l{2000, 0, 7, 111'345'631, tree_kind::binomial, 0.200014, 5};

struct named_tree {
  const char* name;
  tree_shape shape;
};
inline constexpr named_tree named_trees[] = {{"T1", tree_t1},  {"T2", tree_t2}, {"T3", tree_t3},
                                             {"T4", tree_t4},  {"T5", tree_t5}, {"T1L", tree_t1l},
                                             {"T3L", tree_t3l}};
// The tree of this name. Throws std::invalid_argument if there is none.
std::size_t tree_named(const std::string& name);

class tree_node {
 public:
  static tree_node root(const tree_shape& shape);
  tree_node child(std::uint32_t number) const;
  std::uint32_t children(const tree_shape& shape) const;

 private:
  double uniform() const;
  std::array<std::uint8_t, 20> state_{};
  unsigned depth_ = 0;
};

// Nodes of the subtree, counted on this thread alone.
std::uint64_t count_alone(const tree_shape& shape, const tree_node& node);

// Counts the nodes of the subtree with a group of tasks for the children of each node. Group has a
// constructor without arguments, run(f) and wait().
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
