// SPDX-License-Identifier: Apache-2.0
#include <arcas/memory/memory_nodes.h>

#include <algorithm>
#include <numeric>

namespace arcas::inline v0 {
namespace {

// An array with fewer huge pages per node than this number is distributed in small pages: parts of
// whole huge pages would differ too much from the nodes' proportions.
constexpr std::size_t huge_pages_for_proportion = 16;

std::size_t page_for(std::size_t bytes, std::size_t nodes) {
  return bytes >= huge_pages_for_proportion * nodes * page_homes::huge_page
             ? page_homes::huge_page
             : page_homes::small_page;
}

}  // namespace

page_homes::page_homes(std::size_t bytes, unsigned node)
    : bytes_(bytes), nodes_{node}, bounds_{bytes} {}

page_homes::page_homes(std::span<const std::size_t> ends) : bytes_(ends.empty() ? 0 : ends.back()) {
  for (unsigned node = 0; node < ends.size(); ++node) {
    const std::size_t up = (ends[node] + unit_ - 1) / unit_ * unit_;
    const std::size_t end = std::min(bytes_, up);
    if (end == (bounds_.empty() ? 0 : bounds_.back())) continue;
    nodes_.push_back(node);
    bounds_.push_back(end);
  }
}

page_homes::page_homes(placement how, std::size_t bytes, std::span<const unsigned> workers)
    : bytes_(bytes) {
  for (unsigned node = 0; node < workers.size(); ++node) {
    if (workers[node] != 0) nodes_.push_back(node);
  }
  if (nodes_.empty()) nodes_.push_back(0);
  unit_ = page_for(bytes, nodes_.size());
  if (nodes_.size() == 1) {
    bounds_.push_back(bytes);
    return;
  }
  if (how == placement::interleaved) {
    while (bytes / unit_ > most_pieces) unit_ *= 2;
    return;
  }
  const std::size_t pages = (bytes + unit_ - 1) / unit_;
  const auto all = std::accumulate(workers.begin(), workers.end(), std::size_t{0});
  std::size_t before = 0;
  for (const unsigned node : nodes_) {
    before += workers[node];
    // pages * before / all without the product, which may overflow.
    const std::size_t page = pages / all * before + pages % all * before / all;
    bounds_.push_back(std::min(bytes, page * unit_));
  }
}

unsigned page_homes::node_of(std::size_t byte) const {
  return run_at(byte).node;
}

home_run page_homes::run_at(std::size_t byte) const {
  if (bounds_.empty()) {
    const std::size_t piece = byte / unit_;
    return {piece * unit_, std::min(bytes_, (piece + 1) * unit_), nodes_[piece % nodes_.size()]};
  }
  const auto end = std::upper_bound(bounds_.begin(), bounds_.end(), byte);
  const auto at = static_cast<std::size_t>(std::min(end, bounds_.end() - 1) - bounds_.begin());
  return {at == 0 ? 0 : bounds_[at - 1], bounds_[at], nodes_[at]};
}

}  // namespace arcas::inline v0
