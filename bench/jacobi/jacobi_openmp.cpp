// SPDX-License-Identifier: Apache-2.0
// Jacobi by OpenMP's schedules and tasks, and by Wittmann & Hager's locality queues on its tasks.
#include "program.h"
#include "two_steps.h"

#include <omp.h>

#include <deque>
#include <mutex>
#include <utility>

namespace {

using namespace bench::jacobi;
using body = std::function<void(std::size_t)>;

over_blocks static_loop(std::vector<std::size_t> order) {
  return [=](const body& run) {
#pragma omp parallel for schedule(static)
    for (std::size_t at = 0; at < order.size(); ++at) run(order[at]);
  };
}

over_blocks static_one(std::vector<std::size_t> order) {
  return [=](const body& run) {
#pragma omp parallel for schedule(static, 1)
    for (std::size_t at = 0; at < order.size(); ++at) run(order[at]);
  };
}

over_blocks dynamic_loop(std::vector<std::size_t> order) {
  return [=](const body& run) {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t at = 0; at < order.size(); ++at) run(order[at]);
  };
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

// One locality domain, as far as OpenMP knows of this machine.
over_blocks tasks_with_queues(std::vector<std::size_t> order) {
  return [=](const body& run) {
    queue_of_domain queue;
#pragma omp parallel
#pragma omp single
    for (const std::size_t b : order) {
      {
        const std::lock_guard hold(queue.lock);
        queue.blocks.push_back(b);
      }
#pragma omp task shared(run, queue)
      run_oldest(queue, run);
    }
  };
}

std::vector<variant> variants(std::size_t size) {
  std::vector<variant> all;
  const std::vector<block_order> in_orders = orders(size);
  const std::vector<std::size_t>& numbered = in_orders.front().blocks;
  for (const auto& [name, first_touch] :
       {std::pair{"static", static_loop(numbered)}, std::pair{"static,1", static_one(numbered)}}) {
    for (const auto& [order, blocks] : in_orders) {
      const auto add = [&, tail = ", " + order + ", initialised " + name](const std::string& how,
                                                                          over_blocks sweep) {
        all.push_back({how + tail, first_touch, std::move(sweep)});
      };
      add("static", static_loop(blocks));
      add("static,1", static_one(blocks));
      add("dynamic,1", dynamic_loop(blocks));
      add("tasks", tasks(blocks));
      add("tasks + locality queues", tasks_with_queues(blocks));
    }
  }
  const std::vector<std::size_t> thick = numbered_blocks(size, blocks_of_two_steps);
  const std::string tail = ", two steps at once, initialised static";
  all.push_back({"static" + tail, static_loop(thick), static_loop(thick), 2});
  all.push_back({"dynamic,1" + tail, static_loop(thick), dynamic_loop(thick), 2});
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
  return main_of({"OpenMP", stream, variants}, argc, argv);
}
