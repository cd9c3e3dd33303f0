// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/simple_rows.h>
#include <arcas/graph/row_sums.h>

#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

namespace {

constexpr std::size_t rows_a_poll = 1024;
// A row of a hub is copied together with the next ones while they have no more arcs than this.
constexpr edge_index arcs_a_copy = edge_index{1} << 20;

// The rows of this rank's hubs, one after the other in the order of the hubs.
class copied_hubs {
 public:
  explicit copied_hubs(const distributed_graph& g) : g_(g) {
    const hub_rows& hubs = g.local().out_hubs();
    for (std::size_t h = 0; h < hubs.hubs.size(); ++h) {
      if (g.places().home(hubs.hubs[h]) != cluster::self()) continue;
      own_.push_back(hubs.hubs[h]);
      degrees_.push_back(hubs.degrees[h]);
      arcs_ += hubs.degrees[h];
    }
  }
  edge_index arc_count() const { return arcs_; }
  bool next_is(vertex number) const { return next_ != own_.size() && own_[next_] == number; }
  std::span<const vertex> take() {
    if (next_ == end_) copy();
    return rows_.neighbors(next_++ - first_);
  }

 private:
  void copy() {
    first_ = end_;
    edge_index arcs = 0;
    do {
      arcs += degrees_[end_++];
    } while (end_ != own_.size() && arcs + degrees_[end_] <= arcs_a_copy);
    rows_ = {};
    rows_ = copied_rows(g_, std::span(own_).subspan(first_, end_ - first_), arc_side::out,
                        {.simple = true});
  }

  const distributed_graph& g_;
  std::vector<vertex> own_;
  std::vector<edge_index> degrees_;
  edge_index arcs_ = 0;
  arc_rows rows_;  // of the hubs from first_ to end_
  std::size_t first_ = 0, end_ = 0, next_ = 0;
};

}  // namespace

arc_rows simple_rows(const distributed_graph& g) {
  const graph_part& part = g.local();
  copied_hubs hubs(g);
  arc_rows simple;
  simple.offsets.reserve(part.out.offsets.size());
  simple.targets.reserve(part.out.targets.size() + hubs.arc_count());
  for (local_vertex local = 0; local < part.vertex_count(); ++local) {
    if (local % rows_a_poll == 0) cluster::poll();
    const vertex number = own_vertex(local).number();
    const bool is_hub = hubs.next_is(number);
    graph::detail::for_each_distinct(is_hub ? hubs.take() : part.out_neighbors(local), number,
                                     [&](vertex end) { simple.targets.push_back(end); });
    simple.offsets.push_back(simple.targets.size());
  }
  return simple;
}

}  // namespace arcas::inline v0::cluster_graph::detail
