// SPDX-License-Identifier: Apache-2.0
// Unbalanced tree search in memory: the tree is built in the global heap, then searched by reading
// it. The nodes are stored in an array; a node's index there is its place. A second array lists the
// places of the children of all nodes. A stored node has the number of its children and the index
// of its first child in this list. Places are scattered over the heap, so that a child may be on
// any rank and any page. The number of nodes found is compared with the published number.
//   mpirun -n RANKS cluster_stored_trees [--alone] [--tasks N] T1|T2|T4|T5|T1L...
// The tree is searched twice: by read and by prefetched_read. --alone: if there is one rank, a loop
// without tasks also searches the tree. --tasks: the number of tasks that a rank may have begun at
// a time (1,024). Memory: 24 bytes a node over all ranks, 2.5 GB for T1L. The last column of the
// output has millions of nodes a second.
#include "../unbalanced_tree.h"
#include "stopwatch.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/view.h>
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
using bench::tree_node;

struct stored_node {
  std::uint64_t first;  // index of its first child in `places`
  std::uint64_t children;
};

// Small, since tasks capture it.
struct stored_tree {
  cluster::global_ptr<stored_node> nodes;     // by place
  cluster::global_ptr<std::uint64_t> places;  // of children, those of one node side by side
  std::uint16_t shape;
  bool prefetched;

  std::uint64_t size() const { return named_trees[shape].shape.nodes; }
  // The place of the node with this number; the number is the index of the place in `places`.
  // Different numbers have different places: the factor is a prime that does not divide the size.
  // The products fit 64 bits.
  std::uint64_t scattered(std::uint64_t number) const { return number * 2'654'435'761u % size(); }
};

// Points to the next free number of a node. The children of one node get consecutive numbers.
using numbers = cluster::global_ptr<std::uint64_t>;

// Stores the children of a node, and spawns a task for the children of each child. One request
// reserves the numbers of all grandchildren.
void build_family(stored_tree tree, numbers given, const tree_node& parent, std::uint64_t first,
                  std::uint32_t count) {
  const bench::tree_shape& shape = named_trees[tree.shape].shape;
  std::vector<tree_node> family(count);
  std::uint64_t grandchildren = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    family[i] = parent.child(i);
    grandchildren += family[i].children(shape);
  }
  std::uint64_t next = grandchildren == 0 ? 0 : cluster::fetch_add(given, grandchildren);
  for (std::uint32_t i = 0; i < count; ++i) {
    const tree_node& node = family[i];
    const std::uint32_t own = node.children(shape);
    const std::uint64_t place = tree.scattered(first + i);
    cluster::async_write(tree.places + static_cast<std::int64_t>(first + i), place);
    cluster::async_write(tree.nodes + static_cast<std::int64_t>(place), {next, own});
    if (own == 0) continue;
    cluster::spawn_anywhere([=] { build_family(tree, given, node, next, own); });
    next += own;
  }
}

void build(stored_tree tree) {
  std::uint64_t given = 1;  // the root's
  const numbers all = cluster::export_to_all(given);
  cluster::finish([&] {
    const tree_node root = tree_node::root(named_trees[tree.shape].shape);
    const std::uint32_t own = root.children(named_trees[tree.shape].shape);
    const std::uint64_t first = cluster::fetch_add(all, own);
    const std::uint64_t place = tree.scattered(0);
    cluster::async_write(tree.nodes + static_cast<std::int64_t>(place), {first, own});
    build_family(tree, all, root, first, own);
  });
  if (given != tree.size())
    throw std::runtime_error("the tree that was built does not have the published size");
}

// The task of a node: waits for the node and, if it has children, for their list.
void visit(stored_tree tree, std::uint64_t place, cluster::counter nodes) {
  nodes.add(1);
  const auto at = tree.nodes + static_cast<std::int64_t>(place);
  const stored_node node = tree.prefetched ? cluster::prefetched_read(at) : cluster::read(at);
  if (node.children == 0) return;
  cluster::read_view<std::uint64_t> list(tree.places + static_cast<std::int64_t>(node.first),
                                         node.children);
  for (const std::uint64_t child : list.span()) {
    cluster::spawn_anywhere([tree, child, nodes] { visit(tree, child, nodes); });
  }
}

void report(stored_tree tree, const char* what, std::uint64_t count,
            const bench::stopwatch& watch) {
  const double seconds = watch.seconds();
  std::printf("%s,%s,%u,%llu,%.2f,%.2f\n", named_trees[tree.shape].name, what, cluster::ranks(),
              static_cast<unsigned long long>(count), seconds,
              static_cast<double>(count) * 1e-6 / seconds);
  std::fflush(stdout);
  if (count != tree.size()) {
    throw std::runtime_error(std::string(named_trees[tree.shape].name) + " has " +
                             std::to_string(tree.size()) + " nodes as published");
  }
}

void search(stored_tree tree, bool prefetched) {
  tree.prefetched = prefetched;
  const auto nodes = cluster::counter::make();
  const bench::stopwatch watch;
  cluster::finish([&] { visit(tree, tree.scattered(0), nodes); });
  report(tree, prefetched ? "prefetched_read" : "read", static_cast<std::uint64_t>(nodes.value()),
         watch);
  nodes.end();
}

// Called if there is one rank: all nodes are in its memory.
void search_alone(stored_tree tree) {
  const stored_node* const nodes = tree.nodes.local();
  const std::uint64_t* const places = tree.places.local();
  const bench::stopwatch watch;
  std::vector<std::uint64_t> open{tree.scattered(0)};
  std::uint64_t count = 0;
  while (!open.empty()) {
    const stored_node node = nodes[open.back()];
    open.pop_back();
    ++count;
    for (std::uint64_t i = 0; i < node.children; ++i) open.push_back(places[node.first + i]);
  }
  report(tree, "alone", count, watch);
}

void measure(std::uint16_t shape, bool alone) {
  constexpr std::size_t places_a_block = 128;
  const std::uint64_t n = named_trees[shape].shape.nodes;
  const stored_tree tree{cluster::global_malloc<stored_node>(n),
                         cluster::global_malloc<std::uint64_t>(n, places_a_block), shape, false};
  const bench::stopwatch watch;
  build(tree);
  report(tree, "build", n, watch);
  search(tree, false);
  search(tree, true);
  if (alone && cluster::ranks() == 1) search_alone(tree);
  cluster::global_free(tree.nodes);
  cluster::global_free(tree.places);
}

}  // namespace

int main(int argc, char** argv) {
  bool alone = false;
  cluster::cluster_options options;
  std::vector<std::uint16_t> chosen;
  try {
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--alone") == 0) {
        alone = true;
      } else if (std::strcmp(argv[i], "--tasks") == 0 && i + 1 < argc) {
        options.tasks.tasks = static_cast<std::size_t>(std::stoul(argv[++i]));
      } else {
        chosen.push_back(static_cast<std::uint16_t>(bench::tree_named(argv[i])));
      }
    }
  } catch (const std::invalid_argument& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
  const auto body = [alone, chosen] {
    std::printf("tree,what,ranks,nodes,seconds,millions a second\n");
    for (const std::uint16_t shape : chosen) measure(shape, alone);
  };
  return cluster::run(argc, argv, body, options);
}
