// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include "../argument_values.h"
#include "../figures.h"
#include "../json.h"

#include <arcas/cluster/transport/mpi_identity.h>
#include <fmt/format.h>

#include <algorithm>

namespace cli::ranks {
namespace {

struct examination {
  std::vector<rank_facts> ranks;
  measures measured;
  std::vector<setting_source> settings;
  std::vector<std::string> mpi_variables;
  std::vector<std::string> faults;
};

// The numbers as ranges, as in "0-3,8".
std::string ranges_of(const std::vector<unsigned>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += (text.empty() ? "" : ",") + fmt::to_string(numbers[i]);
    if (end - i > 1) text += '-' + fmt::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

unsigned workers() {
  return cluster::detail::here().options().workers;
}

// A line for each run of consecutive ranks with the same facts.
std::string ranks_text(const examination& e) {
  std::string text = fmt::format("Ranks: {} in {}, {} each\n", e.ranks.size(),
                                 counted(e.ranks.size() / workers(), "process", "processes"),
                                 counted(workers(), "worker"));
  text += fmt::format("  {:<20}{:<12}{:<22}{:<14}{}\n", "host", "ranks", "may use processors",
                      "memory", "heap a rank");
  const auto same = [](const rank_facts& a, const rank_facts& b) {
    return a.host == b.host && a.processors == b.processors && a.memory == b.memory;
  };
  for (std::size_t r = 0; r < e.ranks.size();) {
    std::vector<unsigned> alike;
    const rank_facts& first = e.ranks[r];
    for (; r < e.ranks.size() && same(first, e.ranks[r]); ++r)
      alike.push_back(static_cast<unsigned>(r));
    const std::string processors =
        fmt::format("{} of {}", ranges_of(first.processors), first.processors_of_host);
    text += fmt::format("  {:<20}{:<12}{:<22}{:<14}{}\n", first.host, ranges_of(alike), processors,
                        byte_count(first.memory), byte_count(first.heap));
  }
  return text + fmt::format("Heap: {} for the arrays of a program\n",
                            byte_count(e.ranks.front().heap * e.ranks.size()));
}

// How packets travel between processes.
std::string packets_text(const std::vector<rank_facts>& ranks) {
  if (ranks.size() == workers()) return "none, since there is only one process";
  const auto sharing = std::ranges::count_if(ranks, &rank_facts::shares_memory);
  if (sharing == 0) return "by MPI";
  if (sharing == std::ssize(ranks)) return "within a host through memory that its processes share";
  return fmt::format(
      "of {} through memory that the processes of their host share, of others by MPI",
      counted(static_cast<std::size_t>(sharing), "rank"));
}

std::string mpi_text(const examination& e) {
  std::string text = fmt::format("MPI\n  built for   {}\n  running     {}\n",
                                 cluster::detail::mpi_built_for(), cluster::detail::mpi_running());
  const auto& modules = e.ranks.front().transports;
  if (!modules.empty()) text += fmt::format("  transports  {}\n", joined(modules));
  text += fmt::format("  packets     {}\n", packets_text(e.ranks));
  for (const std::string& line : e.mpi_variables) text += fmt::format("  set         {}\n", line);
  return text;
}

// A table with value(pair) for each pair of ranks, above the diagonal.
template <class Value>
std::string table_of_pairs(const measures& m, const Value& value) {
  std::string text = fmt::format("  {:>6}", "rank");
  for (const unsigned to : m.ranks) text += fmt::format("{:>9}", to);
  text += '\n';
  auto at = m.pairs.begin();
  for (std::size_t i = 0; i + 1 < m.ranks.size(); ++i) {
    text += fmt::format("  {:>6}{}", m.ranks[i], std::string(9 * (i + 1), ' '));
    for (std::size_t j = i + 1; j < m.ranks.size(); ++j) text += fmt::format("{:>9}", value(*at++));
    text += '\n';
  }
  return text;
}

std::string network_text(const examination& e) {
  const measures& m = e.measured;
  std::string text;
  if (m.ranks.size() < e.ranks.size()) {
    text += fmt::format(
        "Pairs of {} of the {} ranks were measured, at least one on each host (--most)\n",
        m.ranks.size(), e.ranks.size());
  }
  if (!m.pairs.empty()) {
    text += "Latency of a message, one way, in microseconds\n" +
            table_of_pairs(
                m, [](const pair_measure& p) { return fmt::format("{:.1f}", p.latency * 1e6); }) +
            "Bandwidth in messages of 1 MiB, in megabytes a second\n" +
            table_of_pairs(
                m, [](const pair_measure& p) { return fmt::format("{:.0f}", p.bandwidth / 1e6); });
  }
  return text + fmt::format("Updates of random words: {} a second, {} of each rank\n",
                            magnitude(m.updates),
                            magnitude(m.updates / static_cast<double>(e.ranks.size())));
}

std::string settings_text(const examination& e) {
  std::string text = "Settings\n";
  for (const setting_source& s : e.settings) {
    text += fmt::format("  {:<28}{:<26}{:<20}{}\n", s.name, s.value, s.source, s.meaning);
  }
  return text;
}

std::string faults_text(const examination& e) {
  if (e.faults.empty()) return "No fault was found\n";
  std::string text;
  for (const std::string& fault : e.faults) text += "Wrong: " + fault + '\n';
  return text;
}

std::string as_text(const examination& e) {
  return ranks_text(e) + '\n' + mpi_text(e) + '\n' + network_text(e) + '\n' + settings_text(e) +
         '\n' + faults_text(e);
}

std::string as_json(const examination& e) {
  unsigned rank = 0;
  const auto ranks = json_list(e.ranks, [&](const rank_facts& r) {
    return json_object({{"rank", rank++},
                        {"host", r.host},
                        {"processors", json_list(r.processors)},
                        {"processors_of_host", r.processors_of_host},
                        {"memory", r.memory},
                        {"heap", r.heap},
                        {"shares_memory", r.shares_memory},
                        {"transports", json_list(r.transports)}});
  });
  const auto pairs = json_list(e.measured.pairs, [](const pair_measure& p) {
    return json_object({{"from", p.from},
                        {"to", p.to},
                        {"latency_seconds", p.latency},
                        {"bytes_per_second", p.bandwidth}});
  });
  const auto settings = json_list(e.settings, [](const setting_source& s) {
    return json_object(
        {{"name", s.name}, {"value", s.value}, {"source", s.source}, {"meaning", s.meaning}});
  });
  return json_object({{"workers", workers()},
                      {"ranks", ranks},
                      {"mpi", json_object({{"built_for", cluster::detail::mpi_built_for()},
                                           {"running", cluster::detail::mpi_running()},
                                           {"variables", json_list(e.mpi_variables)}})},
                      {"pairs", pairs},
                      {"updates_per_second", e.measured.updates},
                      {"settings", settings},
                      {"wrong", json_list(e.faults)}})
             .text +
         '\n';
}

int run_doctor(doctor_arguments& given, session& s) {
  examination e;
  // The facts are collected again after the measurement: by then MPI has loaded the modules that it
  // needs.
  e.measured = measure(facts_of_ranks(), given.most, s);
  e.ranks = facts_of_ranks();
  e.settings = settings_in_force();
  e.mpi_variables = mpi_variables();
  e.faults = find_faults(e.ranks, e.measured);
  fmt::print("{}", given.json ? as_json(e) : as_text(e));
  return 0;
}

}  // namespace
}  // namespace cli::ranks

cli::subcommand cli::doctor_subcommand(command_line& program) {
  return make_command<doctor_arguments>(program, doctor_command, ranks::run_doctor);
}
