// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/neighbor_sums.h>
#include <arcas/graph/row_sums.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

// A set of vertices, which have places in it: in the order of their homes, at each home in that of their numbers.
class placed_vertices {
 public:
  placed_vertices(const vertex_places& places, std::uint64_t vertices)
      : places_(places),
        words_of_rank_(places.count_on(0, vertices) / word_bits + std::size_t{1}),
        words_(words_of_rank_ * places.ranks()),
        before_(words_.size()) {}

  void insert(vertex v) { words_[word_of(v)] |= bit_of(v); }
  // Behind the last insert().
  void place() {
    vertex count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = count;
      count += static_cast<vertex>(std::popcount(words_[i]));
    }
  }
  vertex place_of(vertex v) const {
    const std::size_t word = word_of(v);
    return before_[word] + static_cast<vertex>(std::popcount(words_[word] & (bit_of(v) - 1)));
  }
  // Those of a rank, by local numbers.
  std::vector<vertex> of_rank(rank_id r) const {
    std::vector<vertex> locals;
    for (std::size_t i = 0; i < words_of_rank_; ++i) {
      std::uint64_t left = words_[r * words_of_rank_ + i];
      for (; left != 0; left &= left - 1)
        locals.push_back(static_cast<vertex>(i * word_bits) +
                         static_cast<vertex>(std::countr_zero(left)));
    }
    return locals;
  }

 private:
  static constexpr vertex word_bits = 64;

  std::size_t word_of(vertex v) const {
    return places_.home(v) * words_of_rank_ + places_.local(v) / word_bits;
  }
  std::uint64_t bit_of(vertex v) const { return std::uint64_t{1} << places_.local(v) % word_bits; }

  vertex_places places_;
  std::size_t words_of_rank_;
  std::vector<std::uint64_t> words_;
  std::vector<vertex> before_;  // how many are in the words before
};

}  // namespace

void require_strengths(const distributed_graph& g, const std::string& kernel) {
  if (!g.is_weighted()) throw std::invalid_argument(kernel + " requires a graph with edge weights");
  const auto least = [](arc_weight a, arc_weight b) { return a < b ? a : b; };
  const arc_weight lowest = cluster::fold_ranks(arc_weight{0}, least, [g] {
    arc_weight low = 0;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights}) {
      for (const arc_weight w : *weights) low = std::isfinite(w) && w >= low ? low : -1;
    }
    return low;
  });
  if (lowest < 0) {
    throw std::invalid_argument(kernel +
                                " requires finite edge weights of at least 0; an edge has another");
  }
}

neighbor_sums neighbor_sums::make(const distributed_graph& g, arc_side side, bool weighted) {
  const neighbor_sums all(g, side, weighted);
  cluster::on_all_ranks([all] { all.part_.local().wanted.resize(cluster::ranks()); });
  cluster::on_all_ranks([all] { all.ask(); });
  return all;
}

void neighbor_sums::ask() const {
  part& own = part_.local();
  placed_vertices asked(g_.places(), g_.vertex_count());
  for (const vertex v : rows().targets) asked.insert(v);
  asked.place();
  own.slots.reserve(rows().targets.size());
  for (const vertex v : rows().targets) own.slots.push_back(asked.place_of(v));
  std::size_t count = 0;
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    own.first.push_back(count);
    std::vector<vertex> theirs = asked.of_rank(r);
    count += theirs.size();
    cluster::async(
        r,
        [all = *this, from = cluster::self()](std::vector<vertex>& locals) {
          all.part_.local().wanted[from] = std::move(locals);
        },
        std::move(theirs));
  }
  own.values.resize(count);
}

void neighbor_sums::send(const std::vector<double>& values) const {
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    const std::vector<vertex>& wanted = part_.local().wanted[r];
    if (wanted.empty()) continue;
    std::vector<double> theirs;
    theirs.reserve(wanted.size());
    for (const vertex local : wanted) theirs.push_back(values[local]);
    cluster::async(
        r,
        [all = *this, from = cluster::self()](const std::vector<double>& some) {
          part& there = all.part_.local();
          std::ranges::copy(some, there.values.data() + there.first[from]);
        },
        std::move(theirs));
  }
}

void neighbor_sums::add_rows(std::vector<double>& sums) const {
  const part& own = part_.local();
  const double* const values = own.values.data();
  const graph_rows& all = rows();
  constexpr std::size_t rows_a_poll = 4096;
  for (std::size_t row = 0; row < sums.size(); ++row) {
    if (row % rows_a_poll == 0) cluster::poll();
    const std::span<const vertex> slots(own.slots.data() + all.offsets[row],
                                        own.slots.data() + all.offsets[row + 1]);
    if (slots.empty()) continue;  // perhaps of a hub, whose parts come in messages
    if (weighted_) {
      const std::span<const arc_weight> weights = all.weights_of(row);
      double sum = 0;
      for (std::size_t i = 0; i < slots.size(); ++i) sum += weights[i] * values[slots[i]];
      sums[row] = sum;
    } else {
      sums[row] = graph::detail::sum_over_row(slots, std::to_address(own.slots.end()),
                                              [values](vertex slot) { return values[slot]; });
    }
  }
}

double neighbor_sums::sum_of_hub(std::size_t hub, const std::vector<double>& values) const {
  const hub_rows& hubs = rows().hubs;
  double sum = 0;
  if (weighted_) {
    for (const auto [local, weight] : hubs.edges(hub)) sum += weight * values[local];
  } else {
    for (const vertex local : hubs.neighbors(hub)) sum += values[local];
  }
  return sum;
}

}  // namespace arcas::inline v0::cluster_graph::detail
