// SPDX-License-Identifier: Apache-2.0
// Turns arcs in any order into the rows of a graph, by parts: a part has the rows of consecutive
// vertices. The input is divided into blocks. The workers count the arcs of each block for each
// part, the counts give each arc's position, and all arcs are moved to their parts. Then one worker
// sorts a part by target (radix sort) and appends each arc to its row. Arcs that arrive in the
// order of their targets, as the arcs of a transposed graph do, are not sorted. If there are at
// most 2^25 arcs, a part fits in a core's cache, unless one of its vertices has very many arcs.
// Large parts are distributed again by all workers; above 2^30 arcs most parts are large.
//
// The rows do not depend on the order of the arcs or the number of workers, except for the order of
// parallel edges whose weights compare equal and have different bits. No two workers write to the
// same element.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/options.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Consecutive rows: their offsets, of which the first is `base`, and their entries.
template <class W>
struct row_stretch {
  std::span<edge_index> offsets;
  std::span<entry<W>> entries;
  std::span<std::uint16_t> rows_in_part;  // row number in the part, for each entry
  edge_index base;
};

// The size of a row_builder's input. A source is an element of the input from which arcs are made,
// such as an edge. Each target is below `targets`. `arcs` is an estimate of the number of arcs.
struct arcs_extent {
  std::size_t rows;
  std::size_t targets;
  std::size_t arcs;
  std::size_t sources;
};

// Call count(), place() and enter(), in this order. visit(begin, end, take) calls take(row, entry)
// for each arc of the sources [begin, end), and must give the same arcs every time.
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

  // Moves each arc to its part.
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

  // Moves the arcs of each part into their rows.
  void enter(const row_stretch<W>& all) const;

 private:
  struct arc;
  struct scratch;
  struct moved_arcs;

  // part_arcs is the intended number of arcs in a part, most_parts the maximum number of parts.
  // There are more parts only if a row's number in its part would otherwise exceed 16 bits. Half
  // and twice these values were not faster (docs/experiments/2026-11-28-rows-by-parts.md).
  static constexpr std::size_t part_arcs = std::size_t{1} << 15;
  static constexpr std::size_t most_parts = 1024;
  static constexpr unsigned most_row_bits = std::numeric_limits<std::uint16_t>::digits;
  // A part is large if it has more arcs than a worker's average share. That threshold is at least
  // least_large_part and at most most_large_part. These limits were chosen, not measured: one
  // worker takes a few milliseconds for a part between them.
  static constexpr std::size_t least_large_part = std::size_t{1} << 17;
  static constexpr std::size_t most_large_part = std::size_t{1} << 20;
  // Each worker has several blocks, so that no worker waits long for another. A block has one count
  // of 8 bytes for each part. If there are several blocks, each has at least arcs_a_count arcs for
  // each count, so the counts take at most two bytes for each arc.
  static constexpr std::size_t blocks_a_worker = 4;
  static constexpr std::size_t smallest_block = 4096;  // arcs
  static constexpr std::size_t arcs_a_count = 4;
  static constexpr std::size_t counts_a_line = no_sharing / sizeof(edge_index);
  // Number of sources between two checks for a stop request. A block that sees a request is left
  // incomplete. The request is never withdrawn, so whole_for() throws after the loop.
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

  void enter_alone(const row_stretch<W>& rows, scratch& own) const;
  void enter_together(const row_stretch<W>& rows) const;
  static bool count_rows(const row_stretch<W>& rows, scratch& own);
  arc* sorted_by_target(const row_stretch<W>& rows, scratch& own) const;
  static void sort_parallel_edges(const row_stretch<W>& rows);

  std::size_t rows_;
  std::size_t sources_;
  std::size_t targets_;
  const loop_options loops_;
  loop_options each_ = loops_;  // grain 1: for loops over blocks and parts
  unsigned row_bits_;           // bits of a row's number in its part
  std::size_t parts_;
  std::size_t stride_;  // distance from the counts of a block to the counts of the next
  std::size_t blocks_;
  std::size_t large_;               // a part with more arcs is distributed again
  plain_array<edge_index> places_;  // position of the next arc, for each block and part
  std::vector<edge_index> begins_;  // first arc of each part, and the end
};

// Builds the rows from the arcs of visit(), which is called as row_builder calls it. Throws
// interrupted and out_of_memory.
template <class W, class Visit>
sorted_rows<W> rows_of_arcs(const arcs_extent& of, const Visit& visit, const loop_options& loops) {
  // The entries are allocated even without arcs, since arrays of Python require an address.
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

}  // namespace arcas::inline v0::graph::detail
