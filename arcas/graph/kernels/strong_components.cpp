// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/multistep.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr vertex unlabelled = std::numeric_limits<vertex>::max();
// Trimming ends after a round that removes at most 1 / trim_rest of the remaining vertices; the
// next step follows.
constexpr std::size_t trim_rest = 5;

// Depth-first search by the calling thread: labels all vertices without a label (Tarjan 1972, with
// one number a vertex as in Pearce: An Improved Algorithm for Finding the Strongly Connected
// Components of a Directed Graph, 2005). Vertices are numbered in the order of entry; then a
// vertex's number falls to the least number of an unlabelled vertex that it is known to lead to.
class depth_first {
 public:
  depth_first(const row_view& rows, std::span<vertex> labels)
      : rows_(rows), labels_(labels.data()), numbers_(labels.size()) {
    std::ranges::fill(numbers_, vertex{0});
  }

  // Labels all vertices that `root` leads to.
  void label_from(vertex root) {
    if (labels_[root] != unlabelled) return;
    enter(root);
    while (!way_.empty()) {
      const vertex next = next_new(way_.back());
      if (next != unlabelled) {
        enter(next);
      } else {
        leave();
      }
    }
  }

 private:
  struct step {
    vertex v;
    vertex number;  // order of entry, from 1 on
    const vertex* at;
    const vertex* end;
  };

  void enter(vertex v) {
    numbers_[v] = ++entered_;
    const std::span<const vertex> row = rows_.neighbors(v);
    way_.push_back({v, entered_, row.data(), row.data() + row.size()});
  }

  // Returns the next neighbour that has not been entered, or `unlabelled` if there is none.
  vertex next_new(step& here) {
    vertex least = numbers_[here.v];
    vertex found = unlabelled;
    while (here.at != here.end && found == unlabelled) {
      const vertex u = *here.at++;
      if (labels_[u] != unlabelled) continue;
      if (numbers_[u] == 0) {
        found = u;
      } else {
        least = std::min(least, numbers_[u]);
      }
    }
    numbers_[here.v] = least;
    return found;
  }

  void leave() {
    const step here = way_.back();
    way_.pop_back();
    const vertex number = numbers_[here.v];
    if (number != here.number) {
      waiting_.push_back(here.v);
      vertex& before = numbers_[way_.back().v];
      before = std::min(before, number);
      return;
    }
    // here.v was the first of its component to be entered; the other members are at the end of
    // waiting_.
    std::size_t first = waiting_.size();
    while (first > 0 && numbers_[waiting_[first - 1]] >= number) --first;
    vertex least = here.v;
    for (std::size_t i = first; i < waiting_.size(); ++i) least = std::min(least, waiting_[i]);
    for (std::size_t i = first; i < waiting_.size(); ++i) labels_[waiting_[i]] = least;
    labels_[here.v] = least;
    waiting_.resize(first);
  }

  const row_view rows_;
  vertex* const labels_;
  plain_array<vertex> numbers_;  // 0: not entered
  vertex entered_ = 0;
  std::vector<step> way_;
  std::vector<vertex> waiting_;  // vertices that were left before their component was complete
};

class multistep {
 public:
  multistep(const graph_view& g, const loop_options& loops)
      : g_(g),
        loops_(loops),
        workers_(runtime_of(loops).workers()),
        rounds_(workers_ > 2 ? workers_ - 2 : 0),
        labels_(g.vertex_count()),
        left_(g.vertex_count()),
        fewer_(g.vertex_count()),
        queue_(g.vertex_count()) {
    whole_for(g.vertex_count(), loops, [&](std::size_t v) { labels_[v] = unlabelled; });
    for (std::size_t v = 0; v < g.vertex_count(); ++v) left_.push(static_cast<vertex>(v));
  }

  components_result run() {
    label_by_steps(*this);
    if (remain()) label_depth_first();
    return {std::move(labels_)};
  }

  // The steps of label_by_steps().

  bool remain() const { return !left_.empty(); }

  void trim() {
    std::size_t before = 0;
    do {
      before = left_.size();
      whole_for(left_.size(), loops_, [&](std::size_t i) {
        const vertex v = left_[i];
        if (alone(v, g_.in_neighbors(v)) || alone(v, g_.out_neighbors(v))) claim(v, v);
      });
      drop_labelled();
    } while (before - left_.size() > before / trim_rest);
  }

  bool sweep() {
    if (workers_ == 1) return false;
    const vertex pivot = *std::ranges::max_element(
        left_.all(), {}, [&](vertex v) { return g_.out_degree(v) * g_.in_degree(v); });
    const vertex_bits after = reached(pivot, g_.out());
    const vertex_bits before = reached(pivot, g_.in());
    vertex least = unlabelled;
    for (const vertex v : left_.all()) {
      if (after.test(v) && before.test(v)) least = std::min(least, v);
    }
    whole_for(left_.size(), loops_, [&](std::size_t i) {
      const vertex v = left_[i];
      if (after.test(v) && before.test(v)) labels_[v] = least;
    });
    drop_labelled();
    trim();
    return true;
  }

