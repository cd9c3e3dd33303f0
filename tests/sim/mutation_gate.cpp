// SPDX-License-Identifier: Apache-2.0
// The mutation gate. In a mutant one memory order of a protocol is weakened, or one
// read-modify-write is split into a load and a store. The gate prints which check fails with each
// mutant. A mutant is argued for if the file ARGUED-ORDERS gives a reason why no check can fail
// with it. The gate fails
//   - if no check fails with a mutant that is not argued for,
//   - if some check fails with a mutant that is argued for,
//   - if a line of ARGUED-ORDERS belongs to no mutant,
//   - if no check executes some order of the protocols, or
//   - if some check fails with no mutant.
//
//   sim_mutation_gate SOURCE-ROOT ARGUED-ORDERS [HEADER]
// With HEADER the gate tries only the mutants of that header.
//   sim_mutation_gate SOURCE-ROOT ARGUED-ORDERS --slow
// Slow checks are not run with all mutants. With --slow the gate looks, for each slow check, for
// one mutant with which that check fails.
#include "mutants.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

namespace arcas::sim {
namespace {

// Each memory order in these headers must be executed by some check.
constexpr const char* protocols[] = {
    "arcas/workers/publication.h",
    "arcas/workers/half_barrier.h",
    "arcas/workers/gathering.h",
    "arcas/workers/sleep.h",
    "arcas/workers/leader_lock.h",
    "arcas/workers/team_lines.h",
    "arcas/workers/wait_queue.h",
    "arcas/openmp/idle_members.h",
    "arcas/openmp/last_chunk.h",
    "arcas/openmp/task_sums.h",
    "arcas/distribution/stripes.h",
    "arcas/distribution/combiners.h",
    "arcas/distribution/biased.h",
    "arcas/distribution/biased_words.h",
    "arcas/distribution/claims.h",
    "arcas/tasks/task_deque.h",
    "arcas/tasks/slot_table.h",
    "arcas/tasks/task_slot.h",
    "arcas/tasks/victim_search.h",
    "arcas/tasks/wake_up.h",
    "arcas/tasks/pipeline_gates.h",
    "arcas/tasks/dependences.h",
    "arcas/cluster/transport/handover_ring.h",
};

// The mutants that are argued for, each with its reason. The lines of the file have the form
//   HEADER | STATEMENT | WEAKENING | REASON
std::map<std::string, std::string> argued_in(const char* file) {
  std::map<std::string, std::string> all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t last = line.rfind(" | ");
    if (line.empty() || line[0] == '#' || last == std::string::npos) continue;
    all[line.substr(0, last)] = line.substr(last + 3);
  }
  return all;
}

struct gate {
  std::string root;
  std::string only;  // a header; empty for all
  std::map<std::string, std::string> argued;
  std::set<const check*> noticing = {};
  unsigned wrong = 0;

  bool asked_for(const std::string& header) const { return only.empty() || header == only; }
  void print_mutants(const std::vector<mutant>& mutants);
  void look_at_arguments_and_orders(const std::vector<mutant>& mutants);
  void look_at_checks(std::span<const check> checks, const std::vector<mutant>& mutants);
};

void gate::print_mutants(const std::vector<mutant>& mutants) {
  unsigned killed = 0;
  unsigned tried = 0;
  std::printf("| order | weakened | noticed by |\n|---|---|---|\n");
  for (const mutant& m : mutants) {
    if (!asked_for(m.header)) continue;
    ++tried;
    const std::string by = killed_by(m, noticing);
    const std::string key = m.header + " | " + m.statement() + " | " + m.what();
    const auto reason = argued.find(key);
    std::printf("| %s `%s` | %s | %s |\n", place_of(m.at.at).c_str(), m.statement().c_str(),
                m.what().c_str(),
                !by.empty()              ? by.c_str()
                : reason != argued.end() ? ("none: " + reason->second).c_str()
                                         : "**NONE**");
    std::fflush(stdout);
    killed += !by.empty();
    wrong += by.empty() == (reason == argued.end());
    if (reason != argued.end()) argued.erase(reason);
  }
  std::printf("\n%u of %u mutants are noticed.\n", killed, tried);
}

void gate::look_at_arguments_and_orders(const std::vector<mutant>& mutants) {
  for (const auto& [key, reason] : argued) {
    if (!key.starts_with(only)) continue;
    std::printf("Argued for, but no such order is met: %s\n", key.c_str());
    ++wrong;
  }
  for (const char* header : protocols) {
    if (!asked_for(header)) continue;
    for (const std::string& line : orders_never_met(root, header, mutants)) {
      std::printf("No check executes %s\n", line.c_str());
      ++wrong;
    }
  }
}

// A check that fails with no mutant proves nothing.
void gate::look_at_checks(std::span<const check> checks, const std::vector<mutant>& mutants) {
  if (!only.empty()) return;
  for (const check& c : checks) {
    if (noticing.contains(&c) || noticed_by(c, mutants) != nullptr) continue;
    std::printf("No mutant makes the check %s fail.\n", c.name);
    ++wrong;
  }
}

std::vector<check> checks_that_are(bool slow) {
  std::vector<check> some;
  for (const check& c : all_checks()) {
    if (c.slow == slow) some.push_back(c);
  }
  return some;
}

// Takes minutes: a check that holds with a mutant is explored completely.
int look_at_slow_ones(const std::string& root) {
  int wrong = 0;
  std::printf("| slow check | fails with |\n|---|---|\n");
  for (const check& c : checks_that_are(true)) {
    const std::vector<mutant> mutants = mutants_of({&c, 1}, root);
    const mutant* const found = noticed_by(c, mutants);
    const bool none = found == nullptr;
    std::printf(
        "| %s | %s |\n", c.name,
        none ? "**NONE**"
             : (place_of(found->at.at) + " `" + found->statement() + "` " + found->what()).c_str());
    std::fflush(stdout);
    wrong += none;
  }
  if (wrong != 0) std::printf("The gate is shut: %d slow checks cannot fail.\n", wrong);
  return wrong == 0 ? 0 : 1;
}

int run(const std::string& root, const char* argued_file, const std::string& only) {
  if (only == "--slow") return look_at_slow_ones(root);
  const std::vector<check> checks = checks_that_are(false);
  const std::vector<mutant> mutants = mutants_of(checks, root);
  gate g{root, only, argued_in(argued_file)};
  g.print_mutants(mutants);
  g.look_at_arguments_and_orders(mutants);
  g.look_at_checks(checks, mutants);
  if (g.wrong != 0) std::printf("The gate is shut: %u things are not accounted for.\n", g.wrong);
  return g.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace arcas::sim

int main(int count, char** words) {
  if (count != 3 && count != 4) {
    std::fprintf(stderr, "usage: sim_mutation_gate SOURCE-ROOT ARGUED-ORDERS [HEADER | --slow]\n");
    return 2;
  }
  if (words[1][0] != '/') {
    std::fprintf(stderr, "sim_mutation_gate: the source root must be an absolute path, not %s\n",
                 words[1]);
    return 2;
  }
  return arcas::sim::run(words[1], words[2], count == 4 ? words[3] : "");
}
