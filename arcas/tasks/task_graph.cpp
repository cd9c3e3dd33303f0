// SPDX-License-Identifier: Apache-2.0
// While a graph is built, its edges are a list of pairs. Before the next run they are sorted by
// their first task, so that a thread that ends a task reads one stretch of memory. Tasks are named
// by their numbers, and their counts lie side by side, so that those of many tasks fit in a cache.
#include <arcas/tasks/task_graph.h>

#include <arcas/base/cache_line.h>
#include <arcas/tasks/dependences.h>
#include <arcas/tasks/graph_run.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

namespace {

void do_nothing(graph_node&) {}

// Blocks of memory that begin at a cache line, freed together.
class node_memory {
 public:
  void* take(std::size_t size, std::size_t alignment) {
    void* place = next_;
    if (!next_ || !std::align(alignment, size, place, left_)) {
      const std::size_t bytes = std::max(block_size, size + alignment);
      block made(static_cast<std::byte*>(::operator new(bytes, line)));
      place = made.get();
      blocks_.push_back(std::move(made));
      left_ = bytes;  // only now: the lines above may throw
      std::align(alignment, size, place, left_);
    }
    next_ = static_cast<std::byte*>(place) + size;
    left_ -= size;
    return place;
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 16;
  static constexpr std::align_val_t line{cache_line};
  struct free_block {
    void operator()(std::byte* b) const noexcept { ::operator delete(b, line); }
  };
  using block = std::unique_ptr<std::byte, free_block>;

  std::vector<block> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

// Makes room for one more element, so that the next push_back() does not throw.
template <class T>
void make_room(std::vector<T>& v) {
  if (v.size() == v.capacity()) v.reserve(std::max<std::size_t>(16, 2 * v.size()));
}

}  // namespace

graph_node::graph_node(function f) noexcept : task{&run_node, nullptr}, call(f) {}

class graph_parts {
 public:
  ~graph_parts() {
    for (const auto& [node, destroy] : destroyed_) destroy(*node);
  }

  void* room(std::size_t size, std::size_t alignment, bool has_destructor) {
    open();
    if (nodes_.size() == most_nodes)
      throw std::length_error("arcas: a task_graph has at most 2^32 - 1 tasks");
    make_room(nodes_);
    if (has_destructor) make_room(destroyed_);
    return memory_.take(size, alignment);
  }
  void enter(graph_node& n, void (*destroy)(graph_node&) noexcept) noexcept {
    n.number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(&n);
    if (destroy) destroyed_.push_back({&n, destroy});
  }
  void add_edge(std::uint32_t before, std::uint32_t after) {
    open();
    edges_.push_back({before, after});
    if (before >= after) may_have_cycle_ = true;
  }
  void add_uses(graph_node& n, const data_use* uses, std::size_t count) {
    uses_.find(uses, count, [&](graph_node& before) {
      if (&before != &n) add_edge(before.number, n.number);
    });
    uses_.enter(n, uses, count);
  }
  void name(std::uint32_t number, std::string_view name) { names_[number] = name; }
  std::size_t size() const noexcept { return nodes_.size(); }
  const void* key_of_runs() const noexcept { return &run_; }

  void run(const task_options& options) {
    // acquire: pairs with the release at the end of a run, which another thread may have started.
    if (runs_.exchange(true, std::memory_order_acquire))
      throw std::logic_error("task_graph::run() was called while the graph runs");
    const struct end_of_run {
      ~end_of_run() {
        of.run_.reset();
        of.runs_.store(false, std::memory_order_release);  // release: pairs with the acquire above
      }
      graph_parts& of;
    } ends{*this};
    if (!is_closed_) close();
    if (nodes_.empty()) return;
    graph_run& run = run_.emplace(options, sinks_, nodes_.data(), waits_for_.data());
    if (!std::exchange(knows_run_, true))  // the address is the same for all runs
      for (graph_node* n : nodes_) n->of = &run;
    turns_.of = &run;
    turns_.next = in_turn_.data();
    turns_.end = turns_.next + in_turn_.size();
    turns_.run(turns_, run.home());
    run.finish_all();
    if (run.failed()) std::rethrow_exception(run.take_failure());
  }

