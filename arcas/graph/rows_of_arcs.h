// SPDX-License-Identifier: Apache-2.0
// How do arcs in any order become the rows of a graph? They are distributed into parts, each the rows of consecutive
// vertices and small enough for a core's cache: the workers count the arcs of their blocks, the counts tell where each arc
// goes, and all are moved there. One worker then sorts a part by neighbour, digit by digit, and enters it row by row. Arcs
// that arrive in the order of their neighbours, as those of a transposed graph and of most files do, are only entered. A
// part that is large, as one with the row of a hub is, is distributed again by all workers.
//
// The rows depend on the arcs only. No two workers write to the same word.
#pragma once

#include <arcas/algorithms/sort.h>
#include <arcas/base/index_range.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The bits of a vertex number divided into digits as wide as each other.
struct vertex_digits {
  static constexpr unsigned widest = 11;
  static constexpr unsigned most = (sizeof(vertex) * CHAR_BIT + widest - 1) / widest;
  explicit vertex_digits(std::size_t vertices) {
    const unsigned bits = std::max(1, static_cast<int>(std::bit_width(vertices - 1)));
    count = (bits + widest - 1) / widest;
    width = (bits + count - 1) / count;
  }
  unsigned count;
  unsigned width;
};

// Rows end to end: where they begin, counted from `base`, and what is in them.
template <class W>
struct row_stretch {
  std::span<edge_index> offsets;
  std::span<entry<W>> entries;
  std::span<std::uint16_t> rows_in_part;  // of each entry, meanwhile
  edge_index base;
};

// Builds the rows of `count` vertices from about so many arcs: first counted(), then build(), with
// the same sources. visit(begin, end, take) takes the arcs of sources [begin, end) by
// take(row, entry).
template <class W>
class row_builder {
 public:
  row_builder(std::size_t count, std::size_t arcs, vertex_digits digits, const loop_options& loops)
      : count_(count), digits_(digits), loops_(loops) {
    each_.grain = 1;
    const std::size_t wanted = std::clamp<std::size_t>(arcs / part_arcs, 1, most_parts);
    row_bits_ =
        std::min(most_row_bits, static_cast<unsigned>(std::bit_width((count - 1) / wanted)));
    parts_ = ((count - 1) >> row_bits_) + 1;
    blocks_ = std::clamp<std::size_t>(arcs / (smallest_block + 4 * parts_), 1,
                                      std::size_t{blocks_a_worker} * runtime_of(loops).workers());
  }

