// SPDX-License-Identifier: Apache-2.0
// The promises about collective operations, and about scans and sorts of global arrays.
#include "conformance.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/array_scan.h>
#include <arcas/cluster/structures/array_sort.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster/structures/counting_set.h>

#include <algorithm>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

// An associative operation that is not commutative, so that the order of the ranks shows.
constexpr auto join = [](const std::string& a, const std::string& b) { return a + b; };

std::string letters(rank_id first, rank_id last) {
  std::string all;
  for (rank_id r = first; r < last; ++r) all += static_cast<char>('a' + r % 26);
  return all;
}

}  // namespace

void collectives_fold_in_the_order_of_ranks() {
  on_all_ranks([] {
    const std::string own = letters(self(), self() + 1);
    const std::string all = letters(0, ranks());
    require(allreduce(own, join) == all, "allreduce folds in the order of the ranks");
    require(inclusive_scan(own, join) == letters(0, self() + 1), "a scan includes its own value");
    require(exclusive_scan(own, std::string("-"), join) == (self() == 0 ? "-" : letters(0, self())),
            "an exclusive scan does not include its own value");
    for (rank_id root = 0; root < ranks(); ++root) {
      const auto folded = reduce(own, join, root);
      require(folded.has_value() == (self() == root), "reduce is for the root");
      require(!folded || *folded == all, "reduce has the values of all ranks");
      require(broadcast(own, root) == letters(root, root + 1), "broadcast has the root's value");
      const std::vector<std::string> gathered = gather(own, root);
      require(gathered.size() == (self() == root ? ranks() : 0), "gather is for the root");
      for (rank_id r = 0; r < gathered.size(); ++r) {
        require(gathered[r] == letters(r, r + 1), "what is gathered is in the order of the ranks");
      }
    }
    const std::vector<rank_id> numbers = allgather(self());
    require(numbers.size() == ranks(), "allgather has one value of each rank");
    for (rank_id r = 0; r < ranks(); ++r)
      require(numbers[r] == r, "allgather has the values in the order of the ranks");
  });
}

void collectives_take_vectors_and_spans() {
  on_all_ranks([] {
    const auto n = static_cast<long>(ranks());
    const auto r = static_cast<long>(self());
    for (const std::size_t length : {std::size_t{0}, std::size_t{3}, std::size_t{5000}}) {
      std::vector<long> own(length);
      for (std::size_t k = 0; k < length; ++k) own[k] = static_cast<long>(k) * r;
      const auto holds = [length](const std::vector<long>& of, long factor) {
        if (of.size() != length) return false;
        for (std::size_t k = 0; k < length; ++k) {
          if (of[k] != static_cast<long>(k) * factor) return false;
        }
        return true;
      };
      const std::span<const long> view(own);
      require(holds(allreduce(own, std::plus<long>{}), n * (n - 1) / 2) &&
                  holds(allreduce(view, std::plus<>{}), n * (n - 1) / 2),
              "vectors and spans are folded element by element");
      require(holds(inclusive_scan(view, std::plus<>{}), r * (r + 1) / 2),
              "inclusive scans of vectors are folded element by element");
      require(holds(exclusive_scan(own, 0L, std::plus<>{}), r * (r - 1) / 2),
              "exclusive scans of vectors begin with the identity");
      const auto folded = reduce(own, std::plus<>{}, ranks() - 1);
      require(!folded || holds(*folded, n * (n - 1) / 2),
              "reduce folds vectors element by element");
      require(holds(broadcast(view, ranks() / 2), static_cast<long>(ranks() / 2)),
              "a vector is broadcast");
      const auto gathered = gather(own, ranks() - 1);
      for (std::size_t from = 0; from < gathered.size(); ++from) {
        require(holds(gathered[from], static_cast<long>(from)), "a vector is gathered");
      }
    }
  });
}

