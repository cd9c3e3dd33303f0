// SPDX-License-Identifier: Apache-2.0
// Litmus tests of read-modify-writes, release sequences, fences as partners of accesses, pauses and
// futexes: everything that protocols use besides loads and stores.
#include "litmus.h"

#include <gtest/gtest.h>

namespace arcas::sim {
namespace {

TEST(LitmusAtomicity, NoTwoAddersReadTheSame) {
  for (const memory_model m : all_models) {
    const auto add = [](int reg) {
      return [reg](litmus_state& s) { s.r[reg] = s.x.fetch_add(1, rlx); };
    };
    EXPECT_EQ(outcomes(m, 3, {add(0), add(1), add(2)}, true),
              (set{"01230", "02130", "10230", "12030", "20130", "21030"}));
  }
}

TEST(LitmusAtomicity, OneOfTwoExchangesWins) {
  for (const memory_model m : all_models) {
    const auto exchange = [](int reg, int value) {
      return [=](litmus_state& s) {
        int expected = 0;
        s.r[reg] = s.x.compare_exchange_strong(expected, value, rlx);
      };
    };
    EXPECT_EQ(outcomes(m, 2, {exchange(0, 1), exchange(1, 2)}, true), (set{"1010", "0120"}));
  }
}

TEST(LitmusAtomicity, AWeakExchangeMayFailWithoutReason) {
  for (const memory_model m : all_models) {
    EXPECT_EQ(outcomes(m, 1, {[](litmus_state& s) {
                         int expected = 0;
                         s.r[0] = s.x.compare_exchange_weak(expected, 1, rlx);
                       }}),
              (set{"0", "1"}));
  }
}

// A store goes before or behind a read-modify-write, never between its read and its write.
TEST(LitmusAtomicity, AStoreDoesNotComeBetween) {
  for (const memory_model m : all_models) {
    EXPECT_EQ(outcomes(m, 1,
                       {[](litmus_state& s) { s.r[0] = s.x.fetch_add(1, rlx); },
                        [](litmus_state& s) { s.x.store(5, rlx); }},
                       true),
              (set{"050", "560"}));
  }
}

// A reader of what a read-modify-write has written acquires the release of the store before it. If
// the second thread stores instead, the reader does not acquire it.
set release_sequence(std::memory_order add, bool store_instead) {
  return outcomes(views, 2,
                  {[](litmus_state& s) {
                     s.x.store(1, rlx);
                     s.y.store(1, rel);
                   },
                   [=](litmus_state& s) {
                     if (store_instead) {
                       if (s.y.load(rlx) == 1) s.y.store(2, rlx);
                     } else {
                       int expected = 1;
                       s.y.compare_exchange_strong(expected, 2, add, rlx);
                     }
                   },
                   [](litmus_state& s) {
                     s.r[0] = s.y.load(acq);
                     s.r[1] = s.x.load(rlx);
                   }});
}

TEST(LitmusAtomicity, ReleaseSequencesAreMadeOfReadModifyWrites) {
  EXPECT_EQ(release_sequence(rlx, false), (set{"00", "01", "11", "21"}));
  EXPECT_EQ(release_sequence(rlx, true), (set{"00", "01", "11", "20", "21"}));
}

// C++20: a later store of the same thread does not continue the release sequence.
TEST(LitmusAtomicity, OnesOwnLaterStoreEndsTheReleaseSequence) {
  EXPECT_EQ(outcomes(views, 2,
                     {[](litmus_state& s) {
                        s.x.store(1, rlx);
                        s.y.store(1, rel);
                        s.y.store(2, rlx);
                      },
                      [](litmus_state& s) {
                        s.r[0] = s.y.load(acq);
                        s.r[1] = s.x.load(rlx);
                      }}),
            (set{"00", "01", "11", "20", "21"}));
}

// A release fence releases the stores after it, not earlier ones.
TEST(LitmusAtomicity, AReleaseFenceIsBeforeItsStore) {
  const auto run = [](bool fence_first) {
    return outcomes(views, 2,
                    {[=](litmus_state& s) {
                       s.x.store(1, rlx);
                       if (fence_first) arcas::detail::machine<explored_atomic>::fence(rel);
                       s.y.store(1, rlx);
                       if (!fence_first) arcas::detail::machine<explored_atomic>::fence(rel);
                     },
                     [](litmus_state& s) {
                       s.r[0] = s.y.load(acq);
                       s.r[1] = s.x.load(rlx);
                     }});
  };
  EXPECT_EQ(run(true), all_but(2, {"10"}));
  EXPECT_EQ(run(false), all_but(2, {}));
}

// Store, fence, load in both threads. Each of the two fences is light or heavy.
set asymmetric(memory_model m, bool heavy, bool other_heavy) {
  const auto side = [](word litmus_state::* a, word litmus_state::* b, int reg, bool heavy_one) {
    return [=](litmus_state& s) {
      (s.*a).store(1, rlx);
      heavy_one ? arcas::detail::machine<explored_atomic>::heavy_fence()
                : arcas::detail::machine<explored_atomic>::light_fence();
      s.r[reg] = (s.*b).load(rlx);
    };
  };
  return outcomes(m, 2,
                  {side(&litmus_state::x, &litmus_state::y, 0, heavy),
                   side(&litmus_state::y, &litmus_state::x, 1, other_heavy)});
}

TEST(LitmusAtomicity, OneOfTwoAsymmetricFencesIsHeavy) {
  for (const memory_model m : {memory_model::tso, views}) {
    EXPECT_EQ(asymmetric(m, false, false), all_but(2, {}));
    EXPECT_EQ(asymmetric(m, true, false), all_but(2, {"00"}));
    EXPECT_EQ(asymmetric(m, false, true), all_but(2, {"00"}));
    EXPECT_EQ(asymmetric(m, true, true), all_but(2, {"00"}));
  }
}

// A light fence has no effect on threads with only light or ordinary fences.
TEST(LitmusAtomicity, ALightFenceIsNotASeqCstFence) {
  for (const memory_model m : {memory_model::tso, views}) {
    EXPECT_EQ(outcomes(m, 2,
                       {[](litmus_state& s) {
                          s.x.store(1, rlx);
                          arcas::detail::machine<explored_atomic>::light_fence();
                          s.r[0] = s.y.load(rlx);
                        },
                        [](litmus_state& s) {
                          s.y.store(1, rlx);
                          arcas::detail::machine<explored_atomic>::fence(sc);
                          s.r[1] = s.x.load(rlx);
                        }}),
              all_but(2, {}));
  }
}

// Plain data: a thread that acquires knows of the write, whichever of the two threads is run first.
verdict handing_over(memory_model m, std::memory_order store, std::memory_order load) {
  return explore({.model = m}, [=](world& w) {
    auto& flag = w.make<word>("flag");
    auto& data = w.make<shared<int>>("data");
    w.thread("writer", [&] {
      data.set(42);
      flag.store(1, store);
    });
    w.thread("reader", [&] {
      if (flag.load(load) == 1) require(data.read() == 42, "the data has arrived");
    });
  });
}

TEST(LitmusAtomicity, PlainDataNeedsAReleaseAndAnAcquire) {
  EXPECT_TRUE(handing_over(views, rel, acq).holds());
  for (const auto& [store, load] : {std::pair{rlx, acq}, {rel, rlx}, {rlx, rlx}}) {
    const verdict v = handing_over(views, store, load);
    ASSERT_TRUE(v.found);
    EXPECT_EQ(v.found->kind, failure_kind::data_race) << v.story;
  }
}

TEST(LitmusAtomicity, APauseWaitsForAChange) {
  for (const memory_model m : all_models) {
    const verdict v = explore({.model = m}, [](world& w) {
      auto& flag = w.make<word>("flag");
      w.thread("waits", [&] {
        while (flag.load(acq) == 0) arcas::detail::machine<explored_atomic>::pause();
      });
      w.thread("tells", [&] { flag.store(1, rel); });
    });
    EXPECT_TRUE(v.holds()) << v.story;
  }
}

TEST(LitmusAtomicity, WaitingForWhatNobodyDoesIsALivelock) {
  for (const memory_model m : all_models) {
    const verdict v = explore({.model = m}, [](world& w) {
      auto& flag = w.make<word>("flag");
      w.thread("waits", [&] {
        while (flag.load(acq) == 0) arcas::detail::machine<explored_atomic>::pause();
      });
    });
    ASSERT_TRUE(v.found);
    EXPECT_EQ(v.found->kind, failure_kind::livelock) << v.story;
  }
}

// Check, then sleep: the futex compares again, so that only a missing ring loses the wake-up.
verdict one_sleeps(memory_model m, bool rings, std::memory_order order) {
  return explore({.model = m}, [=](world& w) {
    auto& bell = w.make<word>("bell");
    auto& asleep = w.make<word>("asleep");
    auto& news = w.make<word>("news");
    w.thread("sleeper", [&] {
      const int before = bell.load(rlx);
      asleep.store(1, order);
      if (news.load(order) == 0) bell.park(before);
    });
    w.thread("waker", [&] {
      news.store(1, order);
      if (asleep.load(order) == 0) return;
      if (rings) bell.fetch_add(1, rlx);
      bell.wake(1);
    });
  });
}

TEST(LitmusAtomicity, LostWakeUps) {
  for (const memory_model m : all_models) {
    EXPECT_TRUE(one_sleeps(m, true, sc).holds()) << one_sleeps(m, true, sc).story;
    const verdict silent = one_sleeps(m, false, sc);
    ASSERT_TRUE(silent.found);
    EXPECT_EQ(silent.found->kind, failure_kind::lost_wake_up) << silent.story;
  }
  for (const memory_model m : {memory_model::tso, views}) {
    const verdict weak = one_sleeps(m, true, rlx);
    EXPECT_TRUE(weak.found);
  }
}

}  // namespace
}  // namespace arcas::sim
