// SPDX-License-Identifier: Apache-2.0
// Sorts integers by counting, in two passes over digits. The OpenMP form is
//
//   #pragma omp parallel             a row of counts for each thread number
//   { … counts[omp_get_thread_num()][digit(key[i])]++ …
//     #pragma omp barrier            each thread waits for the counts of all
//     … key by key to its place … }
//
// The Arcas form has block numbers instead of thread numbers, and one loop for each part between
// two barriers. A block may run on different workers in the two loops. exclusive_scan computes, for
// each block, where its keys of each digit begin.
#include <arcas/algorithms/histogram.h>
#include <arcas/algorithms/scan.h>
#include <arcas/arcas.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using keys = std::vector<std::uint32_t>;
constexpr std::size_t n = 1'000'000, blocks = 32;
constexpr unsigned digit_bits = 10, key_bits = 20;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

// Random keys, each the sum of four numbers, so that their distribution is similar to a normal one.
keys some_keys() {
  keys all(n);
  std::uint64_t state = 314'159'265;
  for (std::uint32_t& key : all) {
    key = 0;
    for (int part = 0; part < 4; ++part) {
      state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
      key += static_cast<std::uint32_t>(state >> (64 - key_bits + 2));
    }
  }
  return all;
}

std::size_t digit(std::uint32_t key, unsigned shift) {
  return (key >> shift) % digits;
}

// Sorts by one digit; keys with the same digit keep their order.
void sort_by_digit(const keys& in, keys& out, unsigned shift) {
  const auto begin_of = [](std::size_t block) { return block * n / blocks; };
  // For each digit and block: at first the number of keys, after the scan the place of the first
  // key in `out`. The elements are in the order of digits, and for each digit in the order of
  // blocks.
  std::vector<std::size_t> begins(digits * blocks);
  arcas::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
    std::vector<std::size_t> own(digits);  // shares no cache line with other blocks
    for (std::size_t i = begin_of(b); i != begin_of(b + 1); ++i) ++own[digit(in[i], shift)];
    for (std::size_t d = 0; d != digits; ++d) begins[d * blocks + b] = own[d];
  });
  arcas::exclusive_scan(begins, begins, arcas::plus<std::size_t>{});
  arcas::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
    std::vector<std::size_t> next(digits);
    for (std::size_t d = 0; d != digits; ++d) next[d] = begins[d * blocks + b];
    for (std::size_t i = begin_of(b); i != begin_of(b + 1); ++i)
      out[next[digit(in[i], shift)]++] = in[i];
  });
}

// The rank of each key value: the number of smaller keys.
std::vector<std::size_t> ranks(const keys& all) {
  std::vector<std::size_t> counts =
      arcas::histogram(all, std::size_t{1} << key_bits, [](std::uint32_t key) { return key; });
  arcas::exclusive_scan(counts, counts, arcas::plus<std::size_t>{});
  return counts;
}

}  // namespace

int main() {
  const keys unsorted = some_keys();
  keys half(n), sorted(n);
  sort_by_digit(unsorted, half, 0);
  sort_by_digit(half, sorted, digit_bits);

  keys expected = unsorted;
  std::ranges::sort(expected);
  // Each key must be at its rank, or after keys equal to it.
  const std::vector<std::size_t> rank = ranks(unsorted);
  const std::size_t misplaced = arcas::parallel_reduce(
      std::size_t{0}, n, arcas::plus<std::size_t>{}, [&](std::size_t i) -> std::size_t {
        const bool first = i == 0 || sorted[i - 1] != sorted[i];
        return first ? rank[sorted[i]] != i : sorted[i - 1] > sorted[i];
      });
  std::printf("%zu keys from %u to %u, median %u; %zu misplaced\n", n, sorted.front(),
              sorted.back(), sorted[n / 2], misplaced);
  return sorted == expected && misplaced == 0 ? 0 : 1;
}
