// SPDX-License-Identifier: Apache-2.0
// Similarity of neighbourhoods over all ranks: the scores of a single process
// (graph/kernels/similarity.h), which are sums of whole numbers and so do not depend on the order
// of additions. Each rank searches for the most similar vertices of its own vertices, and compares
// a share of the pairs (similarity_search.h). It reads rows of its vertices in place, and copies
// others in blocks. A row is copied once for a block, regardless of the number of vertices in the
// block that need it; the neighbours of a vertex may be in several blocks.
//
// Memory of a rank, besides the results:
//   - 4 bytes for each vertex of the graph: the number of its neighbours, below 2^32;
//   - a block, at 16 bytes an arc: up to an eighth of the rank's number of arcs, and one row more;
//   - another block, with rows of the rank's own hubs;
//   - the table of similar_search.
#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/simple_rows.h>
#include <arcas/graph/kernels/similarity_search.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::detail::similarity_terms;
namespace {

// The number of different neighbours of each vertex of the graph.
struct known_degrees {
  vertex_places places;
  std::uint32_t* values;  // by vertex_places::dense()

  std::uint32_t& operator[](vertex v) const { return values[places.dense(v)]; }
};

// A rank's data.
struct similarity_part {
  std::vector<std::uint32_t> own_degrees, degrees;
  // For each column, the results of this rank's vertices.
  std::vector<std::vector<vertex>> vertices;
  std::vector<std::vector<double>> scores;

  known_degrees degrees_in(const distributed_graph& g) { return {g.places(), degrees.data()}; }
};
using similarity_state = cluster::distributed<similarity_part>;

// Each rank sends the degrees of its vertices to all ranks.
void find_degrees(const similarity_state& state, const distributed_graph& g) {
  cluster::on_all_ranks([state, g] {
    state.local().own_degrees.resize(g.local().vertex_count());
    state.local().degrees.resize(g.vertex_count() / rank_factor);
  });
  cluster::on_all_ranks(
      [state, g] { count_neighbors(g, [state]() -> auto& { return state.local().own_degrees; }); });
  cluster::on_all_ranks([state, g] {
    const std::vector<std::uint32_t> own = std::move(state.local().own_degrees);
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::async(
          r,
          [state, g, from = cluster::self()](const std::vector<std::uint32_t>& theirs) {
            const known_degrees degrees = state.local().degrees_in(g);
            for (local_vertex v = 0; v < theirs.size(); ++v)
              degrees[g.places().global(from, v)] = theirs[v];
          },
          own);
    }
  });
}

similarity_terms terms_of(const distributed_graph& g, graph::similarity_measure measure) {
  if (measure != graph::similarity_measure::adamic_adar) return {measure, 0};
  return {measure, longest_row(g)};
}

// Polls during long computations, so that other ranks get answers from this one. `arcs` is the
// number of arcs since the last call of poll().
void poll_after(std::size_t& arcs, std::size_t more) {
  arcs += more;
  if (arcs < std::size_t{1} << 16) return;
  arcs = 0;
  cluster::poll();
}

// A block of rows. add() the vertices, then bring() the rows, then use them; clear() begins the
// next block. sorted: whether rows of hubs are in ascending order (remote_rows.h).
class row_block {
 public:
  row_block(const distributed_graph& g, bool sorted)
      : g_(g),
        rows_(g.local().out),
        sorted_(sorted),
        most_(std::max<std::size_t>(
            least, (rows_.targets.size() + rows_.hubs.targets.size()) / blocks_of_rank)) {}

