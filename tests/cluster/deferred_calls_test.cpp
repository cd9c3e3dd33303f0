// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/scheduler.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// The letters of the calls and tasks that have run, in order.
std::string ran;
scheduler* running = nullptr;

struct letter {
  static void run(std::byte* first, std::byte* last) noexcept {
    for (; first != last; ++first) ran += static_cast<char>(*first);
  }
};

struct digits {
  static void run(std::byte* first, std::byte* last) noexcept {
    for (; first != last; first += 2) ran += static_cast<char>(*first);
  }
};

// A call that tries to defer another one, and to wait.
struct nested {
  static void run(std::byte*, std::byte*) noexcept {
    const bool deferred = running->defer(&letter::run, 1) != nullptr;
    try {
      running->yield();
      ran += 'w';
    } catch (const std::logic_error&) {
      ran += deferred ? 'd' : 'n';
    }
  }
};

bool defer_letter(scheduler& s, char name) {
  std::byte* const room = s.defer(&letter::run, 1);
  if (room) *room = static_cast<std::byte>(name);
  return room != nullptr;
}

template <class Body>
std::string ran_by(const scheduler_options& options, const Body& body) {
  ran.clear();
  scheduler s(options);
  running = &s;
  s.spawn(job([&] { body(s); }), 0);
  while (s.run()) {
  }
  return ran;
}

TEST(deferred_calls, of_one_kind_lie_in_a_row) {
  deferred_calls calls(3);
  EXPECT_FALSE(calls.any());
  EXPECT_EQ(calls.append(&letter::run, 1), nullptr) << "the first one says of which kind they are";
  std::byte* const first = calls.begin(&letter::run, 1);
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(calls.any());
  EXPECT_EQ(calls.append(&digits::run, 1), nullptr) << "another kind";
  EXPECT_EQ(calls.append(&letter::run, 1), first + 1);
  EXPECT_EQ(calls.append(&letter::run, 2), nullptr) << "no room for two more";
  EXPECT_EQ(calls.append(&letter::run, 1), first + 2);
  EXPECT_EQ(calls.append(&letter::run, 1), nullptr) << "full";
  std::memcpy(first, "abc", 3);
  ran.clear();
  calls.run();
  EXPECT_EQ(ran, "abc");
  EXPECT_FALSE(calls.any());
  EXPECT_EQ(calls.begin(&letter::run, 4), nullptr) << "longer than all the room";
}

TEST(deferred_calls, run_before_the_task_does_anything_else) {
  const auto all = [](scheduler& s) {
    const auto between = [&s](char name, const auto& act) {
      EXPECT_TRUE(defer_letter(s, name));
      act();
      ran += '.';
    };
    between('a', [&] { s.yield(); });
    between('b', [&] { s.poll(); });
    between('c', [&] { s.settle(); });
    between('d', [&] {
      s.leave_task();
      s.back_in_task();
    });
    between('e', [&] {
      s.wake(s.current());
      s.suspend("test");
    });
    between('f', [&] { *s.defer(&digits::run, 2) = std::byte{'1'}; });
    EXPECT_TRUE(defer_letter(s, 'g'));
  };
  EXPECT_EQ(ran_by({}, all), "a.b.c.d.e.f.1g") << "the last one where the task ends";
}

// The deferred calls run before any other task does, not only before their own task continues. The
// other task waits in another way, so only the wait of the first task can have run the calls.
TEST(deferred_calls, run_before_another_task_does) {
  const auto ran_in_turn = [](const auto& wait, bool sleeps) {
    ran.clear();
    scheduler s({});
    task* first = nullptr;
    task* other = nullptr;
    s.spawn(job([&] {
              EXPECT_TRUE(defer_letter(s, 'a'));
              first = s.current();
              if (!sleeps) s.wake(other);
              wait(s);
              ran += '3';
            }),
            0);
    s.spawn(job([&] {
              other = s.current();
              if (!sleeps) s.suspend("test");
              while (!first) s.yield();
              ran += '2';
              if (sleeps) s.wake(first);
            }),
            0);
    while (s.run()) {
    }
    return ran;
  };
  EXPECT_EQ(ran_in_turn([](scheduler& s) { s.suspend("test"); }, true), "a23");
  EXPECT_EQ(ran_in_turn([](scheduler& s) { s.yield(); }, false), "a23");
  EXPECT_EQ(ran_in_turn([](scheduler& s) { s.poll(); }, false), "a23");
}

TEST(deferred_calls, run_before_messages_are_looked_at) {
  ran.clear();
  scheduler s({});
  s.spawn(job([&] {
            EXPECT_TRUE(defer_letter(s, 'a'));
            s.poll();
            ran += '1';
          }),
          0);
  s.run();
  EXPECT_EQ(ran, "a");
  while (s.run()) {
  }
  EXPECT_EQ(ran, "a1");
}

TEST(deferred_calls, run_when_there_are_as_many_as_have_room) {
  for (const std::size_t room : {1u, 2u, 5u}) {
    const auto some = [room](scheduler& s) {
      for (int i = 0; i < 11; ++i) {
        EXPECT_TRUE(defer_letter(s, static_cast<char>('a' + i)));
        const std::size_t behind = static_cast<std::size_t>(i) / room * room;
        EXPECT_EQ(ran.size(), behind) << room << " have room";
      }
    };
    EXPECT_EQ(ran_by({.deferred_bytes = room}, some), "abcdefghijk");
  }
}

TEST(deferred_calls, are_refused_where_nobody_would_run_them) {
  EXPECT_EQ(ran_by({.deferred_bytes = 0}, [](scheduler& s) { EXPECT_FALSE(defer_letter(s, 'a')); }),
            "");
  EXPECT_EQ(ran_by({},
                   [](scheduler& s) {
                     s.leave_task();
                     EXPECT_FALSE(defer_letter(s, 'a')) << "between tasks";
                     s.back_in_task();
                     EXPECT_TRUE(defer_letter(s, 'b'));
                   }),
            "b");
  scheduler outside({});
  EXPECT_FALSE(defer_letter(outside, 'a')) << "no task";
}

TEST(deferred_calls, neither_wait_nor_put_off_more) {
  EXPECT_EQ(ran_by({}, [](scheduler& s) { ASSERT_NE(s.defer(&nested::run, 1), nullptr); }), "n");
}

TEST(deferred_calls, of_what_ends_with_a_task_run_before_the_next_task) {
  struct guard {
    explicit guard(scheduler& s) : of(&s) {}
    guard(guard&& other) noexcept : of(std::exchange(other.of, nullptr)) {}
    ~guard() {
      if (of) defer_letter(*of, 'a');
    }
    scheduler* of;
  };
  ran.clear();
  scheduler s({});
  s.spawn(job([g = guard(s)] { ran += '1'; }), 0);
  while (s.run()) {
  }
  EXPECT_EQ(ran, "1a");
}

TEST(deferred_calls, of_a_task_that_is_cancelled_are_refused) {
  ran.clear();
  bool deferred = true;
  {
    scheduler s({});
    s.spawn(job([&] {
              struct last_words {
                scheduler& s;
                bool& deferred;
                ~last_words() { deferred = defer_letter(s, 'a'); }
              } const words{s, deferred};
              s.suspend("test");
            }),
            0);
    s.run();
  }
  EXPECT_FALSE(deferred) << "what it refers to may end at any time";
  EXPECT_EQ(ran, "");
}

}  // namespace
}  // namespace arcas::inline v0::cluster
