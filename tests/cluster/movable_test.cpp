// SPDX-License-Identifier: Apache-2.0
// Tasks as bytes: the newest is popped first, the oldest is stolen first, with captures of any
// size.
#include <arcas/cluster/stealing/stealing.h>

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

unsigned no_code(const message_targets&, const envelope&, const std::byte*&, unsigned count) {
  return count;
}

struct told_task {
  scope_id scope;
  std::string captures;
};

void push(movable_pool& pool, std::deque<told_task>& model, std::mt19937& random) {
  const std::size_t sizes[] = {0, 1, 8, 48, 56, 300, 9000};
  told_task t{random(), std::string(sizes[random() % 7], static_cast<char>('a' + random() % 26))};
  std::byte* const at = pool.push(&no_code, 0, t.scope, t.captures.size());
  std::memcpy(at, t.captures.data(), t.captures.size());
  model.push_back(t);
}

void expect_newest(movable_pool& pool, std::deque<told_task>& model) {
  const movable_task t = pool.pop();
  EXPECT_EQ(t.run, &no_code);
  EXPECT_EQ(t.scope, model.back().scope);
  const std::string& captures = model.back().captures;
  EXPECT_EQ(std::memcmp(t.captures, captures.data(), captures.size()), 0);
  model.pop_back();
}

void expect_oldest(movable_pool& pool, std::deque<told_task>& model) {
  const std::size_t n = pool.oldest_that_fit(1, 0).bytes;
  ASSERT_EQ(n, sizeof(movable_head) + model.front().captures.size());
  EXPECT_EQ(pool.oldest_scope(), model.front().scope);
  std::vector<std::byte> wire(n);
  EXPECT_EQ(pool.take_oldest(wire.data()), wire.data() + n);
  EXPECT_EQ(std::memcmp(wire.data() + sizeof(movable_head), model.front().captures.data(),
                        model.front().captures.size()),
            0);
  model.pop_front();
}

TEST(movable_pool, is_a_deque_of_bytes) {
  std::mt19937 random(5);
  for (const unsigned leaning : {45u, 50u, 60u}) {
    movable_pool pool;
    std::deque<told_task> model;
    for (unsigned i = 0; i < 4000; ++i) {
      if (random() % 100 < leaning || model.empty()) {
        push(pool, model, random);
      } else if (random() % 3 != 0) {
        expect_newest(pool, model);
      } else {
        expect_oldest(pool, model);
      }
      ASSERT_EQ(pool.size(), model.size());
    }
    while (!pool.empty()) expect_newest(pool, model);
  }
}

TEST(movable_pool, says_how_many_of_the_oldest_fit) {
  movable_pool pool;
  for (std::size_t i = 0; i < 10; ++i) pool.push(&no_code, 0, i, 100);
  const std::size_t one = sizeof(movable_head) + 100;
  EXPECT_EQ(pool.oldest_that_fit(5, 100 * one).tasks, 5u);
  EXPECT_EQ(pool.oldest_that_fit(5, 3 * one).tasks, 3u);
  EXPECT_EQ(pool.oldest_that_fit(5, 3 * one - 1).tasks, 2u);
  EXPECT_EQ(pool.oldest_that_fit(5, 1).tasks, 1u);
  EXPECT_EQ(pool.oldest_that_fit(4, 4 * one).bytes, 4 * one);
}

// Captures have any length, not only multiples of a word.
TEST(movable_pool, values_are_copied_whole) {
  struct odd {
    char bytes[27];
  };
  const odd from{"what is not whole words..."};
  odd to{};
  copy_by_words<odd>(&to, &from);
  EXPECT_STREQ(to.bytes, from.bytes);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
