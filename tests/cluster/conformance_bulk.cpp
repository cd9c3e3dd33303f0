// SPDX-License-Identifier: Apache-2.0
// The promises about operations on many elements: gather, scatter, views.
#include "conformance.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/view.h>

#include <numeric>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

global_array<std::uint64_t> squares(std::uint64_t n, std::size_t block) {
  auto a = global_array<std::uint64_t>::make(n, block);
  forall(a, [](std::uint64_t i, std::uint64_t& x) { x = i * i; });
  return a;
}

bool out_of_range(const global_array<std::uint64_t>& a) {
  try {
    const std::vector<std::uint64_t> beyond{0, a.size()};
    gather(a, beyond);
  } catch (const std::out_of_range&) {
    return true;
  }
  return false;
}

void stretches_come_and_go(std::uint64_t n, std::size_t block) {
  auto a = squares(n, block);
  for (const std::uint64_t first : {std::uint64_t{0}, n / 3, n - 1, n}) {
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, (n - first) / 2}) {
      if (first + count > n) continue;
      read_view v(a, first, count);
      for (std::uint64_t k = 0; k < count; ++k) {
        require(v[k] == (first + k) * (first + k), "a view has the elements of its stretch");
      }
    }
  }
  {
    update_view all(a, 0, n);
    for (std::uint64_t& x : all.span()) ++x;
    write_view none(a, n, 0);
  }
  write_view middle(a, n / 4, n / 2);
  for (std::uint64_t k = 0; k < middle.size(); ++k) middle[k] = 7;
  middle.release();
  for (std::uint64_t i = 0; i < n; ++i) {
    const bool in_middle = i >= n / 4 && i < n / 4 + n / 2;
    require(read(a[i]) == (in_middle ? 7 : i * i + 1), "what views have written is at home");
  }
  a.free();
}

}  // namespace

void many_elements_are_gathered_and_scattered() {
  auto a = squares(300, 4);
  std::vector<std::uint64_t> indices;
  for (std::uint64_t k = 0; k < 500; ++k) indices.push_back(k * 77 % 300);
  const std::vector<std::uint64_t> found = gather(a, indices);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    require(found[k] == indices[k] * indices[k], "gather answers in the order of the indices");
  }
  std::vector<std::uint64_t> numbers(indices.size());
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  scatter(a, indices, numbers);
  for (std::size_t k = 200; k < indices.size(); ++k) {
    require(read(a[indices[k]]) == k + 1, "of values for one element the last one stays");
  }
  scatter_op(a, indices, numbers, [](std::uint64_t& at, std::uint64_t v) { at = v - at; });
  require(read(a[indices[499]]) == 500 + 500 - 200, "operations run in the order of the pairs");
  require(gather(a, {}).empty(), "gather() of no indices is empty");
  require(out_of_range(a), "an index beyond the array is refused");
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([a] {
    const std::vector<std::uint64_t> some{5, 250, 5, 17};
    const std::vector<std::uint64_t> ones{1, 1, 1, 1};
    async_scatter_op(a, some, ones, [](std::uint64_t& at, std::uint64_t v) { at += v; });
    async_scatter(a, std::span(some).subspan(3), std::span(ones).subspan(3));
  });
  require(read(a[5]) == 2 * ranks() && read(a[250]) == ranks() && read(a[17]) <= ranks(),
          "no operation of many is lost");
  a.free();
}

void views_are_copies_that_go_home() {
  stretches_come_and_go(1, 1);
  stretches_come_and_go(64, 8);
  stretches_come_and_go(301, 16);
  stretches_come_and_go(500, 1024);
}

void views_of_all_ranks_work_side_by_side() {
  auto a = squares(std::uint64_t{40} * ranks(), 8);
  on_all_ranks([a] {
    for (int round = 0; round < 5; ++round) {
      update_view v(a, std::uint64_t{40} * self(), 40);
      for (std::uint64_t& x : v.span()) x += 2;
    }
  });
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    require(read(a[i]) == i * i + 10, "each round of a view sees the one before");
  }
  a.free();
}

// Views with many starts and lengths, also within a block, change no element outside.
void views_begin_at_any_pointer() {
  constexpr std::uint64_t n = 40;
  for (const std::size_t block : {std::size_t{1}, std::size_t{4}, std::size_t{64}}) {
    auto a = squares(n, block);
    std::vector<std::uint64_t> expected(n);
    for (std::uint64_t i = 0; i < n; ++i) expected[i] = i * i;
    for (std::uint64_t first = 0; first <= n; first += 3) {
      for (std::uint64_t count = 0; first + count <= n; count += 7) {
        const auto p = a.begin() + static_cast<std::int64_t>(first);
        update_view v(p, count);
        require(v.size() == count, "a view has the length that it is given");
        for (std::uint64_t k = 0; k < count; ++k) {
          require(v[k] == expected[first + k], "a view has the elements from its pointer on");
          v[k] = ++expected[first + k];
        }
        v.release();
      }
    }
    std::vector<std::uint64_t> all(n);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    require(gather(a, all) == expected, "what a view from a pointer has written is at home");
    a.free();
  }
}

void views_of_exported_memory_go_home() {
  struct three {  // elements of the heap cannot have this size
    std::int32_t x, y, z;
  };
  std::vector<three> mine(200, three{1, 2, 3});
  const auto p = export_to_all(mine[0]);
  on_all_ranks([p] {
    if (self() != ranks() - 1) return;
    update_view<three> some(p + 10, 150);
    for (three& t : some.span()) t.y += t.x + t.z;
    some.release();
    write_view<three> last(p + 199, 1);
    last[0] = {7, 8, 9};
    last.release();
    require(read_view<three>(p + 198, 2)[1].z == 9,
            "a view of exported memory has the elements of the rank that exported it");
  });
  require(mine[9].y == 2 && mine[10].y == 6 && mine[159].y == 6 && mine[160].y == 2,
          "a view changes the exported elements that it has, and no other");
  require(mine[199].x == 7, "a view of exported memory that only writes goes home");
}

}  // namespace arcas::inline v0::cluster::test
