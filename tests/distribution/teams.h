// SPDX-License-Identifier: Apache-2.0
// Teams on machines that are not available, and two ways to run their members: in turn on one
// thread, for teams of up to 1,024 members, or each on a thread of its own.
#pragma once

#include "cover.h"

#include <arcas/topology/member_places.h>

#include <string>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;

// `members` members spread evenly over the machine's hardware threads.
inline member_places team_on(const std::string& machine, unsigned members) {
  const topology t = topology::synthetic(machine);
  std::vector<unsigned> threads;
  for (unsigned m = 0; m < members; ++m) threads.push_back(m * t.thread_count() / members);
  return member_places(t, threads);
}

struct team_case {
  std::string machine;
  unsigned members;
};

inline const std::vector<team_case>& small_teams() {
  static const std::vector<team_case> all = {{"pu:1", 1},
                                             {"core:2 pu:1", 2},
                                             {"pack:2 core:4 pu:1", 8},
                                             {"pack:2 numa:2 l3:2 core:3 pu:2", 48},
                                             {"pack:2 numa:2 l3:2 core:3 pu:2", 7},
                                             {"core:2 pu:2", 11},
                                             {"pack:2 l3:1 l2:2 core:2 pu:2", 16},
                                             {"pack:3 core:5 pu:1", 15}};
  return all;
}

// Calls claim(member) in turn until it has returned empty for every member.
template <class Claim>
void claim_in_turns(unsigned members, cover& claimed, Claim claim) {
  std::vector<unsigned> there(members);
  for (unsigned m = 0; m < members; ++m) there[m] = m;
  while (!there.empty()) {
    std::erase_if(there, [&](unsigned m) {
      const chunk c = claim(m);
      if (!c.empty()) claimed.add(c);
      return c.empty();
    });
  }
}

// Each member claims on its own thread until its claim is empty.
template <class Claim>
void claim_at_once(unsigned members, cover& claimed, Claim claim) {
  std::vector<std::jthread> threads;
  for (unsigned m = 0; m < members; ++m) {
    threads.emplace_back([&, m] {
      for (chunk c; !(c = claim(m)).empty();) claimed.add(c);
    });
  }
}

}  // namespace arcas