  bool colour() {
    if (!find_colours()) return false;
    label_by_colour();
    drop_labelled();
    return true;
  }

 private:
  vertex label(vertex v) {
    // relaxed: a label is given once; a worker that does not see it yet takes the vertex for a
    // remaining one, which costs one needless visit.
    return std::atomic_ref(labels_[v]).load(std::memory_order_relaxed);
  }

  bool claim(vertex v, vertex label) {
    vertex free = unlabelled;
    // relaxed: of several claims one wins; the end of the loop publishes it.
    return std::atomic_ref(labels_[v])
        .compare_exchange_strong(free, label, std::memory_order_relaxed);
  }

  void drop_labelled() {
    fewer_.clear();
    append_each(fewer_, left_.size(), loops_, [&](const auto& push, std::size_t i) {
      if (labels_[left_[i]] == unlabelled) push(left_[i]);
    });
    std::swap(left_, fewer_);
  }

  bool alone(vertex v, std::span<const vertex> row) {
    return std::ranges::none_of(row, [&](vertex u) { return u != v && label(u) == unlabelled; });
  }

  // Follows the rows from the vertices in the queue. enters(v, u) decides whether u, a neighbour of
  // v, enters the queue, too.
  template <class Enters>
  void spread(const row_view& rows, const Enters& enters) {
    for (std::size_t first = 0; first < queue_.size();) {
      const std::size_t last = queue_.size();
      append_each(queue_, last - first, loops_, [&](const auto& push, std::size_t i) {
        const vertex v = queue_[first + i];
        for (const vertex u : rows.neighbors(v)) {
          if (enters(v, u)) push(u);
        }
      });
      first = last;
    }
  }

  // Returns the remaining vertices that can be reached from `from` along the rows.
  vertex_bits reached(vertex from, const row_view& rows) {
    vertex_bits inside(g_.vertex_count());
    inside.clear(loops_);
    inside.set(from);
    queue_.clear();
    queue_.push(from);
    spread(rows, [&](vertex, vertex u) {
      return labels_[u] == unlabelled && !inside.test_among_others(u) &&
             inside.claim_among_others(u);
    });
    return inside;
  }

  void label_depth_first() {
    depth_first search(g_.out(), labels_.all());
    for (const vertex v : left_.all()) {
      if (loops_.stop.stop_requested()) throw interrupted();
      search.label_from(v);
    }
  }

  // Gives each remaining vertex its colour, the least remaining vertex that leads to it. Returns
  // false if all rounds were used up before that.
  bool find_colours() {
    if (rounds_ == 0) return false;
    if (colours_.size() == 0) colours_ = plain_array<vertex>(g_.vertex_count());
    whole_for(left_.size(), loops_, [&](std::size_t i) { colours_[left_[i]] = left_[i]; });
    for (; rounds_ > 0; --rounds_) {
      const std::size_t changes = whole_reduce(
          left_.size(), plus<std::size_t>{}, loops_,
          [&](std::size_t i) { return lowered(left_[i]) ? std::size_t{1} : std::size_t{0}; });
      if (changes == 0) return true;
    }
    return false;
  }

  bool lowered(vertex v) {
    // relaxed, here and below: colours only fall, and the last round is one in which none changes.
    const vertex own = std::atomic_ref(colours_[v]).load(std::memory_order_relaxed);
    vertex least = own;
    for (const vertex u : g_.in_neighbors(v)) {
      if (labels_[u] != unlabelled) continue;
      // relaxed: as above.
      least = std::min(least, std::atomic_ref(colours_[u]).load(std::memory_order_relaxed));
    }
    if (least == own) return false;
    std::atomic_ref(colours_[v]).store(least, std::memory_order_relaxed);  // relaxed: as above
    return true;
  }

  // For each colour c, labels c and the vertices of that colour that lead to c.
  void label_by_colour() {
    queue_.clear();
    for (const vertex v : left_.all()) {
      if (colours_[v] != v) continue;
      labels_[v] = v;
      queue_.push(v);
    }
    spread(g_.in(), [&](vertex v, vertex u) {
      return label(u) == unlabelled && colours_[u] == colours_[v] && claim(u, colours_[v]);
    });
  }

  const graph_view& g_;
  const loop_options& loops_;
  const unsigned workers_;
  // Rounds of colouring that are left. All rounds together take no more time than the depth-first
  // search (components.h).
  unsigned rounds_;
  plain_array<vertex> labels_;  // unlabelled: remains
  plain_array<vertex> colours_;
  vertex_queue left_;
  vertex_queue fewer_;
  vertex_queue queue_;
};

}  // namespace

components_result strong_components(const graph_view& g, const components_options& options) {
  if (g.symmetric()) return components(g, options);
  return multistep(g, options.loops).run();
}

}  // namespace arcas::inline v0::graph
