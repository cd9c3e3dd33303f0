// SPDX-License-Identifier: Apache-2.0
// SIMULATED: table 1 of Wittmann & Hager on a machine like theirs, four nodes of two threads. A
// node's memory serves so many blocks at a time, shared evenly by the threads that access it: two
// threads of its own saturate it, and a thread of another node gets no more than a link carries.
// Loops and tasks are replayed by their rules; homes are claimed from the distributors that ship.
#include "grid.h"
#include "program.h"

#include <arcas/distribution/node_queues.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace bench::jacobi;

constexpr unsigned nodes = 4;
constexpr unsigned threads_of_node = 2;
constexpr unsigned threads = nodes * threads_of_node;
constexpr std::size_t size = 600;
// Speeds, in blocks per unit of time: of a thread whose blocks are in its own node's memory; of a
// node's memory; of a thread whose blocks are in another's. The last one is fitted to one figure of
// the paper, tasks submitted jki over layers initialised static,1; the others are what comes out.
constexpr double thread_speed = 1;
constexpr double memory_speed = threads_of_node * thread_speed;
constexpr double link_speed = 0.68;
// The limit of queued tasks that the paper infers from its measurements.
constexpr std::size_t queued_tasks = 257;

using home_of = std::function<unsigned(std::size_t block)>;
// The block that a thread takes next, or none when no more are left.
using next_block = std::function<std::optional<std::size_t>(unsigned thread)>;

constexpr unsigned node_of(unsigned thread) {
  return thread / threads_of_node;
}

class simulation {
 public:
  simulation(home_of home, next_block next) : home_(std::move(home)), next_(std::move(next)) {
    for (unsigned t = 0; t < threads; ++t) take(t);
    while (std::ranges::any_of(accesses_, &access::busy)) step();
  }

  double local() const { return static_cast<double>(local_) / static_cast<double>(taken_); }
  // Of the speed of all threads, each in its own node's memory.
  double speed() const { return static_cast<double>(taken_) / time_ / (threads * thread_speed); }

 private:
  struct access {
    bool busy = false;
    unsigned home = 0;
    double left = 0;
    double speed = 0;
  };

  void take(unsigned t) {
    const std::optional<std::size_t> block = next_(t);
    accesses_[t].busy = block.has_value();
    if (!block) return;
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    const double jitter = 0.95 + static_cast<double>(random_ >> 33) / 2147483648.0 / 10;
    accesses_[t] = {true, home_(*block), jitter};
    ++taken_;
    local_ += accesses_[t].home == node_of(t);
  }

  // Each thread gets an even share of what is left of its memory, the slowest first.
  void share_memory(unsigned node) {
    std::vector<std::pair<double, access*>> limits;
    for (unsigned t = 0; t < threads; ++t) {
      access& a = accesses_[t];
      if (a.busy && a.home == node) {
        limits.emplace_back(node_of(t) == node ? thread_speed : link_speed, &a);
      }
    }
    std::ranges::sort(limits);
    double left = memory_speed;
    for (std::size_t done = 0; done < limits.size(); ++done) {
      auto& [limit, a] = limits[done];
      a->speed = std::min(limit, left / static_cast<double>(limits.size() - done));
      left -= a->speed;
    }
  }

  // Until the next block is done.
  void step() {
    for (unsigned n = 0; n < nodes; ++n) share_memory(n);
    const auto end_of = [](const access& a) {
      return a.busy ? a.left / a.speed : std::numeric_limits<double>::infinity();
    };
    const auto first = std::ranges::min_element(accesses_, {}, end_of);
    const double passed = end_of(*first);
    time_ += passed;
    for (access& a : accesses_) a.left -= passed * a.speed;
    take(static_cast<unsigned>(first - accesses_.begin()));
  }

  home_of home_;
  next_block next_;
  std::array<access, threads> accesses_;
  double time_ = 0;
  std::size_t taken_ = 0;
  std::size_t local_ = 0;
  std::uint64_t random_ = 1;
};

// A task for each block, submitted by thread 0. While so many are queued, thread 0 runs what it
// submits at once; the others run the oldest.
class task_pool {
 public:
  explicit task_pool(std::vector<std::size_t> order) : order_(std::move(order)) {}
  virtual ~task_pool() = default;

  std::optional<std::size_t> next(unsigned thread) {
    if (thread == 0) {
      while (tasks_ < queued_tasks && submitted_ < order_.size()) submit(), ++tasks_;
      if (submitted_ < order_.size()) return submit(), newest();
    }
    if (tasks_ == 0) return std::nullopt;
    --tasks_;
    return oldest(thread);
  }

 protected:
  virtual void enqueue(std::size_t block) { queue_.push_back(block); }
  virtual std::size_t newest() {
    const std::size_t block = queue_.back();
    queue_.pop_back();
    return block;
  }
  virtual std::size_t oldest(unsigned) { return pop(queue_); }

