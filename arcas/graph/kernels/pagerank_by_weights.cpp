// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_run.h>
#include <arcas/graph/kernels/strengths.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
class weighted_links {
 public:
  weighted_links(const basic_adjacency<W>& out, const basic_adjacency<W>& in, bool symmetric,
                 const vertex_homes& homes, const loop_options& loops)
      : in_(in), symmetric_(symmetric), leaving_(homes.array<double>(out.vertex_count())) {
    const sum_of<tally> sum;
    const tally all = whole_reduce(out.vertex_count(), sum, loops, [&](std::size_t v) {
      double total = 0;
      for (const auto [to, w] : out.edges(static_cast<vertex>(v)))
        total += w >= 0 ? static_cast<double>(w) : std::numeric_limits<double>::quiet_NaN();
      leaving_[v] = total;
      return tally{total, strength_is_usable(total) ? no_vertex : static_cast<vertex>(v)};
    });
    if (all.wrong != no_vertex)
      refuse_strength("PageRank by weights", all.wrong, leaving_[all.wrong]);
    total_ = all.leaving > 0 ? std::min(all.leaving, std::numeric_limits<double>::max()) : 1;
  }

  std::size_t vertex_count() const { return leaving_.size(); }
  double shares(std::size_t v) const { return leaving_[v] > 0 ? leaving_[v] : 1; }
  bool dangles(std::size_t v) const { return leaving_[v] == 0; }
  bool balanced(std::size_t) const { return symmetric_; }
  double leaving() const { return total_; }

  template <unsigned Products>
  pagerank_sums pull(std::size_t first, std::size_t last,
                     const pass<Products, double>& pass) const {
    double with_own = 0, with_last = 0, with_first = 0;
    pagerank_sums sums;
    for (std::size_t v = first; v < last; ++v) {
      const double of_v = shares(v);
      const double jump = pass.jumps.empty() ? pass.base : pass.base * pass.jumps[v];
      const double before = read(pass.from, v);
      double arriving = 0;
      for (const auto [u, w] : in_.edges(static_cast<vertex>(v))) {
        arriving += static_cast<double>(w) * read(pass.from, u);
      }
      const double share = (jump + pass.damping * arriving) / of_v;
      // relaxed: as in read(); in Jacobi's order the end of the loop publishes it.
      std::atomic_ref(pass.to[v]).store(share, std::memory_order_relaxed);
      const double change = (share - before) * of_v;
      if constexpr (Products > 0) with_own += change * change;
      if constexpr (Products > 1) with_last += change * of_v * pass.last_change[v];
      if constexpr (Products > 2) with_first += change * of_v * pass.first_change[v];
      sums.residual += std::abs(change);
      sums.total += share * of_v;
      sums.dangling += dangles(v) ? share * of_v : 0;
      if constexpr (Products > 0) pass.change[v] = share - before;
    }
    sums.products = {with_own, with_last, with_first};
    return sums;
  }

 private:
  struct tally {
    double leaving = 0;
    vertex wrong = no_vertex;  // the first vertex whose weights are not allowed
    tally operator+(const tally& other) const {
      return {leaving + other.leaving, std::min(wrong, other.wrong)};
    }
  };

  static double read(double* from, std::size_t u) {
    // relaxed: the scores converge to the same values, whichever share of u is read.
    return std::atomic_ref(from[u]).load(std::memory_order_relaxed);
  }

  const basic_adjacency<W>& in_;
  const bool symmetric_;
  plain_array<double> leaving_;  // sums of the weights of out-edges
  double total_ = 0;
};

}  // namespace

template <class W>
pagerank_result detail::pagerank_by_weights(const basic_adjacency<W>& out,
                                            const basic_adjacency<W>& in, const graph_view& g,
                                            const pagerank_options& options) {
  const vertex_homes homes(g, options.locality, options.loops);
  const loop_options loops = homes.over_vertices(options.loops);
  const weighted_links<W> links(out, in, g.symmetric(), homes, loops);
  return with_loops(loops, [&](pagerank_loops passes, pagerank_loops sweeps) {
    pagerank_run<weighted_links<W>> run{links, options, passes, sweeps, homes};
    if (run.n == 0) return std::move(run.result);
    return options.order == pagerank_order::jacobi ? run.jacobi() : run.template in_place<double>();
  });
}

#define ARCAS_INSTANTIATE(W)                                                   \
  template pagerank_result detail::pagerank_by_weights(                        \
      const basic_adjacency<W>&, const basic_adjacency<W>&, const graph_view&, \
      const pagerank_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
