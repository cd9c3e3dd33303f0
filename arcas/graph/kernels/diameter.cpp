// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/pack.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/bounding.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using part = std::span<const vertex>;

// The members of a component that depend on its `levels` only.
class levelled_part {
 public:
  using vertex = graph::vertex;

  levelled_part(const undirected_view& g, const part& p) : g_(g), all_(p) {}

  std::size_t size() const { return all_.size(); }
  vertex busiest() const {
    vertex most = all_[0];
    for (const vertex v : all_)
      if (g_.degree(v) > g_.degree(most)) most = v;
    return most;
  }

 protected:
  vertex walk_to(vertex v, step_count level, const plain_array<step_count>& levels) const {
    while (levels[v] > level) {
      v = *std::ranges::find_if(g_.neighbors(v),
                                [&](vertex u) { return levels[u] + 1 == levels[v]; });
    }
    return v;
  }

  const undirected_view& g_;
  const part all_;
};

struct all_bounds {
  plain_array<step_count> lower, upper;
};

// A component that all workers search together.
class shared_part : public levelled_part {
 public:
  static constexpr bool is_shared = true;

  shared_part(const undirected_view& g, const part& p, all_bounds& bounds,
              const loop_options& loops)
      : levelled_part(g, p), bounds_(bounds), loops_(loops), open_(p) {}

  ends search(vertex v, step_count known) {
    last_ = bfs(g_, v, {.loops = loops_});
    if (last_.depth <= known) return {last_.depth, v, v};
    const step_count* const levels = last_.levels.data();
    const farthest_vertex far =
        whole_reduce(size(), sum_of<farthest_vertex>{}, loops_,
                     [&](std::size_t i) { return farthest_vertex{levels[all_[i]], all_[i]}; });
    return {last_.depth, v, far.v};
  }
  candidates bound(const bounding_search& by) {
    const candidates rest =
        whole_reduce(open_.size(), sum_of<candidates>{}, loops_, [&](std::size_t i) {
          const vertex w = open_[i];
          return by.tightened(bounds_.lower[w], bounds_.upper[w], w, last_.levels[w],
                              [&] { return g_.degree(w); });
        });
    if (rest.open > open_.size() / 2) return rest;
    std::vector<vertex> fewer(rest.open);
    pack(
        std::size_t{0}, open_.size(),
        [&](std::size_t i) { return is_open_now(open_[i], by.all, by.known); },
        [&](std::size_t at, std::size_t i) { fewer[at] = open_[i]; }, loops_);
    kept_ = std::move(fewer);
    open_ = kept_;
    return rest;
  }
  vertex middle(vertex v, step_count level) const { return walk_to(v, level, last_.levels); }

  std::vector<vertex> open(bool all, step_count known) const {
    std::vector<vertex> last;
    std::ranges::copy_if(open_, std::back_inserter(last),
                         [&](vertex w) { return is_open_now(w, all, known); });
    return last;
  }
  std::vector<distance_facts> facts(const std::vector<vertex>& vertices) const {
    return distances_to(g_, vertices, {.loops = loops_});
  }
  void set(const std::vector<vertex>& vertices, const std::vector<distance_facts>& facts) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      bounds_.lower[vertices[i]] = static_cast<step_count>(facts[i].farthest);
  }
  farthest_vertex farthest() const {
    farthest_vertex far;
    for (const vertex w : all_) far = far + farthest_vertex{bounds_.lower[w], w};
    return far;
  }

 private:
  bool is_open_now(vertex w, bool all, step_count known) const {
    return is_open(bounds_.lower[w], bounds_.upper[w], all, known);
  }

  all_bounds& bounds_;
  const loop_options& loops_;
  part open_;                 // contains all open vertices
  std::vector<vertex> kept_;  // those of open_, if these are not the whole component
  bfs_result last_;
};

// A component that one worker searches. Several of them share the arrays.
class lone_part : public levelled_part {
 public:
  static constexpr bool is_shared = false;

  lone_part(const undirected_view& g, const part& p, all_bounds& bounds,
            plain_array<step_count>& levels)
      : levelled_part(g, p), bounds_(bounds), levels_(levels) {}

