// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/colouring.h>

#include <arcas/graph/kernels/greedy_order.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr std::uint32_t no_colour = std::numeric_limits<std::uint32_t>::max();

// The set of the colours of a vertex's neighbours, as bits.
class used_colours {
 public:
  // Empties the set. The least free colour is at most the number of neighbours, so add() may ignore
  // greater colours, and no_colour.
  void clear(std::size_t neighbours) { words_.assign(neighbours / bits + 1, 0); }
  void add(std::uint32_t colour) {
    if (colour / bits < words_.size()) words_[colour / bits] |= std::uint64_t{1} << colour % bits;
  }
  std::uint32_t least_free() const {
    const auto word = std::ranges::find_if(words_, [](std::uint64_t w) { return ~w != 0; });
    return static_cast<std::uint32_t>((word - words_.begin()) * bits + std::countr_one(*word));
  }

 private:
  static constexpr std::uint32_t bits = 64;
  std::vector<std::uint64_t> words_;
};

class painter {
 public:
  painter(const undirected_view& g, const colouring_options& options)
      : g_(g),
        options_(options),
        colours_(g.vertex_count()),
        before_(g.vertex_count()),
        ready_(g.vertex_count()),
        next_(g.vertex_count()) {}

  colouring_result run() {
    const std::size_t n = g_.vertex_count();
    append_each(ready_, n, options_.loops, [&](const auto& push, std::size_t i) {
      const auto v = static_cast<vertex>(i);
      colours_[v] = no_colour;
      edge_index before = 0;
      for (const vertex u : g_.neighbors(v)) before += is_before(u, v);
      before_[v] = before;
      if (before == 0) push(v);
    });
    while (!ready_.empty()) {
      next_.clear();
      append_each(next_, ready_.size(), options_.loops,
                  [&](const auto& push, std::size_t i) { paint(ready_[i], push); });
      std::swap(ready_, next_);
    }
    colouring_result result;
    result.count = whole_reduce(n, maximum<std::uint32_t>{}, options_.loops,
                                [&](std::size_t v) { return colours_[v] + 1; });
    result.colours = std::move(colours_);
    return result;
  }

 private:
  bool is_before(vertex u, vertex v) const {
    if (u == v) return false;
    const edge_index a = g_.degree(u), b = g_.degree(v);
    return a != b ? a > b : random_place(u, options_.seed) < random_place(v, options_.seed);
  }

  // Gives v its colour. The neighbours before v in the order have their colours already, and the
  // others wait for v; so no neighbour changes its colour meanwhile.
  template <class Push>
  void paint(vertex v, const Push& push) {
    thread_local used_colours used;
    used.clear(static_cast<std::size_t>(g_.degree(v)));
    for (const vertex u : g_.neighbors(v)) used.add(colours_[u]);
    colours_[v] = used.least_free();
    for (const vertex u : g_.neighbors(v)) {
      if (u == v || colours_[u] != no_colour) continue;
      // relaxed: exactly one decrement brings the count to 0; the end of the loop publishes the
      // colours.
      if (std::atomic_ref(before_[u]).fetch_sub(1, std::memory_order_relaxed) == 1) push(u);
    }
  }

  const undirected_view& g_;
  const colouring_options& options_;
  plain_array<std::uint32_t> colours_;
  plain_array<edge_index> before_;  // number of neighbours before a vertex that have no colour
  vertex_queue ready_, next_;       // vertices whose number in before_ has become 0
};

}  // namespace

colouring_result colouring(const undirected_view& g, const colouring_options& options) {
  return painter(g, options).run();
}

}  // namespace arcas::inline v0::graph