  static std::size_t pop(std::deque<std::size_t>& queue) {
    const std::size_t block = queue.front();
    queue.pop_front();
    return block;
  }

 private:
  void submit() { enqueue(order_[submitted_++]); }

  std::vector<std::size_t> order_;
  std::size_t submitted_ = 0;
  std::size_t tasks_ = 0;
  std::deque<std::size_t> queue_;
};

// The paper's: a task runs the oldest block of its thread's node, else of the next one that has any.
class task_pool_with_queues : public task_pool {
 public:
  task_pool_with_queues(std::vector<std::size_t> order, home_of home)
      : task_pool(std::move(order)), home_(std::move(home)) {}

 private:
  void enqueue(std::size_t block) override { queues_[home_(block)].push_back(block); }
  std::size_t newest() override { return oldest(0); }
  std::size_t oldest(unsigned thread) override {
    unsigned node = node_of(thread);
    while (queues_[node].empty()) node = (node + 1) % nodes;
    return pop(queues_[node]);
  }

  home_of home_;
  std::array<std::deque<std::size_t>, nodes> queues_;
};

simulation tasks(const home_of& home, const std::vector<std::size_t>& order) {
  task_pool pool(order);
  return {home, [&](unsigned t) { return pool.next(t); }};
}

simulation tasks_with_queues(const home_of& home, const std::vector<std::size_t>& order) {
  task_pool_with_queues pool(order, home);
  return {home, [&](unsigned t) { return pool.next(t); }};
}

// The paper's loops: an iteration is a layer of blocks. Each thread a contiguous part of them, or
// the next layer to the thread that is free.
simulation loop_over_layers(const home_of& home, bool dynamic) {
  const std::size_t layers = layers_of(size), blocks = blocks_of(size) / layers;
  struct part {
    std::size_t next, end;
  };
  std::array<part, threads> parts{};
  for (std::size_t t = 0; t < threads && !dynamic; ++t) {
    parts[t] = {layers * t / threads * blocks, layers * (t + 1) / threads * blocks};
  }
  std::size_t next_layer = dynamic ? 0 : layers;
  return {home, [&](unsigned t) -> std::optional<std::size_t> {
            part& own = parts[t];
            if (own.next == own.end && next_layer < layers) {
              own = {next_layer * blocks, (next_layer + 1) * blocks};
              ++next_layer;
            }
            if (own.next == own.end) return std::nullopt;
            return own.next++;
          }};
}

// Arcas: a loop over blocks whose homes are known.
simulation homed_loop(const home_of& home, bool strict) {
  const arcas::topology machine = arcas::topology::synthetic("pack:4 numa:1 core:2 pu:1");
  std::vector<unsigned> hardware_threads(threads);
  for (unsigned t = 0; t < threads; ++t) hardware_threads[t] = t;
  const arcas::detail::locality_layout layout(machine,
                                              arcas::member_places(machine, hardware_threads),
                                              arcas::place_kind::numa_node, false);
  const arcas::home_map map(0, blocks_of(size), home, 1);
  arcas::detail::node_queue_words<> words(layout);
  const std::uint64_t tag = words.open(map, 0, blocks_of(size));
  std::vector<arcas::detail::node_queue_cursor<>> cursors;
  for (unsigned t = 0; t < threads; ++t) cursors.emplace_back(layout, words, tag, t, strict);
  return {home, [&](unsigned t) -> std::optional<std::size_t> {
            const arcas::chunk c = claim_anywhere(cursors[t], 1, 1);
            if (c.empty()) return std::nullopt;
            return c.first;
          }};
}

void print(const char* name, const simulation& s) {
  std::printf("| %s | %.0f %% | %.2f |\n", name, 100 * s.local(), s.speed());
}

}  // namespace

int main() {
  const std::vector<block_order> all = orders(size);
  for (const initialisation& at : initialisations(size, nodes)) {
    std::printf("SIMULATED: %u nodes of %u threads, blocks of %zu^3 initialised %s\n", nodes,
                threads_of_node, size, at.name.c_str());
    std::printf("| variant | local blocks | speed |\n|---|--:|--:|\n");
    print("loop over layers, static", loop_over_layers(at.node, false));
    print("loop over layers, dynamic", loop_over_layers(at.node, true));
    for (const std::size_t order : {0, 1}) {
      const auto& [name, blocks] = all[order];
      print(("tasks, " + name).c_str(), tasks(at.node, blocks));
      print(("tasks + locality queues, " + name).c_str(), tasks_with_queues(at.node, blocks));
    }
    print("Arcas: locality balanced", homed_loop(at.node, false));
    print("Arcas: locality strict", homed_loop(at.node, true));
  }
  return 0;
}
