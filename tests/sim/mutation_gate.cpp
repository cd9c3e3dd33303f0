// SPDX-License-Identifier: Apache-2.0
// The mutation gate: prints which check fails for each weakened memory order of the protocols, and
// fails itself if one is noticed by none and not argued for, or argued for and noticed after all.
//   sim_mutation_gate SOURCE-ROOT ARGUED-ORDERS [HEADER]
#include "mutants.h"

#include <cstdio>
#include <fstream>
#include <map>

namespace arcas::sim {
namespace {

// The headers whose every order must be met by a check.
constexpr const char* protocols[] = {
    "arcas/workers/publication.h",
    "arcas/workers/half_barrier.h",
    "arcas/workers/seat.h",
    "arcas/workers/sleep.h",
    "arcas/workers/tenancy.h",
    "arcas/distribution/stripes.h",
    "arcas/distribution/open_stripe.h",
    "arcas/distribution/combiners.h",
    "arcas/distribution/biased.h",
    "arcas/distribution/owned_range.h",
    "arcas/tasks/task_deque.h",
};

// Orders that no check can tell from weaker ones, with the reason: lines of
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

// only: a header, or nothing for all.
int run(const std::string& root, const char* argued_file, const std::string& only) {
  std::map<std::string, std::string> argued = argued_in(argued_file);
  std::vector<check> checks;
  for (const check& c : all_checks()) {
    if (!c.slow) checks.push_back(c);
  }
  const std::vector<mutant> mutants = mutants_of(checks, root);
  unsigned wrong = 0;
  unsigned killed = 0;
  unsigned tried = 0;
  std::printf("| order | weakened | noticed by |\n|---|---|---|\n");
  for (const mutant& m : mutants) {
    if (!only.empty() && m.header != only) continue;
    ++tried;
    const std::string by = killed_by(m);
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
  for (const auto& [key, reason] : argued) {
    if (!key.starts_with(only)) continue;
    std::printf("Argued for, but no such order is met: %s\n", key.c_str());
    ++wrong;
  }
  for (const char* header : protocols) {
    if (!only.empty() && header != only) continue;
    for (const std::string& line : orders_never_met(root, header, mutants)) {
      std::printf("No check passes %s\n", line.c_str());
      ++wrong;
    }
  }
  if (wrong != 0) std::printf("The gate is shut: %u orders are not accounted for.\n", wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace arcas::sim

int main(int count, char** words) {
  if (count != 3 && count != 4) {
    std::fprintf(stderr, "usage: sim_mutation_gate SOURCE-ROOT ARGUED-ORDERS [HEADER]\n");
    return 2;
  }
  return arcas::sim::run(words[1], words[2], count == 4 ? words[3] : "");
}
