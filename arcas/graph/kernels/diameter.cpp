// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/pack.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using step_count = std::uint32_t;
constexpr step_count unbounded = std::numeric_limits<step_count>::max();
// A component with fewer than 1,024 vertices, or with less than a 64th of all, is searched by one
// worker.
constexpr std::size_t least_shared = 1024;
constexpr std::size_t least_share = 64;

// For eccentricities: if two searches settle fewer vertices than this, distances_to() computes the
// rest, by 64 searches at once.
constexpr std::size_t few_settled = 16;
// For the diameter: if at most at_once vertices are open (see candidates), and the greatest
// distance found is at most few_levels, the searches from all open vertices run at once.
constexpr std::size_t at_once = 64;
constexpr step_count few_levels = 64;

struct ends {
  step_count apart = 0;
  vertex from = 0, to = 0;

  // The pair with the greater distance, or with the lesser `from` if distances are equal.
  friend ends operator+(ends a, ends b) {
    return b.apart > a.apart || (b.apart == a.apart && b.from < a.from) ? b : a;
  }
};

// Two candidates for the source of the next search, which are used alternately; and the number of
// open vertices. A vertex is open while its bounds differ; for the diameter alone, while its upper
// bound is also above the greatest distance found.
struct candidates {
  struct one {
    std::uint64_t rank = 0;  // by bound, then by degree
    vertex v = no_vertex;

    friend one operator+(one a, one b) {
      return b.rank > a.rank || (b.rank == a.rank && b.v < a.v) ? b : a;
    }
  };
  one widest;   // with the greatest upper bound
  one deepest;  // with the least lower bound
  std::size_t open = 0;

  friend candidates operator+(const candidates& a, const candidates& b) {
    return {a.widest + b.widest, a.deepest + b.deepest, a.open + b.open};
  }
};

class bounding {
 public:
  bounding(const undirected_view& g, const diameter_options& options, bool all)
      : g_(g), options_(options), all_(all), lower_(g.vertex_count()), upper_(g.vertex_count()) {
    whole_for(g.vertex_count(), options.loops, [&](std::size_t v) {
      lower_[v] = 0;
      upper_[v] = unbounded;
    });
  }

  diameter_result run() {
    split();
    std::size_t c = 0;
    for (; c < parts_.size() && is_shared(parts_[c]); ++c) {
      if (all_ || parts_[c].size() > found_.apart + std::size_t{1}) settle_shared(parts_[c]);
    }
    settle_alone(std::span(parts_).subspan(c));
    diameter_result result;
    result.diameter = found_.apart;
    result.from = found_.from;
    result.to = found_.to;
    result.searches = searches_;
    if (all_) result.eccentricities = std::move(lower_);
    return result;
  }

 private:
  using part = std::span<const vertex>;

  // Groups the vertices by component, the largest component first.
  void split() {
    const std::size_t n = g_.vertex_count();
    const auto labels = components(g_, {.loops = options_.loops}).labels;
    std::vector<std::size_t> place(n + 1);
    for (const vertex label : labels) ++place[label + std::size_t{1}];
    for (std::size_t i = 0; i < n; ++i) place[i + 1] += place[i];
    const std::vector<std::size_t> begins(place.begin(), place.end());
    order_.resize(n);
    for (std::size_t v = 0; v < n; ++v) order_[place[labels[v]]++] = static_cast<vertex>(v);
    for (std::size_t v = 0; v < n; ++v) {
      if (labels[v] == v)
        parts_.push_back(part(order_).subspan(begins[v], begins[v + 1] - begins[v]));
    }
    std::ranges::stable_sort(parts_, std::ranges::greater(),
                             [](const part& p) { return p.size(); });
  }
  bool is_shared(const part& p) const {
    return p.size() >= std::max(least_shared, g_.vertex_count() / least_share);
  }

