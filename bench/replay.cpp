// SPDX-License-Identifier: Apache-2.0
#include "replay.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace bench {
namespace {

using arcas::graph::graph_view;
using arcas::graph::vertex;

std::uint64_t power_of_eight_up_to(std::uint64_t length) {
  const auto bits = static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(length, 1)) - 1);
  return std::uint64_t{1} << (bits / 3 * 3);
}

}  // namespace

search_trace::search_trace(const any_graph& graph, std::size_t sources) {
  for (const vertex source : spread_sources(graph, sources)) searches_.emplace_back(graph, source);
  for (std::size_t s = 0; s < searches_.size(); ++s) add_loops(s);
  std::size_t longest = 0;
  for (const traced_loop& l : loops_) {
    longest = std::max(longest, searches_[l.search].levels()[l.depth].candidates.size());
  }
  out_.resize(longest);
  found_.resize(loops_.size());
}

void search_trace::add_loops(std::size_t search) {
  const std::span<const recorded_search::level> levels = searches_[search].levels();
  for (std::size_t d = 0; d < levels.size(); ++d) {
    const std::uint64_t members = levels[d].members.size();
    if (d != 0) {
      loops_.push_back({step_of_search::count_ways, search, d, members + levels[d].arcs_in});
    }
    loops_.push_back({step_of_search::add_degrees, search, d, members});
    loops_.push_back({step_of_search::filter_found, search, d, levels[d].candidates.size()});
  }
  for (std::size_t d = levels.size(); d-- > 0;) {
    loops_.push_back(
        {step_of_search::carry_back, search, d, levels[d].members.size() + levels[d].arcs_out});
  }
}

void search_trace::keep_expected() {
  expected_ = found_;
  expected_carried_.clear();
  for (const recorded_search& search : searches_) expected_carried_.push_back(search.carried());
}

void search_trace::check() const {
  bool same = found_ == expected_;
  for (std::size_t s = 0; s < searches_.size(); ++s) {
    same = same && searches_[s].carried() == expected_carried_[s];
  }
  if (!same) throw std::runtime_error("the loops found something else than one thread did");
}

std::map<alike_key, loops_alike> by_length(const std::vector<traced_loop>& loops,
                                           const std::vector<double>& alone,
                                           const std::vector<double>& together) {
  std::map<alike_key, loops_alike> sums;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].length == 0) continue;
    loops_alike& sum = sums[{loops[i].step, power_of_eight_up_to(loops[i].length)}];
    ++sum.loops;
    sum.length += loops[i].length;
    sum.alone += alone[i];
    sum.together += together[i];
  }
  for (auto& [key, sum] : sums) {
    sum.alone /= static_cast<double>(sum.loops);
    sum.together /= static_cast<double>(sum.loops);
  }
  return sums;
}

}  // namespace bench
