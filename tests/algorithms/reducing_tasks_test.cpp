// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reducing_tasks.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

class ReducingTasks : public OnWorkers {
 protected:
  // Runs what() as a task of the machine. what() makes the reducers that it uses: a task may use a
  // reducer of another thread only if a construct, such as invoke() or a group, carries it.
  template <class What>
  void on_machine(const What& what) {
    task_group group({.on = &machine});
    group.run(what);
    group.wait();
  }
};
INSTANTIATE_TEST_SUITE_P(Workers, ReducingTasks, worker_counts, testing::PrintToStringParamName());

using text = reducer<concatenation>;

std::string words_between(std::size_t first, std::size_t last) {
  std::string all;
  for (std::size_t i = first; i < last; ++i) all += word(i);
  return all;
}

// Adds the words of the range as a walk through a tree does: the root adds the first word, two
// tasks add the two halves of the rest, and the root adds the last word.
void say_all(text& names, std::size_t first, std::size_t last) {
  now_and_then_yield(first);
  if (last - first < 4) {
    names.view() += words_between(first, last);
    return;
  }
  names.view() += word(first);
  const std::size_t middle = (first + last) / 2;
  arcas::invoke(
      into(names), [&] { say_all(names, first + 1, middle); },
      [&] { say_all(names, middle, last - 1); });
  names.view() += word(last - 1);
}

TEST_P(ReducingTasks, InvokedAddInTheOrderOfTheSource) {
  for (int round = 0; round < 20; ++round) {
    std::string said;
    on_machine([&] {
      text names;
      say_all(names, 0, 700);
      said = names.get();
    });
    ASSERT_EQ(said, words_up_to(700));
  }
}

TEST_P(ReducingTasks, ThreeFunctionsMayHaveTwoReducers) {
  on_machine([&] {
    text names;
    reducer<plus<long>> count(plus<long>{}, 5);
    const auto add = [&](std::size_t i) {
      now_and_then_yield(61 * i);
      names.view() += word(i);
      count.view() += 1;
    };
    names.view() += "begin ";
    arcas::invoke(into(names, count), [&] { add(0); }, [&] { add(1); }, [&] { add(2); });
    names.view() += "end";
    EXPECT_EQ(names.get(), "begin " + words_up_to(3) + "end");
    EXPECT_EQ(count.get(), 8);
  });
}

TEST_P(ReducingTasks, OfAGroupAddWhereTheyAreSpawned) {
  for (int round = 0; round < 10; ++round) {
    text names;
    names.view() += "begin ";
    on_machine([&] {
      reducing_group group(into(names));
      for (std::size_t i = 0; i < 300; i += 2) {
        group.run([&names, i] {
          now_and_then_yield(i);
          names.view() += word(i);
        });
        names.view() += word(i + 1);
      }
      group.wait();
      ASSERT_EQ(names.view(), "begin " + words_up_to(300));
      names.view() += "end ";
      group.run([&] { names.view() += "indeed"; });
    });
    ASSERT_EQ(names.get(), "begin " + words_up_to(300) + "end indeed");
  }
}

TEST_P(ReducingTasks, SpawnIntoTheirOwnGroup) {
  struct speaker {
    void speak(std::size_t first, std::size_t last) {
      now_and_then_yield(first);
      if (first == last) return;
      names.view() += word(first);
      const std::size_t middle = (first + 1 + last) / 2;
      group.run([this, first, middle] { speak(first + 1, middle); });
      group.run([this, middle, last] { speak(middle, last); });
    }
    text& names;
    reducing_group<text>& group;
  };
  for (int round = 0; round < 10; ++round) {
    text names;
    on_machine([&] {
      reducing_group group(into(names));
      speaker first{names, group};
      first.speak(0, 300);
      group.wait();
    });
    ASSERT_EQ(names.get(), words_up_to(300));
  }
}

TEST_P(ReducingTasks, AndLoopsNestInEachOther) {
  text names;
  on_machine([&] {
    const auto say_ten = [&](std::size_t first) {
      parallel_for(first, first + 10, into(names),
                   [&](std::size_t i) {
                     now_and_then_yield(i);
                     names.view() += word(i);
                   },
                   {.grain = 1, .on = &machine});
    };
    arcas::invoke(
        into(names), [&] { say_ten(0); },
        [&] {
          parallel_for(1, 5, into(names),
                       [&](std::size_t tens) {
                         arcas::invoke(
                             into(names), [&] { say_ten(20 * tens - 10); },
                             [&] { say_ten(20 * tens); });
                       },
                       {.grain = 1, .on = &machine});
        });
  });
  EXPECT_EQ(names.get(), words_up_to(90));
}

TEST_P(ReducingTasks, KeepFinishedAdditionsWhenOneThrows) {
  on_machine([&] {
    text names;
    EXPECT_THROW(arcas::invoke(
                     into(names), [&] { names.view() += "first "; },
                     [&] {
                       names.view() += "second";
                       throw std::out_of_range("second");
                     }),
                 std::out_of_range);
    EXPECT_EQ(names.view(), "first second");
    reducing_group group(into(names));
    names.view() += ", third";
    group.run([] { throw std::out_of_range("third"); });
    EXPECT_THROW(group.wait(), std::out_of_range);
    EXPECT_EQ(names.get(), "first second, third");
    names.view() += ", last";
    EXPECT_EQ(names.get(), "first second, third, last");
  });
}

TEST_P(ReducingTasks, AreRunWhereTheirPlaceIsKnown) {
  text names;
  on_machine([&] {
    reducing_group group(into(names));
    const auto run = [&] { group.run([&] { names.view() += "here"; }); };
    arcas::invoke(
        into(names), [&] { EXPECT_THROW(run(), std::logic_error); },
        [&] { EXPECT_THROW(run(), std::logic_error); });
    run();
    group.wait();
  });
  EXPECT_EQ(names.get(), "here");
}

TEST_P(ReducingTasks, DoNotFindViewsOfReducersThatTheyDoNotCarry) {
  text names;
  reducer<plus<long>> count;
  on_machine([&] {
    reducing_group outer(into(count));
    outer.run([&] {
      reducing_group inner(into(names));
      inner.run([&] {
        names.view() += "inner";
        EXPECT_THROW(count.view(), std::logic_error);
      });
      count.view() += 1;
      inner.wait();
      count.view() += 1;
    });
    outer.wait();
  });
  EXPECT_EQ(names.get(), "inner");
  EXPECT_EQ(count.get(), 2);
}

}  // namespace
}  // namespace arcas
