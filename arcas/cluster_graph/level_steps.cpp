// SPDX-License-Identifier: Apache-2.0
// Moves vertices and refines communities over ranks, in batches of vertices. In a batch, a vertex
// decides by the values before the batch: those of its neighbours, which its rank knows, and facts
// about these values, which the rank asks from the homes of the values. Then all vertices of the
// batch take their new values. The batch of a vertex follows from its number and the seed, so it
// does not depend on the number of ranks. Vertices with consecutive numbers are often neighbours.
// Therefore they are in consecutive batches: each decides after the one before, as the vertices of
// a run in one process (community_moves.cpp). The batch of the first vertex of such a run is
// random.
#include <arcas/cluster_graph/rank_level.h>

#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/community_choices.h>

#include <algorithm>
#include <span>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using graph::detail::best_move;
using graph::detail::community_part;
using graph::detail::part_rules;
using graph::detail::random_place;
namespace {

// The batches of a pass.
struct batching {
  std::uint64_t seed;
  std::uint64_t batches;
  std::uint64_t now;

  std::uint64_t of(vertex number) const {
    const std::uint64_t run = batches / 2, first_batches = batches - run + 1;
    return random_place(number / static_cast<vertex>(run), seed) % first_batches + number % run;
  }
};

// For one vertex: each different value of the vertex and its neighbours, with the sum of the
// weights of the edges to neighbours that have this value. The vertex's own value comes first.
using value_sums = std::span<const sums_by_vertex::entry>;

// What a batch adds to facts.
template <class Fact>
using additions = std::vector<std::pair<vertex, Fact>>;

// A vertex moves to the community by which the objective gains most. The facts are masses.
struct moving {
  using fact = std::int64_t;
  static constexpr auto values = &level_part::labels;
  static constexpr auto facts = &level_part::masses;
  static constexpr bool wakes = true;

  community_objective objective;
  std::uint64_t seed;

  bool asks() const { return objective.penalty != 0; }
  static bool is_visited(const level_part& part, local_vertex v) { return part.waits[v] != 0; }
  bool begins(level_part& part, local_vertex v) const {
    part.waits[v] = 0;
    return true;
  }
  static bool counts(const auto&...) { return true; }
  template <class FactAt>
  vertex chosen(const level_part& part, local_vertex v, fact of_own_number, const value_sums& sums,
                const FactAt& fact_at) const {
    best_move choice(objective, seed, part.mass[v], sums[0].key, sums[0].sum, fact_at(0));
    for (std::size_t i = 1; i < sums.size(); ++i)
      choice.offer(sums[i].key, sums[i].sum, fact_at(i));
    const bool leaves_all = choice.is_worse_than_alone() && of_own_number == 0;
    return leaves_all ? own_vertex(v).number() : choice.best();
  }
  static void add(const level_part& part, local_vertex v, const value_sums& sums, vertex to,
                  additions<fact>& all) {
    all.emplace_back(sums[0].key, -part.mass[v]);
    all.emplace_back(to, part.mass[v]);
  }
};

// A vertex that is alone in its part joins a neighbouring part of its community (part_rules). It
// does not join a neighbour that is alone and in the same batch, since that neighbour may join
// another part at the same time. Vertices never leave a part that others have joined, so parts are
// connected. If two neighbours join a part in one batch, the edge between them counts as leaving
// the part.
struct refining {
  using fact = refined_part;
  static constexpr auto values = &level_part::parts;
  static constexpr auto facts = &level_part::facts;
  static constexpr bool wakes = false;

  part_rules rules;

