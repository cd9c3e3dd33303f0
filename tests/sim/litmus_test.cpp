// SPDX-License-Identifier: Apache-2.0
// Does each memory model allow and forbid the right outcomes? The classic litmus tests with the
// names of the literature (Alglave, Maranget, Sewell, Owens), each with its exact set of outcomes.
#include "litmus.h"

#include <gtest/gtest.h>

namespace arcas::sim {
namespace {

void fence(std::memory_order o) {
  arcas::detail::machine<explored_atomic>::fence(o);
}

litmus_thread store_then_load(word litmus_state::* a, word litmus_state::* b, int reg,
                              std::memory_order so, std::memory_order lo,
                              std::memory_order between = rlx) {
  return [=](litmus_state& s) {
    (s.*a).store(1, so);
    if (between != rlx) fence(between);
    s.r[reg] = (s.*b).load(lo);
  };
}

set store_buffering(memory_model m, std::memory_order so, std::memory_order lo,
                    std::memory_order between = rlx) {
  return outcomes(m, 2,
                  {store_then_load(&litmus_state::x, &litmus_state::y, 0, so, lo, between),
                   store_then_load(&litmus_state::y, &litmus_state::x, 1, so, lo, between)});
}

TEST(Litmus, StoreBuffering) {
  EXPECT_EQ(store_buffering(sequential, rlx, rlx), all_but(2, {"00"}));
  EXPECT_EQ(store_buffering(tso, rlx, rlx), all_but(2, {}));
  EXPECT_EQ(store_buffering(tso, rel, acq), all_but(2, {}));
  EXPECT_EQ(store_buffering(views, rel, acq), all_but(2, {}));
  for (const memory_model m : {tso, views}) {
    EXPECT_EQ(store_buffering(m, sc, sc), all_but(2, {"00"}));
    EXPECT_EQ(store_buffering(m, rlx, rlx, sc), all_but(2, {"00"}));
    EXPECT_EQ(store_buffering(m, rlx, rlx, ar), all_but(2, {}));
  }
  // In C++ a seq_cst store does not keep a weaker load behind it; on x86 it does.
  EXPECT_EQ(store_buffering(views, sc, acq), all_but(2, {}));
  EXPECT_EQ(store_buffering(tso, sc, acq), all_but(2, {"00"}));
}

TEST(Litmus, StoreBufferingWithOneFence) {
  for (const memory_model m : {tso, views}) {
    EXPECT_EQ(outcomes(m, 2,
                       {store_then_load(&litmus_state::x, &litmus_state::y, 0, rlx, rlx, sc),
                        store_then_load(&litmus_state::y, &litmus_state::x, 1, rlx, rlx)}),
              all_but(2, {}));
    // A fence in one thread and a seq_cst access in the other are not sufficient in C++. On x86
    // they are not sufficient if the access is a load.
    EXPECT_EQ(outcomes(m, 2,
                       {store_then_load(&litmus_state::x, &litmus_state::y, 0, rlx, rlx, sc),
                        store_then_load(&litmus_state::y, &litmus_state::x, 1, rlx, sc)}),
              all_but(2, {}));
  }
  EXPECT_EQ(outcomes(views, 2,
                     {store_then_load(&litmus_state::x, &litmus_state::y, 0, rlx, rlx, sc),
                      store_then_load(&litmus_state::y, &litmus_state::x, 1, sc, sc)}),
            all_but(2, {"00"}));
}

set message_passing(memory_model m, std::memory_order so, std::memory_order lo,
                    std::memory_order before = rlx, std::memory_order after = rlx) {
  return outcomes(m, 2,
                  {[=](litmus_state& s) {
                     s.x.store(1, rlx);
                     if (before != rlx) fence(before);
                     s.y.store(1, so);
                   },
                   [=](litmus_state& s) {
                     s.r[0] = s.y.load(lo);
                     if (after != rlx) fence(after);
                     s.r[1] = s.x.load(rlx);
                   }});
}

TEST(Litmus, MessagePassing) {
  for (const memory_model m : {sequential, tso})
    EXPECT_EQ(message_passing(m, rlx, rlx), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, rlx, rlx), all_but(2, {}));
  EXPECT_EQ(message_passing(views, rel, rlx), all_but(2, {}));
  EXPECT_EQ(message_passing(views, rlx, acq), all_but(2, {}));
  EXPECT_EQ(message_passing(views, rel, acq), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, sc, sc), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, rlx, rlx, rel, acq), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, rlx, acq, rel, rlx), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, rel, rlx, rlx, acq), all_but(2, {"10"}));
  EXPECT_EQ(message_passing(views, rlx, rlx, acq, rel), all_but(2, {}));
  EXPECT_EQ(message_passing(views, rlx, rlx, sc, sc), all_but(2, {"10"}));
}

