// SPDX-License-Identifier: Apache-2.0
// Two ways to number ids: a bit for each possible id where they lie close together, which is the
// rule in published files, and sorting where they do not.
#include <arcas/graph/input_file.h>
#include <arcas/graph/published_edges.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

namespace arcas::graph {
namespace {

// A set of ids that answers how many of its members are below a given one.
class dense_ids {
 public:
  dense_ids(std::uint64_t greatest, const loop_options& loops)
      : words_(static_cast<std::size_t>(greatest / 64 + 1)), below_(words_.size()) {
    whole_for(words_.size(), loops, [&](std::size_t w) { words_[w] = 0; });
  }

  // Bytes that the set needs, whatever its members.
  static std::uint64_t cost(std::uint64_t greatest) {
    return (greatest / 64 + 1) * 2 * sizeof(std::uint64_t);
  }

  void insert(std::uint64_t id) {
    const std::atomic_ref<std::uint64_t> word(words_[id / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    // relaxed, both: bits are only ever added, and are read after the loop has been joined. Most
    // ids have been seen before, and a load does not take the line from another core.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);  // relaxed: as above
    }
  }

  // To be called between the last insert() and the first rank(); returns the number of ids.
  std::uint64_t count() {
    std::uint64_t sum = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      below_[w] = sum;
      sum += static_cast<std::uint64_t>(std::popcount(words_[w]));
    }
    return sum;
  }

  vertex rank(std::uint64_t id) const {
    const std::uint64_t lower = words_[id / 64] & ((std::uint64_t{1} << (id % 64)) - 1);
    return static_cast<vertex>(below_[id / 64] + static_cast<std::uint64_t>(std::popcount(lower)));
  }

  std::vector<std::uint64_t> members(std::uint64_t count) const {
    std::vector<std::uint64_t> ids;
    ids.reserve(count);
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        ids.push_back(w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
    return ids;
  }

 private:
  plain_array<std::uint64_t> words_;
  plain_array<std::uint64_t> below_;
};

void require_vertex_range(std::uint64_t ids, const std::string& source) {
  if (ids <= std::numeric_limits<vertex>::max()) return;
  throw input_error(source + ": has " + std::to_string(ids) +
                    " vertices, and at most 4294967295 can be numbered; split the graph");
}

// Where the edges of each part begin in the whole list, and at last their number.
std::vector<std::size_t> part_offsets(const std::vector<published_part>& parts) {
  std::vector<std::size_t> offsets{0};
  for (const published_part& part : parts) offsets.push_back(offsets.back() + part.edges.size());
  return offsets;
}

template <class Rank>
plain_array<edge> renamed(std::vector<published_part>& parts, const Rank& rank,
                          const loop_options& loops) {
  const std::vector<std::size_t> offsets = part_offsets(parts);
  plain_array<edge> edges(offsets.back());
  whole_for(parts.size(), loops, [&](std::size_t p) {
    std::size_t position = offsets[p];
    for (const published_edge& e : parts[p].edges) edges[position++] = {rank(e.from), rank(e.to)};
    parts[p].edges = {};  // gives the memory back while the list fills
  });
  return edges;
}

edge_list number_dense(std::vector<published_part>& parts, std::uint64_t greatest,
                       const std::string& source, const loop_options& loops) {
  dense_ids ids(greatest, loops);
  whole_for(parts.size(), loops, [&](std::size_t p) {
    for (const published_edge& e : parts[p].edges) {
      ids.insert(e.from);
      ids.insert(e.to);
    }
  });
  const std::uint64_t count = ids.count();
  require_vertex_range(count, source);
  vertex_names names;
  if (count != greatest + 1) names = vertex_names(ids.members(count));
  return {static_cast<std::size_t>(count),
          renamed(
              parts, [&](std::uint64_t id) { return ids.rank(id); }, loops),
          std::move(names)};
}

std::vector<std::uint64_t> sorted_ids(const published_part& part) {
  std::vector<std::uint64_t> ids;
  ids.reserve(part.edges.size() * 2);
  for (const published_edge& e : part.edges) {
    ids.push_back(e.from);
    ids.push_back(e.to);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

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

edge_list number_sparse(std::vector<published_part>& parts, const std::string& source,
                        const loop_options& loops) {
  std::vector<std::vector<std::uint64_t>> lists(parts.size());
  whole_for(parts.size(), loops, [&](std::size_t p) { lists[p] = sorted_ids(parts[p]); });
  std::vector<std::uint64_t> ids = united(std::move(lists), loops);
  require_vertex_range(ids.size(), source);
  plain_array<edge> edges = renamed(
      parts,
      [&](std::uint64_t id) {
        return static_cast<vertex>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
      },
      loops);
  return {ids.size(), std::move(edges), vertex_names(std::move(ids))};
}

}  // namespace

edge_list number_vertices(std::vector<published_part> parts, const std::string& source,
                          const loop_options& loops) {
  std::uint64_t greatest = 0;
  std::uint64_t edges = 0;
  for (const published_part& part : parts) {
    greatest = std::max(greatest, part.greatest_id);
    edges += part.edges.size();
  }
  if (edges == 0) return {};
  // The set may cost as much as the edges do.
  if (dense_ids::cost(greatest) <= edges * sizeof(published_edge)) {
    return number_dense(parts, greatest, source, loops);
  }
  return number_sparse(parts, source, loops);
}

}  // namespace arcas::graph