  static bool asks() { return true; }
  static bool is_visited(const level_part&, local_vertex) { return true; }
  bool begins(const level_part& part, local_vertex v) const {
    const refined_part& own = part.facts[v];
    return own.joined == 0 && rules.is_well_connected({own.mass, own.leaving}, part.mass_around[v]);
  }
  static bool counts(const level_part& part, auto v, auto end, const batching& batch) {
    if (part.labels[end] != part.labels[v]) return false;
    const vertex number = part.number_of(end);
    return part.parts[end] != number || batch.of(number) != batch.now;
  }
  template <class FactAt>
  vertex chosen(const level_part& part, local_vertex v, const fact&, const value_sums& sums,
                const FactAt& fact_at) const {
    const auto part_at = [&](std::size_t i) {
      const refined_part& known = fact_at(i);
      return community_part{known.mass, known.leaving};
    };
    return rules.drawn(own_vertex(v).number(), part.mass[v], sums, part_at, part.mass_around[v]);
  }
  static void add(const level_part& part, local_vertex v, const value_sums& sums, vertex to,
                  additions<fact>& all) {
    const auto joined = std::ranges::find(sums, to, &sums_by_vertex::entry::key);
    all.emplace_back(to, fact{part.mass[v], part.facts[v].leaving - 2 * joined->sum, 1});
  }
};

// A rank's data on a pass.
template <class Rule>
struct pass_part {
  using fact = typename Rule::fact;
  struct choice {
    local_vertex v;
    fact of_own_number;  // about the value that equals the number of v
    std::size_t first;   // in `sums`
  };

  std::vector<local_vertex> order;  // the visited vertices, by batch
  std::vector<std::size_t> first;   // by batch: the first in `order`; at the end order.size()
  std::vector<choice> choices;      // of the batch
  std::vector<sums_by_vertex::entry> sums;
  std::vector<fact> facts;  // for each sum, of its key; empty if the rule does not ask
  sums_by_vertex of_vertex;

  void order_by_batch(const level_part& part, const batching& batch) {
    const auto each = [&](const auto& use) {
      for (local_vertex v = 0; v < part.size(); ++v)
        if (Rule::is_visited(part, v)) use(v, batch.of(own_vertex(v).number()));
    };
    first.assign(batch.batches + 2, 0);
    each([&](local_vertex, std::uint64_t b) { ++first[b + 2]; });
    for (std::size_t b = 2; b < first.size(); ++b) first[b] += first[b - 1];
    order.resize(first.back());
    each([&](local_vertex v, std::uint64_t b) { order[first[b + 1]++] = v; });
  }
};

template <class Rule>
class batched_pass {
 public:
  using fact = typename Rule::fact;
  using parts = cluster::distributed<pass_part<Rule>>;

  batched_pass(const rank_level& level, const parts& state, const Rule& rule)
      : level_(level), state_(state), rule_(rule) {}

  // Lets each visited vertex decide once. Returns how many have taken another value.
  std::uint64_t run(std::uint64_t seed, std::uint64_t vertices) const {
    constexpr std::uint64_t least_batches = 8, most_batches = 64, vertices_a_batch = 8;
    // The fewer vertices are visited, the fewer of them are neighbours, and the fewer batches
    // suffice. But visited vertices are near each other: hence the factor 4.
    const std::uint64_t wanted =
        std::min(vertices / vertices_a_batch,
                 4 * most_batches * vertices / std::max<std::uint64_t>(1, level_.vertices));
    batching batch{seed, std::clamp(wanted, least_batches, most_batches), 0};
    std::uint64_t changed = 0;
    for (; batch.now < batch.batches; ++batch.now) {
      cluster::on_all_ranks([all = *this, batch] { all.look(batch); });
      changed += sum_of_ranks([all = *this] { return all.decide(); });
    }
    return changed;
  }

 private:
  std::vector<vertex>& values() const { return level_.local().*Rule::values; }

