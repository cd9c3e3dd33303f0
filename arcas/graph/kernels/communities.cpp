// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/community_steps.h>

#include <arcas/algorithms/sort.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The greatest resolution: with it, each quality is in the range of double.
constexpr double most_resolution = 1e100;

void require_options(const communities_options& options) {
  if (options.resolution > 0 && options.resolution <= most_resolution) return;
  throw std::invalid_argument("the resolution of communities must be above 0 and at most " +
                              number_text(most_resolution) + "; it is " +
                              number_text(options.resolution));
}

plain_array<vertex> own_numbers(std::size_t n, const loop_options& loops) {
  plain_array<vertex> own(n);
  whole_for(n, loops, [&](std::size_t v) { own[v] = static_cast<vertex>(v); });
  return own;
}

// The graph on which Leiden or Louvain works at present. Its vertices stand for groups of vertices
// of the first graph. labels_ has the community of each group.
class level {
 public:
  level(const community_graph& first, const community_objective& objective,
        const communities_options& options, plain_array<vertex> labels, std::uint64_t seed)
      : objective_(objective),
        options_(options),
        now_(&first),
        labels_(std::move(labels)),
        seed_(seed) {}

  // Moves vertices and merges them into groups, until neither changes anything. Returns the labels
  // of the vertices of the first graph.
  plain_array<vertex> run() {
    const bool refined = options_.method == community_method::leiden;
    for (;; seed_ = scrambled(seed_)) {
      const bool moved = move_vertices(*now_, objective_, labels_.all(), seed_, 0, options_.loops);
      if (!refined && !moved) break;
      if (!make_groups(refined)) {
        if (refined) split_unconnected(*now_, labels_.all());
        break;
      }
    }
    if (place_.size() == 0) return std::move(labels_);
    whole_for(place_.size(), options_.loops,
              [&](std::size_t v) { place_[v] = labels_[place_[v]]; });
    return std::move(place_);
  }

 private:
  // Builds the next graph: its vertices are the parts of communities if `refined`, and otherwise
  // whole communities. Returns false if the next would equal this one.
  bool make_groups(bool refined) {
    const loop_options& loops = options_.loops;
    const std::size_t n = now_->size();
    plain_array<vertex> group(n);
    if (refined) {
      refine(*now_, objective_, labels_.all(), group.all(), seed_, loops);
    } else {
      whole_for(n, loops, [&](std::size_t v) { group[v] = labels_[v]; });
    }
    const std::size_t groups = make_dense(group.all(), loops);
    if (groups == n) return false;
    community_graph next = now_->of_groups(group.all(), groups, loops);
    plain_array<vertex> labels =
        refined ? labels_of(group.all(), groups) : own_numbers(groups, loops);
    labels_ = std::move(labels);
    own_ = std::move(next);
    now_ = &own_;
    if (place_.size() == 0) {
      place_ = std::move(group);
    } else {
      whole_for(place_.size(), loops, [&](std::size_t v) { place_[v] = group[place_[v]]; });
    }
    return true;
  }

  // Returns for each group the label of its community, which is the least group of that community.
  plain_array<vertex> labels_of(std::span<const vertex> group, std::size_t groups) {
    const std::size_t n = group.size();
    plain_array<vertex> least(n), labels(groups);
    whole_for(n, options_.loops, [&](std::size_t c) { least[c] = no_vertex; });
    whole_for(n, options_.loops, [&](std::size_t v) {
      const std::atomic_ref<vertex> at(least[labels_[v]]);
      // relaxed, both: only the minimum counts; the end of the loop publishes it.
      vertex now = at.load(std::memory_order_relaxed);
      while (group[v] < now &&
             !at.compare_exchange_weak(now, group[v], std::memory_order_relaxed)) {
      }
    });
    whole_for(n, options_.loops, [&](std::size_t v) {
      // relaxed: all workers write the same label; the end of the loop publishes it.
      std::atomic_ref(labels[group[v]]).store(least[labels_[v]], std::memory_order_relaxed);
    });
    return labels;
  }

  const community_objective& objective_;
  const communities_options& options_;
  const community_graph* now_;
  community_graph own_;
  plain_array<vertex> labels_;
  // Of each vertex of the first graph: its vertex in *now_. Empty while now_ is the first graph.
  plain_array<vertex> place_;
  std::uint64_t seed_;
};

// Numbers the communities as communities_result requires. Returns their number.
std::size_t number_by_size(std::span<vertex> labels, const loop_options& loops) {
  const std::size_t count = make_dense(labels, loops);
  const vertex_groups members = grouped(labels, count, loops);
  plain_array<vertex> order = own_numbers(count, loops);
  arcas::sort(
      order.all(),
      [&](vertex a, vertex b) {
        const std::size_t of_a = members[a].size(), of_b = members[b].size();
        return of_a != of_b ? of_a > of_b : members[a].front() < members[b].front();
      },
      loops);
  if (loops.stop.stop_requested()) throw interrupted();
  whole_for(count, loops, [&](std::size_t i) {
    for (const vertex v : members[order[i]]) labels[v] = static_cast<vertex>(i);
  });
  return count;
}

