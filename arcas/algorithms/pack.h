// SPDX-License-Identifier: Apache-2.0
// Pack and filter write the selected elements one after the other, in their order.
//
//   threads  the calling thread alone, if it is done before a loop would have begun; otherwise
//            those of parallel_for
//   after    everything is written when the call returns
//   throws   the exceptions of parallel_for and of the caller's functions; the results are then
//            partly written. If the loop is stopped, the returned count is meaningless
//   cost     the condition is evaluated once for each element. If one worker is alone, one pass;
//            otherwise one loop, and memory of one bit for each element. options.grain is the
//            number of elements in a block
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <vector>

namespace arcas::inline v0::detail {

// Numbers of elements in a group, for the two ways of testing below. All elements of a group are
// tested before any is written. The tests have no branch: a processor could not predict it, and a
// misprediction costs as much as testing five elements.
inline constexpr std::size_t bits_of_word = 64;
inline constexpr std::size_t listed_at_once = 256;

// Tests `count` elements from k on. Calls put(position, element) for each selected one, with
// positions from `at` on; returns the next position.
template <class Keep, class Put>
std::size_t put_listed(std::size_t k, std::size_t count, std::size_t at, const Keep& keep,
                       const Put& put) {
  std::array<std::uint8_t, listed_at_once> kept;
  std::size_t length = 0;
  for (std::size_t j = 0; j < count; ++j) {
    kept[length] = static_cast<std::uint8_t>(j);
    length += keep(k + j) ? 1 : 0;
  }
  for (std::size_t i = 0; i < length; ++i) put(at + i, k + kept[i]);
  return at + length;
}

// Bit i is keep(k + i), for up to 64 elements before `end`.
template <class Keep>
std::uint64_t kept_word(std::size_t k, std::size_t end, const Keep& keep) {
  const std::size_t bits = end - k < bits_of_word ? end - k : bits_of_word;
  std::uint64_t kept = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) {
    kept |= std::uint64_t{keep(k + bit) ? 1U : 0U} << bit;
  }
  return kept;
}

// Calls put(position, k + i) for each bit i that is set; returns the next position.
template <class Put>
std::size_t put_word(std::uint64_t kept, std::size_t at, std::size_t k, const Put& put) {
  for (; kept != 0; kept &= kept - 1) {
    put(at++, k + static_cast<std::size_t>(std::countr_zero(kept)));
  }
  return at;
}

// The selected elements, as one bit each; each block has separate words.
class kept_bits {
 public:
  explicit kept_bits(const block_grid& grid)
      : grid_(grid),
        words_of_block_((grid.size + bits_of_word - 1) / bits_of_word),
        words_(std::make_unique_for_overwrite<std::uint64_t[]>(grid.count() * words_of_block_)) {}

  // Tests each element of the block; returns the number of selected ones.
  template <class Keep>
  std::size_t look(std::size_t b, const Keep& keep) {
    std::uint64_t* word = words_.get() + b * words_of_block_;
    const std::size_t end = grid_.end(b);
    std::size_t count = 0;
    for (std::size_t k = grid_.begin(b); k < end; k += bits_of_word) {
      *word = kept_word(k, end, keep);
      count += static_cast<std::size_t>(std::popcount(*word++));
    }
    return count;
  }
  // Writes the selected elements of a block that was tested.
  template <class Put>
  void put(std::size_t b, std::size_t at, const Put& put) const {
    const std::uint64_t* word = words_.get() + b * words_of_block_;
    const std::size_t end = grid_.end(b);
    for (std::size_t k = grid_.begin(b); k < end; k += bits_of_word) {
      at = put_word(*word++, at, k, put);
    }
  }

 private:
  const block_grid& grid_;
  std::size_t words_of_block_;
  std::unique_ptr<std::uint64_t[]> words_;
};

