// SPDX-License-Identifier: Apache-2.0
// Communities over ranks: the search of a single process (community_search.h) on levels over all
// ranks (rank_level.h). As soon as the last level is no larger than a rank's share of the first,
// the rank of the calling task continues the search alone, as in a single process.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_level.h>
#include <arcas/graph/kernels/community_search.h>
#include <arcas/graph/kernels/community_steps.h>
#include <arcas/graph/kernels/distance_counts.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Sums over the vertices of a community, at the home of its label.
struct community_sum {
  std::int64_t mass = 0, inner = 0;

  community_sum& operator+=(const community_sum& other) {
    mass += other.mass;
    inner += other.inner;
    return *this;
  }
};
using community_sums = cluster::distributed<std::vector<community_sum>>;

// Called by one task, when each rank knows the labels of the neighbours of its vertices.
community_sums sums_of(const rank_level& level) {
  const auto sums = community_sums::make();
  cluster::on_all_ranks([level, sums] { sums.local().resize(level.local().size()); });
  cluster::on_all_ranks([level, sums] {
    const level_part& part = level.local();
    std::unordered_map<vertex, community_sum> elsewhere;
    for (local_vertex v = 0; v < part.size(); ++v) {
      poll_sometimes(v);
      community_sum of_vertex{part.mass[v], part.inner[v]};
      part.each_neighbor(v, [&](local_vertex end, std::int64_t w) {
        if (part.labels[end] == part.labels[v]) of_vertex.inner += w;
      });
      const vertex label = part.labels[v];
      const bool is_here = level.places.home(label) == cluster::self();
      (is_here ? sums.local()[level.places.local(label)] : elsewhere[label]) += of_vertex;
    }
    add_at_homes(level.places, elsewhere,
                 [sums](auto local, const community_sum& sum) { sums.local()[local] += sum; });
  });
  return sums;
}

// The order of additions does not change the rounded sum (double_sum).
struct worth_of_all {
  graph::detail::double_sum worth;
  std::int64_t mass = 0;
  friend worth_of_all operator+(const worth_of_all& a, const worth_of_all& b) {
    return {a.worth + b.worth, a.mass + b.mass};
  }
};

double quality_of(const rank_level& level, const community_objective& objective) {
  const community_sums sums = sums_of(level);
  const auto all = sum_of_ranks([sums, objective] {
    worth_of_all own;
    for (const community_sum& sum : sums.local()) {
      own.worth.add(objective.worth(sum.inner, sum.mass));
      own.mass += sum.mass;
    }
    return own;
  });
  sums.end();
  return objective.quality_of(all.worth.value(), all.mass);
}

struct kept_part {
  std::vector<vertex> labels;  // of the vertices of the first level
  // For each vertex of the first level, its vertex in the last level. Empty while the two levels
  // are the same.
  std::vector<vertex> place;
  // By local number of a label.
  std::vector<std::uint64_t> sizes;
  std::vector<vertex> least, numbers;
};

struct sized_community {
  std::uint64_t size;
  vertex least, label;  // the least vertex; the label
};

// The levels of community_search.h over ranks.
class rank_levels {
 public:
  rank_levels(const distributed_graph& g, const communities_options& options)
      : options_(options),
        first_(first_level(g, options, objective_)),
        last_(first_),
        kept_(cluster::distributed<kept_part>::make()) {
    cluster::on_all_ranks([first = first_, kept = kept_] {
      for (local_vertex v = 0; v < first.local().size(); ++v)
        kept.local().labels.push_back(own_vertex(v).number());
    });
    take_kept();
  }
  void end() {
    drop_last();
    first_.end();
    kept_.end();
  }

  void start() {
    drop_last();
    take_kept();
  }
  void propagate(std::uint64_t seed) {
    community_objective weight_alone = objective_;
    weight_alone.penalty = 0;
    move_vertices(first_, weight_alone, seed, graph::detail::enough_for(first_.vertices));
  }
  bool move(std::uint64_t seed) { return move_vertices(last_, objective_, seed, 0); }
  void split() { split_unconnected(last_); }
  bool finish(std::uint64_t seed) {
    const std::uint64_t share = (first_.vertices + first_.arcs) / first_.places.ranks();
    if (last_.numbers > graph::most_vertices || last_.numbers + last_.arcs > share) return false;
    finish_on_this_rank(last_, objective_, options_, seed);
    return true;
  }
  bool merge(bool refined, std::uint64_t seed) {
    if (refined) refine(last_, objective_, seed);
    const auto next = merged(last_, refined);
    if (!next) return false;
    cluster::on_all_ranks([level = last_, kept = kept_] {
      const level_part& part = level.local();
      std::vector<vertex>& place = kept.local().place;
      if (place.empty()) {
        place.assign(part.parts.begin(), part.parts.begin() + part.size());
      } else {
        place = values_at<vertex>(
            level.places, [level]() -> const auto& { return level.local().parts; }, place);
      }
    });
    drop_level();
    last_ = *next;
    return true;
  }
  bool keep_better(double& most) {
    flatten();
    const double better = quality_of(first_, objective_);
    if (better <= most) return false;
    most = better;
    keep_labels();
    return true;
  }
  void keep() {
    flatten();
    keep_labels();
  }
  double quality() {
    start();
    return quality_of(first_, objective_);
  }
  std::size_t number_by_size();
  vertex_values<vertex> taken(const distributed_graph& g) const {
    return {g, [kept = kept_] { return std::move(kept.local().labels); }};
  }