  // Returns the place of v in the block. `degree` is the number of neighbours of v.
  std::uint32_t add(vertex v, std::uint32_t degree) {
    std::uint32_t& place = places_[v];
    if (place == 0) {
      vertices_.push_back(v);
      place = static_cast<std::uint32_t>(vertices_.size());
      if (row_here(v).empty()) arcs_ += degree;
    }
    ++arcs_;
    return place - 1;
  }
  bool is_full() const { return arcs_ >= most_; }
  // Whether to end the block before v is added: the block is full, and v is not in it. A vertex
  // that is in the block can be added until arcs_ is eight times that of a full block.
  // Otherwise the leaves of a hub would copy the row of the hub once for each leaf.
  bool ends_before(vertex v) const {
    return is_full() && (std::as_const(places_)[v] == 0 || arcs_ >= blocks_of_rank * most_);
  }
  // May wait for other ranks.
  void bring() {
    std::vector<vertex> asked;
    for (const vertex v : vertices_)
      if (row_here(v).empty()) asked.push_back(v);
    copies_ = copied_rows(g_, asked, arc_side::out, {.simple = true, .sorted = sorted_});
    std::size_t next = 0;
    for (const vertex v : vertices_) {
      const auto here = row_here(v);
      rows_of_.push_back(here.empty() ? copies_.neighbors(next++) : here);
    }
  }
  std::size_t size() const { return vertices_.size(); }
  vertex number(std::uint32_t place) const { return vertices_[place]; }
  std::span<const vertex> row(std::uint32_t place) const { return rows_of_[place]; }
  void clear() {
    places_.clear();
    vertices_.clear();
    rows_of_.clear();
    arcs_ = 0;
  }

 private:
  static constexpr std::size_t least = std::size_t{1} << 16, blocks_of_rank = 8;

  // Empty for vertices of other ranks and for hubs.
  std::span<const vertex> row_here(vertex v) const {
    if (g_.places().home(v) != cluster::self()) return {};
    return rows_.neighbors(g_.places().local(v));
  }

  const distributed_graph& g_;
  const graph_rows& rows_;
  const bool sorted_;
  const std::size_t most_;  // number of arcs of a full block
  std::size_t arcs_ = 0;    // number of copied arcs, plus that of calls of add()
  graph::detail::vertex_table<std::uint32_t, vertex> places_;  // from 1
  std::vector<vertex> vertices_;
  arc_rows copies_;
  std::vector<std::span<const vertex>> rows_of_;
};

// Finds the most similar vertices of all vertices of this rank. A block has consecutive neighbours
// of consecutive vertices. `places_` lists these neighbours; after the last neighbour of a vertex
// it has end_of_row. The rows of this rank's hubs are in blocks of their own, in which they keep
// their order.
template <class Sum>
class own_searches {
 public:
  own_searches(const distributed_graph& g, similarity_part& part, const similarity_terms& terms,
               bool neighbors)
      : g_(g),
        rows_(g.local().out),
        part_(part),
        degrees_(part.degrees_in(g)),
        terms_(terms),
        neighbors_(neighbors),
        block_(g, false),
        hubs_(g, true) {
    search_.begin(g.vertex_count());
  }

  void run() {
    for (local_vertex v = 0; v < g_.local().vertex_count(); ++v) {
      if (is_hub(v) && begun_hubs_ == hubs_.size()) {
        use_block();
        bring_hubs(v);
      }
      const std::span<const vertex> row = is_hub(v) ? hubs_.row(begun_hubs_++) : rows_.neighbors(v);
      graph::detail::for_each_distinct(row, own_vertex(v).number(), [&](vertex w) {
        if (block_.ends_before(w)) use_block();
        places_.push_back(block_.add(w, degrees_[w]));
      });
      places_.push_back(end_of_row);
    }
    use_block();
  }

 private:
  static constexpr std::uint32_t end_of_row = ~std::uint32_t{0};

  bool is_hub(local_vertex v) const {
    return rows_.neighbors(v).empty() && degrees_[own_vertex(v).number()] != 0;
  }
  // Brings the row of v, which is a hub, and of the next hubs.
  void bring_hubs(local_vertex v) {
    hubs_.clear();
    begun_hubs_ = ended_hubs_ = 0;
    for (; v < g_.local().vertex_count() && !hubs_.is_full(); ++v) {
      const vertex u = own_vertex(v).number();
      if (is_hub(v)) hubs_.add(u, degrees_[u]);
    }
    hubs_.bring();
  }
  void use_block() {
    block_.bring();
    std::size_t done = 0;
    for (const std::uint32_t place : places_) {
      if (place == end_of_row) {
        end_search(next_++);
        continue;
      }
      const vertex w = block_.number(place);
      const std::span<const vertex> row = block_.row(place);
      search_.add(w, row, terms_.term(degrees_[w]));
      poll_after(done, row.size());
    }
    places_.clear();
    block_.clear();
  }
  void end_search(local_vertex v) {
    const std::span<const vertex> row = is_hub(v) ? hubs_.row(ended_hubs_++) : rows_.neighbors(v);
    const auto best =
        search_.best(own_vertex(v).number(), row, terms_, part_.vertices.size(), neighbors_,
                     [degrees = degrees_](vertex other) { return degrees[other]; });
    for (std::size_t c = 0; c < best.size(); ++c) {
      part_.vertices[c][v] = best[c].number;
      part_.scores[c][v] = best[c].score;
    }
  }