  // Called on each rank: finds the sums of the vertices of the batch, and asks for facts.
  void look(const batching& batch) const {
    level_part& part = level_.local();
    pass_part<Rule>& own = state_.local();
    take_news(part, level_.places, Rule::values);
    if (batch.now == 0) own.order_by_batch(part, batch);
    own.choices.clear();
    own.sums.clear();
    const std::size_t last = own.first[batch.now + 1];
    for (std::size_t i = own.first[batch.now]; i < last; ++i) {
      poll_sometimes(i);
      prefetch_rows(part, own.order.data() + i, last - i);
      if (rule_.begins(part, own.order[i])) sum_up(part, own, own.order[i], batch);
    }
    if (rule_.asks()) ask(own);
  }
  // The vertices of a batch are far from each other in memory: their rows are fetched ahead.
  [[gnu::always_inline]] static void prefetch_rows(const level_part& part,
                                                   const local_vertex* order, std::size_t left) {
    constexpr std::size_t offsets_ahead = 16, rows_ahead = 8;
    if (left > offsets_ahead) __builtin_prefetch(part.offsets.data() + order[offsets_ahead]);
    if (left <= rows_ahead) return;
    const edge_index first = part.offsets[order[rows_ahead]];
    __builtin_prefetch(part.ends.data() + first);
    if (!part.weights.empty()) __builtin_prefetch(part.weights.data() + first);
  }
  void sum_up(const level_part& part, pass_part<Rule>& own, auto v, const batching& batch) const {
    const vertex* const value = values().data();
    sums_by_vertex& sums = own.of_vertex;
    sums.clear(std::min<std::size_t>(part.degree(v) + 1, part.labels.size()));
    sums.add(value[v], 0);
    part.each_neighbor(v, [&](local_vertex end, std::int64_t w) {
      if (Rule::counts(part, v, end, batch)) sums.add(value[end], w);
    });
    own.choices.push_back({v, (part.*Rule::facts)[v], own.sums.size()});
    for (std::size_t i = 0; i < sums.size(); ++i) own.sums.push_back(sums[i]);
  }
  // Facts do not change while ranks ask.
  void ask(pass_part<Rule>& own) const {
    std::vector<vertex> keys;
    for (const sums_by_vertex::entry& sum : own.sums) keys.push_back(sum.key);
    const auto facts = [level = level_]() -> const auto& { return level.local().*Rule::facts; };
    own.facts = values_at<fact>(level_.places, facts, keys);
  }

  // Called on each rank: decides, and tells other ranks. Returns the number of changed values.
  std::uint64_t decide() const {
    const level_part& part = level_.local();
    pass_part<Rule>& own = state_.local();
    std::vector<local_vertex> changed;
    additions<fact> added;
    for (std::size_t c = 0; c < own.choices.size(); ++c) {
      const auto& [v, of_own_number, first] = own.choices[c];
      const std::size_t last =
          c + 1 < own.choices.size() ? own.choices[c + 1].first : own.sums.size();
      const value_sums sums(own.sums.data() + first, own.sums.data() + last);
      const fact none{};
      const auto fact_at = [&, begin = first](std::size_t i) -> const fact& {
        return own.facts.empty() ? none : own.facts[begin + i];
      };
      const vertex to = rule_.chosen(part, v, of_own_number, sums, fact_at);
      if (to == sums[0].key) continue;
      if (rule_.asks()) Rule::add(part, v, sums, to, added);
      changed.push_back(v);
      values()[v] = to;
    }
    add_at_homes(level_.places, added, [level = level_](local_vertex local, const fact& x) {
      (level.local().*Rule::facts)[local] += x;
    });
    tell(changed);
    return changed.size();
  }
  void tell(const std::vector<local_vertex>& changed) const {
    level_part& part = level_.local();
    neighbor_news news(part, level_.places);
    const std::vector<vertex>& value = values();
    for (const local_vertex v : changed) {
      news.add(v, value[v], Rule::wakes);
      if (!Rule::wakes) continue;
      part.each_neighbor(v, [&](local_vertex end, std::int64_t) {
        if (end < part.size() && value[end] != value[v]) part.waits[end] = 1;
      });
    }
    news.send(level_);
  }