  // Tightens the bounds of w after a search whose source has this eccentricity and is `level` steps
  // from w. Returns w as a candidate if it is still open.
  candidates bound(vertex w, step_count eccentricity, step_count level, step_count known) {
    step_count& low = lower_[w];
    step_count& high = upper_[w];
    low = std::max({low, level, eccentricity - level});
    high = std::min(high, eccentricity + level);
    if (low == high || (!all_ && high <= known)) return {};
    const std::uint64_t degree = std::min<edge_index>(g_.degree(w), unbounded);
    return {{std::uint64_t{high} << 32 | degree, w},
            {std::uint64_t{unbounded - low} << 32 | degree, w},
            1};
  }

  bool is_open(vertex w, step_count known) const {
    return lower_[w] != upper_[w] && (all_ || upper_[w] > known);
  }

  // search(v, known) returns v and the vertex farthest from v, with their distance, and the levels
  // of the vertices of p. The farthest vertex is only valid if the distance is above `known`.
  // reduce(open, f, known) returns the sum of f(w) over the vertices w of `open`; it may remove
  // from `open` those that are no longer open.
  template <class Search, class Reduce>
  ends settle(const part& p, ends best, std::size_t& searches, const Search& search,
              const Reduce& reduce) {
    const bool shared = &searches == &searches_;
    vertex next = p[0];
    for (const vertex v : p) {
      if (g_.degree(v) > g_.degree(next)) next = v;
    }
    part open = p;
    std::size_t open_before = p.size();
    bool widest = false;
    for (std::size_t done = 1;; ++done) {
      const auto [found, levels] = search(next, best.apart);
      ++searches;
      const vertex swept =
          found.apart > best.apart ? next_of_sweep(done, found, levels) : no_vertex;
      if (found.apart > best.apart) best = found;
      const candidates rest = reduce(
          open,
          [&, apart = found.apart, known = best.apart](vertex w) {
            return bound(w, apart, levels[w], known);
          },
          best.apart);
      if (shared && options_.observer) options_.observer->searched(searches, rest.open, best.apart);
      if (rest.open == 0) return best;
      if (!all_ && shared && rest.open <= at_once && best.apart <= few_levels) {
        const vertex farther = farthest_of(open, best.apart);
        if (farther != no_vertex) best = search(farther, best.apart).first;
        if (options_.observer) options_.observer->searched(searches, 0, best.apart);
        return best;
      }
      if (swept != no_vertex) {
        next = swept;
        continue;
      }
      widest = !widest;
      next = widest ? rest.widest.v : rest.deepest.v;
      if (!all_ || widest) continue;
      if (open_before - rest.open < few_settled) return best;
      open_before = rest.open;
    }
  }
  // Returns the next source of the double sweep, for the diameter alone: the vertex farthest from
  // the first source; then the middle of a longest path of the second search: this middle is near
  // the centre.
  vertex next_of_sweep(std::size_t done, const ends& found, const step_count* levels) const {
    if (all_ || done > 2) return no_vertex;
    vertex v = found.to;
    while (done == 2 && levels[v] > found.apart / 2) {
      v = *std::ranges::find_if(g_.neighbors(v),
                                [&](vertex u) { return levels[u] + 1 == levels[v]; });
    }
    return v;
  }
  // Returns the open vertex of the greatest eccentricity, if that exceeds `known`; otherwise
  // no_vertex.
  vertex farthest_of(const part& open, step_count known) {
    std::vector<vertex> last;
    std::ranges::copy_if(open, std::back_inserter(last),
                         [&](vertex w) { return is_open(w, known); });
    const auto facts = distances_to(g_, last, {.loops = options_.loops});
    searches_ += last.size();
    const auto far = std::ranges::max_element(facts, {}, &distance_facts::farthest);
    return far->farthest > known ? last[static_cast<std::size_t>(far - facts.begin())] : no_vertex;
  }
  // Finds the eccentricities that bounds have not settled.
  void settle_rest(const part& p) {
    std::vector<vertex> open;
    for (const vertex w : p)
      if (lower_[w] != upper_[w]) open.push_back(w);
    if (open.empty()) return;
    const auto facts = distances_to(g_, open, {.loops = options_.loops});
    searches_ += open.size();
    for (std::size_t i = 0; i < open.size(); ++i)
      lower_[open[i]] = static_cast<std::uint32_t>(facts[i].farthest);
  }

