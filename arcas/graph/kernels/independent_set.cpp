// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/colouring.h>

#include <arcas/graph/kernels/greedy_order.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

enum : std::uint8_t { out_of_it = 0, in_it = 1, undecided = 2 };

class choice {
 public:
  choice(const undirected_view& g, std::uint64_t seed, plain_array<std::uint8_t>& state)
      : g_(g), seed_(seed), state_(state) {}

  // v is out of the set as soon as a neighbour before it is in the set, and in the set when all
  // neighbours before it are out.
  bool operator()(vertex v) const {
    const std::uint64_t place = random_place(v, seed_);
    bool all_are_out = true;
    for (const vertex u : g_.neighbors(v)) {
      if (u == v || random_place(u, seed_) > place) continue;
      // relaxed: the word is the only value about u, and does not change once u is decided.
      const std::uint8_t state = std::atomic_ref(state_[u]).load(std::memory_order_relaxed);
      if (state == in_it) return decided(v, out_of_it);
      all_are_out = all_are_out && state == out_of_it;
    }
    return all_are_out && decided(v, in_it);
  }

 private:
  bool decided(vertex v, std::uint8_t state) const {
    std::atomic_ref(state_[v]).store(state, std::memory_order_relaxed);  // relaxed: as above
    return true;
  }

  const undirected_view& g_;
  std::uint64_t seed_;
  plain_array<std::uint8_t>& state_;
};

}  // namespace

independent_set_result independent_set(const undirected_view& g,
                                       const independent_set_options& options) {
  const std::size_t n = g.vertex_count();
  independent_set_result result;
  result.members = plain_array<std::uint8_t>(n);
  whole_for(n, options.loops, [&](std::size_t v) { result.members[v] = undecided; });
  decide_all(n, options.loops, choice(g, options.seed, result.members));
  result.size = whole_reduce(n, plus<std::size_t>{}, options.loops,
                             [&](std::size_t v) -> std::size_t { return result.members[v]; });
  return result;
}

}  // namespace arcas::inline v0::graph
