// SPDX-License-Identifier: Apache-2.0
// Unbalanced tree search over all ranks, with a movable task for each node that has children. The
// number of nodes found is compared with the published number.
//   mpirun -n RANKS cluster_trees [--alone] T1|T2|T3|T4|T5|T1L|T3L...
// --alone: one rank also counts without tasks, by recursion, so T3 then needs
// ARCAS_CLUSTER_STACK=16777216. The output also counts tasks that moved to other ranks ("left"),
// the messages with these tasks, and requests for tasks ("questions").
#include "../unbalanced_tree.h"
#include "stopwatch.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

using bench::named_trees;

// Counts the children of a node, and spawns a task for each child that has children. Most nodes
// have none.
void visit_children(std::size_t tree, const bench::tree_node& parent, std::uint32_t children,
                    cluster::counter nodes) {
  nodes.add(children);
  for (std::uint32_t i = 0; i < children; ++i) {
    const bench::tree_node node = parent.child(i);
    const std::uint32_t own = node.children(named_trees[tree].shape);
    if (own == 0) continue;
    cluster::spawn_anywhere([tree, node, own, nodes] { visit_children(tree, node, own, nodes); });
  }
}

void visit_all(std::size_t tree, cluster::counter nodes) {
  const auto root = bench::tree_node::root(named_trees[tree].shape);
  nodes.add(1);
  visit_children(tree, root, root.children(named_trees[tree].shape), nodes);
}

cluster::rank_counts all_counts() {
  cluster::rank_counts all;
  for (const cluster::rank_counts& c : cluster::gather_counts()) all += c;
  return all;
}

void search(std::size_t tree) {
  const auto nodes = cluster::counter::make();
  const cluster::rank_counts before = all_counts();
  const bench::stopwatch watch;
  cluster::finish([&] { visit_all(tree, nodes); });
  const double seconds = watch.seconds();
  const double processor_seconds = watch.processor_seconds();
  const auto count = static_cast<std::uint64_t>(nodes.value());
  const cluster::rank_counts after = all_counts();
  std::printf(
      "%s: %llu nodes on %u ranks, %.2f s, %.2f M a second (%.2f s of rank 0\'s "
      "processor); %llu tasks left in %llu messages, %llu questions\n",
      named_trees[tree].name, static_cast<unsigned long long>(count), cluster::ranks(), seconds,
      static_cast<double>(count) * 1e-6 / seconds, processor_seconds,
      static_cast<unsigned long long>(after.stolen.tasks_left - before.stolen.tasks_left),
      static_cast<unsigned long long>(after.stolen.given - before.stolen.given),
      static_cast<unsigned long long>(after.stolen.asked - before.stolen.asked));
  nodes.end();
  if (count != named_trees[tree].shape.nodes) {
    throw std::runtime_error(std::string(named_trees[tree].name) + " has " +
                             std::to_string(named_trees[tree].shape.nodes) + " nodes as published");
  }
}

void count_alone(std::size_t tree) {
  const bench::stopwatch watch;
  const std::uint64_t count =
      bench::count_alone(named_trees[tree].shape, bench::tree_node::root(named_trees[tree].shape));
  const double seconds = watch.seconds();
  const double processor_seconds = watch.processor_seconds();
  std::printf("%s: %llu nodes alone, %.2f s, %.2f M a second (%.2f s of the processor)\n",
              named_trees[tree].name, static_cast<unsigned long long>(count), seconds,
              static_cast<double>(count) * 1e-6 / seconds, processor_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  bool alone = false;
  std::vector<std::size_t> chosen;
  try {
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--alone") == 0) {
        alone = true;
      } else {
        chosen.push_back(bench::tree_named(argv[i]));
      }
    }
  } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
  return cluster::run(argc, argv, [alone, chosen] {
    for (const std::size_t tree : chosen) {
      search(tree);
      if (alone) count_alone(tree);
    }
  });
}
