// SPDX-License-Identifier: Apache-2.0
// How do arcs in any order become the rows of a graph? They are distributed into parts, each the rows of consecutive
// vertices: the workers count the arcs of their blocks, the counts tell where each arc goes, and all are moved there. One
// worker then sorts a part by target, digit by digit, and enters it row by row. Arcs that arrive in the order of their
// targets, as those of a transposed graph do, are only entered. Up to 2^25 arcs a part is small enough for a core's cache, but
// for one with a hub. Large parts are distributed again by all workers; above 2^30 arcs most are large.
//
// The rows are the same for any order of the arcs and any number of workers, but for weights that compare equal and are
// not the same bits. No two workers write to the same element.
#pragma once

#include <arcas/algorithms/search.h>
#include <arcas/algorithms/sort.h>
#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/options.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The bits of a vertex number divided into digits as wide as each other.
struct vertex_digits {
  static constexpr unsigned widest = 11;
  static constexpr unsigned most = (sizeof(vertex) * CHAR_BIT + widest - 1) / widest;
  // Every number is below `vertices`.
  explicit vertex_digits(std::size_t vertices) {
    const std::size_t greatest = std::max<std::size_t>(vertices, 2) - 1;
    const auto bits = static_cast<unsigned>(std::bit_width(greatest));
    count = (bits + widest - 1) / widest;
    width = (bits + count - 1) / count;
    assert(count <= most);
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

// What rows are built of. Each target is below `targets`. The sources have `arcs` arcs, more or less.
struct arcs_extent {
  std::size_t rows;
  std::size_t targets;
  std::size_t arcs;
  std::size_t sources;
};

// count(), place() and enter() one after the other. visit(begin, end, take) takes the arcs of sources
// [begin, end) by take(row, entry), every time the same ones.
template <class W>
class row_builder {
 public:
  row_builder(const arcs_extent& of, const loop_options& loops)
      : rows_(of.rows), sources_(of.sources), targets_(of.targets), loops_(loops) {
    each_.grain = 1;
    const std::size_t workers = runtime_of(loops).workers();
    const std::size_t wanted = std::clamp<std::size_t>(of.arcs / part_arcs, 1, most_parts);
    row_bits_ =
        std::min(most_row_bits, static_cast<unsigned>(std::bit_width((rows_ - 1) / wanted)));
    parts_ = ((rows_ - 1) >> row_bits_) + 1;
    stride_ = (parts_ + counts_a_line - 1) / counts_a_line * counts_a_line;
    blocks_ = std::clamp<std::size_t>(of.arcs / (smallest_block + arcs_a_count * parts_), 1,
                                      blocks_a_worker * workers);
    large_ = std::clamp(of.arcs / workers, least_large_part, most_large_part);
  }

  // How many arcs there are.
  template <class Visit>
  edge_index count(const Visit& visit) {
    places_ = plain_array<edge_index>(blocks_ * stride_);
    whole_for(blocks_, each_, [&](std::size_t b) {
      edge_index* const counts = places_of(b);
      std::fill_n(counts, parts_, edge_index{0});
      visit_block(b, visit, [&](std::size_t row, const entry<W>&) { ++counts[row >> row_bits_]; });
    });
    std::vector<edge_index> next(parts_, 0);
    for (std::size_t b = 0; b < blocks_; ++b)
      for (std::size_t part = 0; part < parts_; ++part) next[part] += places_of(b)[part];
    begins_.resize(parts_ + 1);
    edge_index before = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
      begins_[part] = before;
      before += std::exchange(next[part], before);
    }
    for (std::size_t b = 0; b < blocks_; ++b) {
      for (std::size_t part = 0; part < parts_; ++part) {
        edge_index& place = places_of(b)[part];
        next[part] += std::exchange(place, next[part]);
      }
    }
    return begins_[parts_] = before;
  }

  // Moves each arc to its part: after count(), with the same visit.
  template <class Visit>
  void place(const Visit& visit, const row_stretch<W>& to) {
    const std::size_t mask = (std::size_t{1} << row_bits_) - 1;
    whole_for(blocks_, each_, [&](std::size_t b) {
      edge_index* const places = places_of(b);
      visit_block(b, visit, [&](std::size_t row, const entry<W>& e) {
        const edge_index place = places[row >> row_bits_]++;
        to.entries[place] = e;
        to.rows_in_part[place] = static_cast<std::uint16_t>(row & mask);
      });
    });
    places_ = {};
  }

  // Enters the arcs of each part into their rows: after place().
  void enter(const row_stretch<W>& all) const {
    const auto enter_small = [&](scratch& own, std::size_t part) {
      const row_stretch<W> rows = part_of_rows(all, part);
      if (rows.entries.size() <= large_) enter_alone(rows, own);
    };
    whole_for_own<scratch>(parts_, each_, enter_small, [](scratch&) {});
    for (std::size_t part = 0; part < parts_; ++part) {
      const row_stretch<W> rows = part_of_rows(all, part);
      if (rows.entries.size() > large_) enter_together(rows);
    }
  }

 private:
  // What is moved when a part is sorted.
  struct arc {
    entry<W> to;
    std::uint16_t row;
  };
  // Each worker has its own: of its largest part, 16 bytes an arc, or with weights 24 or 48.
  struct scratch {
    plain_array<arc> arcs;              // of a part, twice
    std::vector<std::uint32_t> places;  // of rows
    std::vector<vertex> last;           // target of a row so far
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

  // A part is to have so many arcs. There are no more parts, but where a row's number in its part would not have 16 bits. Sizes
  // from half to twice of these were not faster (docs/experiments/2026-11-28-rows-by-parts.md).
  static constexpr std::size_t part_arcs = std::size_t{1} << 15;
  static constexpr std::size_t most_parts = 1024;
  static constexpr unsigned most_row_bits = std::numeric_limits<std::uint16_t>::digits;
  // A part is large that has more arcs than a worker's share of all, but that counts as no less and no more than these. Chosen,
  // not measured: one worker takes some milliseconds for a large part.
  static constexpr std::size_t least_large_part = std::size_t{1} << 17;
  static constexpr std::size_t most_large_part = std::size_t{1} << 20;
  // Some blocks for each worker, so that none waits long. Counts of more than one block take two bytes an arc at most.
  static constexpr std::size_t blocks_a_worker = 4;
  static constexpr std::size_t smallest_block = 4096;  // arcs
  static constexpr std::size_t arcs_a_count = 4;
  static constexpr std::size_t counts_a_line = no_sharing / sizeof(edge_index);
  // A worker looks so often whether it is to stop. Who asks for a stop does not take it back.
  static constexpr std::size_t sources_a_look = std::size_t{1} << 16;

  edge_index* places_of(std::size_t block) { return places_.data() + block * stride_; }

  void visit_block(std::size_t b, const auto& visit, const auto& take) const {
    const auto [first, last] = part_of(sources_, blocks_, b);
    for (std::size_t at = first; at < last && !loops_.stop.stop_requested(); at += sources_a_look)
      visit(at, std::min<std::size_t>(at + sources_a_look, last), take);
  }

  row_stretch<W> part_of_rows(const row_stretch<W>& all, std::size_t part) const {
    const std::size_t first = part << row_bits_;
    const std::size_t count = std::min(std::size_t{1} << row_bits_, rows_ - first);
    const edge_index begin = begins_[part];
    const edge_index size = begins_[part + 1] - begin;
    return {all.offsets.subspan(first, count), all.entries.subspan(begin, size),
            all.rows_in_part.subspan(begin, size), all.base + begin};
  }

  void enter_alone(const row_stretch<W>& rows, scratch& own) const {
    const std::size_t n = rows.entries.size();
    const bool in_order = count_rows(rows, own);
    if (own.arcs.size() < 2 * n) own.arcs = plain_array<arc>(2 * n);
    arc* from = own.arcs.data();
    if (in_order) {
      for (std::size_t i = 0; i < n; ++i) from[i] = {rows.entries[i], rows.rows_in_part[i]};
    } else {
      from = sorted_by_target(rows, own);
    }
    for (std::size_t i = 0; i < n; ++i) rows.entries[own.places[from[i].row]++] = from[i].to;
    if constexpr (is_weight<W>) sort_parallel_edges(rows);
  }

  // Where rows begin; true if each gets its targets in order.
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
    std::uint32_t before = 0;
    for (std::size_t v = 0; v < rows.offsets.size(); ++v) {
      rows.offsets[v] = rows.base + before;
      before += std::exchange(own.places[v], before);
    }
    return in_order;
  }

  // The arcs in the order of their targets; they lie in `own`.
  arc* sorted_by_target(const row_stretch<W>& rows, scratch& own) const {
    const std::size_t n = rows.entries.size();
    const vertex_digits digits(targets_);
    const std::size_t values = std::size_t{1} << digits.width;
    const auto digit = [&](const entry<W>& e, unsigned d) {
      return (target_of(e) >> (d * digits.width)) & (values - 1);
    };
    for (unsigned d = 0; d < digits.count; ++d) std::fill_n(own.digits[d].begin(), values, 0U);
    for (const entry<W>& e : rows.entries)
      for (unsigned d = 0; d < digits.count; ++d) ++own.digits[d][digit(e, d)];
    for (unsigned d = 0; d < digits.count; ++d) {
      std::uint32_t before = 0;
      for (std::size_t value = 0; value < values; ++value)
        before += std::exchange(own.digits[d][value], before);
    }
    arc* to = own.arcs.data();
    arc* from = to + n;
    for (std::size_t i = 0; i < n; ++i)
      to[own.digits[0][digit(rows.entries[i], 0)]++] = {rows.entries[i], rows.rows_in_part[i]};
    for (unsigned d = 1; d < digits.count; ++d) {
      std::swap(from, to);
      for (std::size_t i = 0; i < n; ++i) to[own.digits[d][digit(from[i].to, d)]++] = from[i];
    }
    return to;
  }

  // Parallel edges lie beside each other; this puts them in the order of their weights.
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
      using order = std::conditional_t<is_weight<W>, before<W>, less_than>;
      arcas::sort(rows.entries, order{}, loops_);
      if (loops_.stop.stop_requested()) throw interrupted();
      return;
    }
    const std::size_t n = rows.entries.size();
    row_builder again({rows.offsets.size(), targets_, n, n}, loops_);
    {
      moved_arcs arcs{plain_array<entry<W>>(n), plain_array<std::uint16_t>(n)};
      whole_for(n, loops_, [&](std::size_t i) {
        arcs.entries[i] = rows.entries[i];
        arcs.rows[i] = rows.rows_in_part[i];
      });
      again.count(arcs);
      again.place(arcs, rows);
    }
    again.enter(rows);
  }

  std::size_t rows_;
  std::size_t sources_;
  std::size_t targets_;
  const loop_options loops_;
  loop_options each_ = loops_;  // single blocks and parts
  unsigned row_bits_;           // of a row in its part
  std::size_t parts_;
  std::size_t stride_;  // from the counts of a block to those of the next
  std::size_t blocks_;
  std::size_t large_;               // arcs of a part that is distributed again
  plain_array<edge_index> places_;  // of each block, for each part
  std::vector<edge_index> begins_;  // of parts, and their end
};