litmus_thread load_then_store(word litmus_state::* a, word litmus_state::* b, int reg,
                              std::memory_order lo, std::memory_order so, bool what_it_read) {
  return [=](litmus_state& s) {
    s.r[reg] = (s.*a).load(lo);
    (s.*b).store(what_it_read ? s.r[reg] : 1, so);
  };
}
set load_buffering(memory_model m, std::memory_order lo, std::memory_order so,
                   bool what_it_read = false) {
  return outcomes(m, 2,
                  {load_then_store(&litmus_state::x, &litmus_state::y, 0, lo, so, what_it_read),
                   load_then_store(&litmus_state::y, &litmus_state::x, 1, lo, so, what_it_read)});
}

// As in RC11 and on TSO, program order and reads-from together have no cycle. C++20 and Arm allow
// the outcome 11 if all four accesses are relaxed. SEMANTICS.md, «Load buffering», tells what
// depends on that.
TEST(Litmus, LoadBuffering) {
  for (const memory_model m : all_models) {
    EXPECT_EQ(load_buffering(m, rlx, rlx), all_but(2, {"11"}));
    EXPECT_EQ(load_buffering(m, acq, rlx), all_but(2, {"11"}));
    EXPECT_EQ(load_buffering(m, rlx, rel), all_but(2, {"11"}));
    EXPECT_EQ(load_buffering(m, acq, rel), all_but(2, {"11"}));
  }
}
TEST(Litmus, NothingOutOfThinAir) {
  for (const memory_model m : all_models) EXPECT_EQ(load_buffering(m, rlx, rlx, true), set{"00"});
}

set independent_reads(memory_model m, std::memory_order so, std::memory_order lo,
                      std::memory_order between = rlx) {
  const auto reader = [=](word litmus_state::* a, word litmus_state::* b, int reg) {
    return [=](litmus_state& s) {
      s.r[reg] = (s.*a).load(lo);
      if (between != rlx) fence(between);
      s.r[reg + 1] = (s.*b).load(lo);
    };
  };
  return outcomes(
      m, 4,
      {[=](litmus_state& s) { s.x.store(1, so); }, [=](litmus_state& s) { s.y.store(1, so); },
       reader(&litmus_state::x, &litmus_state::y, 0),
       reader(&litmus_state::y, &litmus_state::x, 2)});
}

TEST(Litmus, IndependentReadsOfIndependentWrites) {
  EXPECT_EQ(independent_reads(sequential, rlx, rlx), all_but(4, {"1010"}));
  EXPECT_EQ(independent_reads(tso, rlx, rlx), all_but(4, {"1010"}));
  EXPECT_EQ(independent_reads(views, rlx, rlx), all_but(4, {}));
  EXPECT_EQ(independent_reads(views, rel, acq), all_but(4, {}));
  EXPECT_EQ(independent_reads(views, sc, sc), all_but(4, {"1010"}));
  EXPECT_EQ(independent_reads(views, rlx, rlx, sc), all_but(4, {"1010"}));
  EXPECT_EQ(independent_reads(views, rlx, rlx, acq), all_but(4, {}));
}

TEST(Litmus, CoherenceOfReads) {
  for (const memory_model m : all_models) {
    EXPECT_EQ(outcomes(m, 2,
                       {[](litmus_state& s) { s.x.store(1, rlx); },
                        [](litmus_state& s) {
                          s.r[0] = s.x.load(rlx);
                          s.r[1] = s.x.load(rlx);
                        }}),
              all_but(2, {"10"}));
  }
}

// Two readers never disagree about the order of two writes.
TEST(Litmus, CoherenceOfTwoReaders) {
  for (const memory_model m : all_models) {
    const set found = outcomes(
        m, 4,
        {[](litmus_state& s) { s.x.store(1, rlx); }, [](litmus_state& s) { s.x.store(2, rlx); },
         [](litmus_state& s) {
           s.r[0] = s.x.load(rlx);
           s.r[1] = s.x.load(rlx);
         },
         [](litmus_state& s) {
           s.r[2] = s.x.load(rlx);
           s.r[3] = s.x.load(rlx);
         }});
    EXPECT_FALSE(found.contains("1221"));
    EXPECT_FALSE(found.contains("2112"));
    EXPECT_TRUE(found.contains("1212"));
    EXPECT_TRUE(found.contains("2121"));
    EXPECT_EQ(found.size(), 47u);
  }
}

TEST(Litmus, CoherenceOfOwnWrites) {
  for (const memory_model m : all_models) {
    // CoWW: the later of a thread's own writes stays; CoWR: a thread does not forget its own write.
    EXPECT_EQ(outcomes(m, 1, {[](litmus_state& s) {
                         s.x.store(1, rlx);
                         s.x.store(2, rlx);
                         s.r[0] = s.x.load(rlx);
                       }},
                       true),
              (set{"220"}));
    // CoRW: a write goes behind the value that the thread has read.
    EXPECT_EQ(outcomes(m, 1,
                       {[](litmus_state& s) { s.x.store(1, rlx); },
                        [](litmus_state& s) {
                          s.r[0] = s.x.load(rlx);
                          s.x.store(2, rlx);
                        }},
                       true),
              (set{"010", "020", "120"}));
  }
}

