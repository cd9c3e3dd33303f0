// SPDX-License-Identifier: Apache-2.0
// Random walks over all ranks: the steps of a single process (graph/kernels/walking.h). Walks are
// divided among the ranks, which hold them; a walker travels to the home of its vertex. All walkers
// of a batch go one step in a round: each rank sends at most two messages to every other rank, one
// with the walkers that go there, and one with the vertices of the walks that the other rank holds.
// If probabilities depend on the previous vertex, the home of that vertex tells whether drawn
// vertices are its neighbours. A walker draws until a draw is taken regardless of the answers, and
// its rank asks about all these draws at once. So most steps need one question to every other rank.
// After many refused draws the rank asks about all neighbours of the walker's vertex. A hub's home
// has its whole row.
//
// Memory of a rank:
//   - 4 bytes for each vertex of its walks, and 8 for each of its vertices, or 12 if it has a hub;
//   - up to 200 bytes for each walk of a batch, of which each rank has at most batch_walks;
//   - 4 bytes for each arc of its vertices that are hubs;
//   - by weights, 8 bytes for each arc of its vertices, and another 8 for each arc of its hubs;
//   - after many refused draws, 25 bytes for each of 65,536 arcs, and for each of the longest row.
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/walked_rows.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/walking.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::detail::random_stream;
using graph::detail::walk_bias;
namespace {

constexpr std::uint64_t batch_walks = std::uint64_t{1} << 17;
constexpr std::size_t walkers_a_poll = 4096;
constexpr unsigned draws_at_once = 16;
static_assert(walk_bias::most_draws % draws_at_once == 0);

struct walker {
  rank_id holder;
  std::uint32_t walk;  // index in the holder's batch
  vertex before;
  local_vertex here;
  random_stream draws{0, 0};
};
// Walk number `walk` of a batch has reached this vertex.
struct visit {
  std::uint32_t walk;
  vertex v;
};
struct walks_part {
  std::vector<vertex> starts;                  // of the walks that this rank holds
  std::array<std::vector<walker>, 2> arrived;  // before even steps, and before odd ones
  walked_rows rows;
};

template <class T>
void send_or_keep(rank_id to, std::vector<T>& items, const auto& take) {
  if (items.empty()) return;
  if (to == cluster::self()) {
    take(items);
  } else {
    cluster::async(to, take, std::move(items));
  }
}

// The handle of a run. One task calls run().
struct walking {
  distributed_graph g;
  cluster::distributed<walks_part> parts;
  cluster::distributed<std::vector<vertex>> visited;
  vertex_values<std::uint64_t> visits;
  walk_bias bias;
  std::uint64_t seed, per_start, starts_a_rank, width;
  bool weighted;

  void start() const {
    parts.local().rows.copy_hubs(g, weighted);
    visited.local().assign(parts.local().starts.size() * per_start * width, no_vertex);
  }
  own_rows rows_here() const {
    return {g.local().out, parts.local().rows, g.places(), cluster::self()};
  }

  // Sends the walkers of a batch to their starts.
  void begin_batch(std::uint64_t batch) const {
    const std::vector<vertex>& starts = parts.local().starts;
    const rank_id self = cluster::self();
    const std::uint64_t first = batch * batch_walks,
                        last = std::min(first + batch_walks, starts.size() * per_start);
    std::vector<std::vector<walker>> go(cluster::ranks());
    for (std::uint64_t i = first; i < last; ++i) {
      const vertex v = starts[i / per_start];
      visited.local()[i * width] = v;
      go[g.places().home(v)].push_back({self,
                                        static_cast<std::uint32_t>(i - first),
                                        no_vertex,
                                        g.places().local(v),
                                        {seed, self * starts_a_rank * per_start + i}});
    }
    send_walkers(go, 0);
  }
  void send_walkers(std::vector<std::vector<walker>>& go, std::uint64_t step) const {
    for (rank_id r = 0; r < go.size(); ++r) {
      send_or_keep(r, go[r], [parts = parts, step](const std::vector<walker>& theirs) {
        std::vector<walker>& here = parts.local().arrived[step % 2];
        here.insert(here.end(), theirs.begin(), theirs.end());
      });
    }
  }

