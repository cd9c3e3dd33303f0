// SPDX-License-Identifier: Apache-2.0
// Prefetched reads, of elements of the task's own rank and of others: in order, and with other
// tasks running meanwhile.
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/reducer.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {
namespace {

struct few_bytes : detail::awaited {
  int value = 0;
};
struct many_bytes : detail::awaited {
  char value[1000] = {};
};

TEST(reply_table, has_no_place_for_an_answer_that_comes_too_late) {
  detail::reply_table table;
  auto& first = table.open<few_bytes>();
  auto& large = table.open<many_bytes>();
  const detail::reply_id late = first.id;
  EXPECT_EQ(table.find(late), first.place);
  EXPECT_EQ(table.find(large.id), large.place);
  table.close<few_bytes>(first);
  EXPECT_EQ(table.find(late), nullptr);
  auto& again = table.open<many_bytes>();
  ASSERT_EQ(&again, &first) << "the place is used again";
  EXPECT_EQ(table.find(late), nullptr);
  EXPECT_EQ(table.find(again.id), again.place);
  table.close<many_bytes>(again);
  table.close<many_bytes>(large);
  EXPECT_EQ(table.open_places(), 0u);
}

// serialize() leaves out b, so b shows whether an element was copied byte for byte.
struct told_apart {
  int a = 0;
  int b = 0;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(a);
  }
};

TEST(operations, read_takes_elements_of_all_kinds) {
  run_virtual(test::usual(2, 1), job([] {
                static std::string text;
                static told_apart pair;
                static const int constant = 5;
                on_all_ranks([] {
                  text = "rank " + std::to_string(self());
                  pair = {3, 4};
                });
                const auto texts = call(1, [] { return export_to_all(text); });
                EXPECT_EQ(read(texts), "rank 1");
                const auto pairs = call(1, [] { return export_to_all(pair); });
                EXPECT_EQ(read(pairs).a, 3);
                EXPECT_EQ(read(pairs).b, 0) << "it is not copied byte for byte";
                EXPECT_EQ(read(call(1, [] { return export_to_all(constant); })), 5);
              }));
}

TEST(operations, prefetched_reads_find_what_is_there_on_all_ranks) {
  run_virtual(test::usual(3, 1), job([] {
                const auto a = global_array<int>::make(100, 4);
                forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(3 * i); });
                for (std::uint64_t i = 0; i < a.size(); ++i) {
                  EXPECT_EQ(prefetched_read(a[i]), static_cast<int>(3 * i));
                }
              }));
}

TEST(operations, a_prefetched_read_comes_after_the_updates_of_its_task) {
  run_virtual(test::usual(1, 1), job([] {
                long x = 1;
                const auto p = export_to_all(x);
                for (int i = 0; i < 3; ++i) async_add(p, 2);
                EXPECT_EQ(prefetched_read(p), 7);
              }));
}

struct wide {
  std::uint64_t words[15];
  char bytes[8];
};

// Tasks of all ranks read elements of their own rank and of others, in order with their other
// operations. They begin more reads than packets and credits hold.
TEST(operations, asynchronous_reads_are_there_when_finish_returns) {
  for (const unsigned seed : {1u, 2u}) {
    run_virtual(test::usual(3, seed), job([] {
                  constexpr std::uint64_t n = 5000;
                  const auto a = global_array<std::uint64_t>::make(n, 4);
                  forall(a, [](std::uint64_t i, std::uint64_t& x) { x = 3 * i; });
                  const auto wrong = counter::make();
                  on_all_ranks([a, wrong] {
                    std::vector<std::uint64_t> found(n);
                    finish([&] {
                      for (std::uint64_t i = 0; i < n; ++i) {
                        if (i % 3 == self()) async_add(a[i], 1);
                        async_read(a[i], found[i]);
                      }
                    });
                    for (std::uint64_t i = 0; i < n; ++i) {
                      const bool good = i % 3 == self()
                                            ? found[i] == 3 * i + 1
                                            : found[i] == 3 * i || found[i] == 3 * i + 1;
                      wrong.add(good ? 0 : 1);
                    }
                  });
                  EXPECT_EQ(wrong.value(), 0);
                }));
  }
}

TEST(operations, asynchronous_reads_copy_every_byte) {
  run_virtual(test::usual(2, 1), job([] {
                const auto a = global_array<wide>::make(100, 1);
                forall(a, [](std::uint64_t i, wide& x) {
                  for (auto& word : x.words) word = i;
                  for (auto& c : x.bytes) c = static_cast<char>(i);
                });
                std::vector<wide> found(a.size());
                finish([&] {
                  for (std::uint64_t i = 0; i < a.size(); ++i) async_read(a[i], found[i]);
                });
                for (std::uint64_t i = 0; i < a.size(); ++i) {
                  for (const auto word : found[i].words) ASSERT_EQ(word, i);
                  for (const char c : found[i].bytes) ASSERT_EQ(c, static_cast<char>(i));
                }
              }));
}

TEST(operations, a_function_between_tasks_cannot_read_asynchronously) {
  run_virtual(test::usual(2, 1), job([] {
                const auto a = global_array<int>::make(2, 1);
                EXPECT_THROW(call(1,
                                  [a] {
                                    static int to;
                                    async_read(a[0], to);
                                  }),
                             remote_error);
              }));
}

TEST(operations, other_tasks_run_between_the_prefetch_and_the_read) {
  run_virtual(test::usual(1, 1), job([] {
                constexpr int reads = 1000;
                int x = 0;
                const auto p = export_to_all(x);
                int last = 0;
                int changes = 0;
                finish([&] {
                  for (int t = 1; t <= 2; ++t) {
                    spawn([&, t] {
                      for (int i = 0; i < reads; ++i) {
                        changes += std::exchange(last, t) != t;
                        x = t;
                        static_cast<void>(prefetched_read(p));
                      }
                    });
                  }
                });
                EXPECT_GT(changes, reads);
              }));
}

TEST(operations, a_function_between_tasks_cannot_read_prefetched) {
  run_virtual(test::usual(1, 1), job([] {
                int x = 0;
                const auto p = export_to_all(x);
                EXPECT_THROW(call(0, [p] { return prefetched_read(p); }), remote_error);
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