  const distributed_graph& g_;
  const graph_rows& rows_;
  similarity_part& part_;
  const known_degrees degrees_;
  const similarity_terms& terms_;
  const bool neighbors_;
  row_block block_;
  std::vector<std::uint32_t> places_;
  row_block hubs_;
  std::uint32_t begun_hubs_ = 0, ended_hubs_ = 0;  // of those in hubs_
  local_vertex next_ = 0;                          // the vertex whose search ends next
  graph::detail::similar_search<Sum, vertex> search_;
};

// The scores of some pairs, by a task of this rank.
std::vector<double> compared(const distributed_graph& g, const known_degrees& degrees,
                             const similarity_terms& terms, const std::vector<vertex_pair>& pairs) {
  row_block block(g, true);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  std::vector<double> scores;
  std::size_t done = 0;
  const auto use_block = [&] {
    block.bring();
    for (const auto& [a, b] : places) {
      const vertex u = block.number(a), v = block.number(b);
      const std::uint64_t sum = graph::detail::common_terms(
          u, block.row(a), v, block.row(b), [&](vertex w) { return terms.term(degrees[w]); });
      scores.push_back(terms.score(sum, degrees[u], degrees[v]));
      poll_after(done, block.row(a).size() + block.row(b).size());
    }
    places.clear();
    block.clear();
  };
  for (const auto [u, v] : pairs) {
    if (block.is_full()) use_block();
    const std::uint32_t a = block.add(u, degrees[u]);
    places.emplace_back(a, block.add(v, degrees[v]));
  }
  use_block();
  return scores;
}

}  // namespace

std::vector<double> similarities(const distributed_graph& g, std::span<const vertex_pair> pairs,
                                 const graph::similarity_options& options) {
  require_symmetric(g, "similarity requires");
  require_short_rows(g, "similarity requires");
  graph::detail::require_pairs(pairs, g.vertex_count());
  const similarity_terms terms = terms_of(g, options.measure);
  return all_or_nothing([&] {
    const auto state = similarity_state::make();
    find_degrees(state, g);
    std::vector<cluster::future<std::vector<double>>> answers;
    const std::size_t ranks = cluster::ranks();
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::size_t first = pairs.size() * r / ranks, last = pairs.size() * (r + 1) / ranks;
      const auto share = pairs.subspan(first, last - first);
      answers.push_back(cluster::future_call_task(
          static_cast<rank_id>(r),
          [g, state, terms](const std::vector<vertex_pair>& theirs) {
            return compared(g, state.local().degrees_in(g), terms, theirs);
          },
          std::vector<vertex_pair>(share.begin(), share.end())));
    }
    return after_end_of(joined(answers), state);
  });
}

distributed_similar_result most_similar(const distributed_graph& g,
                                        const graph::most_similar_options& options) {
  require_symmetric(g, "similarity requires");
  require_short_rows(g, "similarity requires");
  const std::size_t width = graph::detail::similar_columns(options.count, g.vertex_count());
  distributed_similar_result result;
  if (width == 0) return result;
  const similarity_terms terms = terms_of(g, options.measure);
  return all_or_nothing([&] {
    const auto state = similarity_state::make();
    result.columns.reserve(width);
    cluster::on_all_ranks([state, g, width] {
      similarity_part& own = state.local();
      const std::size_t n = g.local().vertex_count();
      own.vertices.assign(width, std::vector<vertex>(n, no_vertex));
      own.scores.assign(width, std::vector<double>(n));
    });
    find_degrees(state, g);
    graph::detail::with_sums(terms, [&]<class Sum>(Sum) {
      cluster::on_all_ranks([state, g, terms, neighbors = options.neighbors] {
        own_searches<Sum>(g, state.local(), terms, neighbors).run();
      });
    });
    for (std::size_t c = 0; c < width; ++c) {
      const auto vertices = [state, c] { return std::move(state.local().vertices[c]); };
      const auto scores = [state, c] { return std::move(state.local().scores[c]); };
      result.columns.push_back({{g, vertices}, {g, scores}});
    }
    return after_end_of(std::move(result), state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
