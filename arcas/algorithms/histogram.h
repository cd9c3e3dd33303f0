// SPDX-License-Identifier: Apache-2.0
// Histograms: how many of the indices, or elements, fall in each bin?
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <cassert>
#include <cstddef>
#include <source_location>
#include <vector>

namespace arcas::inline v0::detail {

// Counts of each worker's own, added up as it comes to its end.
template <class Bin>
struct counts_of_workers {
  void fork(std::vector<std::size_t>& own) { own.assign(total.size(), 0); }
  void work(std::vector<std::size_t>& own, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k != end; ++k) {
      const auto b = static_cast<std::size_t>(bin(k));
      assert(b < own.size() && "there is no such bin");
      ++own[b];
    }
  }
  void work(std::vector<std::size_t>& own, std::size_t k) { work(own, k, k + 1); }
  void join(std::vector<std::size_t>& own) {
    for (std::size_t b = 0; b < own.size(); ++b) total[b] += own[b];
  }

  std::vector<std::size_t>& total;
  const Bin& bin;
};

// So many bins are each worker's own in any case. More are if clearing and adding up those of all workers, one
// after the other, costs less than the atomic additions of one.
inline constexpr std::size_t bins_of_ones_own = 4096;
inline bool counted_apart(std::size_t bins, std::size_t n, std::size_t workers) {
  return bins <= bins_of_ones_own || bins <= n / (workers * workers);
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// How many i of [first, last) have bin(i) = b, for each b of [0, bins).
//   auto degrees = histogram(0, arcs, vertices, [&](int i) { return from[i]; });
// Threads, visibility and exceptions: those of parallel_for. Cost: that of
// parallel_for, and each worker that takes part clears and adds up `bins` counts; where there are
// many bins and few indices for them, an atomic addition an index instead.
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
    detail::counts_of_workers<decltype(bin_of)> all{counts, bin_of};
    parallel_for<decltype(all), std::vector<std::size_t>, std::size_t>(all, 0, n, options, where);
    return counts;
  }
  parallel_for(
      std::size_t{0}, n,
      [&](std::size_t k) {
        const std::size_t b = bin_of(k);
        assert(b < bins && "there is no such bin");
        // relaxed: only the sum matters, and the end of the loop publishes it. Not std::atomic_ref,
        // which libc++ has from version 19 on.
        __atomic_fetch_add(&counts[b], std::size_t{1}, __ATOMIC_RELAXED);
      },
      options, where);
  return counts;
}

// How many elements e of r have bin(e) = b.
template <elements R, element_function<R> Bin>
std::vector<std::size_t> histogram(
    const R& r, std::size_t bins, Bin&& bin, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return histogram(
      std::size_t{0}, std::size_t{std::size(r)}, bins, [&](std::size_t k) { return bin(r[k]); },
      options, where);
}

}  // namespace arcas::inline v0