 private:
  void drop_level() {
    if (levels_++ != 0) last_.end();
  }
  void drop_last() {
    if (levels_ != 0) last_.end();
    levels_ = 0;
    last_ = first_;
    cluster::on_all_ranks([kept = kept_] { kept.local().place.clear(); });
  }
  void take_kept() {
    cluster::on_all_ranks([first = first_, kept = kept_] {
      std::ranges::copy(kept.local().labels, first.local().labels.begin());
    });
    announce_labels(first_);
  }
  void keep_labels() {
    cluster::on_all_ranks([first = first_, kept = kept_] {
      std::copy_n(first.local().labels.begin(), first.local().size(), kept.local().labels.begin());
    });
  }
  // Gives the labels of the last level to the vertices of the first.
  void flatten() {
    if (levels_ == 0) return;
    cluster::on_all_ranks([first = first_, last = last_, kept = kept_] {
      const std::vector<vertex> labels = values_at<vertex>(
          last.places, [last]() -> const auto& { return last.local().labels; }, kept.local().place);
      std::ranges::copy(labels, first.local().labels.begin());
    });
    announce_labels(first_);
  }

  communities_options options_;
  community_objective objective_;
  rank_level first_, last_;
  unsigned levels_ = 0;  // after the first
  cluster::distributed<kept_part> kept_;
};

std::size_t rank_levels::number_by_size() {
  const vertex_places places = first_.places;
  cluster::on_all_ranks([kept = kept_] {
    kept_part& own = kept.local();
    own.sizes.assign(own.labels.size(), 0);
    own.least.assign(own.labels.size(), no_vertex);
    own.numbers.assign(own.labels.size(), 0);
  });
  cluster::on_all_ranks([kept = kept_, places] {
    std::unordered_map<vertex, sized_community> own;
    const std::vector<vertex>& labels = kept.local().labels;
    for (local_vertex v = 0; v < labels.size(); ++v) {
      const sized_community alone{0, own_vertex(v).number(), labels[v]};
      ++own.try_emplace(labels[v], alone).first->second.size;
    }
    add_at_homes(places, own, [kept](local_vertex local, const sized_community& some) {
      kept_part& here = kept.local();
      here.sizes[local] += some.size;
      here.least[local] = std::min(here.least[local], some.least);
    });
  });
  auto all = joined_of_ranks([kept = kept_] {
    const kept_part& own = kept.local();
    std::vector<sized_community> found;
    for (local_vertex c = 0; c < own.sizes.size(); ++c)
      if (own.sizes[c] != 0) found.push_back({own.sizes[c], own.least[c], own_vertex(c).number()});
    return found;
  });
  std::ranges::sort(all, [](const sized_community& a, const sized_community& b) {
    return a.size != b.size ? a.size > b.size : a.least < b.least;
  });
  std::vector<std::pair<vertex, vertex>> numbers;
  for (const sized_community& c : all)
    numbers.emplace_back(c.label, places.of_dense(numbers.size()));
  cluster::finish([&] {
    add_at_homes(places, numbers, [kept = kept_](local_vertex local, vertex number) {
      kept.local().numbers[local] = number;
    });
  });
  cluster::on_all_ranks([kept = kept_, places] {
    kept_part& own = kept.local();
    own.labels = values_at<vertex>(
        places, [kept]() -> const auto& { return kept.local().numbers; }, own.labels);
  });
  return all.size();
}

// Calls act(level, objective) with a level whose vertices have these labels.
template <class Act>
auto with_labels(const distributed_graph& g, const vertex_values<vertex>& labels,
                 const communities_options& options, const Act& act) {
  community_objective objective;
  return all_or_nothing([&] {
    const rank_level level = first_level(g, options, objective);
    cluster::on_all_ranks(
        [level, labels] { std::ranges::copy(labels.local(), level.local().labels.begin()); });
    announce_labels(level);
    return after_end_of(act(level, objective), level);
  });
}

void require_labels(const distributed_graph& g, const vertex_values<vertex>& labels,
                    std::uint64_t below) {
  if (labels.size() != g.vertex_count())
    throw std::invalid_argument("there must be one label for each vertex");
  const std::uint64_t wrong = sum_of_ranks([labels, below] {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(labels.local(), [&](vertex label) { return label >= below; }));
  });
  if (wrong != 0)
    throw std::invalid_argument("labels of vertices must be below " + std::to_string(below));
}

}  // namespace

distributed_communities_result communities(const distributed_graph& g,
                                           const communities_options& options) {
  return all_or_nothing([&] {
    rank_levels levels(g, options);
    const auto end = graph::detail::find_communities(levels, options);
    const distributed_communities_result result{end, levels.taken(g)};
    levels.end();
    return result;
  });
}

double partition_quality(const distributed_graph& g, const vertex_values<vertex>& labels,
                         const communities_options& options) {
  require_labels(g, labels, g.vertex_count());
  return with_labels(g, labels, options, quality_of);
}

std::vector<double> conductances(const distributed_graph& g, const vertex_values<vertex>& labels,
                                 std::size_t count, communities_options options) {
  require_labels(g, labels, count);
  options.quality = graph::community_quality::modularity;  // a mass is then a strength
  return with_labels(g, labels, options, [&](const auto& level, const auto& objective) {
    const community_sums sums = sums_of(level);
    const auto all = gather_vertices<community_sum>(level.places, count, [sums, count] {
      std::vector<community_sum> own = sums.local();
      own.resize(vertex_places(cluster::ranks()).count_on(cluster::self(), count));
      return own;
    });
    sums.end();
    std::vector<double> shares;
    for (const community_sum& sum : all)
      shares.push_back(graph::detail::conductance_of(sum.mass, sum.inner, objective.total));
    return shares;
  });
}

}  // namespace arcas::inline v0::cluster_graph
