// SPDX-License-Identifier: Apache-2.0
// Runs, checks and reports the kernels on ranks, in the same form as the commands of a single
// process.
#include "../closeness.h"
#include "../kernel_checks.h"
#include "../kernels_once.h"
#include "../paths_report.h"
#include "../spanning_forest.h"
#include "ranks_run.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <variant>

namespace cli::ranks {
namespace {

namespace cluster = arcas::cluster;
namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;

void search(ranks_run& run, const bfs_arguments& given) {
  std::vector<vertex> sources = run.named("--source", given.sources);
  const bool one_a_trial = sources.size() < 2;
  const auto by_trial = one_a_trial ? run.trial_sources(given.sources) : std::vector<vertex>();
  const auto found = run.timed("breadth-first search", [&](unsigned trial) {
    if (one_a_trial) sources = {by_trial[trial - 1]};
    return spread::bfs(run.spread, sources);
  });
  describe_levels(run.report, run.ids_of(sources), found.reached, found.depth,
                  run.counts(found.levels, level_count(found)), given.top);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_bfs(whole.links, sources, found.parents.gathered(),
                               found.levels.gathered());
  });
  run.write({{"parent", column_kind::id, found.parents, graph::no_vertex},
             {"level", column_kind::whole, found.levels, graph::unreached}});
}

template <class W>
found_paths<W> single_paths(ranks_run& run, const spread::distributed_sssp_result<W>& found,
                            vertex source, const std::vector<vertex>& ends) {
  found_paths<W> paths;
  for (const vertex end : ends) {
    const auto path = spread::path_to(run.spread, found, source, end);
    paths.emplace_back();
    if (!path.empty()) paths.back().push_back({path, found.distances.at(end)});
  }
  return paths;
}

template <class W>
std::vector<ranks_column> distance_columns(const spread::distributed_sssp_result<W>& found) {
  using D = graph::distance<W>;
  ranks_column distances{"distance", column_kind::real, found.distances};
  if constexpr (std::is_integral_v<D>) {
    distances.kind = column_kind::whole;
    distances.missing = graph::infinitely_far<D>;
  }
  std::vector<ranks_column> columns = {distances};
  if (!found.parents.empty())
    columns.push_back({"parent", column_kind::id, found.parents, graph::no_vertex});
  return columns;
}

// The summary of the distances of all ranks.
template <class D>
distance_summary<D> summary_of(const spread::vertex_values<D>& distances) {
  return cluster::fold_ranks(distance_summary<D>{}, std::plus<>{}, [distances] {
    distance_summary<D> own;
    distances.for_each_local([&](vertex v, D distance) { own.add(v, distance); });
    return own;
  });
}

template <class W>
void measure(ranks_run& run, const sssp_arguments& given) {
  const auto sources = run.trial_sources(given.sources);
  const auto ends = run.named("--path-to", given.ends);
  const vertex source = sources.back();
  found_paths<W> paths;
  const auto found = run.timed("shortest paths", [&](unsigned trial) {
    const vertex start = sources[trial - 1];
    paths.clear();
    for (const vertex end : given.paths > 1 ? ends : std::vector<vertex>())
      paths.push_back(spread::k_shortest_paths<W>(run.spread, start, end, given.paths));
    return spread::sssp<W>(run.spread, start,
                           {.delta = given.delta, .parents = !given.output.empty()});
  });
  if (given.paths == 1) paths = single_paths(run, found, source, ends);
  describe_sssp(run, source, summary_of(found.distances), found.delta, ends, paths);
  run.check_by([&](const process_run& whole) {
    const auto distances = found.distances.gathered();
    const auto parents = found.parents.empty() ? std::vector<vertex>() : found.parents.gathered();
    return whole.with_graph<std::string>(
        [&]<bool Directed>(const graph::basic_graph<W, Directed>& g) {
          return fault_in_sssp<W>(g, source, distances, parents, ends, given.paths, paths);
        });
  });
  run.write(distance_columns(found));
}

