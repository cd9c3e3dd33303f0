// SPDX-License-Identifier: Apache-2.0
// Jacobi by OpenMP's schedules and tasks, and by Wittmann & Hager's locality queues on its tasks.
#include "program.h"
#include "two_steps.h"

#include <arcas/topology/topology.h>

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

namespace {

using namespace bench::jacobi;
using body = std::function<void(std::size_t)>;

// OpenMP's threads, each pinned to a hardware thread, as in the paper; those of a node are neighbours.
class pinned_threads {
 public:
  pinned_threads() {
    const arcas::topology machine = arcas::topology::discover();
    node_.resize(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
    {
      const auto me = static_cast<std::size_t>(omp_get_thread_num());
      const auto at = static_cast<unsigned>(me % machine.thread_count());
      cpu_set_t only;
      CPU_ZERO(&only);
      CPU_SET(machine.threads()[at].os_index, &only);
      sched_setaffinity(0, sizeof only, &only);
      node_[me] = machine.place_of(arcas::place_kind::numa_node, at);
    }
  }

  // Of those that have threads; the first ones of the machine.
  unsigned nodes() const { return *std::ranges::max_element(node_) + 1; }
  unsigned node_of(int thread) const { return node_[static_cast<std::size_t>(thread)]; }
  unsigned node_of_caller() const { return node_of(omp_get_thread_num()); }

 private:
  std::vector<unsigned> node_;
};

const pinned_threads& pinned() {
  static const pinned_threads threads;
  return threads;
}

// Each block by the first thread of its node, so that its pages are there.
over_blocks first_touch(const initialisation& at, std::size_t blocks) {
  return [=](const body& run) {
#pragma omp parallel
    {
      const unsigned node = pinned().node_of_caller();
      bool first = true;
      for (int t = 0; t < omp_get_thread_num(); ++t) first &= pinned().node_of(t) != node;
      for (std::size_t b = 0; b < blocks && first; ++b) {
        if (at.node(b) == node) run(b);
      }
    }
  };
}

using loop = void (*)(std::size_t n, const body& run);

void static_loop(std::size_t n, const body& run) {
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < n; ++i) run(i);
}

void static_one(std::size_t n, const body& run) {
#pragma omp parallel for schedule(static, 1)
  for (std::size_t i = 0; i < n; ++i) run(i);
}

void dynamic_one(std::size_t n, const body& run) {
#pragma omp parallel for schedule(dynamic, 1)
  for (std::size_t i = 0; i < n; ++i) run(i);
}

// The paper's worksharing: an iteration is a layer of blocks.
over_blocks over_layers(std::size_t size, loop over) {
  const std::size_t layers = layers_of(size);
  const std::size_t along = blocks_of(size) / layers;
  return [=](const body& run) {
    over(layers, [&](std::size_t layer) {
      for (std::size_t b = layer * along; b < (layer + 1) * along; ++b) run(b);
    });
  };
}

// A block is an iteration.
over_blocks in_order(std::vector<std::size_t> order, loop over) {
  return [=](const body& run) { over(order.size(), [&](std::size_t at) { run(order[at]); }); };
}

over_blocks tasks(std::vector<std::size_t> order) {
  return [=](const body& run) {
#pragma omp parallel
#pragma omp single
    for (const std::size_t b : order) {
#pragma omp task firstprivate(b) shared(run)
      run(b);
    }
  };
}

struct queue_of_domain {
  std::mutex lock;
  std::deque<std::size_t> blocks;
};

bool run_oldest(queue_of_domain& q, const body& run) {
  std::unique_lock hold(q.lock);
  if (q.blocks.empty()) return false;
  const std::size_t b = q.blocks.front();
  q.blocks.pop_front();
  hold.unlock();
  run(b);
  return true;
}

// A queue for each node; the task of a thread whose own is empty goes on to the next.
over_blocks tasks_with_queues(const initialisation& at, std::vector<std::size_t> order) {
  return [=](const body& run) {
    const unsigned nodes = pinned().nodes();
    std::vector<queue_of_domain> queues(nodes);
#pragma omp parallel
#pragma omp single
    for (const std::size_t b : order) {
      {
        queue_of_domain& home = queues[at.node(b)];
        const std::lock_guard hold(home.lock);
        home.blocks.push_back(b);
      }
#pragma omp task shared(run, queues)
      for (unsigned n = pinned().node_of_caller(); !run_oldest(queues[n], run);)
        n = (n + 1) % nodes;
    }
  };
}

std::vector<variant> variants(std::size_t size) {
  std::vector<variant> all;
  const std::vector<block_order> in_orders = orders(size);
  for (const initialisation& at : initialisations(size, pinned().nodes())) {
    const over_blocks touch = first_touch(at, blocks_of(size));
    const auto add = [&](const std::string& how, over_blocks sweep) {
      all.push_back({how + ", initialised " + at.name, touch, std::move(sweep)});
    };
    add("layers, static", over_layers(size, static_loop));
    add("layers, static,1", over_layers(size, static_one));
    add("layers, dynamic,1", over_layers(size, dynamic_one));
    for (const auto& [order, blocks] : in_orders) {
      add("static, " + order, in_order(blocks, static_loop));
      add("dynamic,1, " + order, in_order(blocks, dynamic_one));
      add("tasks, " + order, tasks(blocks));
      add("tasks + locality queues, " + order, tasks_with_queues(at, blocks));
    }
  }
  const std::vector<std::size_t> thick = numbered_blocks(size, blocks_of_two_steps);
  const std::string tail = ", two steps at once, initialised static";
  const over_blocks as_static = in_order(thick, static_loop);
  all.push_back({"static" + tail, as_static, as_static, 2});
  all.push_back({"dynamic,1" + tail, as_static, in_order(thick, dynamic_one), 2});
  return all;
}

void stream(const std::function<void(std::size_t, std::size_t)>& copy, std::size_t lines) {
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    copy(lines * me / threads, lines * (me + 1) / threads);
  }
}

}  // namespace

int main(int argc, char** argv) {
  pinned();
  return main_of({"OpenMP", stream, variants}, argc, argv);
}
