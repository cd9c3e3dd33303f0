// SPDX-License-Identifier: Apache-2.0
// cluster_graph/distributed_sssp.cpp is a separate implementation, in which all ranks settle a bin
// in rounds.
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/distance_bins.h>
#include <arcas/graph/kernels/nearby_search.h>
#include <arcas/graph/kernels/path_lengths.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The number of separate bins. Vertices at greater distances wait in one more bin, and are
// distributed over the separate bins when its turn comes.
constexpr std::size_t near_bins = 1024;
// A worker that has put fewer than this number of blocks (1,000 vertices) into the bin being
// settled settles these vertices at once, by itself.
constexpr std::size_t fused_blocks = 16;
// The edges of a vertex are prefetched this number of vertices ahead, its offset and distance twice
// as far ahead.
constexpr std::size_t bin_ahead = 3;
// One thread searches without arrays (nearby_search) if the source reaches at most few_at_most and
// at most 1/few_part of all vertices: for more vertices the heap takes longer than bins.
constexpr std::size_t few_part = 512;
constexpr std::size_t few_at_most = 128;
// The number of weights sampled to choose delta.
constexpr std::size_t degree_samples = 1024;

template <class W>
double chosen_delta(const basic_adjacency<W>& g) {
  if (g.arc_count() == 0) return 1;
  double sum = 0;
  random_stream draws(0, 3);
  for (std::size_t i = 0; i < degree_samples; ++i) {
    sum += static_cast<double>(g.weights()[draws.next() % g.arc_count()]) / degree_samples;
  }
  const double degree = static_cast<double>(g.arc_count()) / static_cast<double>(g.vertex_count());
  const double wanted = sum * std::pow(2.5 / degree, 1.5) * (1 + std::pow(4.0 / degree, 6));
  return wanted > 0 && std::isfinite(wanted) ? wanted : 1;
}

// Widths are powers of two, so that the bin of an integer distance is found by a shift.
int exponent_of(double delta, bool whole) {
  return whole ? std::clamp(std::ilogb(delta), 0, 62) : std::clamp(std::ilogb(delta), -1000, 1000);
}

// The distance of a vertex that has not been reached. A sum below it fits both D and the type of
// the result.
template <class D>
constexpr D far_in = infinitely_far<D>;
template <>
constexpr std::uint64_t far_in<std::uint64_t> = infinitely_far<std::int64_t>;

// D is std::uint32_t or std::uint64_t for integer weights, double for real weights. A sum that does
// not fit uint32_t ends the run; a sum above greatest_length becomes greatest_length.
template <class W, class D>
class delta_stepping {
  static constexpr bool whole = std::is_integral_v<W>;
  static constexpr D far = far_in<D>;
  static constexpr bool narrow = std::is_same_v<D, std::uint32_t>;
  static constexpr D greatest = narrow ? far - 1 : static_cast<D>(greatest_length<distance<W>>);

 public:
  delta_stepping(const basic_adjacency<W>& g, vertex source, int exponent,
                 const loop_options& loops)
      : g_(g),
        loops_(loops),
        shift_(exponent),
        scale_(std::ldexp(1.0, -exponent)),
        distances_(g.vertex_count()) {
    whole_for(g.vertex_count(), loops, [at = distances_.begin()](std::size_t v) { at[v] = far; });
    distances_[source] = 0;
    bins_.any().push(0, source);
  }

  // Returns whether all distances fit D.
  bool run() {
    while ((current_ = bins_.first_filled(current_, near_bins + 1)) <= near_bins) {
      if (current_ == near_bins && !sort_out_far()) break;
      settle(bins_.take(current_));
      if (negative_) {
        throw std::invalid_argument(
            "shortest paths require edge weights of at least 0; an edge has a negative weight");
      }
      if (narrow && overflow_) return false;
    }
    for (std::size_t v = 0; overflow_ && v < distances_.size(); ++v) {
      if (distances_[v] == greatest) refuse_distance<distance<W>>(v);
    }
    return true;
  }

  plain_array<D>& distances() { return distances_; }

 private:
  struct own {
    distance_bins* bins = nullptr;
    bool negative = false;
    bool overflow = false;
  };

  D load(vertex v) {
    // relaxed: distances only fall, and an old value only leads to a compare-and-swap, which sees
    // the new one.
    return std::atomic_ref(distances_[v]).load(std::memory_order_relaxed);
  }

  std::size_t bin_of(D d) const {
    const std::size_t number = absolute_bin(d);
    return number <= base_ ? 0 : std::min(number - base_, near_bins);
  }
  std::size_t absolute_bin(D d) const {
    if constexpr (whole) {
      return static_cast<std::size_t>(std::uint64_t{d} >> shift_);
    } else {
      const double number = d * scale_;
      return number < 1e18 ? static_cast<std::size_t>(number) : std::size_t{1} << 60;
    }
  }

