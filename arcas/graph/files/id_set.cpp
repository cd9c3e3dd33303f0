// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/id_set.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <utility>

namespace arcas::graph {
namespace {

// Edges whose ids are sorted at a time: some 500 KiB of ids.
constexpr std::size_t block_edges = std::size_t{1} << 15;

// The union of sorted lists, by pairs of neighbours, then pairs of pairs, …
std::vector<std::uint64_t> united(std::vector<std::vector<std::uint64_t>> lists,
                                  const loop_options& loops) {
  while (lists.size() > 1) {
    const std::size_t pairs = lists.size() / 2;
    std::vector<std::vector<std::uint64_t>> merged(pairs + lists.size() % 2);
    if (lists.size() % 2 == 1) merged.back() = std::move(lists.back());
    whole_for(pairs, loops, [&](std::size_t i) {
      std::vector<std::uint64_t>& left = lists[2 * i];
      std::vector<std::uint64_t>& right = lists[2 * i + 1];
      merged[i].reserve(left.size() + right.size());
      std::set_union(left.begin(), left.end(), right.begin(), right.end(),
                     std::back_inserter(merged[i]));
      left = {};
      right = {};
    });
    lists = std::move(merged);
  }
  return lists.empty() ? std::vector<std::uint64_t>{} : std::move(lists.front());
}

}  // namespace

dense_ids::dense_ids(std::uint64_t least, std::uint64_t greatest, const loop_options& loops)
    : least_(least),
      words_(static_cast<std::size_t>((greatest - least) / 64 + 1)),
      below_(words_.size()) {
  whole_for(words_.size(), loops, [&](std::size_t w) { words_[w] = 0; });
}

void dense_ids::insert(std::uint64_t id) {
  const std::uint64_t place = id - least_;
  const std::atomic_ref<std::uint64_t> word(words_[place / 64]);
  const std::uint64_t bit = std::uint64_t{1} << (place % 64);
  // relaxed, both: bits are only ever added, and are read after the loop has been joined. Most
  // ids have been seen before, and a load does not take the line from another core.
  if ((word.load(std::memory_order_relaxed) & bit) == 0) {
    word.fetch_or(bit, std::memory_order_relaxed);  // relaxed: as above
  }
}

std::uint64_t dense_ids::count() {
  std::uint64_t sum = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    below_[w] = sum;
    sum += static_cast<std::uint64_t>(std::popcount(words_[w]));
  }
  return count_ = sum;
}

std::uint64_t dense_ids::rank(std::uint64_t id) const {
  const std::uint64_t place = id - least_;
  const std::uint64_t lower = words_[place / 64] & ((std::uint64_t{1} << (place % 64)) - 1);
  return below_[place / 64] + static_cast<std::uint64_t>(std::popcount(lower));
}

std::vector<std::uint64_t> dense_ids::members() const {
  std::vector<std::uint64_t> ids;
  ids.reserve(count_);
  for (std::size_t w = 0; w < words_.size(); ++w) {
    for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
      ids.push_back(least_ + w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest)));
    }
  }
  return ids;
}

template <class V, class W>
std::vector<std::uint64_t> sorted_ids(const plain_array<basic_edge<V, W>>& edges,
                                      const loop_options& loops) {
  std::vector<std::vector<std::uint64_t>> lists((edges.size() + block_edges - 1) / block_edges);
  whole_for(lists.size(), loops, [&](std::size_t b) {
    const std::size_t first = b * block_edges;
    const std::size_t last = std::min(first + block_edges, edges.size());
    std::vector<std::uint64_t> ids;
    ids.reserve((last - first) * 2);
    for (std::size_t i = first; i < last; ++i) {
      ids.push_back(edges[i].from);
      ids.push_back(edges[i].to);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    lists[b] = std::vector<std::uint64_t>(ids.begin(), ids.end());
  });
  return united(std::move(lists), loops);
}

template std::vector<std::uint64_t> sorted_ids(const plain_array<edge>&, const loop_options&);
template std::vector<std::uint64_t> sorted_ids(const plain_array<weighted_edge>&,
                                               const loop_options&);
template std::vector<std::uint64_t> sorted_ids(const plain_array<basic_edge<vertex, real_weight>>&,
                                               const loop_options&);
template std::vector<std::uint64_t> sorted_ids(
    const plain_array<basic_edge<wide_vertex, unweighted>>&, const loop_options&);
template std::vector<std::uint64_t> sorted_ids(const plain_array<basic_edge<wide_vertex, weight>>&,
                                               const loop_options&);
template std::vector<std::uint64_t> sorted_ids(
    const plain_array<basic_edge<wide_vertex, real_weight>>&, const loop_options&);

}  // namespace arcas::graph
