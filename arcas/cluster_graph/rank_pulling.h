// SPDX-License-Identifier: Apache-2.0
// The machine of ranks for algorithms in rounds over fewer and fewer vertices
// (graph/kernels/pulling.h), on an undirected graph. In pull() the value of a vertex is sent once
// to each rank that has the vertex in its rows (neighbor_values.h). The row of a hub is folded in
// parts, on all ranks. In keep() a rank asks each other rank once, for the values of all vertices
// to which its vertices point.
//
// Memory of a rank:
//   - 4 bytes for each of its arcs, 4 for each of its vertices, and about 50 for each hub;
//   - a value for each end of its rows, and in pull() a second one;
//   - 4 bytes, and in pull() a value, for each pair of a vertex of this rank and a rank that has it
//     in its rows;
//   - in keep(), 12 bytes for each of its selected vertices, and 8 for each vertex of any rank that
//     points to one of this rank.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/rank_machine.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// X: the type of the values that pull() reads. Fold: the class of its folds.
template <template <template <class> class> class Values, class X, class Fold>
class pulling_ranks : public rank_machine<Values> {
 public:
  using values = typename rank_machine<Values>::values;

  // weighted: whether folds get the weights of arcs; otherwise each weight is 1.
  pulling_ranks(const distributed_graph& g, bool weighted)
      : rank_machine<Values>(g),
        weighted_(weighted),
        places_(neighbor_places::make(g, arc_side::out)),
        part_(cluster::distributed<part>::make()) {
    cluster::on_all_ranks([places = places_, part = part_] {
      part.local().ends.resize(places.local().ends);
      part.local().hubs.resize(places.rows().hubs.hubs.size());
    });
  }
  void end() const {
    rank_machine<Values>::end();
    places_.end();
    part_.end();
  }

  void select_all() {
    cluster::on_all_ranks([g = this->graph(), part = part_] {
      part.local().selected.resize(g.local().vertex_count());
      std::iota(part.local().selected.begin(), part.local().selected.end(), local_vertex{0});
    });
  }

  template <class Y>
  void pull(std::vector<X> values::* from, std::vector<Y> values::* to, const Fold& fold) {
    const folding<Y> all{places_, part_, this->own(), from, to, fold, weighted_};
    cluster::on_all_ranks([all] { all.send(); });
    cluster::on_all_ranks([all] { all.fold_parts(); });
    cluster::on_all_ranks([all] { all.finish_hubs(); });
  }

