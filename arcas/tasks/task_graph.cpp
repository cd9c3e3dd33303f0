// SPDX-License-Identifier: Apache-2.0
// While a graph is built, its edges are a list of pairs. Before the next run they are sorted by
// their first task, so that a thread that ends a task reads one stretch of memory.
#include <arcas/tasks/task_graph.h>

#include <arcas/base/cache_line.h>
#include <arcas/tasks/dependences.h>
#include <arcas/tasks/ready_tasks.h>

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

// Called when the function of `n` has returned. Adds the successors that wait for no other task to
// `ready`. The graph may be gone after the last successor has been told, unless one is ready here,
// so nothing of `n` is read then.
void end_node(const graph_node& n, awaited_tasks& run, task_context& by,
              ready_tasks& ready) noexcept {
  graph_node* const* const end = n.successors + n.successor_count;
  if (n.successors == end) return run.finished(by);
  for (graph_node* const* s = n.successors; s != end; ++s) {
    graph_node& successor = **s;
    if (!successor.waits_for.one_ended()) continue;
    if (successor.predecessors != 1) successor.waits_for.restart(successor.predecessors);
    ready.add(successor);
  }
}

void run_node(task& first, task_context& by) noexcept {
  auto& run = static_cast<awaited_tasks&>(*first.of);
  ready_tasks ready(by, run.ancestry());
  auto* n = static_cast<graph_node*>(&first);
  while (n) {
    try {
      if (!run.gives_up()) n->call(*n);
    } catch (...) {
      run.fail(caught_exception());
    }
    end_node(*n, run, by, ready);
    n = static_cast<graph_node*>(ready.take(run));
  }
}

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
  void add_edge(graph_node& before, graph_node& after) {
    open();
    edges_.push_back({&before, &after});
    if (before.number >= after.number) may_have_cycle_ = true;
  }
  void add_uses(graph_node& n, const data_use* uses, std::size_t count) {
    uses_.find(uses, count, [&](graph_node& before) {
      if (&before != &n) add_edge(before, n);
    });
    uses_.enter(n, uses, count);
  }
  void name(const graph_node& n, std::string_view name) { names_[n.number] = name; }
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
    awaited_tasks& run = run_.emplace(options, sinks_);
    if (!std::exchange(knows_run_, true))  // the address is the same for all runs
      for (graph_node* n : nodes_) n->of = &run;
    run_all(run);
    if (run.failed()) std::rethrow_exception(run.take_failure());
  }

 private:
  struct edge {
    graph_node* before;
    graph_node* after;
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

  void run_all(awaited_tasks& run) noexcept {
    // The first root is on top, so that this thread runs the roots in the order of add().
    for (std::size_t i = roots_.size(); i-- > 1;)
      push_or_run(run.home(), *roots_[i], run.ancestry());
    run_node(*roots_[0], run.home());
    run.finish_all();
  }

  // Before a change: the edges become pairs again.
  void open() {
    // relaxed: finds the mistake of a task of this graph, which began after run() set the flag.
    if (runs_.load(std::memory_order_relaxed))
      throw std::logic_error("task_graph: add() or precedes() was called while the graph runs");
    if (!is_closed_) return;
    edges_.reserve(successors_.size());
    for (graph_node* n : nodes_) {
      for (std::uint32_t i = 0; i < n->successor_count; ++i)
        edges_.push_back({n, n->successors[i]});
    }
    is_closed_ = false;
  }

  // Before the first run after a change. Throws std::logic_error if there is a cycle.
  void close();
  std::vector<const graph_node*> find_cycle() const;
  [[noreturn]] void refuse_cycle(const std::vector<const graph_node*>& cycle) const;

  node_memory memory_;
  std::vector<graph_node*> nodes_;
  std::vector<destructor> destroyed_;
  std::vector<edge> edges_;  // empty while the graph is closed
  access_table<graph_node, no_ends> uses_{no_ends{}};
  std::unordered_map<std::uint32_t, std::string> names_;  // by the numbers of nodes
  bool may_have_cycle_ = false;

  // Of a closed graph
  bool is_closed_ = false;
  bool knows_run_ = false;               // whether the nodes have the address of run_
  std::vector<graph_node*> successors_;  // of all nodes
  std::vector<graph_node*> roots_;       // without predecessors
  std::uint32_t sinks_ = 0;              // number of nodes without successors

  // Of a run
  std::atomic<bool> runs_{false};  // whether a thread is in run()
  std::optional<awaited_tasks> run_;
};