  // Called by every rank. Returns the number of walkers that have reached this rank in `step`
  // steps.
  std::uint64_t step(std::uint64_t batch, std::uint64_t step) const {
    std::vector<walker> now = std::exchange(parts.local().arrived[step % 2], {});
    std::vector<std::uint64_t>& count_at = visits.local();
    for (const walker& w : now) ++count_at[w.here];
    if (step + 1 == width) return now.size();
    const own_rows rows = rows_here();
    const std::vector<vertex> next = drawn_ends(rows, now);
    const vertex_places& places = rows.places;
    std::vector<std::vector<walker>> go(places.ranks());
    std::vector<std::vector<visit>> told(places.ranks());
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (next[i] == no_vertex) continue;
      const walker& w = now[i];
      told[w.holder].push_back({w.walk, next[i]});
      go[places.home(next[i])].push_back(
          {w.holder, w.walk, rows.number(w.here), places.local(next[i]), w.draws});
    }
    const std::uint64_t count = now.size();
    send_walkers(go, step + 1);
    for (rank_id r = 0; r < told.size(); ++r) {
      send_or_keep(r, told[r],
                   [visited = visited, width = width, first = batch * batch_walks,
                    step](const std::vector<visit>& theirs) {
                     std::vector<vertex>& all = visited.local();
                     for (const visit& at : theirs)
                       all[(first + at.walk) * width + step + 1] = at.v;
                   });
    }
    return count;
  }

  // Where each walker goes; no_vertex: its walk ends.
  std::vector<vertex> drawn_ends(const own_rows& rows, std::vector<walker>& now) const {
    const rank_id ranks = cluster::ranks();
    step_draws all{std::vector<vertex>(now.size()), {}, questions(ranks), doubts(ranks)};
    // If the walker's previous vertex is on this rank, the row of that vertex is read to answer
    // questions.
    const auto before_here = [&](const walker& w) {
      const bool is_read =
          bias.exists() && w.before != no_vertex && rows.places.home(w.before) == rows.rank;
      return is_read ? rows.places.local(w.before) : w.here;
    };
    for (std::uint32_t i = 0; i < now.size(); ++i) {
      if (i + own_rows::offset_ahead < now.size()) {
        const walker& w = now[i + own_rows::offset_ahead];
        rows.fetch_offset(w.here);
        rows.fetch_offset(before_here(w));
      }
      if (i + own_rows::row_ahead < now.size()) {
        const walker& w = now[i + own_rows::row_ahead];
        rows.fetch_row(w.here);
        rows.fetch_row(before_here(w));
      }
      draw(rows, now[i], i, all);
    }
    resolve(now, all);
    for (unsigned draws = draws_at_once; !all.open.empty() && draws < walk_bias::most_draws;
         draws += draws_at_once) {
      cluster::poll();
      for (const std::uint32_t i : std::exchange(all.open, {})) draw(rows, now[i], i, all);
      resolve(now, all);
    }
    draw_at_once(rows, now, all);
    return std::move(all.next);
  }

  // A draw whose verdict depends on a row at another rank.
  struct doubt {
    std::uint32_t walker;
    walk_bias::verdict verdict;
    vertex next;
    random_stream draws;  // after the draw
  };
  using questions = std::vector<std::vector<question>>;  // by rank
  using doubts = std::vector<std::vector<doubt>>;        // by rank
  struct step_draws {
    std::vector<vertex> next;         // by walker
    std::vector<std::uint32_t> open;  // the walkers of which no draw has been taken
    questions asked;
    doubts unsure;  // one for each question
  };

