// SPDX-License-Identifier: Apache-2.0
// How do several workers sort a large array? Private to algorithms/.
//
//   1. Splitters, drawn from a sample, divide the elements into buckets.
//   2. The workers find and count the buckets of the elements in their blocks.
//   3. The counts of the blocks give the place of each element.
//   4. All elements are moved to these places, in other memory.
//   5. Each bucket is moved back, and sorted by one worker.
//
// Steps 2 to 5 are loops over more pieces than there are workers. The elements of a block are moved
// in order, so that the sort is stable if the sort of a bucket is.
//
// A stop leaves all elements in the array, in some order: it ends step 2, when nothing has been
// moved, or prevents the sort of the remaining buckets.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/loops/called_loop.h>
#include <arcas/memory/memory_block.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <random>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// merge_sort(): a stable sort of a few thousand elements by one worker, without branches that
// depend on the elements. It is several times as fast as std::sort on numbers in random order.
//
// Two sorted halves are merged from both ends at once. For as many steps as the shorter half has
// elements, neither end needs to check whether a half is used up. The processor can overlap the two
// chains of comparisons. (The idea is that of the parity merge of Scandum's quadsort, 2021.) Groups
// of eight elements are sorted by counting: the position of an element is the number of elements
// that come before it.

// Types that are cheap and safe to copy.
template <class T>
inline constexpr bool is_plain =
    std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
    std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T> && sizeof(T) <= 64;

inline constexpr std::size_t sorted_by_counting = 8;

// n: a number, or a std::integral_constant, for which the compiler unrolls the loops.
template <class T, class N, class Before>
void sort_by_counting(const T* from, N n, T* to, const Before& before) {
  std::array<std::size_t, sorted_by_counting> rank{};
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t swapped = before(from[i], from[j]) ? 1 : 0;
      rank[j] += swapped;
      rank[i] += 1 - swapped;
    }
  }
  for (std::size_t i = 0; i < n; ++i) to[rank[i]] = from[i];
}

// Merges the sorted [a, a + m) and [b, b + n) into `to`; equal elements of a come first.
template <class T, class Before>
void merge_from_both_ends(const T* a, std::size_t m, const T* b, std::size_t n, T* to,
                          const Before& before) {
  const T* a_end = a + m;
  const T* b_end = b + n;
  T* to_end = to + m + n;
  for (std::size_t steps = m < n ? m : n; steps != 0; --steps) {
    // Compilers would turn `?:` into a branch, which a processor mispredicts in half of the steps.
    const std::size_t from_b = before(*b, *a) ? 1 : 0;
    const std::array first{a, b};
    *to++ = *first[from_b];
    b += from_b;
    a += 1 - from_b;
    const std::size_t from_a = before(b_end[-1], a_end[-1]) ? 1 : 0;
    const std::array last{b_end - 1, a_end - 1};
    *--to_end = *last[from_a];
    a_end -= from_a;
    b_end -= 1 - from_a;
  }
  // The rest of the longer half is in the middle.
  while (a < a_end && b < b_end) *to++ = before(*b, *a) ? *b++ : *a++;
  while (a < a_end) *to++ = *a++;
  while (b < b_end) *to++ = *b++;
}

template <class T, class Before>
void sort_groups(const T* from, std::size_t n, T* to, const Before& before) {
  constexpr std::integral_constant<std::size_t, sorted_by_counting> group;
  std::size_t i = 0;
  for (; i + group <= n; i += group) sort_by_counting(from + i, group, to + i, before);
  sort_by_counting(from + i, n - i, to + i, before);
}

// Merges pairs of adjacent runs of `width` sorted elements each.
template <class T, class Before>
void merge_neighbours(const T* from, std::size_t n, std::size_t width, T* to,
                      const Before& before) {
  for (std::size_t i = 0; i < n; i += 2 * width) {
    const std::size_t left = std::min(width, n - i);
    const std::size_t right = std::min(width, n - i - left);
    merge_from_both_ends(from + i, left, from + i + left, right, to + i, before);
  }
}

// Sorts the n elements at `at` in place; `scratch` has room for n elements.
template <class T, class Before>
void merge_sort(T* at, std::size_t n, T* scratch, const Before& before) {
  unsigned passes = 0;
  for (std::size_t width = sorted_by_counting; width < n; width *= 2) ++passes;
  T* from = passes % 2 == 0 ? scratch : at;
  T* to = passes % 2 == 0 ? at : scratch;
  if (from == at) {
    sort_groups(at, n, to, before);
  } else {
    std::copy_n(at, n, from);
    sort_groups(from, n, to, before);
  }
  for (std::size_t width = sorted_by_counting; width < n; width *= 2) {
    std::swap(from, to);
    merge_neighbours(from, n, width, to, before);
  }
}

// Finds the bucket of an element by a search tree of splitters, without a branch, as in Sanders,
// Winkel: Super scalar sample sort (2004). Bucket 2b has the elements between splitters b - 1 and
// b. Bucket 2b + 1 has the elements equal to splitter b and needs no sorting, so that any number of
// equal elements is cheap.
template <class T, class Before>
class splitters {
 public:
  using bucket = std::uint16_t;

