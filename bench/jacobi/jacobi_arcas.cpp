// SPDX-License-Identifier: Apache-2.0
// Jacobi by the distributors of Arcas: without homes, with homes, in queues and in tasks.
#include "program.h"
#include "two_steps.h"

#include <arcas/loops/locality.h>
#include <arcas/loops/locality_queues.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>
#include <arcas/tasks/task_group.h>

#include <algorithm>
#include <iterator>
#include <memory>

namespace {

using namespace bench::jacobi;

unsigned nodes() {
  return static_cast<unsigned>(
      arcas::runtime::default_runtime().machine().places(arcas::place_kind::numa_node).size());
}

over_blocks loop(std::vector<std::size_t> order, arcas::distributor how, std::size_t grain) {
  return [=](const std::function<void(std::size_t)>& run) {
    arcas::parallel_for(std::size_t{0}, order.size(), [&](std::size_t at) { run(order[at]); },
                        {.grain = grain, .distributor = how});
  };
}

over_blocks homed_loop(std::vector<std::size_t> order, const initialisation& at,
                       arcas::locality_mode mode) {
  const auto map = std::make_shared<const arcas::home_map>(
      0, order.size(), [&](std::size_t position) { return at.node(order[position]); }, 1);
  return [=](const std::function<void(std::size_t)>& run) {
    arcas::parallel_for(std::size_t{0}, order.size(), [&](std::size_t p) { run(order[p]); },
                        {.grain = 1, .distributor = arcas::locality(*map, {.mode = mode})});
  };
}

// One producer, then all drain.
over_blocks queued(const initialisation& at, std::vector<std::size_t> order) {
  return [=](const std::function<void(std::size_t)>& run) {
    arcas::locality_queues<std::size_t> queues;
    for (const std::size_t b : order) queues.enqueue(at.node(b), b);
    arcas::drain(queues, [&](std::size_t b) { run(b); });
  };
}

// A task for each block.
over_blocks tasks(std::vector<std::size_t> order) {
  return [=](const std::function<void(std::size_t)>& run) {
    arcas::task_group group;
    for (const std::size_t b : order) group.run([&run, b] { run(b); });
    group.wait();
  };
}

// A task for each block, which runs the oldest of its place.
over_blocks tasks_with_queues(const initialisation& at, std::vector<std::size_t> order) {
  return [=](const std::function<void(std::size_t)>& run) {
    arcas::locality_queues<std::size_t> queues;
    arcas::task_group group;
    for (const std::size_t b : order) {
      queues.enqueue(at.node(b), b);
      group.run([&] { arcas::run_oldest(queues, [&](std::size_t oldest) { run(oldest); }); });
    }
    group.wait();
  };
}

std::vector<variant> of_one_step(std::size_t size) {
  std::vector<variant> all;
  const std::vector<block_order> in_orders = orders(size);
  for (const initialisation& at : initialisations(size, nodes())) {
    const over_blocks first_touch =
        homed_loop(in_orders.front().blocks, at, arcas::locality_mode::strict);
    for (const auto& [order, blocks] : in_orders) {
      const auto add = [&, in = order](const std::string& how, over_blocks sweep) {
        all.push_back(
            {how + ", " + in + ", initialised " + at.name, first_touch, std::move(sweep)});
      };
      add("static", loop(blocks, "static", 0));
      add("default", loop(blocks, {}, 0));
      add("striped:thread", loop(blocks, "striped:thread", 1));
      add("dynamic (shared counter)", loop(blocks, "shared", 1));
      add("locality balanced", homed_loop(blocks, at, arcas::locality_mode::balanced));
      add("locality strict", homed_loop(blocks, at, arcas::locality_mode::strict));
      add("queues drained", queued(at, blocks));
      add("tasks", tasks(blocks));
      add("tasks + locality queues", tasks_with_queues(at, blocks));
    }
  }
  return all;
}

std::vector<variant> of_two_steps(std::size_t size) {
  std::vector<variant> all;
  const std::vector<std::size_t> blocks = numbered_blocks(size, blocks_of_two_steps);
  for (const initialisation& at : initialisations(size, nodes(), blocks_of_two_steps)) {
    const auto add = [&](const std::string& how, over_blocks sweep) {
      all.push_back({how + ", two steps at once, initialised " + at.name,
                     homed_loop(blocks, at, arcas::locality_mode::strict), std::move(sweep), 2});
    };
    add("static", loop(blocks, "static", 0));
    add("locality balanced", homed_loop(blocks, at, arcas::locality_mode::balanced));
    add("tasks + locality queues", tasks_with_queues(at, blocks));
  }
  return all;
}

std::vector<variant> variants(std::size_t size) {
  std::vector<variant> all = of_one_step(size);
  std::ranges::move(of_two_steps(size), std::back_inserter(all));
  return all;
}

void stream(const std::function<void(std::size_t, std::size_t)>& copy, std::size_t lines) {
  arcas::parallel_for(std::size_t{0}, lines,
                      [&](std::size_t first, std::size_t last) { copy(first, last); },
                      {.distributor = "static"});
}

}  // namespace

int main(int argc, char** argv) {
  return main_of({"Arcas", stream, variants}, argc, argv);
}
