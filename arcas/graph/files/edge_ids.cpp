// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/scan.h>
#include <arcas/algorithms/sort.h>
#include <arcas/graph/files/edge_ids.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

namespace arcas::graph::detail {
namespace {

// Calls use(edge, place) for each edge of a part: its ends are ids, and `place` is where its
// vertices belong.
template <class W, class Use>
void each_edge_of(edge_text<W>& text, std::size_t p, const Use& use) {
  const read_part<W>& part = text.parts[p];
  basic_edge<vertex, W>* to = text.edges.data() + text.starts[p];
  if (part.wide.size() != 0) {
    for (const id_edge<W>& e : part.wide) use(e, *to++);
  } else {
    for (std::uint64_t i = 0; i < part.edges; ++i, ++to) use(*to, *to);
  }
}

template <class W, class Use>
void each_edge(edge_text<W>& text, const loop_options& loops, const Use& use) {
  whole_for(text.parts.size(), loops, [&](std::size_t p) { each_edge_of(text, p, use); });
}

// Puts rank(id) for each id.
template <class W, class Rank>
void renumber(edge_text<W>& text, const loop_options& loops, const Rank& rank) {
  each_edge(text, loops, [&](const auto& e, basic_edge<vertex, W>& to) {
    to.from = static_cast<vertex>(rank(e.from));
    to.to = static_cast<vertex>(rank(e.to));
    if constexpr (is_weight<W>) to.weight = e.weight;
  });
}

// A bit for each possible id, and how many ids are below each word of 64.
class dense_ids {
 public:
  dense_ids(std::uint64_t least, std::uint64_t greatest, const loop_options& loops)
      : least_(least),
        words_(static_cast<std::size_t>((greatest - least) / 64 + 1)),
        below_(words_.size()) {
    whole_for(words_.size(), loops, [&](std::size_t w) { words_[w] = 0; });
  }

  // Bytes that the set needs, whatever its members.
  static std::uint64_t cost(std::uint64_t least, std::uint64_t greatest) {
    return ((greatest - least) / 64 + 1) * 2 * sizeof(std::uint64_t);
  }

  // Any thread may call.
  void insert(std::uint64_t id) {
    const std::atomic_ref<std::uint64_t> word(words_[(id - least_) / 64]);
    const std::uint64_t bit = std::uint64_t{1} << ((id - least_) % 64);
    // relaxed, both: bits are only ever added, and are read after the loop has been joined. Most
    // ids have been seen before, and a load does not take the line from another core.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);  // relaxed: as the load
    }
  }

  // To be called between the last insert() and the first rank(); returns the number of ids.
  std::uint64_t count(const loop_options& loops) {
    whole_for(words_.size(), loops, [&](std::size_t w) {
      below_[w] = static_cast<std::uint64_t>(std::popcount(words_[w]));
    });
    const std::uint64_t last = below_[below_.size() - 1];
    arcas::exclusive_scan(below_.all(), below_.all(), plus<std::uint64_t>{}, loops);
    return below_[below_.size() - 1] + last;
  }

  std::uint64_t rank(std::uint64_t id) const {
    const std::uint64_t place = id - least_;
    const std::uint64_t lower = words_[place / 64] & ((std::uint64_t{1} << (place % 64)) - 1);
    return below_[place / 64] + static_cast<std::uint64_t>(std::popcount(lower));
  }

  std::vector<std::uint64_t> members(std::uint64_t count, const loop_options& loops) const {
    std::vector<std::uint64_t> ids(count);
    whole_for(words_.size(), loops, [&](std::size_t w) {
      std::uint64_t at = below_[w];
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        ids[at++] = least_ + w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest));
      }
    });
    return ids;
  }

 private:
  std::uint64_t least_;
  plain_array<std::uint64_t> words_;
  plain_array<std::uint64_t> below_;
};

// All ids of the edges, ascending. Those of a part are sorted where it was read, so that most of
// the repetitions go before there is one array of all.
template <class W>
std::vector<std::uint64_t> sorted_ids(edge_text<W>& text, const loop_options& loops) {
  std::vector<std::vector<std::uint64_t>> lists(text.parts.size());
  std::vector<std::size_t> ends(lists.size());
  whole_for(lists.size(), loops, [&](std::size_t p) {
    std::vector<std::uint64_t> all;
    all.reserve(2 * text.parts[p].edges);
    each_edge_of(text, p, [&](const auto& e, const auto&) {
      all.push_back(e.from);
      all.push_back(e.to);
    });
    std::ranges::sort(all);
    lists[p].assign(all.begin(), std::unique(all.begin(), all.end()));
    ends[p] = lists[p].size();
  });
  std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
  plain_array<std::uint64_t> all(ends.back());
  whole_for(lists.size(), loops, [&](std::size_t p) {
    std::ranges::copy(lists[p], all.data() + ends[p] - lists[p].size());
    lists[p] = {};
  });
  arcas::sort(all.all(), less_than{}, loops);
  std::vector<std::uint64_t> ids(all.size());
  ids.resize(pack(
      std::size_t{0}, all.size(), [&](std::size_t i) { return i == 0 || all[i] != all[i - 1]; },
      [&](std::size_t at, std::size_t i) { ids[at] = all[i]; }, loops));
  if (loops.stop.stop_requested()) throw interrupted();
  return ids;
}

template <class W>
numbered_ids number_dense(edge_text<W>& text, const std::string& name, std::uint64_t line,
                          const loop_options& loops) {
  dense_ids ids(text.least_id, text.greatest_id, loops);
  each_edge(text, loops, [&](const auto& e, const auto&) {
    ids.insert(e.from);
    ids.insert(e.to);
  });
  const std::uint64_t count = ids.count(loops);
  require_vertex_range(count, name, line);
  if (count != text.greatest_id - text.least_id + 1) {
    renumber(text, loops, [&](std::uint64_t id) { return ids.rank(id); });
    return {count, vertex_names(ids.members(count, loops))};
  }
  if (text.least_id != 0) {
    renumber(text, loops, [least = text.least_id](std::uint64_t id) { return id - least; });
  }
  return {count, vertex_names::counted_from(text.least_id)};
}

template <class W>
numbered_ids number_sparse(edge_text<W>& text, const std::string& name, std::uint64_t line,
                           const loop_options& loops) {
  std::vector<std::uint64_t> ids = sorted_ids(text, loops);
  require_vertex_range(ids.size(), name, line);
  renumber(text, loops,
           [&](std::uint64_t id) { return std::ranges::lower_bound(ids, id) - ids.begin(); });
  return {ids.size(), vertex_names(std::move(ids))};
}

}  // namespace

template <class W>
numbered_ids number_ids(edge_text<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops) {
  if (text.edge_count == 0) return {};
  // The set of bits may cost as much as the ids of all edges.
  const bool dense = dense_ids::cost(text.least_id, text.greatest_id) <=
                     text.edge_count * 2 * sizeof(std::uint64_t);
  return dense ? number_dense(text, name, line, loops) : number_sparse(text, name, line, loops);
}

template numbered_ids number_ids(edge_text<unweighted>&, const std::string&, std::uint64_t,
                                 const loop_options&);
template numbered_ids number_ids(edge_text<weight>&, const std::string&, std::uint64_t,
                                 const loop_options&);
template numbered_ids number_ids(edge_text<real_weight>&, const std::string&, std::uint64_t,
                                 const loop_options&);

}  // namespace arcas::graph::detail
