// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/community_steps.h>

#include <arcas/algorithms/pack.h>
#include <arcas/graph/kernels/community_choices.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <atomic>
#include <bit>

namespace arcas::inline v0::graph::detail {

namespace {

constexpr std::size_t batches = 64;
// One worker decides about a run of up to 16 consecutive active vertices, one after another, since
// their rows are near each other in memory.
constexpr std::size_t longest_run = 16;

// A permutation of the numbers below 2^bits that depends on a seed: each step is invertible.
class shuffled_numbers {
 public:
  shuffled_numbers(unsigned bits, std::uint64_t seed)
      : mask_((std::uint64_t{1} << bits) - 1),
        shift_((bits + 1) / 2),
        factor_(scrambled(seed) | 1),
        shift_by_(scrambled(~seed)) {}
  std::uint64_t operator()(std::uint64_t i) const {
    i = (i * factor_ + shift_by_) & mask_;
    i ^= i >> shift_;
    return (i * factor_) & mask_;
  }

 private:
  std::uint64_t mask_;
  unsigned shift_;
  std::uint64_t factor_, shift_by_;
};

class local_moves {
 public:
  local_moves(const community_graph& g, const community_objective& objective,
              std::span<vertex> labels, std::uint64_t seed, const loop_options& loops)
      : g_(g),
        objective_(objective),
        labels_(labels),
        seed_(seed),
        loops_(loops),
        next_(g.size()),
        mass_(g.size()),
        waits_(g.size()),
        active_(g.size()),
        moved_(g.size()) {
    const std::size_t n = g.size();
    whole_for(n, loops, [&](std::size_t v) {
      next_[v] = labels[v];
      mass_[v] = 0;
      waits_[v] = g.degree(v) != 0 ? 1 : 0;
    });
    whole_for(n, loops, [&](std::size_t v) { add_mass(labels[v], g.mass(v)); });
  }

  bool run(std::size_t enough) {
    constexpr unsigned most_passes = 100;
    bool any = false;
    for (unsigned pass = 0; pass < most_passes; ++pass) {
      const std::size_t count = arcas::pack(
          std::size_t{0}, waits_.size(), [&](std::size_t v) { return waits_[v] != 0; },
          [&](std::size_t at, std::size_t v) { active_[at] = static_cast<vertex>(v); }, loops_);
      if (loops_.stop.stop_requested()) throw interrupted();
      if (count <= enough) break;
      any |= make_pass({active_.data(), count}, scrambled(seed_ + pass));
    }
    return any;
  }

 private:
  // Decides about each active vertex once. Returns whether any moved.
  bool make_pass(std::span<const vertex> active, std::uint64_t seed) {
    const std::size_t run =
        std::clamp<std::size_t>(active.size() / (batches * longest_run), 1, longest_run);
    const std::size_t runs = (active.size() + run - 1) / run;
    const auto bits = static_cast<unsigned>(std::bit_width(runs - 1));
    const shuffled_numbers shuffled(bits, seed);
    const std::size_t numbers = std::size_t{1} << bits;
    const std::size_t batch = std::max<std::size_t>(numbers / batches, 1);
    bool any = false;
    for (std::size_t first = 0; first < numbers; first += batch) {
      moved_.clear();
      append_each(moved_, batch, loops_, [&](const auto& push, std::size_t i) {
        const std::size_t at = shuffled(first + i) * run;
        if (at < active.size()) decide(active.subspan(at, std::min(run, active.size() - at)), push);
      });
      if (moved_.empty()) continue;
      any = true;
      whole_for(moved_.size(), loops_, [&](std::size_t i) { move(moved_[i]); });
    }
    return any;
  }

  // Decides about the vertices of a run in ascending order; each sees where the earlier vertices of
  // the run will move.
  template <class Push>
  void decide(std::span<const vertex> run, const Push& push) {
    sums_by_vertex& sums = tables_.local();
    const vertex first = run.front(), span = run.back() - first;
    for (const vertex v : run) {
      // Not atomic: other workers write waits_ in move() only, a different loop.
      waits_[v] = 0;
      sums.clear(static_cast<std::size_t>(g_.degree(v)));
      g_.each_neighbor(v, [&](vertex u, std::int64_t w) {
        sums.add(u - first <= span ? next_[u] : labels_[u], w);
      });
      next_[v] = best_for(v, sums);
      if (next_[v] != labels_[v]) push(v);
    }
  }

  vertex best_for(vertex v, const sums_by_vertex& sums) const {
    const vertex own = labels_[v];
    best_move choice(objective_, seed_, g_.mass(v), own, sums.of(own), mass_[own]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto [label, weight] = sums[i];
      if (label != own) choice.offer(label, weight, mass_[label]);
    }
    return choice.is_worse_than_alone() && mass_[v] == 0 ? v : choice.best();
  }

  void move(vertex v) {
    const vertex to = next_[v];
    add_mass(labels_[v], -g_.mass(v));
    add_mass(to, g_.mass(v));
    labels_[v] = to;
    g_.each_neighbor(v, [&](vertex u, std::int64_t) {
      // relaxed: several workers may set the flag at the same time; the end of the loop publishes
      // it. A neighbour that is woken needlessly is only visited once more.
      if (next_[u] != to) std::atomic_ref(waits_[u]).store(1, std::memory_order_relaxed);
    });
  }
  void add_mass(vertex label, std::int64_t mass) {
    // relaxed: sums of integers do not depend on the order; the end of the loop publishes them.
    std::atomic_ref(mass_[label]).fetch_add(mass, std::memory_order_relaxed);
  }

  const community_graph& g_;
  const community_objective& objective_;
  std::span<vertex> labels_;
  const std::uint64_t seed_;
  const loop_options& loops_;
  plain_array<vertex> next_;        // as labels_, except for vertices that are about to move
  plain_array<std::int64_t> mass_;  // by community
  // Not 0 for vertices to be visited: at the start all vertices with edges, then those with a
  // neighbour that has moved.
  plain_array<std::uint8_t> waits_;
  plain_array<vertex> active_;
  vertex_queue moved_;
  worker_local<sums_by_vertex> tables_;
};

}  // namespace

bool move_vertices(const community_graph& g, const community_objective& objective,
                   std::span<vertex> labels, std::uint64_t seed, std::size_t enough,
                   const loop_options& loops) {
  return local_moves(g, objective, labels, seed, loops).run(enough);
}

}  // namespace arcas::inline v0::graph::detail
