// SPDX-License-Identifier: Apache-2.0
// Arcas as its users call it: with no option unless the request gives one.
#pragma once

#include "algorithms.h"
#include "graph_file.h"
#include "loop_runtime.h"

#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/sort.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_group.h>

#include <cstdlib>
#include <vector>

namespace bench {

class arcas_runtime {
 public:
  using task_group = arcas::task_group;

  static std::string_view name() { return "Arcas"; }
  template <class F, class G>
  static void invoke(F&& f, G&& g) {
    arcas::invoke(f, g);
  }

  // Workers are made at the first loop, so ARCAS_WORKERS, set here, has an effect.
  explicit arcas_runtime(const request& ask) {
    setenv("ARCAS_WORKERS", std::to_string(ask.workers).c_str(), 1);
    if (ask.grain != 0) options_.grain = ask.grain;
    if (!ask.schedule.empty()) options_.distributor = ask.schedule.c_str();
  }

  template <class F>
  void enter(F&& f) {
    f();
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    arcas::parallel_for(std::uint64_t{0}, n, body, options_);
  }

  std::uint64_t sum(numbers in) {
    return arcas::parallel_reduce(
        std::size_t{0}, in.size(), arcas::plus<std::uint64_t>{},
        [&](std::size_t i) { return in[i]; }, options_);
  }
  std::uint64_t sum_by_reducer(numbers in) {
    arcas::reducer<arcas::plus<std::uint64_t>> total;
    arcas::parallel_for(
        std::size_t{0}, in.size(), arcas::into(total),
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t& sum = total.view();
          for (std::size_t i = begin; i != end; ++i) sum += in[i];
        },
        options_);
    return total.get();
  }
  // Tasks halve the list of numbers down to parts of this length, which take a few microseconds.
  static constexpr std::size_t of_one_task = 4096;
  std::uint64_t sum_by_tasks(numbers in) {
    if (in.size() <= of_one_task) return loops_alone().sum(in);
    const std::size_t half = in.size() / 2;
    std::uint64_t a = 0, b = 0;
    arcas::invoke([&] { a = sum_by_tasks(in.first(half)); },
                  [&] { b = sum_by_tasks(in.subspan(half)); });
    return a + b;
  }
  std::uint64_t sum_by_reducing_tasks(numbers in) {
    arcas::reducer<arcas::plus<std::uint64_t>> total;
    add_up(total, in);
    return total.get();
  }
  std::size_t filter(numbers in, results out) { return arcas::filter(in, out, is_kept, options_); }
  void scan(numbers in, results out) {
    arcas::inclusive_scan(in, out, arcas::plus<std::uint64_t>{}, options_);
  }
  void sort(results x) { arcas::sort(x, arcas::less_than{}, options_); }

  arcas::graph::pagerank_result pagerank(const any_graph& graph,
                                         arcas::graph::pagerank_options asked) const {
    asked.loops = options_;
    return std::visit([&](const auto& g) { return arcas::graph::pagerank(g, asked); }, graph);
  }
  std::uint64_t triangles(const arcas::graph::undirected_graph& g) const {
    return arcas::graph::count_triangles(g, {.loops = options_});
  }

  arcas::graph::betweenness_result betweenness(const arcas::graph::graph_view& g,
                                               std::span<const arcas::graph::vertex> sources,
                                               arcas::graph::betweenness_options asked) const {
    asked.loops = options_;
    return arcas::graph::betweenness(g, sources, asked);
  }

 private:
  void add_up(arcas::reducer<arcas::plus<std::uint64_t>>& total, numbers in) {
    if (in.size() <= of_one_task) {
      total.view() += loops_alone().sum(in);
      return;
    }
    const std::size_t half = in.size() / 2;
    arcas::invoke(
        arcas::into(total), [&] { add_up(total, in.first(half)); },
        [&] { add_up(total, in.subspan(half)); });
  }

  arcas::loop_options options_;
};

}  // namespace bench