  void settle(std::span<const vertex_block* const> blocks) {
    bins_.all_back();
    const auto finish = [&](const own& mine) {
      negative_ = negative_ || mine.negative;
      overflow_ = overflow_ || mine.overflow;
    };
    if (blocks.size() == 1) {
      if (loops_.stop.stop_requested()) throw interrupted();
      own mine;
      settle_and_go_on(mine, *blocks.front());
      return finish(mine);
    }
    whole_for_own<own>(
        blocks.size(), loops_,
        [&](own& mine, std::size_t i) { settle_and_go_on(mine, *blocks[i]); }, finish);
  }

  void settle_and_go_on(own& mine, const vertex_block& block) {
    if (mine.bins == nullptr) mine.bins = &bins_.lend();
    settle_block(mine, block);
    while (mine.bins->blocks(current_) != 0 && mine.bins->blocks(current_) < fused_blocks) {
      for (const vertex_block& b : mine.bins->take(current_)) settle_block(mine, b);
    }
  }

  void settle_block(own& mine, const vertex_block& block) {
    const auto all = block.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i + 2 * bin_ahead < all.size()) prefetch_place(all[i + 2 * bin_ahead]);
      if (i + bin_ahead < all.size()) prefetch_edges(all[i + bin_ahead]);
      const D d = load(all[i]);
      // The vertex has been settled in an earlier bin, after it entered this one.
      if (bin_of(d) < current_) continue;
      relax_all(mine, all[i], d);
    }
  }

  // When a vertex is settled, first its offset and distance are read, then its edges.
  void prefetch_place(vertex v) const {
    __builtin_prefetch(g_.offsets().data() + v);
    __builtin_prefetch(distances_.data() + v);
  }
  void prefetch_edges(vertex v) const {
    const edge_index first = g_.offsets()[v];
    __builtin_prefetch(g_.targets().data() + first);
    __builtin_prefetch(g_.weights().data() + first);
  }

  // Below this distance, a sum with any weight fits D; 0: some weight may not fit.
  static constexpr D surely_fits = [] {
    if constexpr (!whole) {
      return greatest;
    } else if constexpr (sizeof(W) > sizeof(D)) {
      return D{0};
    } else {
      return static_cast<D>(far - static_cast<D>(std::numeric_limits<W>::max()));
    }
  }();

  struct candidate {
    vertex v;
    D length;
  };
  static constexpr std::size_t looks = 64;

  void relax_all(own& mine, vertex u, D d) {
    if (d < surely_fits) {
      relax_each<true>(mine, u, d);
    } else {
      mine.overflow = mine.overflow || !whole;  // the vertex is at the greatest length
      relax_each<false>(mine, u, d);
    }
  }

  // For each piece of the row, first reads all distances, so that the cache misses overlap; then
  // lowers the few that become shorter.
  template <bool Fits>
  void relax_each(own& mine, vertex u, D d) {
    std::array<candidate, looks> shorter;
    const edge_index end = g_.offsets()[u + std::size_t{1}];
    for (edge_index at = g_.offsets()[u]; at < end; at += looks) {
      const std::size_t size = std::min<edge_index>(end - at, looks);
      const std::size_t count = look<Fits>(mine, at, size, d, shorter);
      if (mine.negative || (narrow && mine.overflow)) return;
      for (std::size_t k = 0; k < count; ++k) improve(mine, shorter[k].v, shorter[k].length);
    }
  }

  // Finds the edges at [first, first + size) that give shorter paths; returns their number.
  // Pointers to arrays are local variables, so that they stay in registers across atomic accesses
  // and more reads overlap.
  template <bool Fits>
  std::size_t look(own& mine, edge_index first, std::size_t size, D d,
                   std::array<candidate, looks>& shorter) {
    const W* const weights = g_.weights().data() + first;
    const vertex* const targets = g_.targets().data() + first;
    D* const distances = distances_.data();
    std::size_t count = 0;
    W least = 0;
    using sum_type = decltype(sum_of(d, W{}));
    bool overflow = false;
    for (std::size_t i = 0; i < size; ++i) {
      const W w = weights[i];
      const vertex v = targets[i];
      auto sum = sum_of(d, w);
      if constexpr (whole) {
        least |= w;  // negative if any weight is
      } else {
        least = std::min(least, w);
      }
      if constexpr (!Fits && whole) overflow |= sum >= far;
      if constexpr (!(Fits && whole) && !narrow)
        sum = std::min(sum_type{greatest}, sum);  // a NaN becomes `greatest`, too
      const auto length = static_cast<D>(sum);
      shorter[count] = {v, length};
      // relaxed: as in load().
      count += length < std::atomic_ref(distances[v]).load(std::memory_order_relaxed) ? 1 : 0;
    }
    mine.negative |= least < 0;
    mine.overflow |= overflow;
    return count;
  }

  static auto sum_of(D d, W w) {
    if constexpr (whole) {
      return std::uint64_t{d} + static_cast<std::uint64_t>(w);
    } else {
      return d + w;
    }
  }

  void improve(own& mine, vertex v, D length) {
    const std::atomic_ref<D> at(distances_[v]);
    D known = load(v);
    while (length < known) {
      // relaxed: see load(); the end of the loop publishes the distances.
      if (at.compare_exchange_weak(known, length, std::memory_order_relaxed)) {
        mine.bins->push(bin_of(length), v);
        return;
      }
    }
  }

  // Moves the vertices of the bin of great distances into separate bins, from the nearest on.
  // Returns false if there are none.
  bool sort_out_far() {
    const auto waiting = bins_.take(near_bins);
    std::size_t nearest = std::numeric_limits<std::size_t>::max();
    const auto for_each_waiting = [&](const auto& f) {
      for (const vertex_block* block : waiting) {
        for (const vertex v : block->all()) {
          // The other vertices have been settled meanwhile, at a shorter distance.
          if (absolute_bin(distances_[v]) >= base_ + near_bins) f(v, absolute_bin(distances_[v]));
        }
      }
    };
    for_each_waiting([&](vertex, std::size_t bin) { nearest = std::min(nearest, bin); });
    if (nearest == std::numeric_limits<std::size_t>::max()) return false;
    std::vector<vertex> far_away;
    for_each_waiting([&](vertex v, std::size_t) { far_away.push_back(v); });
    base_ = nearest;
    for (const vertex v : far_away) bins_.any().push(bin_of(distances_[v]), v);
    current_ = 0;
    return true;
  }

  const basic_adjacency<W>& g_;
  const loop_options& loops_;
  int shift_;
  double scale_;
  plain_array<D> distances_;
  shared_bins bins_;         // of waiting vertices, relative to base_
  std::size_t current_ = 0;  // the bin being settled
  std::size_t base_ = 0;     // the absolute number of bin 0
  bool negative_ = false;
  bool overflow_ = false;
};