// Calls put(position, k) for each k of [0, n) with keep(k); returns the number of these k.
template <class Keep, class Put>
std::size_t pack_of(std::size_t n, const Keep& keep, const Put& put, const loop_options& asked,
                    const std::source_location& where) {
  const loop_options options = as_configured(asked);
  const auto part = [&](std::size_t k, std::size_t end, std::size_t at) {
    for (; k < end; k += listed_at_once) {
      at = put_listed(k, end - k < listed_at_once ? end - k : listed_at_once, at, keep, put);
    }
    return at;
  };
  const unsigned workers = workers_of(options);
  first_part begun(n, workers, options);
  const std::size_t before = begun.timed([&] { return part(0, begun.size(), 0); });
  if (begun.rest_is_short()) return part(begun.size(), n, before);
  const auto grid = block_grid::dealt_to(workers, begun.size(), n, options);
  kept_bits bits(grid);
  constexpr plus<std::size_t> add;
  prefix_blocks<plus<std::size_t>> blocks(grid.count(), add, before);
  return blocks.run([&](std::size_t b) { return bits.look(b, keep); },
                    [&](std::size_t b, std::size_t at) { bits.put(b, at, put); },
                    [&](std::size_t at) { return part(begun.size(), n, at); }, workers, options,
                    where);
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// Calls put(position, i) for each i of [first, last) with keep(i). Positions count from 0, in the
// order of the indices. Returns the number of these i.
//   pack(0, n, [&](int v) { return degree[v] > 9; }, [&](std::size_t at, int v) { hubs[at] = v; });
template <loop_index A, loop_index B, index_body<index_between<A, B>> Keep, class Put>
std::size_t pack(A first, B last, Keep&& keep, Put&& put, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  return detail::pack_of(
      iterations(from, static_cast<I>(last)),
      [&](std::size_t k) { return static_cast<bool>(keep(index_of(from, k))); },
      [&](std::size_t at, std::size_t k) { put(at, index_of(from, k)); }, options, where);
}

// Copies the elements e with keep(e) to out[0], out[1] …; returns their number. `out` must have
// room for them and share no element with `in`.
template <elements In, element_places Out, element_function<In> Keep>
std::size_t filter(const In& in, Out&& out, Keep&& keep, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  return detail::pack_of(
      std::size(in), [&](std::size_t k) { return static_cast<bool>(keep(in[k])); },
      [&](std::size_t at, std::size_t k) {
        assert(at < std::size(out) && "no room for the results");
        out[at] = in[k];
      },
      options, where);
}

// Like filter() above, but returns a new array; the elements are counted first.
template <elements In, element_function<In> Keep>
std::vector<element_of<In>> filter(
    const In& in, Keep&& keep, const loop_options& asked = {},
    const std::source_location& where = std::source_location::current()) {
  const loop_options options = detail::as_configured(asked);
  const std::size_t words = std::size(in) / detail::bits_of_word + 1;
  const auto workers =
      static_cast<unsigned>(std::min<std::size_t>(detail::workers_of(options), words));
  const auto grid = detail::block_grid::dealt_to(workers, 0, std::size(in), options);
  detail::kept_bits bits(grid);
  std::vector<std::size_t> ends(grid.count());
  parallel_for(
      std::size_t{0}, grid.count(),
      [&](std::size_t b) {
        ends[b] = bits.look(b, [&](std::size_t k) { return static_cast<bool>(keep(in[k])); });
      },
      detail::over_blocks(options), where);
  if (options.stop.stop_requested()) return {};
  std::size_t kept = 0;
  for (std::size_t& end : ends) end = kept += end;
  static_assert(element_places<std::vector<element_of<In>>>,
                "a std::vector<bool> cannot be written by several workers; filter into an array");
  std::vector<element_of<In>> out(kept);
  parallel_for(
      std::size_t{0}, grid.count(),
      [&](std::size_t b) {
        bits.put(b, b == 0 ? 0 : ends[b - 1],
                 [&](std::size_t at, std::size_t k) { out[at] = in[k]; });
      },
      detail::over_blocks(options), where);
  return out;
}

// Copies the elements whose flag is set; flags[k] belongs to in[k].
template <elements In, elements Flags, element_places Out>
std::size_t pack(const In& in, const Flags& flags, Out&& out, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  assert(std::size(flags) >= std::size(in) && "a flag for each element is needed");
  return pack(
      std::size_t{0}, std::size(in), [&](std::size_t k) { return static_cast<bool>(flags[k]); },
      [&](std::size_t at, std::size_t k) { out[at] = in[k]; }, options, where);
}

}  // namespace arcas::inline v0
