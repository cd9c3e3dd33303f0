// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

class peeling {
 public:
  peeling(const undirected_view& g, const loop_options& loops)
      : g_(g),
        loops_(loops),
        left_(g.vertex_count()),
        waiting_(g.vertex_count()),
        shorter_(g.vertex_count()) {
    whole_for(g.vertex_count(), loops, [&](std::size_t v) {
      std::uint32_t degree = 0;
      for_each_distinct(g, static_cast<vertex>(v), [&](vertex) { ++degree; });
      left_[v] = degree;
    });
    for (std::size_t v = 0; v < g.vertex_count(); ++v) waiting_.push(static_cast<vertex>(v));
  }

  core_result run() {
    core_result result;
    peel(*this, result);
    result.cores = std::move(left_);
    return result;
  }

  // The steps of peel().

  std::uint32_t least() {
    return whole_reduce(waiting_.size(), minimum<std::uint32_t>{}, loops_,
                        [&](std::size_t i) { return left_[waiting_[i]]; });
  }

  // At the end a vertex's count is the k at which it was removed.
  void take_away(std::uint32_t k) {
    using stack = std::vector<vertex>;
    k_ = k;
    shorter_.clear();
    vertex_queue& first = shorter_;
    append_each(first, waiting_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (left_[waiting_[i]] == k_) push(waiting_[i]);
    });
    whole_for_own<stack>(
        first.size(), loops_,
        [&](stack& mine, std::size_t i) {
          mine.push_back(first[i]);
          while (!mine.empty()) {
            const vertex v = mine.back();
            mine.pop_back();
            for_each_distinct(g_, v, [&](vertex u) {
              if (lower(u)) mine.push_back(u);
            });
          }
        },
        [](stack&) {});
    drop_taken();
  }

 private:
  // Lowers the count of u; returns whether this call has lowered it to k. It never falls below k,
  // although several workers may lower it at the same time.
  bool lower(vertex u) {
    const std::atomic_ref<std::uint32_t> at(left_[u]);
    // relaxed: only the count itself matters, and exactly one decrement brings it to k; the end of
    // the loop publishes it.
    std::uint32_t count = at.load(std::memory_order_relaxed);
    while (count > k_) {
      // relaxed: as above.
      if (at.compare_exchange_weak(count, count - 1, std::memory_order_relaxed)) {
        return count - 1 == k_;
      }
    }
    return false;
  }

  void drop_taken() {
    shorter_.clear();
    append_each(shorter_, waiting_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (left_[waiting_[i]] > k_) push(waiting_[i]);
    });
    std::swap(waiting_, shorter_);
  }

  const undirected_view& g_;
  const loop_options& loops_;
  plain_array<std::uint32_t> left_;  // remaining neighbours; of a removed vertex, its core number
  vertex_queue waiting_;
  vertex_queue shorter_;
  std::uint32_t k_ = 0;
};

}  // namespace

core_result core_numbers(const undirected_view& g, const core_options& options) {
  return peeling(g, options.loops).run();
}

}  // namespace arcas::inline v0::graph
