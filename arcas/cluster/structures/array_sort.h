// SPDX-License-Identifier: Apache-2.0
// Sorts a global array. One task calls it; all ranks take part:
//
//   sort(a)          ascending
//   sort(a, less)    by `less`: portable, with the requirements of std::sort
//
//   after   a[0], a[1], … are in order; equal elements are in any order. No other task may access
//           the array during the sort
//   cost    each rank sorts its share, and needs memory for two more such shares. The sorted order
//           is divided among the ranks: each element is sent to the rank of its part, and from
//           there to its place in the array
//
// The method is a sample sort. Equal elements are ordered by rank and index (sort_sample), so that
// ranks get equal shares even if all elements are equal.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/structures/distributed.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// An element and its place, which orders equal elements.
template <class T>
struct sort_sample {
  T value;
  std::uint64_t place;  // the rank, then 48 bits: the index in the sorted share of that rank

  template <class Less>
  static auto order(const Less& less) {
    return [less](const sort_sample& a, const sort_sample& b) {
      if (less(a.value, b.value)) return true;
      return !less(b.value, a.value) && a.place < b.place;
    };
  }
};

// The data of a rank while an array is sorted.
template <class T>
struct sort_part {
  std::vector<T> own;                  // its elements, sorted
  std::vector<sort_sample<T>> limits;  // where each rank's part begins, from rank 1 on
  std::vector<std::vector<T>> come;    // elements of this rank's part, by the rank that sent them
  std::uint64_t before = 0;            // number of elements in earlier parts
};

template <class T, class Less>
class array_sort {
 public:
  using parts = distributed<sort_part<T>>;

  static void run(const global_array<T>& a, const Less& less) {
    require_portable<Less>();
    const parts p = parts::make();
    on_all_ranks([a, p, less] { sort_own(a, p, less); });
    const std::vector<sort_sample<T>> limits = choose_limits(p, less);
    share_limits(p, limits);
    on_all_ranks([p, less] { send_parts(p, less); });
    number_parts(p);
    on_all_ranks([a, p, less] { put_back(a, p, less); });
    p.end();
  }

 private:
  // Number of samples of each rank; more samples give more equal parts.
  static constexpr std::uint64_t samples = 64;
  // Elements are copied into messages, so a longer write takes more memory.
  static constexpr std::size_t written_at_a_time = std::size_t{1} << 17;

  static void sort_own(const global_array<T>& a, const parts& p, const Less& less) {
    sort_part<T>& own = p.local();
    own.come.resize(ranks());
    if (a.local_size() == 0) return;
    own.own.assign(a.local_data(), a.local_data() + a.local_size());
    std::sort(own.own.begin(), own.own.end(), less);
  }
  // Samples of this rank; the weight of each is the number of elements from it to the next.
  static std::vector<std::pair<sort_sample<T>, std::uint64_t>> own_samples(const parts& p) {
    const std::vector<T>& own = p.local().own;
    const std::uint64_t n = own.size();
    const std::uint64_t taken = std::min(n, samples);
    std::vector<std::pair<sort_sample<T>, std::uint64_t>> all;
    for (std::uint64_t k = 0; k < taken; ++k) {
      const chunk stands_for = part_of(n, taken, k);
      all.push_back({{own[stands_for.first], place(stands_for.first)}, stands_for.size()});
    }
    return all;
  }
  static std::uint64_t place(std::uint64_t number) {
    return (std::uint64_t{self()} << 48) + number;
  }