constexpr std::size_t row = 16;
// Recognises sixteen unreached vertices at once: if a search reaches few vertices, most of its time
// is spent here.
template <class From, class To>
void widen(const plain_array<From>& narrow, plain_array<To>& wide, const loop_options& loops) {
  const std::size_t n = narrow.size();
  whole_for(n / row + 1, loops, [n, from = narrow.begin(), to = wide.begin()](std::size_t number) {
    const std::size_t first = number * row;
    const std::size_t size = std::min(row, n - first);
    From all = far_in<From>;
    for (std::size_t i = first; i < first + size; ++i) all &= from[i];
    if (all == far_in<From> && size == row) {
      std::fill_n(to + first, row, infinitely_far<To>);
      return;
    }
    for (std::size_t i = first; i < first + size; ++i) {
      to[i] = from[i] == far_in<From> ? infinitely_far<To> : static_cast<To>(from[i]);
    }
  });
}

// Returns distances computed as type D, or nullopt if they do not fit D.
template <class W, class D>
std::optional<sssp_result<W>> distances_in(const basic_adjacency<W>& g, vertex source, int exponent,
                                           const loop_options& loops) {
  delta_stepping<W, D> run(g, source, exponent, loops);
  if (!run.run()) return std::nullopt;
  sssp_result<W> result;
  result.delta = std::ldexp(1.0, exponent);
  if constexpr (std::is_same_v<D, distance<W>>) {
    result.distances = std::move(run.distances());
  } else {
    result.distances = plain_array<distance<W>>(g.vertex_count());
    widen(run.distances(), result.distances, loops);
  }
  return result;
}

// Returns distances by nearby_search; nullopt if the source reaches too many vertices.
template <class W>
std::optional<sssp_result<W>> distances_nearby(const basic_adjacency<W>& g, vertex source,
                                               const loop_options& loops) {
  nearby_search<W> search(std::min(few_at_most, g.vertex_count() / few_part));
  if (!search.run(g, source)) return std::nullopt;
  sssp_result<W> result;
  result.distances = plain_array<distance<W>>(g.vertex_count());
  whole_for(g.vertex_count(), loops,
            [at = result.distances.data()](std::size_t v) { at[v] = infinitely_far<distance<W>>; });
  search.for_each([&](vertex v, distance<W> length) { result.distances[v] = length; });
  return result;
}

template <class W>
sssp_result<W> distances_from(const basic_adjacency<W>& out, vertex source,
                              const sssp_options& options) {
  if (options.delta == 0) {
    auto few = distances_nearby(out, source, options.loops);
    if (few) return std::move(*few);
  }
  const double delta = options.delta > 0 ? options.delta : chosen_delta(out);
  const int exponent = exponent_of(delta, std::is_integral_v<W>);
  if constexpr (std::is_integral_v<W>) {
    auto found = distances_in<W, std::uint32_t>(out, source, exponent, options.loops);
    if (found) return std::move(*found);
  }
  using wide = std::conditional_t<std::is_integral_v<W>, std::uint64_t, double>;
  return *distances_in<W, wide>(out, source, exponent, options.loops);
}

}  // namespace

template <class W>
sssp_result<W> detail::shortest_paths(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                      vertex source, const sssp_options& options) {
  require_source(out.vertex_count(), source);
  require_delta(options.delta);
  sssp_result<W> found = distances_from(out, source, options);
  if (options.parents) add_parents(out, in, source, found, options.loops);
  return found;
}

#define ARCAS_INSTANTIATE(W)                      \
  template sssp_result<W> detail::shortest_paths( \
      const basic_adjacency<W>&, const basic_adjacency<W>&, vertex, const sssp_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
