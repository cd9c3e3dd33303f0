// SPDX-License-Identifier: Apache-2.0
// In which order does NetworkX find the nodes of a graph? Its results that are dictionaries or
// iterators have the order of a serial search that takes the neighbours of a node in the order of
// its dictionary. Each function here runs the same search once over the rows and returns the nodes
// in that order, with levels or distances if the search computes them; Dijkstra's search gets the
// distances from a kernel. A search uses one thread and about 20 bytes per vertex.
#include "arrays.h"
#include "graph_object.h"

#include <arcas/graph/errors.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace python {
namespace {

using node = std::int32_t;
using nodes = std::vector<node>;

constexpr std::uint32_t undiscovered = std::numeric_limits<std::uint32_t>::max();

// The nodes that a search has found, in the order in which it found them, and a value for each.
template <class Value>
struct found_in_order {
  nodes order;
  std::vector<Value> values;
};

// The rows of a graph, each in the order of a dictionary. In a graph without weights each edge has
// the length 1.
struct dictionary_order {
  std::span<const arcas::graph::edge_index> offsets;
  std::span<const node> targets;
  std::span<const double> weights;
  const running& shared;

  std::size_t node_count() const { return offsets.size() - 1; }
  std::span<const node> row(node v) const {
    const auto at = static_cast<std::size_t>(v);
    return targets.subspan(offsets[at], offsets[at + 1] - offsets[at]);
  }
  // Calls use(neighbour, length) for each edge of v.
  template <class Use>
  void for_each_edge(node v, const Use& use) const {
    const auto at = static_cast<std::size_t>(v);
    for (auto i = offsets[at]; i != offsets[at + 1]; ++i) {
      use(targets[i], weights.empty() ? 1.0 : weights[i]);
    }
  }
  void look_for_stop() const {
    if (shared.stop_requested()) throw arcas::graph::interrupted();
  }
};

// The order of a breadth-first search from one node, with levels.
found_in_order<std::int32_t> by_levels(const dictionary_order& g, node source) {
  std::vector<char> found(g.node_count());
  found[static_cast<std::size_t>(source)] = 1;
  found_in_order<std::int32_t> result{{source}, {0}};
  for (std::size_t i = 0; i < result.order.size(); ++i) {
    g.look_for_stop();
    for (const node v : g.row(result.order[i])) {
      if (std::exchange(found[static_cast<std::size_t>(v)], 1) != 0) continue;
      result.order.push_back(v);
      result.values.push_back(result.values[i] + 1);
    }
  }
  return result;
}

// The order of Dijkstra's search: by distance. Nodes at equal distances are in the order in which
// the search met the edges that gave the distances. Edges that do not give a shortest distance do
// not influence the order. The distances are already known, so each node enters the heap only once.
nodes by_distances(const dictionary_order& g, node source, std::span<const double> distances) {
  using entry = std::tuple<double, std::size_t, node>;  // distance, entries before this one, node
  std::priority_queue<entry, std::vector<entry>, std::greater<>> heap;
  std::vector<char> entered(g.node_count());
  std::size_t entries = 0;
  const auto enter = [&](node v) {
    entered[static_cast<std::size_t>(v)] = 1;
    heap.emplace(distances[static_cast<std::size_t>(v)], entries++, v);
  };
  nodes order;
  for (enter(source); !heap.empty();) {
    g.look_for_stop();
    const node u = std::get<node>(heap.top());
    heap.pop();
    order.push_back(u);
    const double so_far = distances[static_cast<std::size_t>(u)];
    g.for_each_edge(u, [&](node v, double length) {
      const auto at = static_cast<std::size_t>(v);
      if (entered[at] == 0 && so_far + length == distances[at]) enter(v);
    });
  }
  return order;
}

// The order of NetworkX's Bellman-Ford search: nodes wait in a queue, and a node whose predecessor
// is in the queue is skipped. Nodes are in the order in which they got their first distances.
// Lengths must be 0 or more.
class queue_search {
 public:
  explicit queue_search(const dictionary_order& g)
      : g_(g),
        distances_(g.node_count(), std::numeric_limits<double>::infinity()),
        predecessors_(g.node_count()),
        waits_(g.node_count()) {}

  found_in_order<double> run(node source) {
    distances_[static_cast<std::size_t>(source)] = 0;
    order_.push_back(source);
    wait(source);
    while (!queue_.empty()) {
      g_.look_for_stop();
      const node u = queue_.front();
      queue_.pop_front();
      waits_[static_cast<std::size_t>(u)] = 0;
      if (!predecessor_waits(u)) relax(u);
    }
    std::vector<double> values;
    for (const node v : order_) values.push_back(distances_[static_cast<std::size_t>(v)]);
    return {std::move(order_), std::move(values)};
  }

 private:
  bool predecessor_waits(node u) const {
    for (const node before : predecessors_[static_cast<std::size_t>(u)]) {
      if (waits_[static_cast<std::size_t>(before)] != 0) return true;
    }
    return false;
  }
  void relax(node u) {
    const double so_far = distances_[static_cast<std::size_t>(u)];
    g_.for_each_edge(u, [&](node v, double length) {
      const auto at = static_cast<std::size_t>(v);
      const double distance = so_far + length;
      if (distance == distances_[at]) predecessors_[at].push_back(u);
      if (!(distance < distances_[at])) return;
      if (distances_[at] == std::numeric_limits<double>::infinity()) order_.push_back(v);
      distances_[at] = distance;
      predecessors_[at].assign(1, u);
      if (waits_[at] == 0) wait(v);
    });
  }
  void wait(node v) {
    queue_.push_back(v);
    waits_[static_cast<std::size_t>(v)] = 1;
  }

