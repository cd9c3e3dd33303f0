// SPDX-License-Identifier: Apache-2.0
// The common part of pack and of the algorithms that remove elements: which elements are selected,
// and where do they go? pack_of() writes the selected elements in one loop. A `selection` tests all
// elements before any of them moves. Private to algorithms/.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/memory/memory_block.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
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
    length += keep(k + j) ? 1U : 0U;
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
  // Writes the other elements of the block.
  template <class Put>
  void put_others(std::size_t b, std::size_t at, const Put& put) const {
    const std::uint64_t* word = words_.get() + b * words_of_block_;
    const std::size_t end = grid_.end(b);
    for (std::size_t k = grid_.begin(b); k < end; k += bits_of_word) {
      const std::uint64_t beyond = end - k < bits_of_word ? ~std::uint64_t{0} << (end - k) : 0;
      at = put_word(~(*word++ | beyond), at, k, put);
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

// The selected elements of [0, n): all are tested before any is written.
class selection {
 public:
  template <class Keep>
  selection(std::size_t n, const Keep& keep, const loop_options& asked,
            const std::source_location& where)
      : options_(as_configured(asked)),
        where_(where),
        grid_(block_grid::dealt_to(workers_for(n, options_), 0, n, options_)),
        bits_(grid_),
        ends_(grid_.count()) {
    each(grid_.count(), [&](std::size_t b) { ends_[b] = bits_.look(b, keep); });
    whole_ = !options_.stop.stop_requested();
    std::size_t kept = 0;
    for (std::size_t& end : ends_) end = kept += end;
    options_.stop = {};
  }

  bool is_whole() const { return whole_; }  // false: a stop was requested before the end
  std::size_t kept() const { return ends_.empty() ? 0 : ends_.back(); }
  bool is_one_block() const { return grid_.count() <= 1; }
  // Calls put(position, k) for each selected k, from position 0 on.
  template <class Put>
  void put(const Put& put) const {
    each(grid_.count(), [&](std::size_t b) { bits_.put(b, b == 0 ? 0 : ends_[b - 1], put); });
  }
  // Calls put(position, k) for every other k, from position kept() on.
  template <class Put>
  void put_others(const Put& put) const {
    each(grid_.count(), [&](std::size_t b) {
      const std::size_t kept_before = b == 0 ? 0 : ends_[b - 1];
      bits_.put_others(b, kept() + grid_.begin(b) - kept_before, put);
    });
  }
  template <class F>
  void each(std::size_t n, const F& f) const {
    parallel_for(std::size_t{0}, n, f, over_blocks(options_), where_);
  }

 private:
  static unsigned workers_for(std::size_t n, const loop_options& options) {
    return static_cast<unsigned>(std::min<std::size_t>(workers_of(options), n / bits_of_word + 1));
  }

  loop_options options_;  // without the stop token, once all elements are tested
  const std::source_location& where_;
  block_grid grid_;
  kept_bits bits_;
  std::vector<std::size_t> ends_;  // number of selected elements up to the end of each block
  bool whole_ = false;
};

enum class others { dropped, kept };

// Moves the elements r[k] with keep(k) to the front, in their order, and with others::kept all
// other elements behind them. Returns the number of kept elements.
template <others Others, class R, class Keep>
std::size_t keep_first(R& r, const Keep& keep, const loop_options& options,
                       const std::source_location& where) {
  using T = std::remove_reference_t<reference_of<R>>;
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>,
                "arcas: elements that are moved must be movable without an exception");
  const selection kept(std::size(r), keep, options, where);
  if (!kept.is_whole() || kept.kept() == std::size(r)) return std::size(r);
  if (kept.is_one_block() && Others == others::dropped) {
    kept.put([&](std::size_t at, std::size_t k) noexcept {
      if (at != k) r[at] = std::move(r[k]);
    });
    return kept.kept();
  }
  const std::size_t moved = Others == others::kept ? std::size(r) : kept.kept();
  const scratch_memory<T> scratch(moved);
  const auto put = [to = scratch.get(), &r](std::size_t at, std::size_t k) noexcept {
    std::construct_at(to + at, std::move(r[k]));
  };
  kept.put(put);
  if constexpr (Others == others::kept) kept.put_others(put);
  kept.each(moved, [from = scratch.get(), &r](std::size_t k) noexcept {
    r[k] = std::move(from[k]);
    std::destroy_at(from + k);
  });
  return kept.kept();
}

}  // namespace arcas::inline v0::detail
