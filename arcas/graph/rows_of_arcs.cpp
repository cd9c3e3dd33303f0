// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>
#include <arcas/graph/each_weight.h>
#include <arcas/graph/rows_of_arcs.h>

#include <array>
#include <bit>
#include <cassert>
#include <climits>

namespace arcas::inline v0::graph::detail {
namespace {

// Divides the bits of a vertex number into digits of equal width, for radix sort.
struct vertex_digits {
  static constexpr unsigned widest = 11;
  static constexpr unsigned most = (sizeof(vertex) * CHAR_BIT + widest - 1) / widest;
  // All vertex numbers are below `vertices`.
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

}  // namespace

// The record that is moved when a part is sorted.
template <class W>
struct row_builder<W>::arc {
  entry<W> to;
  std::uint16_t row;
};

// The buffers of one worker. `arcs` takes 16 bytes for each arc of the worker's largest part; 24
// with weights of 4 bytes, 48 with weights of 8 bytes.
template <class W>
struct row_builder<W>::scratch {
  plain_array<arc> arcs;              // two arrays, each with room for the arcs of a part
  std::vector<std::uint32_t> places;  // next position in each row
  std::vector<vertex> last;           // the last target seen in each row
  std::array<std::array<std::uint32_t, std::size_t{1} << vertex_digits::widest>,
             vertex_digits::most>
      digits;  // next positions, for each value of each digit
};

// The arcs of a part that is distributed again; each arc is a source (arcs_extent).
template <class W>
struct row_builder<W>::moved_arcs {
  void operator()(std::size_t first, std::size_t last, const auto& take) const {
    for (std::size_t i = first; i < last; ++i) take(rows[i], entries[i]);
  }
  plain_array<entry<W>> entries;
  plain_array<std::uint16_t> rows;
};

template <class W>
void row_builder<W>::enter(const row_stretch<W>& all) const {
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

template <class W>
void row_builder<W>::enter_alone(const row_stretch<W>& rows, scratch& own) const {
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

// Computes where rows begin. Returns whether each row receives its targets in ascending order.
template <class W>
bool row_builder<W>::count_rows(const row_stretch<W>& rows, scratch& own) {
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

// Returns the arcs sorted by target, in an array of `own`.
template <class W>
auto row_builder<W>::sorted_by_target(const row_stretch<W>& rows, scratch& own) const -> arc* {
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

// Sorts parallel edges by weight; they are adjacent already.
template <class W>
void row_builder<W>::sort_parallel_edges(const row_stretch<W>& rows) {
  for (std::size_t v = 0; v < rows.offsets.size(); ++v) {
    const edge_index begin = rows.offsets[v] - rows.base;
    const edge_index end =
        v + 1 == rows.offsets.size() ? rows.entries.size() : rows.offsets[v + 1] - rows.base;
    const auto row = rows.entries.subspan(begin, end - begin);
    if (!std::ranges::is_sorted(row, before<W>())) std::ranges::sort(row, before<W>());
  }
}

template <class W>
void row_builder<W>::enter_together(const row_stretch<W>& rows) const {
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

#define ARCAS_INSTANTIATE(W) template class row_builder<W>;
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph::detail