  // How many arcs there are.
  template <class Visit>
  edge_index counted(std::size_t sources, const Visit& visit) {
    places_.resize(blocks_ * parts_);
    whole_for(blocks_, each_, [&](std::size_t b) {
      edge_index* const counts = places_.data() + b * parts_;
      std::fill_n(counts, parts_, edge_index{0});
      const auto [first, last] = part_of(sources, blocks_, b);
      visit(first, last, [&](std::size_t row, const entry<W>&) { ++counts[row >> row_bits_]; });
    });
    begins_.resize(parts_ + 1);
    edge_index before = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
      begins_[part] = before;
      for (std::size_t b = 0; b < blocks_; ++b) {
        edge_index& place = places_[b * parts_ + part];
        before += std::exchange(place, before);
      }
    }
    return begins_[parts_] = before;
  }

  template <class Visit>
  void build(std::size_t sources, const Visit& visit, const row_stretch<W>& to) {
    const std::size_t mask = (std::size_t{1} << row_bits_) - 1;
    whole_for(blocks_, each_, [&](std::size_t b) {
      edge_index* const places = places_.data() + b * parts_;
      const auto [first, last] = part_of(sources, blocks_, b);
      visit(first, last, [&](std::size_t row, const entry<W>& e) {
        const edge_index place = places[row >> row_bits_]++;
        to.entries[place] = e;
        to.rows_in_part[place] = static_cast<std::uint16_t>(row & mask);
      });
    });
    enter_parts(to);
  }

 private:
  // What is moved when a part is sorted.
  struct arc {
    entry<W> to;
    std::uint16_t row;
  };
  // One worker's own.
  struct scratch {
    arc* room_for(std::size_t n) {
      if (size < n) {
        arcs = std::make_unique_for_overwrite<arc[]>(n);
        size = n;
      }
      return arcs.get();
    }
    std::unique_ptr<arc[]> arcs;
    std::size_t size = 0;
    std::vector<edge_index> places;  // of rows
    std::vector<vertex> last;        // neighbour of a row so far
    std::array<std::array<std::uint32_t, std::size_t{1} << vertex_digits::widest>,
               vertex_digits::most>
        digits;  // places of values
  };
  // The arcs of a part that is distributed again: each is a source.
  struct moved_arcs {
    void operator()(std::size_t first, std::size_t last, const auto& take) const {
      for (std::size_t i = first; i < last; ++i) take(rows[i], entries[i]);
    }
    plain_array<entry<W>> entries;
    plain_array<std::uint16_t> rows;
  };

  static constexpr unsigned blocks_a_worker = 4;
  static constexpr std::size_t smallest_block = 4096;
  // A part twice, as it is sorted, fits in a core's cache; so many parts are written to by turns (docs/experiments/2026-11-28-rows-by-parts.md).
  static constexpr std::size_t part_arcs = std::size_t{1} << 15;
  static constexpr std::size_t most_parts = 512;
  static constexpr unsigned most_row_bits = std::numeric_limits<std::uint16_t>::digits;
  // A larger part is worth all workers.
  static constexpr std::size_t large_part = std::size_t{1} << 20;

  row_stretch<W> part_of_rows(const row_stretch<W>& all, std::size_t part) const {
    const std::size_t first = part << row_bits_;
    const std::size_t count = std::min(std::size_t{1} << row_bits_, count_ - first);
    const edge_index begin = begins_[part];
    const edge_index size = begins_[part + 1] - begin;
    return {all.offsets.subspan(first, count), all.entries.subspan(begin, size),
            all.rows_in_part.subspan(begin, size), all.base + begin};
  }

  void enter_parts(const row_stretch<W>& all) const {
    const auto enter_small = [&](scratch& own, std::size_t part) {
      const row_stretch<W> rows = part_of_rows(all, part);
      if (rows.entries.size() <= large_part) enter_alone(rows, own);
    };
    whole_for_own<scratch>(parts_, each_, enter_small, [](scratch&) {});
    for (std::size_t part = 0; part < parts_; ++part) {
      const row_stretch<W> rows = part_of_rows(all, part);
      if (rows.entries.size() > large_part) enter_together(rows);
    }
  }

  void enter_alone(const row_stretch<W>& rows, scratch& own) const {
    const std::size_t n = rows.entries.size();
    const bool in_order = count_rows(rows, own);
    arc* from = own.room_for(2 * n);
    if (in_order) {
      for (std::size_t i = 0; i < n; ++i) from[i] = {rows.entries[i], rows.rows_in_part[i]};
    } else {
      from = sorted_by_neighbour(rows, own);
    }
    for (std::size_t i = 0; i < n; ++i) rows.entries[own.places[from[i].row]++] = from[i].to;
    if constexpr (is_weight<W>) sort_parallel_edges(rows);
  }

  // Where rows begin; true if each gets its neighbours in order.
  static bool count_rows(const row_stretch<W>& rows, scratch& own) {
    own.places.assign(rows.offsets.size(), 0);
    own.last.assign(rows.offsets.size(), 0);
    bool in_order = true;
    for (std::size_t i = 0; i < rows.entries.size(); ++i) {
      const std::uint16_t row = rows.rows_in_part[i];
      const vertex to = target_of(rows.entries[i]);
      in_order &= own.last[row] <= to;
      own.last[row] = to;
      ++own.places[row];
    }
    edge_index before = 0;
    for (std::size_t v = 0; v < rows.offsets.size(); ++v) {
      rows.offsets[v] = rows.base + before;
      before += std::exchange(own.places[v], before);
    }
    return in_order;
  }

  // The arcs in the scratch, which has room for them twice.
  arc* sorted_by_neighbour(const row_stretch<W>& rows, scratch& own) const {
    const std::size_t n = rows.entries.size();
    const std::size_t values = std::size_t{1} << digits_.width;
    const auto digit = [&](const entry<W>& e, unsigned d) {
      return (target_of(e) >> (d * digits_.width)) & (values - 1);
    };
    for (unsigned d = 0; d < digits_.count; ++d) std::fill_n(own.digits[d].begin(), values, 0U);
    for (const entry<W>& e : rows.entries)
      for (unsigned d = 0; d < digits_.count; ++d) ++own.digits[d][digit(e, d)];
    for (unsigned d = 0; d < digits_.count; ++d) {
      std::uint32_t before = 0;
      for (std::size_t value = 0; value < values; ++value)
        before += std::exchange(own.digits[d][value], before);
    }
    arc* to = own.arcs.get();
    arc* from = to + n;
    for (std::size_t i = 0; i < n; ++i)
      to[own.digits[0][digit(rows.entries[i], 0)]++] = {rows.entries[i], rows.rows_in_part[i]};
    for (unsigned d = 1; d < digits_.count; ++d) {
      std::swap(from, to);
      for (std::size_t i = 0; i < n; ++i) to[own.digits[d][digit(from[i].to, d)]++] = from[i];
    }
    return to;
  }

  // Which are beside each other already.
  static void sort_parallel_edges(const row_stretch<W>& rows) {
    for (std::size_t v = 0; v < rows.offsets.size(); ++v) {
      const edge_index begin = rows.offsets[v] - rows.base;
      const edge_index end =
          v + 1 == rows.offsets.size() ? rows.entries.size() : rows.offsets[v + 1] - rows.base;
      const auto row = rows.entries.subspan(begin, end - begin);
      if (!std::ranges::is_sorted(row, before<W>())) std::ranges::sort(row, before<W>());
    }
  }

  void enter_together(const row_stretch<W>& rows) const {
    if (rows.offsets.size() == 1) {
      rows.offsets[0] = rows.base;
      using order = std::conditional_t<is_weight<W>, before<W>, std::ranges::less>;
      arcas::sort(rows.entries, order{}, loops_);
      if (loops_.stop.stop_requested()) throw interrupted();
      return;
    }
    const std::size_t n = rows.entries.size();
    moved_arcs arcs{plain_array<entry<W>>(n), plain_array<std::uint16_t>(n)};
    whole_for(n, loops_, [&](std::size_t i) {
      arcs.entries[i] = rows.entries[i];
      arcs.rows[i] = rows.rows_in_part[i];
    });
    row_builder again(rows.offsets.size(), n, digits_, loops_);
    again.counted(n, arcs);
    again.build(n, arcs, rows);
  }

  std::size_t count_;
  vertex_digits digits_;
  const loop_options loops_;
  loop_options each_ = loops_;  // single blocks and parts
  unsigned row_bits_;           // of a row in its part
  std::size_t parts_;
  std::size_t blocks_;
  std::vector<edge_index> places_;  // of each block, for each part
  std::vector<edge_index> begins_;  // of parts, and their end
};