 private:
  struct edge {
    std::uint32_t before;
    std::uint32_t after;
  };
  struct destructor {
    graph_node* node;
    void (*destroy)(graph_node&) noexcept;
  };
  // The tasks of a graph do not end while it is built.
  struct no_ends {
    static bool has_ended(const graph_node&) noexcept { return false; }
    static void keep(graph_node&) noexcept {}
    static void drop(graph_node&) noexcept {}
  };

  static constexpr std::size_t most_nodes = 0xffff'ffff;
  // A task waits also for its turn, unless a predecessor is at most this far before it in the order
  // of add(): then the end of this predecessor is its turn.
  static constexpr std::uint32_t near = 64;

  // Before a change: the edges become pairs again.
  void open() {
    // relaxed: finds the mistake of a task of this graph, which began after run() set the flag.
    if (runs_.load(std::memory_order_relaxed))
      throw std::logic_error("task_graph: add() or precedes() was called while the graph runs");
    if (!is_closed_) return;
    edges_.reserve(successors_.size());
    for (graph_node* n : nodes_) {
      for (std::uint32_t i = 0; i < n->successor_count; ++i)
        edges_.push_back({n->number, n->successors[i]});
    }
    is_closed_ = false;
  }

  // Before the first run after a change. Throws std::logic_error if there is a cycle.
  void close();
  std::vector<std::uint32_t> find_cycle() const;
  [[noreturn]] void refuse_cycle(const std::vector<std::uint32_t>& cycle) const;

  node_memory memory_;
  std::vector<graph_node*> nodes_;
  std::vector<destructor> destroyed_;
  std::vector<edge> edges_;  // empty while the graph is closed
  access_table<graph_node, no_ends> uses_{no_ends{}};
  std::unordered_map<std::uint32_t, std::string> names_;  // by the numbers of nodes
  bool may_have_cycle_ = false;

  // Of a closed graph
  bool is_closed_ = false;
  bool knows_run_ = false;                      // whether the nodes have the address of run_
  std::vector<std::uint32_t> successors_;       // of all nodes
  std::vector<predecessor_count<>> waits_for_;  // of all nodes
  std::vector<std::uint32_t> in_turn_;          // the tasks that wait for their turn
  std::uint32_t sinks_ = 0;                     // number of nodes without successors

