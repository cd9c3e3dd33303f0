// SPDX-License-Identifier: Apache-2.0
// The promise of every distributor, as a check: each iteration is given to one worker, and none is
// left when all claims have returned empty.
#pragma once

#include <sim/explore/explore.h>

#include <arcas/base/index_range.h>
#include <arcas/distribution/layouts.h>
#include <arcas/topology/member_places.h>

#include <memory>
#include <string>
#include <vector>

namespace arcas::sim {

using namespace detail;

inline member_places team_of(const char* machine, unsigned members) {
  const topology t = topology::synthetic(machine);
  std::vector<unsigned> threads;
  for (unsigned m = 0; m < members; ++m) threads.push_back(m * t.thread_count() / members);
  return member_places(t, threads);
}

// The second slot of member 0 has no home: it is for a helper.
inline const biased_layout& one_and_a_helper() {
  static const std::vector<member_id> members = {0, 0};
  static const biased_layout layout(team_of("core:1 pu:1", 1), members);
  return layout;
}

// The iterations of one loop, as plain data: an iteration that runs twice is found even if both run
// at the same time.
class iterations_run {
 public:
  explicit iterations_run(std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i) runs_.push_back(std::make_unique<shared<int>>(0));
  }
  void run(chunk c) {
    require(c.first < c.last && c.last <= runs_.size(), "a chunk is a part of the loop");
    for (std::uint64_t i = c.first; i < c.last; ++i) {
      int& times = runs_[i]->write();
      require(++times == 1, "no iteration is given away twice");
    }
  }
  void expect_all() const {
    for (const auto& r : runs_) require(r->read() == 1, "every iteration is given to somebody");
  }

 private:
  std::vector<std::unique_ptr<shared<int>>> runs_;
};

}  // namespace arcas::sim