// The rows, from arcs that visit(begin, end, take) takes as a row_builder wants it. Throws interrupted, and out_of_memory.
template <class W, class Visit>
sorted_rows<W> rows_of_arcs(const arcs_extent& of, const Visit& visit, const loop_options& loops) {
  // Without arcs too the entries have an address, which arrays of Python share.
  sorted_rows<W> made{plain_array<edge_index>(of.rows + 1), plain_array<entry<W>>(0)};
  made.offsets[of.rows] = 0;
  if (of.rows == 0) return made;
  row_builder<W> builder(of, loops);
  const edge_index count = builder.count(visit);
  made.offsets[of.rows] = count;
  made.entries = plain_array<entry<W>>(count);
  plain_array<std::uint16_t> rows_in_part(count);
  const row_stretch<W> all{made.offsets.all().first(of.rows), made.entries.all(),
                           rows_in_part.all(), 0};
  builder.place(visit, all);
  builder.enter(all);
  return made;
}

// take(edge) for arcs [first, last) of rows that are there.
template <class W>
void visit_arcs(const basic_adjacency<W>& of, edge_index first, edge_index last, const auto& take) {
  const auto offsets = of.offsets();
  auto v = static_cast<vertex>(std::ranges::upper_bound(offsets, first) - offsets.begin() - 1);
  for (edge_index i = first; i < last; ++i) {
    while (offsets[v + std::size_t{1}] == i) ++v;
    if constexpr (is_weight<W>) {
      take(basic_edge<vertex, W>{v, of.targets()[i], of.weights()[i]});
    } else {
      take(basic_edge<vertex, W>{v, of.targets()[i]});
    }
  }
}

}  // namespace arcas::inline v0::graph::detail