  // At most `wanted` - 1 splitters, drawn from [at, at + n), which must not change while buckets
  // are looked up. wanted: a power of two.
  splitters(const T* at, std::size_t n, std::size_t wanted, const Before& before)
      : before_(before) {
    // The seed is fixed: the same input is sorted in the same way.
    std::minstd_rand random(static_cast<unsigned>(n));
    std::uniform_int_distribution<std::size_t> any(0, n - 1);
    std::vector<const T*> sample(wanted * sampled_for_each);
    for (const T*& s : sample) s = at + any(random);
    std::sort(sample.begin(), sample.end(),
              [&](const T* a, const T* b) { return before_(*a, *b); });
    for (std::size_t b = 1; b < wanted; ++b) {
      const T* next = sample[b * sampled_for_each];
      if (chosen_.empty() || before_(*chosen_.back(), *next)) chosen_.push_back(next);
    }
    // Odd buckets are used only if some value was drawn for two splitters.
    seeks_equal_ = chosen_.size() + 1 != wanted;
    leaves_ = std::bit_ceil(chosen_.size() + 1);
    fill_tree();
  }

  std::size_t buckets() const { return 2 * leaves_; }
  static bool is_sorted_already(std::size_t b) { return b % 2 != 0; }

  // Stores the bucket of at[i] in of[i].
  void classify(const T* at, std::size_t n, bucket* of) const {
    std::size_t i = 0;
    for (; i + together <= n; i += together) classify_some<together>(at + i, of + i);
    for (; i < n; ++i) classify_some<1>(at + i, of + i);
  }

 private:
  // Splitters are quantiles of a sample with this number of elements for each bucket.
  static constexpr std::size_t sampled_for_each = 8;
  // Number of walks through the tree that the processor overlaps.
  static constexpr std::size_t together = 8;

  // What the tree has for a splitter: a copy if that is cheap, which saves a load; else a pointer.
  using key = std::conditional_t<is_plain<T>, T, const T*>;
  static key key_of(const T* at) {
    if constexpr (is_plain<T>) {
      return *at;
    } else {
      return at;
    }
  }
  static const T& element(const key& k) {
    if constexpr (is_plain<T>) {
      return k;
    } else {
      return *k;
    }
  }

  // Node i has children 2i and 2i + 1; leaves_ + b is the leaf of splitter b. If there are fewer
  // splitters than leaves, the last splitter is repeated.
  void fill_tree() {
    const auto chosen = [&](std::size_t b) { return chosen_[std::min(b, chosen_.size() - 1)]; };
    tree_.resize(leaves_);
    for (std::size_t i = 1; i < leaves_; ++i) {
      const auto depth = static_cast<std::size_t>(std::bit_width(i)) - 1;
      const std::size_t width = leaves_ >> depth;
      tree_[i] = key_of(chosen((i - (std::size_t{1} << depth)) * width + width / 2 - 1));
    }
    for (std::size_t b = 0; b < leaves_; ++b) ends_.push_back(key_of(chosen(b)));
  }

  template <std::size_t N>
  void classify_some(const T* at, bucket* of) const {
    std::array<std::size_t, N> node;
    node.fill(1);
    for (std::size_t level = leaves_; level > 1; level /= 2) {
      for (std::size_t j = 0; j < N; ++j) {
        node[j] = 2 * node[j] + (before_(element(tree_[node[j]]), at[j]) ? 1 : 0);
      }
    }
    for (std::size_t j = 0; j < N; ++j) {
      const std::size_t b = node[j] - leaves_;
      const bool equal = seeks_equal_ && b < chosen_.size() && !before_(at[j], element(ends_[b]));
      of[j] = static_cast<bucket>(2 * b + (equal ? 1 : 0));
    }
  }

  const Before& before_;
  std::vector<const T*> chosen_;
  bool seeks_equal_ = false;
  std::size_t leaves_ = 1;
  std::vector<key> tree_;
  std::vector<key> ends_;
};

enum class equal_elements { keep_order, any_order };

// Sorts on the calling thread, in place. `scratch` has room for n elements.
template <equal_elements Order, class T, class Before>
void sort_alone(T* at, std::size_t n, T* scratch, const Before& before) {
  if constexpr (is_plain<T>) {
    merge_sort(at, n, scratch, before);
  } else if constexpr (Order == equal_elements::keep_order) {
    std::stable_sort(at, at + n, before);
  } else {
    std::sort(at, at + n, before);
  }
}

template <equal_elements Order, class T, class Before>
class sample_sort {
 public:
  // One worker sorts a smaller array in the time that a few loops take.
  static constexpr std::size_t worth_loops = 4096;

