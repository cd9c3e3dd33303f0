// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_deque.h>

#include <arcas/base/machine.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

struct item {
  std::uint64_t tag = 0;
  int taken = 0;
};
using small_deque = task_deque<item, std::atomic, 4>;

constexpr auto any = [](std::uint64_t) { return true; };

std::vector<item> items(std::size_t n) {
  std::vector<item> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i].tag = i + 1;
  return all;
}

TEST(TaskDeque, GivesBackTheLastThatWasPushed) {
  small_deque d(true);
  auto all = items(3);
  for (item& i : all) EXPECT_FALSE(d.push(&i, i.tag));
  EXPECT_EQ(d.pop(), &all[2]);
  EXPECT_EQ(d.pop(), &all[1]);
  EXPECT_EQ(d.pop(), &all[0]);
  EXPECT_EQ(d.pop(), nullptr);
  EXPECT_EQ(d.pop(), nullptr);
}

TEST(TaskDeque, ShowsThievesNothingUntilTheyLeaveARequest) {
  small_deque d(true);
  auto all = items(4);
  for (item& i : all) d.push(&i, i.tag);
  EXPECT_EQ(d.steal(any).task, nullptr);
  const border_word request = d.request(1);
  EXPECT_TRUE(request.is_request());
  EXPECT_TRUE(d.unanswered(request));
  item one{9};
  EXPECT_TRUE(d.push(&one, 9));
  EXPECT_FALSE(d.unanswered(request));
  for (int i = 0; i < 3; ++i) {
    const auto got = d.steal(any);
    EXPECT_EQ(got.task, &all[static_cast<std::size_t>(i)]);
    EXPECT_EQ(got.tag, static_cast<std::uint64_t>(i + 1));
  }
  EXPECT_EQ(d.steal(any).task, nullptr) << "the younger half is the owner's";
  EXPECT_EQ(d.pop(), &one);
  EXPECT_EQ(d.pop(), &all[3]);
  EXPECT_EQ(d.pop(), nullptr);
}

TEST(TaskDeque, ShowsThievesAllThatItsOwnerPublishes) {
  small_deque d(true);
  auto all = items(4);
  for (int i = 0; i < 3; ++i) d.push(&all[static_cast<std::size_t>(i)], 1);
  EXPECT_FALSE(d.publish());
  EXPECT_EQ(d.steal(any).task, &all[0]);
  EXPECT_EQ(d.pop(), &all[2]);
  EXPECT_EQ(d.steal(any).task, &all[1]);
  d.request(1);
  EXPECT_TRUE(d.publish()) << "an answer, though there is no task";
  d.push(&all[3], 1);
  EXPECT_EQ(d.steal(any).task, nullptr);
  d.request(2);
  EXPECT_TRUE(d.publish());
  EXPECT_EQ(d.steal(any).task, &all[3]);
  EXPECT_EQ(d.pop(), nullptr);
}

TEST(TaskDeque, AnswersAtAPopToo) {
  small_deque d(true);
  auto all = items(3);
  for (item& i : all) d.push(&i, i.tag);
  d.request(1);
  int answers = 0;
  EXPECT_EQ(d.pop([&] { ++answers; }), &all[2]);
  EXPECT_EQ(answers, 1);
  EXPECT_EQ(d.steal(any).task, &all[0]);
  EXPECT_EQ(d.steal(any).task, nullptr);
  EXPECT_EQ(d.pop(), &all[1]);
  EXPECT_EQ(d.pop(), nullptr);
}

TEST(TaskDeque, IsSettledWithoutItsOwner) {
  for (const bool thieves_pay : {false, asymmetric_fence::available()}) {
    small_deque d(thieves_pay);
    auto all = items(3);
    for (item& i : all) d.push(&i, i.tag);
    const border_word request = d.request(1);
    EXPECT_TRUE(d.settle(request));
    EXPECT_FALSE(d.unanswered(request));
    EXPECT_EQ(d.steal(any).task, &all[0]);
    EXPECT_EQ(d.steal(any).task, &all[1]);
    EXPECT_EQ(d.steal(any).task, nullptr);
    EXPECT_EQ(d.pop(), &all[2]);
    EXPECT_EQ(d.pop(), nullptr);
  }
}

TEST(TaskDeque, IsNotSettledTwice) {
  small_deque d(true);
  auto all = items(2);
  for (item& i : all) d.push(&i, i.tag);
  const border_word request = d.request(1);
  EXPECT_EQ(d.pop(), &all[1]);  // answers the request
  EXPECT_FALSE(d.settle(request));
  EXPECT_EQ(d.pop(), &all[0]);
  EXPECT_EQ(d.steal(any).task, nullptr);
}