template <class W>
communities_result found(const row_view& rows, const W* weights,
                         const communities_options& options) {
  require_options(options);
  community_objective objective;
  const community_graph g(rows, weights, options, objective);
  const loop_options& loops = options.loops;
  const std::size_t n = g.size();
  const auto quality = [&](std::span<const vertex> labels) {
    return quality_of(objective, sums_of(g, labels, n, loops));
  };
  communities_result result;
  result.labels = own_numbers(n, loops);
  if (options.method == community_method::label_propagation) {
    community_objective weight_alone = objective;
    weight_alone.penalty = 0;
    move_vertices(g, weight_alone, result.labels.all(), options.seed, n / 100'000, loops);
    result.iterations = 1;
  } else {
    result.quality = quality(result.labels.all());
    for (; result.iterations < options.iterations; ++result.iterations) {
      plain_array<vertex> labels(n);
      whole_for(n, loops, [&](std::size_t v) { labels[v] = result.labels[v]; });
      labels = level(g, objective, options, std::move(labels),
                     scrambled(options.seed + result.iterations))
                   .run();
      const double better = quality(labels.all());
      if (better <= result.quality) break;
      result.quality = better;
      result.labels = std::move(labels);
    }
  }
  result.count = number_by_size(result.labels.all(), loops);
  result.quality = quality(result.labels.all());
  return result;
}

void require_labels(std::size_t n, std::span<const vertex> labels, std::size_t below) {
  if (labels.size() != n) {
    throw std::invalid_argument("there must be one label for each of " + std::to_string(n) +
                                " vertices; there are " + std::to_string(labels.size()) +
                                " labels");
  }
  const auto wrong = std::ranges::find_if(labels, [&](vertex label) { return label >= below; });
  if (wrong == labels.end()) return;
  throw std::invalid_argument("vertex " + std::to_string(wrong - labels.begin()) + " has label " +
                              std::to_string(*wrong) + "; labels must be below " +
                              std::to_string(below));
}

template <class W>
double quality(const row_view& rows, const W* weights, std::span<const vertex> labels,
               const communities_options& options) {
  require_options(options);
  require_labels(rows.vertex_count(), labels, rows.vertex_count());
  community_objective objective;
  const community_graph g(rows, weights, options, objective);
  return quality_of(objective, sums_of(g, labels, g.size(), options.loops));
}

template <class W>
std::vector<double> leaving(const row_view& rows, const W* weights, std::span<const vertex> labels,
                            std::size_t count, communities_options options) {
  require_labels(rows.vertex_count(), labels, count);
  options.quality = community_quality::modularity;  // a mass is then a strength
  community_objective objective;
  const community_graph g(rows, weights, options, objective);
  const community_sums sums = sums_of(g, labels, count, options.loops);
  std::vector<double> shares(count);
  for (std::size_t c = 0; c < count; ++c) {
    const std::int64_t less = std::min(sums.mass[c], objective.total - sums.mass[c]);
    if (less > 0) {
      shares[c] = static_cast<double>(sums.mass[c] - sums.inner[c]) / static_cast<double>(less);
    }
  }
  return shares;
}

constexpr const unweighted* no_weights = nullptr;

}  // namespace

communities_result communities(const undirected_view& g, const communities_options& options) {
  return found(g.out(), no_weights, options);
}
double partition_quality(const undirected_view& g, std::span<const vertex> labels,
                         const communities_options& options) {
  return quality(g.out(), no_weights, labels, options);
}
std::vector<double> conductances(const undirected_view& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options) {
  return leaving(g.out(), no_weights, labels, count, options);
}

template <class W>
communities_result detail::communities_by_weights(const basic_adjacency<W>& rows,
                                                  const communities_options& options) {
  return found(row_view(rows), rows.weights().data(), options);
}
template <class W>
double detail::quality_by_weights(const basic_adjacency<W>& rows, std::span<const vertex> labels,
                                  const communities_options& options) {
  return quality(row_view(rows), rows.weights().data(), labels, options);
}
template <class W>
std::vector<double> detail::conductances_by_weights(const basic_adjacency<W>& rows,
                                                    std::span<const vertex> labels,
                                                    std::size_t count,
                                                    const communities_options& options) {
  return leaving(row_view(rows), rows.weights().data(), labels, count, options);
}

#define ARCAS_INSTANTIATE(W)                                                                     \
  template communities_result detail::communities_by_weights(const basic_adjacency<W>&,          \
                                                             const communities_options&);        \
  template double detail::quality_by_weights(const basic_adjacency<W>&, std::span<const vertex>, \
                                             const communities_options&);                        \
  template std::vector<double> detail::conductances_by_weights(                                  \
      const basic_adjacency<W>&, std::span<const vertex>, std::size_t,                           \
      const communities_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
