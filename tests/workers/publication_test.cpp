// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/publication.h>

#include <gtest/gtest.h>

#include <iterator>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

TEST(Epoch, CarriesCountLevelAndSlot) {
  for (std::uint64_t count : {std::uint64_t{1}, std::uint64_t{77}, std::uint64_t{1} << 47}) {
    for (unsigned level : {0U, 1U, 255U}) {
      for (unsigned slot : {0U, 7U, 127U}) {
        const epoch e(count, level, slot);
        EXPECT_EQ(e.level(), static_cast<int>(level));
        EXPECT_EQ(e.slot(), slot);
        EXPECT_FALSE(e.being_written());
        EXPECT_TRUE(e.while_written().being_written());
        EXPECT_EQ(e.while_written().slot(), slot);
        EXPECT_NE(e, e.while_written());
        EXPECT_EQ(epoch(e.bits()), e);
        EXPECT_NE(e, epoch(count + 1, level, slot));
      }
    }
  }
}

void first_entry(const work&, participant&) {}

work item_of(std::uint64_t k, void* context) {
  return {&first_entry, context, {k, k * 3, ~k, k ^ 0xff}};
}

std::vector<std::uint64_t> arguments_of(const work& item) {
  return {std::begin(item.arguments), std::end(item.arguments)};
}

TEST(Notice, ShowsThePostedWords) {
  notice<> board;
  EXPECT_EQ(board.current(), epoch{});
  const epoch e(1, 0, 3);
  board.post(e, item_of(42, &board));
  EXPECT_EQ(board.current(), e);
  const work seen = board.read();
  EXPECT_EQ(seen.run, &first_entry);
  EXPECT_EQ(seen.context, &board);
  EXPECT_EQ(arguments_of(seen), arguments_of(item_of(42, nullptr)));
  EXPECT_TRUE(board.seen_again(e));
  board.post(epoch(2, 0, 4), item_of(43, &board));
  EXPECT_FALSE(board.seen_again(e));
}

TEST(Notice, LeadingIsApartFromItsWords) {
  notice<> board;
  EXPECT_FALSE(board.leading());
  board.post(epoch(1, 0, 0), item_of(1, nullptr));
  board.set_leading(true);
  EXPECT_TRUE(board.leading());
  EXPECT_EQ(board.current(), epoch(1, 0, 0));
}

TEST(Notice, AReaderNeverTrustsTornWords) {
  notice<> board;
  std::atomic<bool> stop{false};
  std::atomic<unsigned> trusted{0};
  std::thread reader([&] {
    while (!stop) {
      const epoch e = board.current();
      if (e == epoch{} || e.being_written()) continue;
      const work seen = board.read();
      if (!board.seen_again(e)) continue;
      ++trusted;
      const auto k = reinterpret_cast<std::uintptr_t>(seen.context);
      ASSERT_EQ(arguments_of(seen), arguments_of(item_of(k, nullptr)));
      ASSERT_EQ(e.slot(), k % 8);
    }
  });
  for (std::uint64_t k = 1; k < 100'000 || trusted < 100; ++k) {
    board.post(epoch(k, 0, k % 8), item_of(k, reinterpret_cast<void*>(k)));
    if (k % 1000 == 0) std::this_thread::yield();
  }
  stop = true;
  reader.join();
}

TEST(Announcement, NamesTheEnteredSlot) {
  announcement<> mine;
  int slot = 0;
  EXPECT_EQ(mine.named(), nullptr);
  mine.enter(&slot);
  EXPECT_EQ(mine.named(), &slot);
  mine.leave();
  EXPECT_EQ(mine.named(), nullptr);
}

TEST(Completion, CountsUpAndIsNeverReset) {
  for (unsigned followers : {1U, 2U, 16U, 17U, 100U, 256U, 1'000U}) {
    completion<> done(followers);
    EXPECT_TRUE(done.reached(0));
    std::uint64_t total = 0;
    for (unsigned f = 0; f < followers; ++f) {
      done.add(f, f + 1);
      total += f + 1;
      EXPECT_TRUE(done.reached(total));
      EXPECT_FALSE(done.reached(total + 1));
    }
    EXPECT_TRUE(done.reached_before_sleep(total));
  }
}

// Every addition arrives, and a thread that sees the sum sees the adders' earlier writes.
void expect_all_counted(unsigned followers, unsigned adders, std::uint64_t additions) {
  completion<> done(followers);
  std::vector<std::uint64_t> written(adders);
  std::uint64_t total = 0;
  std::vector<std::thread> threads;
  for (unsigned a = 0; a < adders; ++a) {
    total += additions * (a + 1);
    threads.emplace_back([&, a] {
      for (std::uint64_t k = 0; k < additions; ++k) {
        ++written[a];
        done.add(a % followers, a + 1);
      }
    });
  }
  while (!done.reached(total)) std::this_thread::yield();
  for (unsigned a = 0; a < adders; ++a) EXPECT_EQ(written[a], additions) << a;
  for (std::thread& t : threads) t.join();
}

TEST(Completion, CountsAllThatManyAddersReport) {
  expect_all_counted(1, 2, 20'000);
  expect_all_counted(2, 4, 20'000);
  expect_all_counted(40, 7, 5'000);
  for (int round = 0; round < 100; ++round) expect_all_counted(2, 4, 3);
}

TEST(LoopSlot, StartsFree) {
  const loop_slot<> slot(2);
  EXPECT_TRUE(slot.untouched);
  EXPECT_FALSE(slot.in_use);
  EXPECT_TRUE(slot.done.reached(slot.expected));
}

}  // namespace
}  // namespace arcas