set two_plus_two(memory_model m, std::memory_order o, std::memory_order between = rlx) {
  return outcomes(m, 0,
                  {[=](litmus_state& s) {
                     s.x.store(1, o);
                     if (between != rlx) fence(between);
                     s.y.store(2, o);
                   },
                   [=](litmus_state& s) {
                     s.y.store(1, o);
                     if (between != rlx) fence(between);
                     s.x.store(2, o);
                   }},
                  true);
}

TEST(Litmus, TwoPlusTwoWrites) {
  const set strong = {"21", "22", "12"};
  const set all = {"11", "12", "21", "22"};
  EXPECT_EQ(two_plus_two(sequential, rlx), strong);
  EXPECT_EQ(two_plus_two(tso, rlx), strong);
  EXPECT_EQ(two_plus_two(views, rlx), all);
  EXPECT_EQ(two_plus_two(views, rel), all);
  EXPECT_EQ(two_plus_two(views, sc), strong);
  EXPECT_EQ(two_plus_two(views, rlx, sc), strong);
}

// R: a load overtakes a store, seen through the order of the other word.
TEST(Litmus, R) {
  const auto run = [](memory_model m, std::memory_order o, std::memory_order between) {
    return outcomes(m, 1,
                    {[=](litmus_state& s) {
                       s.x.store(1, o);
                       if (between != rlx) fence(between);
                       s.y.store(1, o);
                     },
                     [=](litmus_state& s) {
                       s.y.store(2, o);
                       if (between != rlx) fence(between);
                       s.r[0] = s.x.load(o == rel ? acq : o);
                     }},
                    true);
  };
  const set strong = {"011", "111", "112"};
  const set all = {"011", "012", "111", "112"};
  EXPECT_EQ(run(sequential, rlx, rlx), strong);
  EXPECT_EQ(run(tso, rlx, rlx), all);
  EXPECT_EQ(run(views, rel, rlx), all);
  EXPECT_EQ(run(views, sc, rlx), strong);
  EXPECT_EQ(run(views, rlx, sc), strong);
  EXPECT_EQ(run(tso, rlx, sc), strong);
}

// S: a write goes before another one of which its thread knows.
TEST(Litmus, S) {
  const auto run = [](memory_model m, std::memory_order so, std::memory_order lo) {
    return outcomes(m, 1,
                    {[=](litmus_state& s) {
                       s.x.store(2, rlx);
                       s.y.store(1, so);
                     },
                     [=](litmus_state& s) {
                       s.r[0] = s.y.load(lo);
                       s.x.store(1, rlx);
                     }},
                    true);
  };
  const set strong = {"011", "021", "111"};
  const set all = {"011", "021", "111", "121"};
  EXPECT_EQ(run(sequential, rlx, rlx), strong);
  EXPECT_EQ(run(tso, rlx, rlx), strong);
  EXPECT_EQ(run(views, rlx, rlx), all);
  EXPECT_EQ(run(views, rel, rlx), all);
  EXPECT_EQ(run(views, rel, acq), strong);
}

// WRC: knowledge of a write is passed on.
TEST(Litmus, WriteToReadCausality) {
  const auto run = [](memory_model m, std::memory_order so, std::memory_order lo) {
    return outcomes(m, 3,
                    {[=](litmus_state& s) { s.x.store(1, so); },
                     [=](litmus_state& s) {
                       s.r[0] = s.x.load(lo);
                       s.y.store(1, so);
                     },
                     [=](litmus_state& s) {
                       s.r[1] = s.y.load(lo);
                       s.r[2] = s.x.load(rlx);
                     }});
  };
  for (const memory_model m : {sequential, tso}) EXPECT_EQ(run(m, rlx, rlx), all_but(3, {"110"}));
  EXPECT_EQ(run(views, rlx, rlx), all_but(3, {}));
  EXPECT_EQ(run(views, rel, acq), all_but(3, {"110"}));
}

// ISA2: knowledge of a write is passed on twice, from the first thread to the third.
TEST(Litmus, Isa2) {
  const auto run = [](memory_model m, std::memory_order so, std::memory_order lo) {
    return outcomes(m, 3,
                    {[=](litmus_state& s) {
                       s.x.store(1, rlx);
                       s.y.store(1, so);
                     },
                     [=](litmus_state& s) {
                       s.r[0] = s.y.load(lo);
                       s.z.store(1, so);
                     },
                     [=](litmus_state& s) {
                       s.r[1] = s.z.load(lo);
                       s.r[2] = s.x.load(rlx);
                     }});
  };
  for (const memory_model m : {sequential, tso}) EXPECT_EQ(run(m, rlx, rlx), all_but(3, {"110"}));
  EXPECT_EQ(run(views, rlx, rlx), all_but(3, {}));
  EXPECT_EQ(run(views, rel, acq), all_but(3, {"110"}));
}

}  // namespace
}  // namespace arcas::sim