  // Draws until a draw is taken regardless of the answers, at most draws_at_once times.
  void draw(const own_rows& rows, walker& w, std::uint32_t i, step_draws& all) const {
    if (i % walkers_a_poll == 0) cluster::poll();
    const drawn_row row = rows.row_of(w.here);
    for (unsigned draws = 0; draws < draws_at_once; ++draws) {
      const vertex next = all.next[i] = graph::detail::drawn(row, w.draws);
      const walk_bias::verdict verdict = bias.on(w.before, next, w.draws);
      if (!walk_bias::depends(verdict)) {
        if (walk_bias::is_taken(verdict, false)) return;
        continue;
      }
      const question q{rows.places.local(w.before), next};
      const rank_id home = rows.places.home(w.before);
      if (home == rows.rank) {
        if (walk_bias::is_taken(verdict, rows.is_edge(q))) return;
      } else {
        all.asked[home].push_back(q);
        all.unsure[home].push_back({i, verdict, next, w.draws});
      }
    }
    all.open.push_back(i);
  }
  // Asks the other ranks. For each walker, the first draw that is taken counts.
  void resolve(std::vector<walker>& now, step_draws& all) const {
    if (std::ranges::all_of(all.asked, [](const auto& asked) { return asked.empty(); })) return;
    const std::vector<std::vector<std::uint8_t>> answers = answered(all.asked);
    std::vector<std::uint8_t> is_open(now.size());
    for (const std::uint32_t i : all.open) is_open[i] = 1;
    for (rank_id r = 0; r < answers.size(); ++r) {
      for (std::size_t k = answers[r].size(); k-- != 0;) {
        const doubt& d = all.unsure[r][k];
        if (!walk_bias::is_taken(d.verdict, answers[r][k] != 0)) continue;
        all.next[d.walker] = d.next;
        now[d.walker].draws = d.draws;
        is_open[d.walker] = 0;
      }
      all.unsure[r].clear();
    }
    std::erase_if(all.open, [&](std::uint32_t i) { return is_open[i] == 0; });
  }
  // Draws for the open walkers from their whole rows. Asks about the ends of several rows at once.
  void draw_at_once(const own_rows& rows, std::vector<walker>& now, step_draws& all) const {
    constexpr std::size_t ends_at_once = std::size_t{1} << 16;
    for (std::size_t first = 0, last = 0; first < all.open.size(); first = last) {
      for (std::size_t ends = 0; last < all.open.size() && ends < ends_at_once; ++last) {
        const walker& w = now[all.open[last]];
        const std::span<const vertex> row = rows.row_of(w.here).ends;
        auto& asked = all.asked[rows.places.home(w.before)];
        for (const vertex end : row) asked.push_back({rows.places.local(w.before), end});
        ends += row.size();
      }
      cluster::poll();
      const std::vector<std::vector<std::uint8_t>> answers = answered(all.asked);
      std::vector<std::size_t> used(answers.size());
      for (std::size_t k = first; k < last; ++k) {
        walker& w = now[all.open[k]];
        const drawn_row row = rows.row_of(w.here);
        const rank_id home = rows.places.home(w.before);
        const auto neighbors = std::span(answers[home]).subspan(used[home], row.ends.size());
        used[home] += row.ends.size();
        all.next[all.open[k]] = bias.drawn_at_once(w.before, row, neighbors, w.draws);
      }
    }
  }
  // The answers of all ranks, in the order of the questions, which are cleared.
  std::vector<std::vector<std::uint8_t>> answered(questions& asked) const {
    std::vector<std::pair<rank_id, cluster::future<std::vector<std::uint8_t>>>> under_way;
    for (rank_id r = 0; r < asked.size(); ++r) {
      if (asked[r].empty()) continue;
      const auto answer = [own = *this](const std::vector<question>& theirs) {
        return own.answers(theirs);
      };
      under_way.emplace_back(r, cluster::future_call(r, answer, std::exchange(asked[r], {})));
    }
    std::vector<std::vector<std::uint8_t>> all(asked.size());
    for (auto& [r, answer] : under_way) all[r] = answer.get();
    return all;
  }
  std::vector<std::uint8_t> answers(const std::vector<question>& asked) const {
    std::vector<std::uint8_t> found;
    found.reserve(asked.size());
    const own_rows rows = rows_here();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (i + own_rows::offset_ahead < asked.size())
        rows.fetch_offset(asked[i + own_rows::offset_ahead].before);
      if (i + own_rows::row_ahead < asked.size())
        rows.fetch_row(asked[i + own_rows::row_ahead].before);
      found.push_back(rows.is_edge(asked[i]));
    }
    return found;
  }

  // Returns the number of steps of all walks.
  std::uint64_t run() const {
    cluster::on_all_ranks([all = *this] { all.start(); });
    if (weighted) {
      const auto add_up = [all = *this] { return all.parts.local().rows.add_up(all.g); };
      const walked_rows::fault first = sum_of_ranks(add_up);
      if (first.v != no_vertex) graph::detail::refuse_walks_by(first.v, first.sum);
    }
    std::uint64_t steps = 0;
    for (std::uint64_t b = 0; b * batch_walks < starts_a_rank * per_start; ++b) {
      cluster::on_all_ranks([all = *this, b] { all.begin_batch(b); });
      for (std::uint64_t s = 0; s < width; ++s) {
        const std::uint64_t walkers = sum_of_ranks([all = *this, b, s] { return all.step(b, s); });
        if (walkers == 0) break;
        if (s != 0) steps += walkers;
      }
    }
    return steps;
  }
};