// The rows of n vertices from about so many arcs: visit(begin, end, take) takes those of sources
// [begin, end) by take(row, entry), every time the same ones.
template <class W, class Visit>
sorted_rows<W> rows_of_arcs(std::size_t n, std::size_t arcs, std::size_t sources,
                            const Visit& visit, const loop_options& loops) {
  sorted_rows<W> made{plain_array<edge_index>(n + 1), {}};
  made.offsets[n] = 0;
  if (n == 0) return made;
  row_builder<W> builder(n, arcs, vertex_digits(n), loops);
  const edge_index count = builder.counted(sources, visit);
  made.offsets[n] = count;
  made.entries = plain_array<entry<W>>(count);
  plain_array<std::uint16_t> rows_in_part(count);
  builder.build(sources, visit,
                {made.offsets.all().first(n), made.entries.all(), rows_in_part.all(), 0});
  return made;
}

// take(row, entry) for arcs [first, last) of rows that are there.
template <class W>
void visit_arcs(const basic_adjacency<W>& of, edge_index first, edge_index last, const auto& take) {
  const auto offsets = of.offsets();
  auto v = static_cast<vertex>(std::ranges::upper_bound(offsets, first) - offsets.begin() - 1);
  for (edge_index i = first; i < last; ++i) {
    while (offsets[v + std::size_t{1}] == i) ++v;
    if constexpr (is_weight<W>) {
      take(v, entry<W>{of.targets()[i], of.weights()[i]});
    } else {
      take(v, of.targets()[i]);
    }
  }
}

}  // namespace arcas::inline v0::graph::detail