int run_sssp(sssp_arguments& given, session& s) {
  require_ends(given.paths, given.ends);
  return run_on_ranks(given, s, [&](ranks_run& run) {
    run.spread.weights() == graph::weight_kind::real ? measure<graph::real_weight>(run, given)
                                                     : measure<graph::weight>(run, given);
  });
}

spread::distributed_components_result components_of(const spread::distributed_graph& g,
                                                    bool strong) {
  return strong ? spread::strong_components(g) : spread::components(g);
}

void find_components(ranks_run& run, const components_arguments& given) {
  const auto found = run.timed("components", [&](unsigned) {
    if (!given.threshold) return components_of(run.spread, given.strong);
    const auto heavy = run.spread.without_arcs_below(*given.threshold);
    auto of_heavy = components_of(heavy, given.strong);
    heavy.end();
    return of_heavy;
  });
  std::vector<graph::component_size> largest;
  for (const auto& [label, size] :
       spread::largest_components(found, std::max<std::size_t>(1, given.top)))
    largest.push_back({label, size});
  describe_components(run.report, found.components, largest, given.strong, given.threshold,
                      given.top, run.ids());
  run.check_by([&](const process_run& whole) {
    return fault_in_labels(whole, given.threshold, given.strong, found.labels.gathered());
  });
  run.write({{"component", column_kind::id, found.labels}});
}

void count_triangles(ranks_run& run, const triangles_arguments& given) {
  given.by_vertex || !given.output.empty() ? find_triangles_by_vertex(run, given)
                                           : find_triangle_count(run, given);
}

void rank(ranks_run& run, const pagerank_arguments& given) {
  spread::distributed_pagerank_options options;
  options.damping = given.options.damping;
  options.tolerance = given.options.tolerance;
  options.max_iterations = given.options.max_iterations;
  options.weighted = given.weighted;
  const std::vector<vertex> jumps = run.named("--jump-to", given.jumps);
  if (!jumps.empty()) {
    options.personalization = {run.spread.places(), run.spread.vertex_count()};
    for (const vertex v : jumps) options.personalization.set(v, 1);
  }
  const auto found =
      run.timed("PageRank", [&](unsigned) { return spread::pagerank(run.spread, options); });
  describe_pagerank(run.report, found.scores.highest(given.top), options.damping,
                    {options.tolerance, found.iterations, found.residual}, run.ids());
  run.tell_named("jump_to", "--jump-to", given.jumps);
  run.report.parameters.push_back({"order", "jacobi"});
  run.report.run.push_back({"shares", json_list({})});
  const double tolerance = 2 * std::max(options.tolerance, found.residual);
  run.check_by([&](const process_run& whole) {
    const auto verdict = verdict_on_pagerank(whole, found.scores.gathered(), options.damping,
                                             tolerance, options.personalization.gathered());
    run.report.verdict = pagerank_verdict_text(verdict.total, verdict.residual);
    return verdict.fault;
  });
  run.write({{"score", column_kind::real, found.scores}});
}

void refuse_word(const char* option, const std::string& word, const char* available) {
  throw std::invalid_argument(
      fmt::format("{} {} is not available on several ranks, only {} is; start without mpirun",
                  option, word, available));
}

int run_pagerank(pagerank_arguments& given, session& s) {
  if (given.order != "jacobi" && given.declared.is_given("--order"))
    refuse_word("--order", given.order, "jacobi");
  return run_on_ranks(given, s, [&](ranks_run& run) { rank(run, given); });
}

int run_matching(matching_arguments& given, session& s) {
  if (given.maximum)
    throw std::invalid_argument(
        "--maximum is not available on several ranks; start without mpirun");
  return run_on_ranks(given, s, [&](ranks_run& run) { find_maximal_matching(run, given); });
}

