// SPDX-License-Identifier: Apache-2.0
#include "pagerank_pass.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <stdexcept>

namespace bench {
namespace {

using namespace arcas::graph;
using namespace arcas::graph::detail;

constexpr double damping = 0.85;
constexpr std::size_t most_threads = 4096;

template <class G>
pagerank_sums pull(const G& g, std::size_t first, std::size_t last, const jacobi_pass pass) {
  const auto read = [from = pass.from](vertex u) { return from[u]; };
  pagerank_sums sums;
  for (auto v = static_cast<vertex>(first); v < last; ++v) {
    const edge_index degree = g.out_degree(v);
    const double score = pass.base + damping * sum_over_row(g.in_neighbors(v), read);
    const double share = score / shares_of(degree);
    sums.residual += std::abs(share - pass.from[v]) * shares_of(degree);
    sums.dangling += degree == 0 ? score : 0;
    pass.to[v] = share;
  }
  return sums;
}

// Slots given out so far; only grows.
std::atomic<std::size_t> threads_seen{0};

// Threads of a process number themselves as they first come by.
std::size_t slot_of_this_thread() {
  // relaxed: only the numbers must differ; the end of the loop publishes what a slot holds.
  thread_local const std::size_t mine = threads_seen.fetch_add(1, std::memory_order_relaxed);
  if (mine >= most_threads) throw std::runtime_error("more threads than the sums have slots");
  return mine;
}

}  // namespace

thread_sums::thread_sums() : slots_(most_threads) {}

void thread_sums::add(const pagerank_sums& part) {
  pagerank_sums& mine = slots_[slot_of_this_thread()].value;
  mine = mine + part;
}

pagerank_sums thread_sums::total_and_clear() {
  pagerank_sums total;
  // relaxed: whoever took a slot in this pass did so before the loop returned to this thread.
  const std::size_t used = threads_seen.load(std::memory_order_relaxed);
  for (slot& s : std::span(slots_).first(std::min(used, slots_.size()))) {
    total = total + s.value;
    s.value = {};
  }
  return total;
}

pagerank_sums pull_chunk(const any_graph& graph, const jacobi_pass& pass, std::uint64_t begin,
                         std::uint64_t end) {
  return std::visit([&](const auto& g) { return pull(g, begin, end, pass); }, graph);
}

pagerank_run::pagerank_run(const any_graph& graph) : graph_(graph) {
  const std::size_t n = std::visit([](const auto& g) { return g.vertex_count(); }, graph);
  if (n == 0) throw std::runtime_error("the graph has no vertex: there is nothing to measure");
  share_.resize(n);
  next_share_.resize(n);
}

void pagerank_run::aim(double dangling) {
  const double base = (1 - damping + damping * dangling) / static_cast<double>(share_.size());
  pass_ = {base, share_.data(), next_share_.data()};
}

void pagerank_run::restart() {
  const double score = 1 / static_cast<double>(share_.size());
  double dangling = 0;
  std::visit(
      [&](const auto& g) {
        for (vertex v = 0; v < share_.size(); ++v) {
          const edge_index degree = g.out_degree(v);
          share_[v] = score / shares_of(degree);
          if (degree == 0) dangling += score;
        }
      },
      graph_);
  aim(dangling);
}

void pagerank_run::finish_pass() {
  const pagerank_sums sums = sums_.total_and_clear();
  residual_ = sums.residual;
  share_.swap(next_share_);
  aim(sums.dangling);
}

}  // namespace bench
