// SPDX-License-Identifier: Apache-2.0
// A tree that cannot be split evenly beforehand, since it is generated during its search: the
// Unbalanced Tree Search of Olivier et al. (LCPC 2006). A SHA-1 hash of a node's state determines
// its children, so any order of search finds the same tree.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// How does the number of a node's children depend on its depth?
//   geometric_fixed, _linear, _cyclic  drawn from a geometric distribution, whose mean is constant,
//                                      falls linearly with the depth, or swings with it
//   binomial                           tree_shape::many children or none
//   hybrid                             geometric_linear down to half of tree_shape::depth, binomial
//                                      from there
enum class tree_kind { geometric_fixed, geometric_linear, geometric_cyclic, binomial, hybrid };

struct tree_shape {
  double branching;  // expected children of the root; geometric_fixed: of each node above `depth`
  // geometric_fixed, geometric_linear: nodes at this depth have no children. geometric_cyclic: the
  // length of a cycle, of which there are five. hybrid: see tree_kind.
  unsigned depth;
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
// The published trees with more than a hundred million nodes; T3L has a depth of 17,844.
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