  const dictionary_order& g_;
  std::vector<double> distances_;
  std::vector<nodes> predecessors_;
  std::vector<char> waits_;  // whether a node is in the queue
  std::deque<node> queue_;
  nodes order_;
};

// Hopcroft's and Tarjan's search for articulation points, in the order in which they are found.
class cut_search {
 public:
  explicit cut_search(const dictionary_order& g)
      : g_(g),
        discovery_(g.node_count(), undiscovered),
        low_(g.node_count()),
        is_cut_(g.node_count()) {}

  nodes run() {
    for (std::size_t v = 0; v < g_.node_count(); ++v) {
      if (discovery_[v] == undiscovered) search(static_cast<node>(v));
    }
    return std::move(cuts_);
  }

 private:
  struct step {
    node before, at;
    std::size_t next;  // index in the row of `at`
  };

  void search(node start) {
    discover(start, start);
    std::size_t children = 0;
    while (!stack_.empty()) {
      g_.look_for_stop();
      step& top = stack_.back();
      const auto row = g_.row(top.at);
      if (top.next < row.size()) {
        meet(top, row[top.next++]);
        continue;
      }
      const step done = top;
      stack_.pop_back();
      if (stack_.size() > 1) leave(done);
      if (stack_.size() == 1) ++children;
    }
    if (children > 1) add(start);
  }
  void meet(const step& top, node child) {
    if (child == top.before) return;
    const auto at = static_cast<std::size_t>(top.at), to = static_cast<std::size_t>(child);
    if (discovery_[to] == undiscovered) {
      discover(top.at, child);
    } else {
      low_[at] = std::min(low_[at], discovery_[to]);
    }
  }
  void leave(const step& done) {
    const auto at = static_cast<std::size_t>(done.at),
               before = static_cast<std::size_t>(done.before);
    if (low_[at] >= discovery_[before]) add(done.before);
    low_[before] = std::min(low_[at], low_[before]);
  }
  void discover(node before, node v) {
    discovery_[static_cast<std::size_t>(v)] = low_[static_cast<std::size_t>(v)] = discovered_++;
    stack_.push_back({before, v, 0});
  }
  void add(node v) {
    if (std::exchange(is_cut_[static_cast<std::size_t>(v)], 1) == 0) cuts_.push_back(v);
  }

  const dictionary_order& g_;
  std::vector<std::uint32_t> discovery_;  // number of nodes discovered before this one
  std::vector<std::uint32_t> low_;
  std::vector<char> is_cut_;
  std::vector<step> stack_;
  std::uint32_t discovered_ = 0;
  nodes cuts_;
};

using weights_array = std::optional<array_of<double>>;

nb::object shown_to_python(nodes&& order) {
  return handed_over(std::move(order));
}
template <class Value>
nb::object shown_to_python(found_in_order<Value>&& found) {
  return nb::make_tuple(handed_over(std::move(found.order)), handed_over(std::move(found.values)));
}

// Returns search(rows) for a graph whose rows, in the order of its dictionaries, are `targets`.
template <class Search>
nb::object ordered(const graph_object& of, const array_of<node>& targets,
                   const weights_array& weights, const call& how, const Search& search) {
  return shown_to_python(run(how, [&](running& shared) {
    return search(dictionary_order{of.view().out().offsets(), seen(targets),
                                   weights ? seen(*weights) : std::span<const double>{}, shared});
  }));
}

nb::object order_by_levels(const graph_object& of, const array_of<node>& targets, node source,
                           const call& how) {
  return ordered(of, targets, {}, how,
                 [=](const dictionary_order& g) { return by_levels(g, source); });
}

nb::object order_by_distances(const graph_object& of, const array_of<node>& targets,
                              const weights_array& weights, const array_of<double>& distances,
                              node source, const call& how) {
  return ordered(of, targets, weights, how, [&](const dictionary_order& g) {
    return by_distances(g, source, seen(distances));
  });
}

nb::object order_by_queue(const graph_object& of, const array_of<node>& targets,
                          const weights_array& weights, node source, const call& how) {
  return ordered(of, targets, weights, how,
                 [=](const dictionary_order& g) { return queue_search(g).run(source); });
}

nb::object articulation_points(const graph_object& of, const array_of<node>& targets,
                               const call& how) {
  return ordered(of, targets, {}, how,
                 [](const dictionary_order& g) { return cut_search(g).run(); });
}

}  // namespace

void define_node_orders(nb::module_& m) {
  m.def("order_by_levels", order_by_levels, nb::arg("graph"), nb::arg("targets"), nb::arg("source"),
        nb::arg("how"));
  m.def("order_by_distances", order_by_distances, nb::arg("graph"), nb::arg("targets"),
        nb::arg("weights").none(), nb::arg("distances"), nb::arg("source"), nb::arg("how"));
  m.def("order_by_queue", order_by_queue, nb::arg("graph"), nb::arg("targets"),
        nb::arg("weights").none(), nb::arg("source"), nb::arg("how"));
  m.def("articulation_points", articulation_points, nb::arg("graph"), nb::arg("targets"),
        nb::arg("how"));
}

}  // namespace python
