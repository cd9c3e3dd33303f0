// SPDX-License-Identifier: Apache-2.0
// How does a kernel's speed depend on the runtime? PageRank and triangle counting run as a whole,
// from the same source, in the loops of each runtime and in plain loops of one thread.
#pragma once

#include "graph_file.h"
#include "loop_runtime.h"
#include "samples.h"

#include <arcas/base/processor.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/triangle_passes.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

namespace bench {

template <class Runtime>
concept has_kernels =
    requires(Runtime& runtime, const any_graph& g, const arcas::graph::undirected_graph& u,
             const arcas::graph::pagerank_options& options) {
      { runtime.pagerank(g, options) } -> std::same_as<arcas::graph::pagerank_result>;
      { runtime.triangles(u) } -> std::same_as<std::uint64_t>;
    };

// The loops of count_triangles_by() on the calling thread alone.
struct plain_loops {
  template <class Changes>
  void each(std::size_t n, const Changes& changes) const {
    changes(std::size_t{0}, n);
  }
  template <class Own, class Work, class Join>
  void each_with(std::size_t n, const Work& work, const Join& join) const {
    Own own{};
    for (std::size_t i = 0; i < n; ++i) work(own, i);
    join(own);
  }
  void add_up(std::span<std::uint64_t> values) const {
    std::partial_sum(values.begin(), values.end(), values.begin());
  }
};

// One kernel on one graph. Keeps the last result, for check().
class kernel_run {
 public:
  explicit kernel_run(const request& ask)
      : name_(ask.kernel), graph_(load_graph(ask.graph, memory_named(ask.memory))) {
    using namespace arcas::graph;
    if (name_ == "jacobi") options_.order = pagerank_order::jacobi;
    if (!ranks() && !std::holds_alternative<undirected_graph>(graph_)) {
      throw std::runtime_error(ask.graph +
                               ": triangles are counted in undirected graphs; make it "
                               "with bench_graph --undirected");
    }
  }

  std::uint64_t vertices() const {
    return std::visit([](const auto& g) { return g.vertex_count(); }, graph_);
  }
  std::uint64_t passes() const { return ranks() ? scores_.iterations : 1; }

  void alone() {
    using namespace arcas::graph;
    const auto all = [](std::size_t n, arcas::graph::detail::pagerank_steps steps) {
      return steps(0, n);
    };
    if (ranks()) {
      scores_ = std::visit(
          [&](const auto& g) { return arcas::graph::detail::pagerank_by(g, options_, all, all); },
          graph_);
    } else {
      count_ = arcas::graph::detail::count_triangles_by(std::get<undirected_graph>(graph_),
                                                        triangle_order::automatic, plain_loops());
    }
  }
  template <has_kernels Runtime>
  void together(Runtime& runtime) {
    if (ranks()) {
      scores_ = runtime.pagerank(graph_, options_);
    } else {
      count_ = runtime.triangles(std::get<arcas::graph::undirected_graph>(graph_));
    }
  }

  // Keeps the result of alone(), with which check() compares later results.
  void keep_expected() {
    expected_scores_ = std::move(scores_);
    expected_count_ = count_;
  }
  void check() const {
    if (!ranks() && count_ != expected_count_) {
      throw std::runtime_error("there were " + std::to_string(count_) +
                               " triangles where one thread "
                               "counted " +
                               std::to_string(expected_count_));
    }
    // Each result is at most residual * damping / (1 - damping) from the exact scores, and scaling
    // to a sum of 1 may move it by the same amount again.
    const double damping = options_.damping;
    const double allowed =
        1e-9 + 2 * (scores_.residual + expected_scores_.residual) * damping / (1 - damping);
    if (ranks() && !(difference() <= allowed)) {
      throw std::runtime_error("the scores differ from those of one thread by " +
                               std::to_string(difference()));
    }
  }

 private:
  bool ranks() const { return name_ != "triangles"; }
  double difference() const {
    double sum = 0;
    for (std::size_t v = 0; v < scores_.scores.size(); ++v) {
      sum += std::abs(scores_.scores[v] - expected_scores_.scores[v]);
    }
    return sum;
  }

  const std::string name_;
  const any_graph graph_;
  arcas::graph::pagerank_options options_;
  arcas::graph::pagerank_result scores_, expected_scores_;
  std::uint64_t count_ = 0, expected_count_ = 0;
};

// Mean cycles of f(). A call before them is not timed, since it allocates memory and fills the
// caches.
template <class F>
std::uint64_t warm_cycles(std::uint64_t times, const F& f) {
  f();
  const std::uint64_t start = arcas::cycles();
  for (std::uint64_t i = 0; i < times; ++i) f();
  return (arcas::cycles() - start) / times;
}

template <has_kernels Runtime>
void measure_kernels(const request& ask) {
  kernel_run run(ask);
  const std::uint64_t sequential = warm_cycles(1, [&] { run.alone(); });
  run.keep_expected();
  Runtime runtime(ask);
  runtime.enter([&] {
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const std::uint64_t parallel = warm_cycles(ask.loops, [&] { run.together(runtime); });
      run.check();
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("kernel", ask.kernel)
          .text("graph", ask.graph_name)
          .count("iterations", run.vertices())
          .count("loops", ask.loops)
          .count("passes", run.passes())
          .timed(sample, sequential, parallel, ask)
          .print();
    }
  });
}

}  // namespace bench