  template <class F>
  std::size_t keep(std::vector<vertex> values::* of, const F& f) {
    return sum_of_ranks([places = this->graph().places(), own = this->own(), part = part_, of, f] {
      std::vector<local_vertex>& selected = part.local().selected;
      values& here = own.local();
      const std::vector<vertex> back = looked_up(places, own, of, selected);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < selected.size(); ++i) {
        const local_vertex v = selected[i];
        if (f(here, v, own_vertex(v).number(), back[i])) selected[kept++] = v;
      }
      selected.resize(kept);
      return std::uint64_t{kept};
    });
  }

 private:
  using state = typename Fold::state;

  struct hub {
    bool is_selected = false;  // known to all ranks in a pull
    state folded;              // at its home
  };
  struct part {
    std::vector<X> ends;  // the values of the ends of this rank's rows
    std::vector<local_vertex> selected;
    std::vector<hub> hubs;
  };

  template <class Y>
  struct folding {
    neighbor_places places;
    cluster::distributed<part> parts;
    cluster::distributed<values> own;
    std::vector<X> values::* from;
    std::vector<Y> values::* to;
    Fold fold;
    bool weighted;

    const hub_rows& hubs() const { return places.rows().hubs; }

    // Sends values, and tells all ranks which hubs are selected.
    void send() const {
      places.send(own.local().*from, [parts = parts]() -> auto& { return parts.local().ends; });
      if (hubs().hubs.empty()) return;
      std::vector<std::uint32_t> selected;
      for (const local_vertex v : parts.local().selected) {
        const std::size_t h = hubs().find(own_vertex(v).number());
        if (h != hubs().hubs.size()) selected.push_back(static_cast<std::uint32_t>(h));
      }
      if (selected.empty()) return;
      for (rank_id r = 0; r < cluster::ranks(); ++r) {
        cluster::async(
            r,
            [parts = parts](const std::vector<std::uint32_t>& theirs) {
              for (const std::uint32_t h : theirs) parts.local().hubs[h].is_selected = true;
            },
            selected);
      }
    }

    arc_weight weight_of(std::span<const arc_weight> weights, std::size_t i) const {
      return weighted ? weights[i] : 1;
    }

    // Rows of hubs are empty here.
    void fold_parts() const {
      const graph_rows& rows = places.rows();
      const part& here = parts.local();
      std::vector<Y>& results = own.local().*to;
      constexpr std::size_t rows_a_poll = 1024;
      std::size_t looks = 0;
      for (const local_vertex v : here.selected) {
        if (++looks % rows_a_poll == 0) cluster::poll();
        const vertex number = own_vertex(v).number();
        const std::span<const vertex> row = rows.neighbors(v);
        const std::span<const arc_weight> weights = rows.weights_of(v);
        const local_vertex* const ends = places.local().places.data() + rows.offsets[v];
        state folded;
        for (std::size_t i = 0; i < row.size(); ++i)
          fold.take(folded, number, row[i], weight_of(weights, i), here.ends[ends[i]]);
        results[v] = fold.result(folded);
      }
      for (std::uint32_t h = 0; h < here.hubs.size(); ++h) {
        if (!here.hubs[h].is_selected) continue;
        cluster::poll();
        fold_part_of_hub(h);
      }
    }
    void fold_part_of_hub(std::uint32_t h) const {
      const std::vector<X>& values_here = own.local().*from;
      const std::span<const local_vertex> row = hubs().neighbors(h);
      const std::span<const arc_weight> weights = hubs().weights_of(h);
      state folded;
      for (std::size_t i = 0; i < row.size(); ++i)
        fold.take(folded, hubs().hubs[h], own_vertex(row[i]).number(), weight_of(weights, i),
                  values_here[row[i]]);
      cluster::async(places.graph().places().home(hubs().hubs[h]), [all = *this, h, folded] {
        all.fold.merge(all.parts.local().hubs[h].folded, folded);
      });
    }

    void finish_hubs() const {
      std::vector<Y>& results = own.local().*to;
      const vertex_places& homes = places.graph().places();
      for (std::size_t h = 0; h < hubs().hubs.size(); ++h) {
        hub& done = parts.local().hubs[h];
        const vertex number = hubs().hubs[h];
        if (done.is_selected && homes.home(number) == cluster::self())
          results[homes.local(number)] = fold.result(done.folded);
        done = {};
      }
    }
  };

  // For each of these vertices v of this rank, the value that the array `of` has at the vertex
  // of[v]; no_vertex if of[v] is no_vertex.
  static std::vector<vertex> looked_up(const vertex_places& places,
                                       const cluster::distributed<values>& own,
                                       std::vector<vertex> values::* of,
                                       const std::vector<local_vertex>& some) {
    const auto here = [own, of]() -> const auto& { return own.local().*of; };
    const std::vector<vertex>& to = here();
    std::vector<vertex> asked;
    for (const local_vertex v : some)
      if (to[v] != no_vertex) asked.push_back(to[v]);
    const std::vector<vertex> found = values_at<vertex>(places, here, asked);
    std::vector<vertex> back;
    back.reserve(some.size());
    auto next = found.begin();
    for (const local_vertex v : some) back.push_back(to[v] == no_vertex ? no_vertex : *next++);
    return back;
  }

  bool weighted_;
  neighbor_places places_;
  cluster::distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