TEST(TaskDeque, AnEmptyDequeTakesARequestForItsNextPush) {
  small_deque d(true);
  const border_word request = d.request(1);
  EXPECT_TRUE(d.is_requested());
  EXPECT_EQ(d.request(2), request) << "one request stands for all thieves";
  EXPECT_FALSE(d.settle(request)) << "there is nothing to settle";
  EXPECT_TRUE(d.is_requested());
  EXPECT_EQ(d.pop(), nullptr);
  item one{1};
  EXPECT_TRUE(d.push(&one, 1));
  EXPECT_FALSE(d.request(3).is_request()) << "there is something to take";
  EXPECT_EQ(d.steal(any).task, &one);
}

TEST(TaskDeque, KeepsTasksThatAThiefMayNotTake) {
  small_deque d(true);
  item one{7};
  d.request(1);
  d.push(&one, 7);
  const auto got = d.steal([](std::uint64_t tag) { return tag != 7; });
  EXPECT_EQ(got.task, nullptr);
  EXPECT_EQ(d.pop(), &one);
}

// A sleeping thief relies on its request. If a pop answers the request, it reports that, and the
// owner wakes the sleeper.
TEST(TaskDeque, SaysWhenTheLastPopAnswersARequest) {
  small_deque d(true);
  item one{1};
  d.push(&one, 1);
  d.request(1);
  int answers = 0;
  const auto answered = [&] { ++answers; };
  EXPECT_EQ(d.pop(answered), &one);
  EXPECT_EQ(answers, d.is_requested() ? 0 : 1);
  EXPECT_EQ(d.pop(answered), nullptr);
  EXPECT_EQ(answers, d.is_requested() ? 0 : 1);
}

TEST(TaskDeque, KeepsARequestThatFollowsATheftOfTheLast) {
  small_deque d(true);
  item one{1};
  d.request(1);
  d.push(&one, 1);
  EXPECT_EQ(d.steal(any).task, &one);
  EXPECT_TRUE(d.request(2).is_request());
  EXPECT_EQ(d.pop(), nullptr);
  EXPECT_TRUE(d.is_requested());
  item two{2};
  EXPECT_TRUE(d.push(&two, 2));
}

// Compared with a deque of the standard library, with random requests.
TEST(TaskDeque, AgreesWithADequeOfTheStandardLibrary) {
  std::minstd_rand random(1);
  small_deque d(true);
  std::deque<item*> model;
  auto all = items(20'000);
  std::size_t next = 0;
  std::size_t published = 0;
  for (std::uint64_t step = 1; next < all.size(); ++step) {
    switch (random() % 8) {
      case 0:
        d.request(step);
        break;
      case 1: {
        const auto got = d.steal(any);
        if (!got.task) break;
        ASSERT_EQ(got.task, model.front());
        model.pop_front();
        ++published;
        break;
      }
      case 2:
      case 3:
      case 4:
        ASSERT_EQ(d.pop(), model.empty() ? nullptr : model.back());
        if (!model.empty()) model.pop_back();
        break;
      default:
        d.push(&all[next], all[next].tag);
        model.push_back(&all[next++]);
    }
    ASSERT_EQ(d.has_tasks(), !model.empty());
  }
  EXPECT_GT(published, 100u);
}

// One owner, several thieves: each task is taken once, with its tag.
void expect_each_taken_once(bool thieves_pay, unsigned thieves, std::size_t n) {
  small_deque d(thieves_pay);
  auto all = items(n);
  std::vector<std::atomic<int>> taken(n);
  const auto take = [&](const item* i, std::uint64_t tag) {
    if (i->tag == tag) taken[static_cast<std::size_t>(i - all.data())].fetch_add(1);
  };
  std::atomic<bool> over{false};
  std::vector<std::jthread> threads;
  for (unsigned thief = 1; thief <= thieves; ++thief) {
    threads.emplace_back([&, thief] {
      std::uint64_t requests = 0;
      while (!over) {
        const auto got = d.steal(any);
        if (got.task) {
          take(got.task, got.tag);
        } else if (const auto request = d.request(std::uint64_t{thief} << 40 | ++requests);
                   request.is_request() && d.has_tasks() && requests % 16 == 0) {
          d.settle(request);
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  std::minstd_rand random(1);
  for (std::size_t pushed = 0; pushed < n;) {
    if (random() % 100 < 55) {
      d.push(&all[pushed], all[pushed].tag);
      ++pushed;
    } else if (const item* i = d.pop()) {
      take(i, i->tag);
    }
  }
  while (const item* i = d.pop()) take(i, i->tag);
  over = true;
  threads.clear();
  std::size_t wrong = 0;
  for (const auto& t : taken) wrong += t != 1;
  EXPECT_EQ(wrong, 0u);
}

TEST(TaskDeque, GivesEachTaskOnceToOwnerOrThief) {
  expect_each_taken_once(asymmetric_fence::available(), 1, 100'000);
}

TEST(TaskDeque, GivesEachTaskOnceToManyThieves) {
  expect_each_taken_once(asymmetric_fence::available(), 6, 100'000);
}

TEST(TaskDeque, NeedsNoAsymmetricFence) {
  expect_each_taken_once(false, 2, 100'000);
}

}  // namespace
}  // namespace arcas