void rank_by_samples(ranks_run& run, const bc_arguments& given) {
  const std::uint64_t seed = given.graph.seed;
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    graph::sampled_betweenness_options options = given.asked.sampling_options();
    options.seed = seed;
    options.observer = &watch;
    return spread::sampled_betweenness(run.spread, options);
  });
  describe_sampled_betweenness(run.report, found.scores.highest(given.top), found, given.asked,
                               seed, run.ids());
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_sampled_betweenness(whole.links, found.scores.gathered(), found.error);
  });
  run.write({{"betweenness", column_kind::real, found.scores}});
}

void rank_by_paths(ranks_run& run, const bc_arguments& given) {
  const betweenness_choice& asked = given.asked;
  const std::vector<vertex> sources = run.vertices_of(asked.sample, asked.sources);
  const auto found = run.timed("betweenness", [&](unsigned) {
    return spread::betweenness(
        run.spread, sources,
        {.weighted = given.weighted, .normalized = !asked.counts, .endpoints = asked.endpoints});
  });
  const betweenness_facts facts{.vertices = run.graph.vertex_count(),
                                .sources = sources.size(),
                                .normalized = !asked.counts,
                                .endpoints = asked.endpoints,
                                .form = "inside"};
  describe_betweenness(run.report, found.scores.highest(given.top), facts, run.ids());
  run.tell_named("sources", "--source", asked.sources);
  run.report.passes = sources.size();
  run.check_by([&](const process_run& whole) {
    return fault_in_betweenness_of(whole, sources, facts, found.scores.gathered());
  });
  run.write({{"betweenness", column_kind::real, found.scores}});
}

int run_bc(bc_arguments& given, session& s) {
  require_sense(given.asked, given.weighted);
  const std::string& form = given.asked.form;
  if (form != "auto" && form != "inside") refuse_word("--form", form, "inside");
  return run_on_ranks(given, s, [&](ranks_run& run) {
    given.asked.is_sampled() ? rank_by_samples(run, given) : rank_by_paths(run, given);
  });
}

template <class W>
void find_forest(ranks_run& run) {
  find_forest_by<W>(run, [&] { return spread::spanning_forest<W>(run.spread); });
}
void find_spanning_forest(ranks_run& run, const kernel_choice&) {
  switch (run.spread.weights()) {
    case graph::weight_kind::none:
      return find_forest<graph::unweighted>(run);
    case graph::weight_kind::whole:
      return find_forest<graph::weight>(run);
    case graph::weight_kind::real:
      return find_forest<graph::real_weight>(run);
  }
}

template <class Given, void (*act)(ranks_run&, const Given&)>
int run(Given& given, session& s) {
  return run_on_ranks(given, s, [&](ranks_run& on) { act(on, given); });
}

}  // namespace

// The sum of counts_of() over the values of all ranks.
value_counts ranks_run::counts(const spread::vertex_values<std::uint32_t>& values,
                               std::size_t below) const {
  const auto add = [](value_counts a, const value_counts& b) {
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
    return a;
  };
  if (values.empty()) return value_counts(below);
  return cluster::fold_ranks(value_counts(below), add,
                             [values, below] { return counts_of(values.local(), below); });
}

std::vector<kernel_command> declare_kernels(command_line& program) {
  return {bfs_command(program, run<bfs_arguments, search>),
          sssp_command(program, run_sssp),
          components_command(program, run<components_arguments, find_components>),
          triangles_command(program, run<triangles_arguments, count_triangles>),
          kcore_command(program, run<kernel_choice, find_core_numbers>),
          independent_set_command(program, run<kernel_choice, find_independent_set>),
          colouring_command(program, run<kernel_choice, find_colouring>),
          pagerank_command(program, run_pagerank),
          bc_command(program, run_bc),
          matching_command(program, run_matching),
          spanning_forest_command(program, run<kernel_choice, find_spanning_forest>),
          closeness_command(program, run<closeness_arguments, rank_by_closeness>),
          eigenvector_command(program, run<spectral_arguments, rank_by_eigenvector>),
          katz_command(program, run<spectral_arguments, rank_by_katz>),
          hits_command(program, run<spectral_arguments, rank_by_hits>)};
}

}  // namespace cli::ranks
