// SPDX-License-Identifier: Apache-2.0
// A team with its combiners, for one loop after the other.
#pragma once

#include "teams.h"

#include <arcas/distribution/combiners.h>

#include <memory>

namespace arcas {

using namespace detail;

class combined_team {
 public:
  combined_team(const std::string& machine, unsigned members, const distributor& how)
      : members_(members),
        places_(team_on(machine, members)),
        stripes_(places_, how.counters()),
        layouts_(combiner_layouts(places_, how)),
        counters(stripes_),
        combiners(layouts_) {}

  // Begins a loop of n iterations; returns a cursor for each member.
  std::vector<combiner_cursor<>> begin(std::uint64_t n) {
    const std::uint64_t stripe_tag = counters.open();
    tag = combiners.open();
    std::vector<combiner_cursor<>> all;
    for (member_id m = 0; m < members_; ++m) {
      all.emplace_back(combiners, tag, stripe_cursor<>(stripes_, counters, n, stripe_tag, m), m);
    }
    return all;
  }
  static claim_counts total(std::vector<combiner_cursor<>>& all) {
    claim_counts sum;
    for (combiner_cursor<>& cursor : all) {
      const claim_counts& c = cursor.counts();
      sum.own += c.own;
      sum.helped += c.helped;
      sum.combined += c.combined;
      sum.ahead += c.ahead;
    }
    return sum;
  }

 private:
  unsigned members_;
  member_places places_;
  stripe_layout stripes_;
  std::vector<combiner_layer_layout> layouts_;

 public:
  stripe_words<> counters;
  combiner_words<> combiners;
  std::uint64_t tag = 0;
};

inline const std::vector<const char*>& combined_distributors() {
  static const std::vector<const char*> all = {"combine:thread",
                                               "async:thread",
                                               "combine:core",
                                               "async:core",
                                               "combine:package",
                                               "async:package",
                                               "combine:core/striped:package",
                                               "combine:core/striped:core",
                                               "async:core/striped:core",
                                               "async:core/striped:thread",
                                               "async:core/combine:package",
                                               "async:core/async:package/striped:package",
                                               "combine:core/async:cache/combine:package",
                                               "async:core/combine:l2/striped:l2"};
  return all;
}

}  // namespace arcas
