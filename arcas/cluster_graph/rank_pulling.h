// SPDX-License-Identifier: Apache-2.0
// The machine of ranks for algorithms in rounds over fewer and fewer vertices
// (graph/kernels/pulling.h), on an undirected graph. Each rank knows as a bit whether a vertex is
// out (known_sets.h); each pull() sends these bits. The row of a hub is folded in parts, on all
// ranks. In keep() a rank asks every other rank once, for the values of all vertices to which its
// vertices point.
//
// Memory of a rank:
//   - a bit for each vertex of the graph, 4 bytes for each of its vertices, and about 50 for each
//     hub;
//   - in keep(), 12 bytes for each of its selected vertices, and 8 for each vertex of any rank that
//     points to one of this rank.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/known_sets.h>
#include <arcas/cluster_graph/rank_machine.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Fold: the class of the folds of pull().
template <template <template <class> class> class Values, class Fold>
class pulling_ranks : public rank_machine<Values> {
 public:
  using values = typename rank_machine<Values>::values;

  // weighted: whether folds get the weights of arcs; otherwise each weight is 1.
  pulling_ranks(const distributed_graph& g, bool weighted)
      : rank_machine<Values>(g), weighted_(weighted), part_(cluster::distributed<part>::make()) {
    cluster::on_all_ranks([g, part = part_] {
      part.local().out = known_set(g.places());
      part.local().hubs.resize(g.local().out_hubs().hubs.size());
    });
  }
  void end() const {
    rank_machine<Values>::end();
    part_.end();
  }

  void select_all() {
    cluster::on_all_ranks([g = this->graph(), part = part_] {
      part.local().selected.resize(g.local().vertex_count());
      std::iota(part.local().selected.begin(), part.local().selected.end(), local_vertex{0});
    });
  }

  template <class X>
  void pull(std::vector<X> values::* from, std::vector<vertex> values::* to, const Fold& fold) {
    const folding<X> all{this->graph(), part_, this->own(), from, to, fold, weighted_};
    cluster::on_all_ranks([all] { all.send(); });
    cluster::on_all_ranks([all] {
      all.fold_rows();
      all.tell_hubs();
    });
    if (all.hubs().hubs.empty()) return;
    cluster::on_all_ranks([all] { all.fold_hubs(); });
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
    bool is_folded = false;  // in this pull; known to all ranks
    state folded;            // at its home
  };
  struct part {
    known_set out;
    std::vector<local_vertex> selected;
    std::vector<hub> hubs;
  };

  template <class X>
  struct folding {
    distributed_graph g;
    cluster::distributed<part> parts;
    cluster::distributed<values> own;
    std::vector<X> values::* from;
    std::vector<vertex> values::* to;
    Fold fold;
    bool weighted;

    const hub_rows& hubs() const { return g.local().out_hubs(); }

    // Tells all ranks which vertices are out.
    void send() const {
      const std::vector<X>& here = own.local().*from;
      vertex_bits out(here.size());
      for (local_vertex v = 0; v < here.size(); ++v)
        if (Fold::is_out(here[v])) out.insert(v);
      known_set::send([parts = parts] { return std::array{&parts.local().out}; }, out);
    }

    // Whether the vertex keeps what an earlier pull has found.
    bool keeps(local_vertex v) const {
      const vertex found = (own.local().*to)[v];
      return found != no_vertex && !parts.local().out.contains(found);
    }
    arc_weight weight_of(std::span<const arc_weight> weights, std::size_t i) const {
      return weighted ? weights[i] : 1;
    }

    // Rows of hubs are empty here.
    void fold_rows() const {
      const graph_rows& rows = g.local().out;
      const part& here = parts.local();
      std::vector<vertex>& results = own.local().*to;
      constexpr std::size_t rows_a_poll = 1024;
      std::size_t looks = 0;
      for (const local_vertex v : here.selected) {
        if (++looks % rows_a_poll == 0) cluster::poll();
        const std::span<const vertex> row = rows.neighbors(v);
        if (row.empty() || keeps(v)) continue;
        const vertex number = own_vertex(v).number();
        const std::span<const arc_weight> weights = rows.weights_of(v);
        state folded;
        for (std::size_t i = 0; i < row.size(); ++i)
          if (!here.out.contains(row[i])) fold.take(folded, number, row[i], weight_of(weights, i));
        results[v] = fold.result(folded);
      }
    }
    // Tells all ranks which hubs of this rank have to be folded.
    void tell_hubs() const {
      const vertex_places& homes = g.places();
      std::vector<std::uint32_t> told;
      for (std::uint32_t h = 0; h < hubs().hubs.size(); ++h) {
        const vertex v = hubs().hubs[h];
        if (homes.home(v) != cluster::self() || keeps(homes.local(v))) continue;
        if (std::ranges::binary_search(parts.local().selected, homes.local(v))) told.push_back(h);
      }
      if (told.empty()) return;
      for (rank_id r = 0; r < cluster::ranks(); ++r) {
        cluster::async(
            r,
            [parts = parts](const std::vector<std::uint32_t>& theirs) {
              for (const std::uint32_t h : theirs) parts.local().hubs[h].is_folded = true;
            },
            told);
      }
    }
    void fold_hubs() const {
      const part& here = parts.local();
      for (std::uint32_t h = 0; h < here.hubs.size(); ++h) {
        if (!here.hubs[h].is_folded) continue;
        cluster::poll();
        fold_part_of_hub(h);
      }
    }
    void fold_part_of_hub(std::uint32_t h) const {
      const std::vector<X>& values_here = own.local().*from;
      const std::span<const local_vertex> row = hubs().neighbors(h);
      const std::span<const arc_weight> weights = hubs().weights_of(h);
      state folded;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (Fold::is_out(values_here[row[i]])) continue;
        fold.take(folded, hubs().hubs[h], own_vertex(row[i]).number(), weight_of(weights, i));
      }
      cluster::async(g.places().home(hubs().hubs[h]), [all = *this, h, folded] {
        all.fold.merge(all.parts.local().hubs[h].folded, folded);
      });
    }

    void finish_hubs() const {
      std::vector<vertex>& results = own.local().*to;
      const vertex_places& homes = g.places();
      for (std::size_t h = 0; h < hubs().hubs.size(); ++h) {
        hub& done = parts.local().hubs[h];
        const vertex number = hubs().hubs[h];
        if (done.is_folded && homes.home(number) == cluster::self())
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
  cluster::distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
