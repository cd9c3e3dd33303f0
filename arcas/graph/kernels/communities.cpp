// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/community_search.h>
#include <arcas/graph/kernels/community_steps.h>

#include <arcas/algorithms/sort.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

plain_array<vertex> own_numbers(std::size_t n, const loop_options& loops) {
  plain_array<vertex> own(n);
  whole_for(n, loops, [&](std::size_t v) { own[v] = static_cast<vertex>(v); });
  return own;
}

plain_array<vertex> copy_of(const plain_array<vertex>& labels, const loop_options& loops) {
  plain_array<vertex> copy(labels.size());
  whole_for(labels.size(), loops, [&](std::size_t v) { copy[v] = labels[v]; });
  return copy;
}

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

// The graphs of a search in one process (community_search.h).
class process_levels {
 public:
  // kept: the labels from which the search starts.
  process_levels(const community_graph& first, const community_objective& objective,
                 const communities_options& options, plain_array<vertex> kept)
      : first_(first),
        objective_(objective),
        options_(options),
        now_(&first),
        kept_(std::move(kept)) {}

  void start() {
    now_ = &first_;
    own_ = {};
    place_ = {};
    labels_ = copy_of(kept_, options_.loops);
  }
  void propagate(std::uint64_t seed) {
    community_objective weight_alone = objective_;
    weight_alone.penalty = 0;
    move_vertices(first_, weight_alone, labels_.all(), seed, enough_for(first_.size()),
                  options_.loops);
  }
  bool move(std::uint64_t seed) {
    return move_vertices(*now_, objective_, labels_.all(), seed, 0, options_.loops);
  }
  void split() { split_unconnected(*now_, labels_.all()); }
  bool merge(bool refined, std::uint64_t seed) {
    const loop_options& loops = options_.loops;
    const std::size_t n = now_->size();
    plain_array<vertex> group(n);
    if (refined) {
      refine(*now_, objective_, labels_.all(), group.all(), seed, loops);
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
  bool keep_better(double& most) {
    flatten();
    const double better = quality_of_labels(labels_.all());
    if (better <= most) return false;
    most = better;
    kept_ = std::move(labels_);
    return true;
  }
  void keep() {
    flatten();
    kept_ = std::move(labels_);
  }
  double quality() { return quality_of_labels(kept_.all()); }
  std::size_t number_by_size() { return graph::number_by_size(kept_.all(), options_.loops); }
  plain_array<vertex>& kept() { return kept_; }

 private:
  // Makes labels_ the labels of the vertices of the first graph.
  void flatten() {
    if (place_.size() == 0) return;
    whole_for(place_.size(), options_.loops,
              [&](std::size_t v) { place_[v] = labels_[place_[v]]; });
    labels_ = std::move(place_);
  }
  double quality_of_labels(std::span<const vertex> labels) const {
    return quality_of(objective_, sums_of(first_, labels, first_.size(), options_.loops));
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

  const community_graph& first_;
  const community_objective& objective_;
  const communities_options& options_;
  const community_graph* now_;
  community_graph own_;
  plain_array<vertex> kept_;    // of the vertices of the first graph
  plain_array<vertex> labels_;  // of the vertices of *now_
  // Of each vertex of the first graph: its vertex in *now_. Empty while now_ is the first graph.
  plain_array<vertex> place_;
};

template <class W>
communities_result found(const row_view& rows, const W* weights,
                         const communities_options& options) {
  require_resolution(options);
  community_objective objective;
  const community_graph g(rows, weights, options, objective);
  process_levels levels(g, objective, options, own_numbers(g.size(), options.loops));
  communities_result result{find_communities(levels, options), {}};
  result.labels = std::move(levels.kept());
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
  require_resolution(options);
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
    shares[c] = conductance_of(sums.mass[c], sums.inner[c], objective.total);
  }
  return shares;
}

constexpr const unweighted* no_weights = nullptr;

}  // namespace

plain_array<vertex> detail::climbed(const community_graph& g, const community_objective& objective,
                                    const communities_options& options, plain_array<vertex> labels,
                                    std::uint64_t seed) {
  process_levels levels(g, objective, options, std::move(labels));
  levels.start();
  climb(levels, options, seed);
  levels.keep();
  return std::move(levels.kept());
}

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
  requires is_weight<W>
communities_result communities(const basic_undirected_graph<W>& g,
                               const communities_options& options) {
  if (!options.weighted) return communities(undirected_view(g), options);
  return found(row_view(g.out()), g.out().weights().data(), options);
}
template <class W>
  requires is_weight<W>
double partition_quality(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                         const communities_options& options) {
  if (!options.weighted) return partition_quality(undirected_view(g), labels, options);
  return quality(row_view(g.out()), g.out().weights().data(), labels, options);
}
template <class W>
  requires is_weight<W>
std::vector<double> conductances(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options) {
  if (!options.weighted) return conductances(undirected_view(g), labels, count, options);
  return leaving(row_view(g.out()), g.out().weights().data(), labels, count, options);
}

#define ARCAS_INSTANTIATE(W)                                                                   \
  template communities_result communities(const basic_undirected_graph<W>&,                    \
                                          const communities_options&);                         \
  template double partition_quality(const basic_undirected_graph<W>&, std::span<const vertex>, \
                                    const communities_options&);                               \
  template std::vector<double> conductances(const basic_undirected_graph<W>&,                  \
                                            std::span<const vertex>, std::size_t,              \
                                            const communities_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
