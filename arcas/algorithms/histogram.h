// SPDX-License-Identifier: Apache-2.0
// Histograms: how many of the indices or elements are in each bin?
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// Counts of each worker, kept until all workers have finished.
template <class Count, class Bin>
struct counts_of_workers {
  using own = std::vector<Count>;

  void fork(own& mine) { mine.resize(bins); }
  void work(own& mine, std::size_t begin, std::size_t end) {
    Count* const counts = mine.data();
    for (std::size_t k = begin; k != end; ++k) {
      const std::size_t b = bin(k);
      assert(b < bins && "there is no such bin");
      ++counts[b];
    }
  }
  void work(own& mine, std::size_t k) { work(mine, k, k + 1); }
  void join(own& mine) { all.push_back(std::move(mine)); }

  const std::size_t bins;
  const Bin& bin;
  std::vector<own> all = {};
};

// Adds 1 to total[bin(k)] for each k of [0, n). Each worker counts in an array of its own, whose
// counts must fit into Count.
template <class Count, class Bin>
void count_apart(std::vector<std::size_t>& total, std::size_t n, const Bin& bin,
                 const loop_options& options, const std::source_location& where) {
  using workers_counts = counts_of_workers<Count, Bin>;
  workers_counts counted{total.size(), bin};
  parallel_for<workers_counts, typename workers_counts::own, std::size_t>(counted, 0, n, options,
                                                                          where);
  parallel_for(
      std::size_t{0}, total.size(),
      [&](std::size_t first, std::size_t last) {
        for (const std::vector<Count>& own : counted.all)
          for (std::size_t b = first; b < last; ++b) total[b] += own[b];
      },
      {.workers = options.workers, .on = options.on}, where);
}

// Up to this number of bins, each worker has counts of its own. With more bins, a worker has its
// own counts only if clearing all workers' counts and adding them up costs clearly less than an
// atomic addition for each index. An atomic addition costs about as much as clearing and adding up
// ten counts; the limit below is a fifth of that.
inline constexpr std::size_t bins_of_ones_own = 4096;
inline bool counted_apart(std::size_t bins, std::size_t n, std::size_t workers) {
  return bins <= bins_of_ones_own || bins <= 2 * n / workers;
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The number of i in [first, last) with bin(i) = b, for each b in [0, bins).
//   auto degrees = histogram(0, arcs, vertices, [&](int i) { return from[i]; });
// Threads, visibility, exceptions and cost are those of parallel_for. In addition each worker that
// takes part clears `bins` counts, and a second loop adds them up. If there are many bins and few
// indices, each index costs an atomic addition instead.
template <loop_index A, loop_index B, index_body<index_between<A, B>> Bin>
std::vector<std::size_t> histogram(
    A first, B last, std::size_t bins, Bin&& bin, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using I = index_between<A, B>;
  const I from = static_cast<I>(first);
  const std::size_t n = iterations(from, static_cast<I>(last));
  const auto bin_of = [&](std::size_t k) {
    return static_cast<std::size_t>(bin(index_of(from, k)));
  };
  std::vector<std::size_t> counts(bins);
  if (detail::counted_apart(bins, n, runtime_of(options).workers())) {
    if (n <= std::numeric_limits<std::uint32_t>::max()) {
      detail::count_apart<std::uint32_t>(counts, n, bin_of, options, where);
    } else {
      detail::count_apart<std::size_t>(counts, n, bin_of, options, where);
    }
    return counts;
  }
  parallel_for(
      std::size_t{0}, n,
      [&](std::size_t k) {
        const std::size_t b = bin_of(k);
        assert(b < bins && "there is no such bin");
        // relaxed: only the sum matters, and the end of the loop publishes it. Not std::atomic_ref,
        // which libc++ has only since version 19.
        __atomic_fetch_add(&counts[b], std::size_t{1}, __ATOMIC_RELAXED);
      },
      options, where);
  return counts;
}

// The number of elements e of r with bin(e) = b, for each b in [0, bins).
template <elements R, loop_index Bins, element_function<R> Bin>
std::vector<std::size_t> histogram(
    const R& r, Bins bins, Bin&& bin, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return histogram(
      std::size_t{0}, std::size_t{std::size(r)}, static_cast<std::size_t>(bins),
      [&](std::size_t k) { return bin(r[k]); }, options, where);
}

}  // namespace arcas::inline v0