  rank_level level_;
  parts state_;
  Rule rule_;
};

// Called on each rank: sets `parts` to the numbers of the vertices.
void begin_parts(level_part& part) {
  part.parts.resize(part.labels.size());
  for (local_vertex end = 0; end < part.parts.size(); ++end) part.parts[end] = part.number_of(end);
}

// Called on each rank.
void begin_refinement(const rank_level& level) {
  level_part& part = level.local();
  const std::span<const vertex> own(part.labels.data(), part.size());
  part.mass_around = values_at<std::int64_t>(
      level.places, [level]() -> const auto& { return level.local().masses; }, own);
  begin_parts(part);
  part.facts.clear();
  part.facts.reserve(part.size());
  for (local_vertex v = 0; v < part.size(); ++v) {
    refined_part fact{part.mass[v], 0, 0};
    part.each_neighbor(v, [&](local_vertex end, std::int64_t w) {
      if (part.labels[end] == part.labels[v]) fact.leaving += w;
    });
    part.facts.push_back(fact);
  }
}

// Called on each rank: lowers each of `parts` to the least one that this rank knows within a
// connected piece of a community. Returns the number of this rank's vertices whose value has
// changed.
std::uint64_t lower_parts(const rank_level& level) {
  level_part& part = level.local();
  take_news(part, level.places, &level_part::parts);
  std::vector<local_vertex> open, changed;
  for (local_vertex v = 0; v < part.size(); ++v)
    if (part.waits[v] != 0) open.push_back(v);
  std::vector<std::uint8_t> is_changed(part.size());
  while (!open.empty()) {
    const local_vertex v = open.back();
    open.pop_back();
    part.waits[v] = 0;
    vertex least = part.parts[v];
    const auto each_inside = [&](const auto& use) {
      part.each_neighbor(v, [&](local_vertex end, std::int64_t) {
        if (part.labels[end] == part.labels[v]) use(end);
      });
    };
    each_inside([&](local_vertex end) { least = std::min(least, part.parts[end]); });
    if (least == part.parts[v]) continue;
    part.parts[v] = least;
    if (is_changed[v]++ == 0) changed.push_back(v);
    each_inside([&](local_vertex end) {
      if (end >= part.size() || part.parts[end] <= least || part.waits[end] != 0) return;
      part.waits[end] = 1;
      open.push_back(end);
    });
  }
  neighbor_news news(part, level.places);
  for (const local_vertex v : changed) news.add(v, part.parts[v], true);
  news.send(level);
  return changed.size();
}

}  // namespace

bool move_vertices(const rank_level& level, const community_objective& objective,
                   std::uint64_t seed, std::size_t enough) {
  constexpr unsigned most_passes = 100;
  const auto state = batched_pass<moving>::parts::make();
  cluster::on_all_ranks([level] {
    level_part& part = level.local();
    part.masses.assign(part.size(), 0);
    for (local_vertex v = 0; v < part.size(); ++v) part.waits[v] = part.degree(v) != 0 ? 1 : 0;
  });
  cluster::on_all_ranks([level] {
    const level_part& part = level.local();
    additions<std::int64_t> masses;
    for (std::size_t v = 0; v < part.size(); ++v) masses.emplace_back(part.labels[v], part.mass[v]);
    add_at_homes(level.places, masses,
                 [level](auto local, std::int64_t mass) { level.local().masses[local] += mass; });
  });
  const batched_pass<moving> moves(level, state, {objective, seed});
  bool any = false;
  for (unsigned pass = 0;; ++pass) {
    const std::uint64_t waiting = sum_of_ranks([level] {
      take_news(level.local(), level.places, &level_part::labels);
      return static_cast<std::uint64_t>(std::ranges::count(level.local().waits, 1));
    });
    if (waiting <= enough || pass == most_passes) break;
    any |= moves.run(graph::detail::scrambled(seed + pass), waiting) != 0;
  }
  state.end();
  return any;
}

void refine(const rank_level& level, const community_objective& objective, std::uint64_t seed) {
  const auto state = batched_pass<refining>::parts::make();
  cluster::on_all_ranks([level] { begin_refinement(level); });
  batched_pass<refining>(level, state, {part_rules(objective, seed)}).run(seed, level.vertices);
  cluster::on_all_ranks([level] {
    level_part& part = level.local();
    take_news(part, level.places, &level_part::parts);
    // A level of the graph lives on while the search goes on with smaller ones.
    part.masses = std::vector<std::int64_t>();  // {} would keep its memory
    part.mass_around = std::vector<std::int64_t>();
    part.facts = std::vector<refined_part>();
  });
  state.end();
}

void split_unconnected(const rank_level& level) {
  cluster::on_all_ranks([level] {
    begin_parts(level.local());
    std::ranges::fill(level.local().waits, 1);
  });
  while (sum_of_ranks([level] { return lower_parts(level); }) != 0) {
  }
  cluster::on_all_ranks([level] { level.local().labels = level.local().parts; });
}

}  // namespace arcas::inline v0::cluster_graph::detail