  sample_sort(T* at, std::size_t n, unsigned workers, const Before& before)
      : at_(at),
        n_(n),
        before_(before),
        splitters_(at, n, buckets_for(n, workers), before),
        buckets_(splitters_.buckets()),
        blocks_(std::max<std::size_t>(1, std::min(n / smallest_block, blocks_a_worker * workers))),
        bucket_of_(std::make_unique_for_overwrite<bucket[]>(n)),
        counts_(blocks_ * buckets_),
        starts_(buckets_ + 1),
        scratch_(n) {}

  void run(const loop_options& options, const std::source_location& where) {
    stop_ = &options.stop;
    loop_options one_by_one = options;
    one_by_one.grain = 1;
    const auto each = [&](std::size_t n, const auto& body) {
      called_for(n, body, one_by_one, where);
    };
    each(blocks_, [&](std::size_t b) { classify(b); });
    if (options.stop.stop_requested()) return;
    // From here on elements are moved, so the loops must complete.
    one_by_one.stop = {};
    each(buckets_ / bucket_batch, [&](std::size_t batch) { add_up_counts(batch * bucket_batch); });
    for (std::size_t k = 0; k < buckets_; ++k) starts_[k + 1] += starts_[k];
    each(blocks_, [&](std::size_t b) { scatter(b); });
    each(buckets_, [&](std::size_t k) { take_back(k); });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using bucket = typename splitters<T, Before>::bucket;

  // Elements of an average bucket. A bucket and its scratch fit into a second-level cache with room
  // to spare, and into a first-level cache if the elements are words.
  static constexpr std::size_t wanted_in_bucket = 2048;
  // More buckets cost more in classification than they save in sorting.
  static constexpr std::size_t most_buckets = 1024;
  // Several buckets for each worker, so that workers do not wait long for the last bucket.
  static constexpr std::size_t buckets_a_worker = 8;
  static constexpr std::size_t smallest_bucket = 256;
  static constexpr std::size_t blocks_a_worker = 8;
  static constexpr std::size_t smallest_block = 2048;
  // Number of columns of the counts that are added up together: half a cache line.
  static constexpr std::size_t bucket_batch = 4;

  static std::size_t buckets_for(std::size_t n, unsigned workers) {
    const std::size_t even = std::min(buckets_a_worker * workers, n / smallest_bucket);
    const std::size_t wanted = std::max(even, n / wanted_in_bucket);
    return std::bit_ceil(std::clamp<std::size_t>(wanted, bucket_batch, most_buckets));
  }

  chunk block(std::size_t b) const { return part_of(n_, blocks_, b); }
  std::size_t* counts_of(std::size_t b) { return counts_.data() + b * buckets_; }

  void classify(std::size_t b) {
    const auto [first, last] = block(b);
    splitters_.classify(at_ + first, last - first, bucket_of_.get() + first);
    std::size_t* count = counts_of(b);
    for (std::size_t i = first; i != last; ++i) ++count[bucket_of_[i]];
  }

  // Turns the count of each block and bucket into the position in the bucket at which the block's
  // elements begin.
  void add_up_counts(std::size_t first) {
    for (std::size_t b = 0; b < blocks_; ++b) {
      std::size_t* count = counts_of(b);
      for (std::size_t k = first; k != first + bucket_batch; ++k) {
        starts_[k + 1] += std::exchange(count[k], starts_[k + 1]);
      }
    }
  }

  void scatter(std::size_t b) noexcept {
    const auto [first, last] = block(b);
    std::size_t* place = counts_of(b);
    for (std::size_t k = 0; k < buckets_; ++k) place[k] += starts_[k];
    for (std::size_t i = first; i != last; ++i) {
      std::construct_at(scratch_.get() + place[bucket_of_[i]]++, std::move(at_[i]));
    }
  }

  // Moves a bucket back in any case. Does not sort it after a stop or an exception of `before`.
  void take_back(std::size_t k) noexcept {
    T* from = scratch_.get() + starts_[k];
    T* to = at_ + starts_[k];
    const std::size_t size = starts_[k + 1] - starts_[k];
    for (std::size_t i = 0; i < size; ++i) to[i] = std::move(from[i]);
    std::destroy_n(from, size);
    // relaxed: a hint to save work; the end of the loop publishes the exception.
    if (splitters_.is_sorted_already(k) || failed_.load(std::memory_order_relaxed)) return;
    if (stop_->stop_requested()) return;
    ARCAS_TRY {
      sort_alone<Order>(to, size, from, before_);
    }
    ARCAS_CATCH_ALL {
      // relaxed: only one worker stores its exception; the end of the loop publishes it.
      if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = caught_exception();
    }
  }

  T* at_;
  std::size_t n_;
  const Before& before_;
  splitters<T, Before> splitters_;
  std::size_t buckets_;
  std::size_t blocks_;
  std::unique_ptr<bucket[]> bucket_of_;
  std::vector<std::size_t> counts_;  // a row for each block, a column for each bucket
  std::vector<std::size_t> starts_;  // of the buckets
  scratch_memory<T> scratch_;
  const stop_handle* stop_ = nullptr;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

}  // namespace arcas::inline v0::detail
