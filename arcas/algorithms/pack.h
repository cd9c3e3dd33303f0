// SPDX-License-Identifier: Apache-2.0
// Selections of elements in their order. pack, filter and copy_if write the selected elements one
// after the other; remove, remove_if, unique and partition move them to the front of their range,
// and return the iterator behind them. elements.h has the forms of a call.
//
//   threads  the calling thread alone, if it is done before a loop would have begun; otherwise
//            those of parallel_for
//   after    everything is written when the call returns
//   throws   the exceptions of parallel_for and of the caller's functions; the results are then
//            partly written. If the loop is stopped, the returned count is meaningless. remove and
//            the like have moved nothing if a condition throws, if memory is refused, or if a stop
//            is requested (the end is returned). Moving an element must not throw
//   cost     the condition is evaluated once for each element. If one worker is alone, one pass;
//            otherwise one loop, and memory of one bit for each element. remove and the like: three
//            loops, and memory for the elements that move. options.grain: elements in a block
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/memory/memory_block.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
  // Calls put(position, k) for each other k, from position kept() on.
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
// other elements behind them. Returns the number of the former.
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

// Copies the elements e with keep(e) to `out`, which shares none with `in`; returns their number.
template <elements In, output_places Out, element_function<In> Keep>
std::size_t filter(const In& in, Out&& out, Keep&& keep, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(keep);
  auto&& to = detail::places_of(out);
  return detail::pack_of(
      std::size(in), [&](std::size_t k) { return bool(call(detail::element_at(in, k))); },
      [&](std::size_t at, std::size_t k) {
        assert(detail::has_room(out, at + 1) && "no room for the results");
        to[at] = detail::element_at(in, k);
      },
      options, where);
}

// Like filter() above, but returns a new array; the elements are counted first.
template <elements In, element_function<In> Keep>
std::vector<element_of<In>> filter(
    const In& in, Keep&& keep, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  static_assert(element_places<std::vector<element_of<In>>>,
                "a std::vector<bool> cannot be written by several workers; filter into an array");
  auto&& call = detail::function_of(keep);
  const detail::selection kept(
      std::size(in), [&](std::size_t k) { return bool(call(detail::element_at(in, k))); }, options,
      where);
  if (!kept.is_whole()) return {};
  std::vector<element_of<In>> out(kept.kept());
  kept.put([&](std::size_t at, std::size_t k) { out[at] = detail::element_at(in, k); });
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

// filter(in, out, keep) with the result of std.
template <elements In, output_places Out, element_function<In> Keep>
auto copy_if(const In& in, Out&& out, Keep&& keep, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return detail::iterator_at(out, arcas::filter(in, out, keep, options, where));
}

template <detail::indexed_iterator I, output_places Out, element_function<detail::between<I>> Keep>
auto copy_if(I first, I last, Out&& out, Keep keep, const loop_options& options = {},
             const std::source_location& where = std::source_location::current()) {
  return arcas::copy_if(detail::range_of(first, last), out, keep, options, where);
}

// v.erase(remove_if(v, drop), v.end()): the elements behind those without drop(e) have any value.
template <movable_elements R, element_function<R> Drop>
auto remove_if(R&& r, Drop&& drop, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(drop);
  const auto keep = [&](std::size_t k) { return !bool(call(std::as_const(r[k]))); };
  return detail::iterator_at(r,
                             detail::keep_first<detail::others::dropped>(r, keep, options, where));
}

// Removes the elements that equal value.
template <movable_elements R, detail::equals_element_of<R> T>
auto remove(R&& r, const T& value, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::remove_if(
      r, [&](const auto& e) { return detail::equal_to()(e, value); }, options, where);
}

// Of consecutive elements that are equal, keeps the first.
template <movable_elements R>
  requires detail::equals_element_of<element_of<R>, R>
auto unique(R&& r, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  const auto keep = [&](std::size_t k) { return k == 0 || !detail::equal_to()(r[k], r[k - 1]); };
  return detail::iterator_at(r,
                             detail::keep_first<detail::others::dropped>(r, keep, options, where));
}

// The elements e with is(e), then the others; both keep their order, as in std::stable_partition.
template <movable_elements R, element_function<R> Is>
auto partition(R&& r, Is&& is, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(is);
  const auto keep = [&](std::size_t k) { return bool(call(std::as_const(r[k]))); };
  return detail::iterator_at(r, detail::keep_first<detail::others::kept>(r, keep, options, where));
}

template <detail::place_iterator I, element_function<detail::between<I>> Drop>
I remove_if(I first, I last, Drop drop, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::remove_if(detail::range_of(first, last), drop, options, where);
}

template <detail::place_iterator I, detail::equals_element_of<detail::between<I>> T>
I remove(I first, I last, const T& value, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  return arcas::remove(detail::range_of(first, last), value, options, where);
}

template <detail::place_iterator I>
I unique(I first, I last, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  return arcas::unique(detail::range_of(first, last), options, where);
}

template <detail::place_iterator I, element_function<detail::between<I>> Is>
I partition(I first, I last, Is is, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::partition(detail::range_of(first, last), is, options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
__attribute__((
    unavailable("arcas: write copy_if(in, out, keep) or copy_if(first, last, out, keep); the input "
                "has r[i] and "
                "a size (no std::list); `out` has places for the results (no inserter, no "
                "std::vector<bool>)"))) void
copy_if(detail::unfit_range, const More&...);
template <class... More>
__attribute__((unavailable(
    "arcas: write remove_if(r, drop) or remove_if(first, last, drop); elements are separate "
    "variables (no std::list, no std::vector<bool>, nothing const) and can be moved"))) void
remove_if(detail::unfit_range, const More&...);
template <class... More>
__attribute__((unavailable(
    "arcas: write remove(r, value) or remove(first, last, value); elements are separate "
    "variables (no std::list, no std::vector<bool>, nothing const) and can be moved"))) void
remove(detail::unfit_range, const More&...);
template <class... More>
__attribute__((unavailable(
    "arcas: write unique(r) or unique(first, last); elements are separate "
    "variables (no std::list, no std::vector<bool>, nothing const) and can be moved"))) void
unique(detail::unfit_range, const More&...);
template <class... More>
__attribute__((unavailable(
    "arcas: write partition(r, is) or partition(first, last, is); elements are separate "
    "variables (no std::list, no std::vector<bool>, nothing const) and can be moved"))) void
partition(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