void arrays_are_scanned_in_order() {
  for (const std::size_t block : {std::size_t{1}, std::size_t{8}, std::size_t{256}}) {
    for (const std::uint64_t n :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{9}, std::uint64_t{700}}) {
      auto a = global_array<long>::make(n, block);
      forall(a, [](std::uint64_t i, long& x) { x = static_cast<long>(i) + 1; });
      inclusive_scan(a, std::plus<>{});
      for (std::uint64_t i = 0; i < n; i += 13) {
        const auto k = static_cast<long>(i);
        require(read(a[i]) == (k + 1) * (k + 2) / 2, "an inclusive scan has its own element");
      }
      forall(a, [](std::uint64_t i, long& x) { x = static_cast<long>(i); });
      const long most = static_cast<long>(n) - 1;
      require(exclusive_scan(a, 5L, std::plus<>{}) == 5 + most * (most + 1) / 2,
              "an exclusive scan returns the fold of all");
      for (std::uint64_t i = 0; i < n; i += 13) {
        const auto k = static_cast<long>(i);
        require(read(a[i]) == 5 + k * (k - 1) / 2,
                "an exclusive scan has the fold of the elements before each element");
      }
      // An operation that is not commutative: it finds the last value that is not 0.
      forall(a, [](std::uint64_t i, long& x) { x = i % 10 == 3 ? static_cast<long>(i) : 0; });
      inclusive_scan(a, [](long x, long y) { return y == 0 ? x : y; });
      for (std::uint64_t i = 0; i < n; i += 7) {
        const long last = i < 3 ? 0 : static_cast<long>((i - 3) / 10 * 10 + 3);
        require(read(a[i]) == last, "elements are folded in their order");
      }
      a.free();
    }
  }
}

namespace {

void require_sorted(global_array<std::uint64_t> a, std::vector<std::uint64_t> expected,
                    bool descending) {
  if (descending) {
    std::sort(expected.begin(), expected.end(), std::greater<>{});
    sort(a, [](std::uint64_t x, std::uint64_t y) { return x > y; });
  } else {
    std::sort(expected.begin(), expected.end());
    sort(a);
  }
  std::vector<std::uint64_t> indices(expected.size());
  for (std::uint64_t i = 0; i < indices.size(); ++i) indices[i] = i;
  require(gather(a, indices) == expected, "an array that is sorted is in order");
}

}  // namespace

void arrays_are_sorted() {
  std::minstd_rand random(5);
  for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7},
                                std::uint64_t{300}, std::uint64_t{2000}}) {
    // 0: random values, 1: few different values, 2: all values equal, 3: values in order.
    for (const std::uint64_t kind : {0u, 1u, 2u, 3u}) {
      auto a = global_array<std::uint64_t>::make(n, kind == 3 ? 64 : 0);
      std::vector<std::uint64_t> values(n);
      for (std::uint64_t i = 0; i < n; ++i) {
        values[i] = kind == 0 ? random() : kind == 1 ? random() % 5 : kind == 2 ? 4 : i;
      }
      finish([&] {
        for (std::uint64_t i = 0; i < n; ++i) async_write(a[i], values[i]);
      });
      require_sorted(a, values, (n + kind) % 2 == 0);
      a.free();
    }
  }
}

void the_greatest_are_found() {
  auto a = global_array<int>::make(500, 4);
  forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(i * 37 % 500); });
  const auto best = top_k(a, 10);
  require(best.size() == 10, "top_k returns the requested number of elements");
  for (int k = 0; k < 10; ++k) {
    const auto& [index, value] = best[static_cast<std::size_t>(k)];
    require(value == 499 - k && index * 37 % 500 == static_cast<std::uint64_t>(value),
            "the greatest elements, with their indices");
  }
  const auto least = top_k(a, 3, std::greater<>{});
  require(least.size() == 3 && least[0].second == 0 && least[2].second == 2,
          "top_k returns the first elements by another order");
  require(top_k(a, 0).empty() && top_k(a, 1000).size() == 500, "at most as many as there are");
  a.free();
}

}  // namespace arcas::inline v0::cluster::test