void graph_parts::close() {
  if (may_have_cycle_) {
    const auto cycle = find_cycle();
    if (!cycle.empty()) refuse_cycle(cycle);
  }
  successors_.resize(edges_.size());
  for (graph_node* n : nodes_) n->successor_count = n->predecessors = 0;
  for (const edge& e : edges_) {
    ++e.before->successor_count;
    ++e.after->predecessors;
  }
  graph_node** next = successors_.data();
  roots_.clear();
  sinks_ = 0;
  for (graph_node* n : nodes_) {
    n->successors = next;
    next += n->successor_count;
    if (n->successor_count == 0) ++sinks_;
    n->successor_count = 0;
    if (n->predecessors == 0) roots_.push_back(n);
    n->waits_for.restart(n->predecessors);
  }
  for (const edge& e : edges_) e.before->successors[e.before->successor_count++] = e.after;
  std::vector<edge>().swap(edges_);
  is_closed_ = true;
  knows_run_ = false;
}

// The tasks of a cycle in the order in which they wait for each other; none if there is no cycle.
std::vector<const graph_node*> graph_parts::find_cycle() const {
  // Remove tasks without predecessors, until none is left that can be removed.
  std::vector<std::uint32_t> left(nodes_.size(), 0);
  std::vector<std::vector<const graph_node*>> after(nodes_.size());
  for (const edge& e : edges_) {
    ++left[e.after->number];
    after[e.before->number].push_back(e.after);
  }
  std::vector<const graph_node*> free;
  for (const graph_node* n : nodes_)
    if (left[n->number] == 0) free.push_back(n);
  for (std::size_t i = 0; i < free.size(); ++i)
    for (const graph_node* n : after[free[i]->number])
      if (--left[n->number] == 0) free.push_back(n);
  if (free.size() == nodes_.size()) return {};
  // Each task that is left has a predecessor that is left. The way back from one of them ends in a
  // cycle.
  std::vector<const graph_node*> before(nodes_.size(), nullptr);
  for (const edge& e : edges_)
    if (left[e.before->number] != 0) before[e.after->number] = e.before;
  const auto is_left = [&](const graph_node* n) { return left[n->number] != 0; };
  const graph_node* at = *std::ranges::find_if(nodes_, is_left);
  for (std::size_t i = 0; i < nodes_.size(); ++i) at = before[at->number];
  std::vector<const graph_node*> cycle{at};
  for (const graph_node* n = before[at->number]; n != at; n = before[n->number]) cycle.push_back(n);
  std::ranges::reverse(cycle);
  return cycle;
}

void graph_parts::refuse_cycle(const std::vector<const graph_node*>& cycle) const {
  constexpr std::size_t most_listed = 8;
  const auto name_of = [&](const graph_node* n) {
    const auto named = names_.find(n->number);
    return named != names_.end() ? '"' + named->second + '"'
                                 : "number " + std::to_string(n->number);
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
void add_edge(graph_parts& g, graph_node& before, graph_node& after) {
  g.add_edge(before, after);
}
void add_uses(graph_parts& g, graph_node& n, const data_use* uses, std::size_t count) {
  g.add_uses(n, uses, count);
}
void name_node(graph_parts& g, const graph_node& n, std::string_view name) {
  g.name(n, name);
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