  void settle_shared(const part& p) {
    bfs_result last;
    const auto search = [&](vertex v, step_count known) {
      last = bfs(g_, v, {.loops = options_.loops});
      const step_count* const levels = last.levels.data();
      if (last.depth <= known) return std::pair(ends{last.depth, v, v}, levels);
      const vertex far =
          whole_reduce(p.size(), sum_of<farthest>{}, options_.loops, [&](std::size_t i) {
            return farthest{levels[p[i]], p[i]};
          }).v;
      return std::pair(ends{last.depth, v, far}, levels);
    };
    std::vector<vertex> kept;
    const auto reduce = [&](part& open, const auto& f, step_count known) {
      const candidates rest = whole_reduce(open.size(), sum_of<candidates>{}, options_.loops,
                                           [&](std::size_t i) { return f(open[i]); });
      if (rest.open <= open.size() / 2) {
        std::vector<vertex> fewer(rest.open);
        pack(
            std::size_t{0}, open.size(), [&](std::size_t i) { return is_open(open[i], known); },
            [&](std::size_t at, std::size_t i) { fewer[at] = open[i]; }, options_.loops);
        kept = std::move(fewer);
        open = kept;
      }
      return rest;
    };
    found_ = settle(p, found_, searches_, search, reduce);
    if (!all_) return;
    settle_rest(p);
    const vertex far = *std::ranges::max_element(p, {}, [&](vertex w) { return lower_[w]; });
    if (lower_[far] > found_.apart) found_ = search(far, found_.apart).first;
  }
  struct farthest {
    step_count level = 0;
    vertex v = no_vertex;
    friend farthest operator+(farthest a, farthest b) {
      return b.level > a.level || (b.level == a.level && b.v < a.v) ? b : a;
    }
  };

  struct outcome {
    ends found;
    std::size_t searches = 0;
    friend outcome operator+(const outcome& x, const outcome& y) {
      return {x.found + y.found, x.searches + y.searches};
    }
  };
  void settle_alone(std::span<const part> parts) {
    if (parts.empty()) return;
    plain_array<step_count> levels(g_.vertex_count());
    const outcome all =
        whole_reduce(parts.size(), sum_of<outcome>{}, options_.loops, [&](std::size_t c) {
          const part& p = parts[c];
          outcome own{found_, 0};
          if (!all_ && p.size() <= found_.apart + std::size_t{1}) return own;
          std::vector<vertex> queue;
          const auto search = [&](vertex v, step_count) {
            return std::pair(search_alone(v, p, queue, levels), levels.data());
          };
          const auto reduce = [&](const part& open, const auto& f, step_count) {
            candidates sum;
            for (const vertex w : open) sum = sum + f(w);
            return sum;
          };
          own.found = settle(p, found_, own.searches, search, reduce);
          for (const vertex w : p) {
            if (!all_ || lower_[w] == upper_[w]) continue;
            const ends last = search(w, own.found.apart).first;
            lower_[w] = last.apart;
            own.found = own.found + last;
            ++own.searches;
          }
          return own;
        });
    found_ = found_ + all.found;
    searches_ += all.searches;
  }
  ends search_alone(vertex v, const part& p, std::vector<vertex>& queue,
                    plain_array<step_count>& levels) {
    for (const vertex w : p) levels[w] = unbounded;
    queue.assign(1, v);
    levels[v] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const vertex u : g_.neighbors(queue[i])) {
        if (levels[u] != unbounded) continue;
        levels[u] = levels[queue[i]] + 1;
        queue.push_back(u);
      }
    }
    farthest far;
    for (const vertex w : p) far = far + farthest{levels[w], w};
    return {far.level, v, far.v};
  }

  const undirected_view g_;
  const diameter_options& options_;
  const bool all_;
  plain_array<step_count> lower_, upper_;
  std::vector<vertex> order_;  // by component
  std::vector<part> parts_;
  ends found_;
  std::size_t searches_ = 0;
};

}  // namespace

diameter_result diameter(const undirected_view& g, const diameter_options& options) {
  return bounding(g, options, false).run();
}
diameter_result eccentricities(const undirected_view& g, const diameter_options& options) {
  return bounding(g, options, true).run();
}

}  // namespace arcas::inline v0::graph