  ends search(vertex v, step_count /*known*/) {
    for (const vertex w : all_) levels_[w] = unbounded;
    queue_.assign(1, v);
    levels_[v] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      for (const vertex u : g_.neighbors(queue_[i])) {
        if (levels_[u] != unbounded) continue;
        levels_[u] = levels_[queue_[i]] + 1;
        queue_.push_back(u);
      }
    }
    farthest_vertex far;
    for (const vertex w : all_) far = far + farthest_vertex{levels_[w], w};
    return {far.level, v, far.v};
  }
  candidates bound(const bounding_search& by) {
    candidates rest;
    for (const vertex w : all_) {
      rest = rest + by.tightened(bounds_.lower[w], bounds_.upper[w], w, levels_[w],
                                 [&] { return g_.degree(w); });
    }
    return rest;
  }
  vertex middle(vertex v, step_count level) const { return walk_to(v, level, levels_); }

 private:
  all_bounds& bounds_;
  plain_array<step_count>& levels_;
  std::vector<vertex> queue_;
};

class bounding_process {
 public:
  using vertex = graph::vertex;

  bounding_process(const undirected_view& g, const loop_options& loops, bool all)
      : g_(g),
        loops_(loops),
        all_(all),
        bounds_{plain_array<step_count>(g.vertex_count()),
                plain_array<step_count>(g.vertex_count())} {
    whole_for(g.vertex_count(), loops, [&](std::size_t v) {
      bounds_.lower[v] = 0;
      bounds_.upper[v] = unbounded;
    });
    split();
  }

  // All components are searched alone.
  void share_none() { shared_ = 0; }
  std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> all;
    for (std::size_t c = 0; c < shared_; ++c) all.push_back(parts_[c].size());
    return all;
  }
  shared_part& enter(std::size_t c) { return now_.emplace(g_, parts_[c], bounds_, loops_); }
  ends settle_alone(const ends& best, std::size_t& searches) {
    const auto parts = std::span(parts_).subspan(shared_);
    if (parts.empty()) return best;
    plain_array<step_count> levels(g_.vertex_count());
    const outcome all = whole_reduce(parts.size(), sum_of<outcome>{}, loops_, [&](std::size_t c) {
      return settle_one(parts[c], best, levels);
    });
    searches += all.searches;
    return best + all.found;
  }
  plain_array<step_count>& eccentricities() { return bounds_.lower; }

 private:
  struct outcome {
    ends found;
    std::size_t searches = 0;
    friend outcome operator+(const outcome& x, const outcome& y) {
      return {x.found + y.found, x.searches + y.searches};
    }
  };
  outcome settle_one(const part& p, const ends& best, plain_array<step_count>& levels) {
    outcome own{best, 0};
    if (!all_ && p.size() <= best.apart + std::size_t{1}) return own;
    lone_part alone(g_, p, bounds_, levels);
    own.found = component_bounds(alone, all_, own.searches, nullptr).settle(best);
    for (const vertex w : p) {
      if (!all_ || bounds_.lower[w] == bounds_.upper[w]) continue;
      const ends last = alone.search(w, own.found.apart);
      bounds_.lower[w] = last.apart;
      own.found = own.found + last;
      ++own.searches;
    }
    return own;
  }

  // Groups the vertices by component, the largest component first.
  void split() {
    const std::size_t n = g_.vertex_count();
    const auto labels = components(g_, {.loops = loops_}).labels;
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
    while (shared_ < parts_.size() && is_shared_part(parts_[shared_].size(), n)) ++shared_;
  }

  const undirected_view g_;
  const loop_options& loops_;
  const bool all_;
  all_bounds bounds_;
  std::vector<vertex> order_;  // by component
  std::vector<part> parts_;
  std::size_t shared_ = 0;  // number of components that all workers search together
  std::optional<shared_part> now_;
};

diameter_result found_in(const undirected_view& g, const diameter_options& options, bool all) {
  bounding_process here(g, options.loops, all);
  diameter_result result;
  static_cast<diameter_end&>(result) = find_diameter(here, all, options.observer);
  if (all) result.eccentricities = std::move(here.eccentricities());
  return result;
}

}  // namespace

lone_outcome detail::settle_alone(const undirected_view& g, const ends& best, bool all,
                                  const loop_options& loops) {
  bounding_process here(g, loops, all);
  here.share_none();
  lone_outcome outcome;
  outcome.best = here.settle_alone(best, outcome.searches);
  outcome.eccentricities = std::move(here.eccentricities());
  return outcome;
}

diameter_result diameter(const undirected_view& g, const diameter_options& options) {
  return found_in(g, options, false);
}
diameter_result eccentricities(const undirected_view& g, const diameter_options& options) {
  return found_in(g, options, true);
}

}  // namespace arcas::inline v0::graph