  // Of a run
  std::atomic<bool> runs_{false};  // whether a thread is in run()
  std::optional<graph_run> run_;
  turns turns_;
};

void graph_parts::close() {
  if (may_have_cycle_) {
    const auto cycle = find_cycle();
    if (!cycle.empty()) refuse_cycle(cycle);
  }
  std::vector<std::uint32_t> after(nodes_.size(), 0), before(nodes_.size(), 0);
  std::vector<bool> follows_near(nodes_.size(), false);
  for (const edge& e : edges_) {
    ++after[e.before];
    ++before[e.after];
    if (e.after - e.before <= near) follows_near[e.after] = true;
  }
  successors_.resize(edges_.size());
  waits_for_ = std::vector<predecessor_count<>>(nodes_.size());
  in_turn_.clear();
  sinks_ = 0;
  std::vector<std::size_t> places(nodes_.size());  // of the next successor
  std::size_t next = 0;
  for (graph_node* n : nodes_) {
    const std::uint32_t i = n->number;
    const bool waits_for_turn = !follows_near[i];
    n->events = before[i] + waits_for_turn;
    waits_for_[i].restart(n->events);
    if (waits_for_turn) in_turn_.push_back(i);
    n->successors = successors_.data() + next;
    n->successor_count = after[i];
    if (after[i] == 0) ++sinks_;
    places[i] = next;
    next += after[i];
  }
  for (const edge& e : edges_) successors_[places[e.before]++] = e.after;
  std::vector<edge>().swap(edges_);
  is_closed_ = true;
  knows_run_ = false;
}

// The numbers of the tasks of a cycle, in the order in which they wait for each other. The list is
// empty if the graph has no cycle.
std::vector<std::uint32_t> graph_parts::find_cycle() const {
  // Remove tasks without predecessors, until none is left that can be removed.
  std::vector<std::uint32_t> left(nodes_.size(), 0), free;
  std::vector<std::vector<std::uint32_t>> after(nodes_.size());
  for (const edge& e : edges_) {
    ++left[e.after];
    after[e.before].push_back(e.after);
  }
  for (const graph_node* n : nodes_)
    if (left[n->number] == 0) free.push_back(n->number);
  for (std::size_t i = 0; i < free.size(); ++i)
    for (const std::uint32_t n : after[free[i]])
      if (--left[n] == 0) free.push_back(n);
  if (free.size() == nodes_.size()) return {};
  // Each task that is left has a predecessor that is left. The way back from one of them ends in a
  // cycle.
  std::vector<std::uint32_t> before(nodes_.size(), 0);
  for (const edge& e : edges_)
    if (left[e.before] != 0) before[e.after] = e.before;
  std::uint32_t at = 0;
  while (left[at] == 0) ++at;
  for (std::size_t i = 0; i < nodes_.size(); ++i) at = before[at];
  std::vector<std::uint32_t> cycle{at};
  for (std::uint32_t n = before[at]; n != at; n = before[n]) cycle.push_back(n);
  std::ranges::reverse(cycle);
  return cycle;
}

void graph_parts::refuse_cycle(const std::vector<std::uint32_t>& cycle) const {
  constexpr std::size_t most_listed = 8;
  const auto name_of = [&](std::uint32_t number) {
    const auto named = names_.find(number);
    return named != names_.end() ? '"' + named->second + '"' : "number " + std::to_string(number);
  };
  std::string all;
  for (std::size_t i = 0; i < std::min(cycle.size(), most_listed); ++i)
    all += name_of(cycle[i]) + " before ";
  if (cycle.size() > most_listed)
    all += std::to_string(cycle.size() - most_listed) + " other tasks before ";
  throw std::logic_error("task_graph::run(): tasks wait for each other in a cycle: " + all +
                         name_of(cycle.front()) + " (numbers are in the order of add(), from 0)");
}

graph_parts* make_graph() {
  return new graph_parts;
}
void delete_graph(graph_parts* g) noexcept {
  delete g;
}
void* room_for_node(graph_parts& g, std::size_t size, std::size_t alignment, bool has_destructor) {
  return g.room(size, alignment, has_destructor);
}
void enter_node(graph_parts& g, graph_node& n, void (*destroy)(graph_node&) noexcept) noexcept {
  g.enter(n, destroy);
}
void empty_node(graph_node& n) noexcept {
  n.call = &do_nothing;
}
void add_edge(graph_parts& g, std::uint32_t before, std::uint32_t after) {
  g.add_edge(before, after);
}
void add_uses(graph_parts& g, graph_node& n, const data_use* uses, std::size_t count) {
  g.add_uses(n, uses, count);
}
void name_node(graph_parts& g, std::uint32_t number, std::string_view name) {
  g.name(number, name);
}
const graph_node* successor_of(const graph_node& n, std::uint32_t i) noexcept {
  return static_cast<graph_run*>(n.of)->nodes[n.successors[i]];
}
std::size_t size_of_graph(const graph_parts& g) noexcept {
  return g.size();
}
const void* key_of_runs(const graph_parts& g) noexcept {
  return g.key_of_runs();
}
void run_graph(graph_parts& g, const task_options& options) {
  g.run(options);
}
void refuse_task_without_graph() {
  throw std::invalid_argument(
      "task_graph: name() was called for a task that belongs to no graph; the tasks that add() "
      "returns can be named");
}
void refuse_task_of_other_graph() {
  throw std::invalid_argument(
      "task_graph: a dependence joins tasks of two graphs; both tasks must belong to one graph");
}

}  // namespace arcas::inline v0::detail
