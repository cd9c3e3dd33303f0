// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/brandes.h>
#include <arcas/graph/kernels/dealt_sources.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The largest number of workers that a worker of level 1 or above leads, itself included.
unsigned workers_of_a_place(const worker_tree& tree) {
  unsigned most = 1;
  unsigned here = 0;
  for (worker_id w = 0; w < tree.size(); ++w) {
    here = tree.level_of(w) >= 1 ? 1 : here + 1;
    most = std::max(most, here);
  }
  return most;
}

plain_array<double> one_at_a_time(const graph_view& g, std::span<const vertex> sources,
                                  const betweenness_options& options) {
  brandes run(g, options, runtime_of(options.loops).workers());
  for (const vertex s : sources) {
    run.add(s);
    if (options.observer) options.observer->source_done();
  }
  return std::move(run.scores());
}

// A search keeps for each vertex: two counts of paths, two sums, a score, a stamp, and a place in
// the queue.
constexpr double bytes_of_vertex = 48;

betweenness_form form_for(const graph_view& g, std::size_t sources,
                          const betweenness_options& options) {
  if (options.form != betweenness_form::automatic) return options.form;
  const unsigned workers = runtime_of(options.loops).workers();
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  const double asked = bytes_of_vertex * static_cast<double>(g.vertex_count()) * workers;
  return sources >= std::size_t{2} * workers && asked <= memory / 4 && !options.locality
             ? betweenness_form::sources
             : betweenness_form::inside;
}

plain_array<double> unscaled(const graph_view& g, std::span<const vertex> sources,
                             betweenness_form form, const betweenness_options& options) {
  if (form == betweenness_form::inside) return one_at_a_time(g, sources, options);
  const bool nested = form == betweenness_form::nested;
  const unsigned workers_of_a_search =
      nested ? workers_of_a_place(runtime_of(options.loops).tree()) : 1;
  return dealt<brandes>(g.vertex_count(), sources, options, nested ? 1 : 0,
                        [&] { return std::make_unique<brandes>(g, options, workers_of_a_search); });
}

}  // namespace

double detail::betweenness_scale(std::size_t vertices, std::size_t sources, bool symmetric,
                                 const betweenness_options& options) {
  const auto n = static_cast<double>(vertices);
  double factor = 1;
  if (!options.normalized) {
    if (symmetric) factor = 0.5;
  } else if (options.endpoints) {
    if (n >= 2) factor = 1 / (n * (n - 1));
  } else if (n > 2) {
    factor = 1 / ((n - 1) * (n - 2));
  }
  // With all sources the factor stays as it is: factor * n / n could differ by rounding.
  if (sources == 0 || sources == vertices) return factor;
  return factor * n / static_cast<double>(sources);
}

betweenness_result betweenness(const graph_view& g, std::span<const vertex> sources,
                               const betweenness_options& options) {
  require_distinct_sources(g.vertex_count(), sources);
  if (options.weighted) {
    throw std::invalid_argument("betweenness by weights requires a graph with weights");
  }
  const betweenness_form form = form_for(g, sources.size(), options);
  return scaled(unscaled(g, sources, form, options), form, sources.size(), g.symmetric(), options);
}

betweenness_result betweenness(const graph_view& g, const betweenness_options& options) {
  return betweenness(g, all_vertices(g.vertex_count()), options);
}

}  // namespace arcas::inline v0::graph
