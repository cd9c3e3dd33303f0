// SPDX-License-Identifier: Apache-2.0
// The promises about long data, which travels apart from messages: it is complete, in order, and
// moves in both directions at the same time.
#include "conformance.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/structures/collectives.h>

#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

// Numbers of elements that fit a packet, that take several packets, and that travel apart.
constexpr std::size_t lengths[] = {0, 1, 7, 100, 4100, 5000};

std::vector<std::uint64_t> numbers(std::uint64_t n, std::uint64_t first) {
  std::vector<std::uint64_t> all(n);
  std::iota(all.begin(), all.end(), first);
  return all;
}
std::uint64_t sum(const std::vector<std::uint64_t>& of) {
  return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
}

void arguments_and_results_are_whole(rank_id at) {
  for (const std::size_t n : lengths) {
    const auto all = numbers(n, n);
    require(call(
                at, [](const std::vector<std::uint64_t>& there) { return there; }, all) == all,
            "a vector comes and goes as it is");
    std::string text(n * 8, 'a');
    if (n != 0) text.back() = 'z';
    require(call(
                at, [](const std::string& there) { return there + "!"; }, text) == text + "!",
            "a string comes and goes as it is");
    using nested = std::tuple<std::optional<std::vector<std::uint64_t>>,
                              std::vector<std::vector<std::uint64_t>>,
                              std::map<std::string, std::vector<std::uint64_t>>>;
    const nested some{all, {all, {1, 2}, all, {}}, {{text, all}, {"b", {3}}}};
    require(call(
                at, [](const nested& there, int) { return there; }, some, 5) == some,
            "containers of containers come and go as they are");
  }
}

// serialize() may write a temporary object.
struct in_words {
  std::uint64_t n = 0;
  template <class Archive>
  void serialize(Archive& a) {
    std::string text(n * 10, 'x');
    a(text);
    n = text.size() / 10;
  }
};

}  // namespace

void long_values_come_and_go_as_they_are() {
  on_all_ranks([] {
    arguments_and_results_are_whole((self() + 1) % ranks());
    arguments_and_results_are_whole(0);
  });
  require(call(
              ranks() - 1, [](in_words w) { return w; }, in_words{5000})
                  .n == 5000,
          "temporary data of serialize() arrives whole");
}

// All ranks send to all ranks at the same time, from many tasks.
void long_values_of_all_ranks_pass_each_other() {
  auto counts = global_array<std::uint64_t>::make(ranks(), 1);
  forall(counts, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([counts] {
    for (rank_id to = 0; to < ranks(); ++to) {
      const auto add = [counts](const std::vector<std::uint64_t>& some) {
        *counts[self()].local() += sum(some);
      };
      async(to, add, numbers(5000, self()));
      spawn([to, add] { call(to, add, numbers(100, 1)); });
      spawn_on(to, add, numbers(4500, 2));
    }
  });
  std::uint64_t expected = ranks() * (sum(numbers(100, 1)) + sum(numbers(4500, 2)));
  for (rank_id r = 0; r < ranks(); ++r) expected += sum(numbers(5000, r));
  for (rank_id r = 0; r < ranks(); ++r) {
    require(read(counts[r]) == expected, "no long value of many is lost, and none comes twice");
  }
  counts.free();
}

void long_values_keep_the_order_of_their_task() {
  const rank_id to = ranks() - 1;
  constexpr std::uint64_t n = 6000;
  auto a = global_array<std::uint64_t>::make(n * ranks(), 8192);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 1; });
  const auto x = a[0];
  for (std::uint64_t k = 1; k <= 5; ++k) {
    async(
        x.home(),
        [x, k](const std::vector<std::uint64_t>& some) {
          *x.local() = *x.local() * 10 + k + some.back() - some.back();
        },
        numbers(n, 0));
    async_update(x, [](std::uint64_t& at) { at *= 2; });
  }
  std::uint64_t expected = 1;
  for (std::uint64_t k = 1; k <= 5; ++k) expected = (expected * 10 + k) * 2;
  require(read(x) == expected,
          "short operations come after long ones that their task began before");
  read_view before(a, 1, n - 1);
  async_write(a[1], 7);
  async_write(a[n - 1], 8);
  require(before[0] == 1 && before[n - 2] == 1, "a copy is as old as its request");
  require(read(a[1]) == 7 && read(a[n - 1]) == 8, "writes come after a copy");
  const auto answer = future_call(to, [] { return numbers(6000, 3); });
  require(call(to, [] { return 5; }) == 5, "a short call after a long answer has its own");
  a.free();
}

void stretches_are_read_and_written_in_place() {
  for (const std::size_t block : {std::size_t{1}, std::size_t{64}, std::size_t{8192}}) {
    const std::uint64_t n = block == 1 ? 300 : 20'000;
    auto a = global_array<std::uint64_t>::make(n, block);
    forall(a, [](std::uint64_t i, std::uint64_t& x) { x = i; });
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, n / 2, n}) {
      for (const std::uint64_t count :
           {std::uint64_t{0}, std::uint64_t{1}, (n - first) / 2, n - first}) {
        if (first + count > n) continue;
        std::vector<std::uint64_t> some(count + 2, 99);
        read_into(a, first, std::span(some).subspan(1, count));
        require(some.front() == 99 && some.back() == 99, "no more is read than was asked for");
        for (std::uint64_t k = 0; k < count; ++k) {
          require(some[k + 1] == first + k, "a stretch is read as it is");
        }
        for (std::uint64_t& x : some) ++x;
        write_from(a[first], std::span(some).subspan(1, count));
        require(call(ranks() - 1,
                     [a, first, count] {
                       bool right = true;
                       for (std::uint64_t i = 0; i < a.size(); ++i) {
                         if (a.home(i) != self()) continue;
                         right &= *a[i].local() == i + (i >= first && i < first + count ? 1 : 0);
                       }
                       return right;
                     }),
                "what is written is there, and nothing beside it");
        for (std::uint64_t k = 0; k < count; ++k) some[k + 1] = first + k;
        write_from(a, first, std::span(some).subspan(1, count));
      }
    }
    bool refused = false;
    try {
      std::uint64_t none[2];
      read_into(a, n - 1, none);
    } catch (const std::out_of_range&) {
      refused = true;
    }
    require(refused, "a stretch beyond the array is refused");
    a.free();
  }
}

void long_values_go_to_all() {
  on_all_ranks([] {
    const auto own = numbers(5000, self());
    const rank_id root = ranks() - 1;
    require(broadcast(own, root) == numbers(5000, root), "all ranks have the data of the root");
    const auto all = allgather(own);
    for (rank_id r = 0; r < ranks(); ++r) {
      require(all[r] == numbers(5000, r), "each rank has the data of all ranks");
    }
    const auto total = allreduce(own, std::plus<>());
    require(total[17] == 17 * ranks() + std::uint64_t{ranks()} * (ranks() - 1) / 2,
            "long vectors are added up");
    barrier();
  });
}

}  // namespace arcas::inline v0::cluster::test