  static std::vector<sort_sample<T>> choose_limits(const parts& p, const Less& less) {
    using weighed = std::vector<std::pair<sort_sample<T>, std::uint64_t>>;
    std::vector<future<weighed>> asked;
    for (rank_id r = 0; r < ranks(); ++r) {
      asked.push_back(future_call(r, [p] { return own_samples(p); }));
    }
    weighed all;
    for (auto& answer : asked) {
      const weighed theirs = answer.get();
      all.insert(all.end(), theirs.begin(), theirs.end());
    }
    const auto before = sort_sample<T>::order(less);
    std::sort(all.begin(), all.end(),
              [before](const auto& x, const auto& y) { return before(x.first, y.first); });
    std::uint64_t total = 0;
    for (const auto& sample : all) total += sample.second;
    std::vector<sort_sample<T>> limits;
    std::uint64_t seen = 0;
    for (const auto& [sample, weight] : all) {
      while (limits.size() + 1 < ranks() &&
             seen >= part_of(total, ranks(), limits.size() + 1).first) {
        limits.push_back(sample);
      }
      seen += weight;
    }
    return limits;
  }
  // Sends the limits to all ranks. A rank above 0 without a limit gets no elements.
  static void share_limits(const parts& p, const std::vector<sort_sample<T>>& limits) {
    std::vector<future<void>> sent;
    for (rank_id r = 0; r < ranks(); ++r) {
      const auto put = [p](const std::vector<sort_sample<T>>& all) { p.local().limits = all; };
      sent.push_back(future_call(r, put, limits));
    }
    for (future<void>& f : sent) f.get();
  }

  static void send_parts(const parts& p, const Less& less) {
    const auto before = sort_sample<T>::order(less);
    std::vector<T>& own = p.local().own;
    std::uint64_t first = 0;
    for (rank_id to = 0; to < ranks(); ++to) {
      const std::uint64_t last = to < p.local().limits.size()
                                     ? first_not_before(own, first, p.local().limits[to], before)
                                 : to == p.local().limits.size() ? own.size()
                                                                 : first;
      const auto put = [p, from = self()](std::vector<T>& theirs) {
        p.local().come[from] = std::move(theirs);
      };
      const auto at = own.begin();
      if (first != last) {
        async(to, put,
              std::vector<T>(at + static_cast<std::ptrdiff_t>(first),
                             at + static_cast<std::ptrdiff_t>(last)));
      }
      first = last;
    }
    own = std::vector<T>();  // {} would keep its memory
  }
  template <class Before>
  static std::uint64_t first_not_before(const std::vector<T>& own, std::uint64_t first,
                                        const sort_sample<T>& limit, const Before& before) {
    std::uint64_t last = own.size();
    while (first < last) {
      const std::uint64_t middle = first + (last - first) / 2;
      if (before(sort_sample<T>{own[middle], place(middle)}, limit)) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  static void number_parts(const parts& p) {
    std::vector<future<std::uint64_t>> asked;
    for (rank_id r = 0; r < ranks(); ++r) {
      asked.push_back(future_call(r, [p] {
        std::uint64_t n = 0;
        for (const std::vector<T>& theirs : p.local().come) n += theirs.size();
        return n;
      }));
    }
    std::vector<future<void>> sent;
    std::uint64_t before = 0;
    for (rank_id r = 0; r < ranks(); ++r) {
      sent.push_back(future_call(r, [p, before] { p.local().before = before; }));
      before += asked[r].get();
    }
    for (future<void>& f : sent) f.get();
  }

  // Merges the received runs, two at a time, and writes the result to its places in the array.
  static void put_back(const global_array<T>& a, const parts& p, const Less& less) {
    std::vector<std::vector<T>>& runs = p.local().come;
    while (runs.size() > 1) {
      std::vector<std::vector<T>> longer;
      for (std::size_t k = 0; k < runs.size(); k += 2) {
        if (k + 1 == runs.size()) {
          longer.push_back(std::move(runs[k]));
          continue;
        }
        std::vector<T> merged(runs[k].size() + runs[k + 1].size());
        std::merge(runs[k].begin(), runs[k].end(), runs[k + 1].begin(), runs[k + 1].end(),
                   merged.begin(), less);
        runs[k] = runs[k + 1] = std::vector<T>();  // {} would keep their memory
        longer.push_back(std::move(merged));
        poll();
      }
      runs = std::move(longer);
    }
    const std::vector<T> sorted = std::move(runs[0]);
    runs.clear();
    for (std::size_t first = 0; first < sorted.size(); first += written_at_a_time) {
      const std::size_t most = std::min(written_at_a_time, sorted.size() - first);
      write_from(a, p.local().before + first, std::span(sorted).subspan(first, most));
    }
  }
};

}  // namespace detail

template <detail::portable T, class Less = std::less<>>
void sort(const global_array<T>& a, const Less& less = {}) {
  detail::array_sort<T, Less>::run(a, less);
}

}  // namespace arcas::inline v0::cluster