void spread_starts(const cluster::distributed<walks_part>& parts, std::span<const vertex> starts,
                   std::uint64_t starts_a_rank) {
  for (std::uint64_t first = 0; first < starts.size(); first += starts_a_rank) {
    const auto own =
        starts.subspan(first, std::min<std::size_t>(starts_a_rank, starts.size() - first));
    cluster::call(
        static_cast<rank_id>(first / starts_a_rank),
        [parts](std::vector<vertex>& theirs) { parts.local().starts = std::move(theirs); },
        std::vector<vertex>(own.begin(), own.end()));
  }
}

}  // namespace

distributed_walks_result random_walks(const distributed_graph& g, std::span<const vertex> starts,
                                      const graph::random_walks_options& options) {
  if (options.weighted && !g.is_weighted()) graph::detail::refuse_walks_by_weights();
  graph::detail::require_sources(g.vertex_count(), starts);
  distributed_walks_result result;
  result.walks = graph::detail::require_possible_walks(options, starts.size());
  result.steps = options.steps;
  const std::uint64_t starts_a_rank = (starts.size() + cluster::ranks() - 1) / cluster::ranks();
  result.walks_a_rank = starts_a_rank * options.per_start;
  return all_or_nothing([&] {
    result.visited = cluster::distributed<std::vector<vertex>>::make();
    result.visits = {g.places(), g.vertex_count()};
    const auto parts = cluster::distributed<walks_part>::make();
    const walking all{g,
                      parts,
                      result.visited,
                      result.visits,
                      walk_bias(options),
                      options.seed,
                      options.per_start,
                      starts_a_rank,
                      options.steps + 1,
                      options.weighted};
    spread_starts(parts, starts, starts_a_rank);
    result.steps_taken = all.run();
    return after_end_of(result, parts);
  });
}

std::vector<vertex> distributed_walks_result::slice(std::uint64_t first, std::uint64_t last) const {
  const std::uint64_t of_rank = std::max<std::uint64_t>(1, walks_a_rank * (steps + 1));
  std::vector<cluster::future<std::vector<vertex>>> answers;
  for (std::uint64_t at = first; at < last;) {
    const std::uint64_t home = at / of_rank, end = std::min(last, (home + 1) * of_rank);
    answers.push_back(cluster::future_call(
        static_cast<rank_id>(home), [visited = visited, from = at % of_rank, count = end - at] {
          const auto begin = visited.local().begin() + static_cast<std::ptrdiff_t>(from);
          return std::vector<vertex>(begin, begin + static_cast<std::ptrdiff_t>(count));
        }));
    at = end;
  }
  return joined(answers);
}

}  // namespace arcas::inline v0::cluster_graph
