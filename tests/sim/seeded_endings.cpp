// SPDX-License-Identifier: Apache-2.0
// Loops that end too early, too late or never.
#include "seeded.h"

namespace arcas::sim {
namespace {

// The joining half of a half-barrier, with a partial value of a reduction in each child's line.
template <bool WaitsForAll>
void half_barrier(world& w) {
  struct line {
    explored_atomic<bool> begun{false};
    shared<int> value{0};
  };
  struct tree {
    line child[2];
    shared<int> sum{0};
  };
  auto& t = w.make<tree>("tree");
  w.thread("leader", [&] {
    for (line& l : t.child) l.begun.store(true, rel);
    int sum = 0;
    for (int c = 0; c < 2; ++c) {
      while ((WaitsForAll || c == 0) && t.child[c].begun.load(acq))
        arcas::detail::machine<explored_atomic>::pause();
      sum += t.child[c].value.read();
    }
    t.sum.set(sum);
  });
  for (int c = 0; c < 2; ++c) {
    w.thread(c == 0 ? "child 0" : "child 1", [&t, c] {
      while (!t.child[c].begun.load(acq)) arcas::detail::machine<explored_atomic>::pause();
      t.child[c].value.set(c + 1);
      t.child[c].begun.store(false, rel);
    });
  }
  w.at_end([&t] { require(t.sum.read() == 3, "the reduction has every part"); });
}

// The exception of a body is stored before its iterations are counted.
template <bool StoresFirst>
void thrown(world& w) {
  struct loop {
    explored_atomic<int> done{0};
    shared<int> exception{0};
  };
  auto& l = w.make<loop>("loop");
  w.thread("worker", [&] {
    if (StoresFirst) l.exception.set(1);
    l.done.fetch_add(1, rel);
    if (!StoresFirst) l.exception.set(1);
  });
  w.thread("leader", [&] {
    while (l.done.load(acq) == 0) arcas::detail::machine<explored_atomic>::pause();
    require(l.exception.read() == 1, "the exception reaches the caller");
  });
}

// A count that is reset for the next loop meets a late addition of the last loop.
template <bool Resets>
void count_set_back(world& w) {
  struct loops {
    explored_atomic<int> done{0};
    explored_atomic<int> told{0};
  };
  auto& l = w.make<loops>("loops");
  w.thread("leader", [&] {
    // The leader does not wait for the count of the first loop: it knows by other means that the
    // loop is over.
    if (Resets) l.done.store(0, rlx);
    const int expected = Resets ? 1 : 2;
    l.told.store(1, rel);
    while (l.done.load(acq) != expected) arcas::detail::machine<explored_atomic>::pause();
  });
  w.thread("worker", [&] {
    l.done.fetch_add(1, rel);
    while (l.told.load(acq) == 0) arcas::detail::machine<explored_atomic>::pause();
    l.done.fetch_add(1, rel);
  });
}

// Check, then sleep: between the two a ring is missed unless the bell's word changes.
template <bool ChangesTheWord, bool Fences>
void sleep_through(world& w) {
  struct bed {
    explored_atomic<int> bell{0};
    explored_atomic<bool> asleep{false};
    explored_atomic<bool> news{false};
  };
  auto& b = w.make<bed>("bed");
  w.thread("follower", [&] {
    const int before = b.bell.load(rlx);
    b.asleep.store(true, rlx);
    if (Fences) arcas::detail::machine<explored_atomic>::fence(sc);
    if (!b.news.load(acq)) b.bell.park(before);
  });
  w.thread("leader", [&] {
    b.news.store(true, rel);
    if (Fences) arcas::detail::machine<explored_atomic>::fence(sc);
    if (!b.asleep.load(rlx)) return;
    if (ChangesTheWord) b.bell.fetch_add(1, rlx);
    b.bell.wake(1);
  });
}

// A follower that has announced its start, and then finds the loop withdrawn, retreats. It must
// ring the bell, since a leader that has seen the start may be asleep by then.
template <bool Rings>
void retreat(world& w) {
  struct loop {
    explored_atomic<bool> down{false};
    explored_atomic<bool> started{false};
    explored_atomic<bool> asleep{false};
    explored_atomic<int> bell{0};
  };
  auto& l = w.make<loop>("loop");
  w.thread("follower", [&l] {
    l.started.store(true, rlx);
    arcas::detail::machine<explored_atomic>::light_fence();
    const bool retreats = l.down.load(rlx);
    l.started.store(false, rel);
    if (retreats && !Rings) return;
    arcas::detail::machine<explored_atomic>::light_fence();
    if (!l.asleep.load(rlx)) return;
    l.bell.fetch_add(1, rlx);
    l.bell.wake(1);
  });
  w.thread("leader", [&l] {
    l.down.store(true, rlx);
    arcas::detail::machine<explored_atomic>::heavy_fence();
    while (l.started.load(acq)) {
      const int before = l.bell.load(rlx);
      l.asleep.store(true, rlx);
      arcas::detail::machine<explored_atomic>::heavy_fence();
      if (l.started.load(acq)) l.bell.park(before);
    }
  });
}

// The end is announced at the root; a worker that looks only at its late leader's board misses it.
template <bool OnEveryBoard>
void end_at_the_root(world& w) {
  struct boards {
    explored_atomic<bool> root_finished{false};
    explored_atomic<bool> own_finished{false};
    explored_atomic<bool> leading{true};
  };
  auto& s = w.make<boards>("boards");
  w.thread("late leader", [&] { s.leading.load(rlx); });
  w.thread("follower", [&] {
    for (;;) {
      const bool end = s.leading.load(rlx) ? s.own_finished.load(acq) : s.root_finished.load(acq);
      if (end) return;
      arcas::detail::machine<explored_atomic>::pause();
    }
  });
  w.thread("destructor", [&] {
    s.root_finished.store(true, rel);
    if (OnEveryBoard) s.own_finished.store(true, rel);
  });
}

// Two loops wait for each other's lock: a nested loop holds a lock that its outer loop needs.
template <bool SameOrder>
void each_others_lock(world& w) {
  struct locks {
    explored_atomic<bool> a{false};
    explored_atomic<bool> b{false};
  };
  auto& l = w.make<locks>("locks");
  const auto lock = [](explored_atomic<bool>& which) {
    for (bool free = false; !which.compare_exchange_strong(free, true, acq, rlx); free = false)
      arcas::detail::machine<explored_atomic>::pause();
  };
  w.thread("outer", [&l, lock] {
    lock(l.a);
    lock(l.b);
    l.b.store(false, rel);
    l.a.store(false, rel);
  });
  w.thread("nested", [&l, lock] {
    lock(SameOrder ? l.a : l.b);
    lock(SameOrder ? l.b : l.a);
    l.a.store(false, rel);
    l.b.store(false, rel);
  });
}

}  // namespace

std::span<const seeded_bug> ending_bugs() {
  static const seeded_bug bugs[] = {
      {"ChildNotWaitedFor", "the public low-burden loop's reduction over sockets",
       half_barrier<true>, half_barrier<false>, failure_kind::data_race, memory_model::sequential},
      {"ExceptionAfterTheCount", "a body that throws", thrown<true>, thrown<false>,
       failure_kind::data_race, memory_model::sequential},
      {"CountSetBack", "a count set back while a late adder is to come", count_set_back<false>,
       count_set_back<true>, failure_kind::livelock, memory_model::sequential},
      {"BellThatIsNotChanged", "check, then sleep", sleep_through<true, true>,
       sleep_through<false, true>, failure_kind::lost_wake_up, memory_model::sequential},
      {"SleepWithoutFences", "libomp's passive waiting, on TSO", sleep_through<true, true>,
       sleep_through<true, false>, failure_kind::lost_wake_up, memory_model::tso},
      {"RetreatWithoutARing", "a draft of this project's half-barrier", retreat<true>,
       retreat<false>, failure_kind::lost_wake_up, memory_model::sequential},
      {"EndToldAtTheRootOnly", "a draft of this project's pool", end_at_the_root<true>,
       end_at_the_root<false>, failure_kind::livelock, memory_model::sequential},
      {"EachOthersLock", "nested parallelism", each_others_lock<true>, each_others_lock<false>,
       failure_kind::livelock, memory_model::sequential},
  };
  return bugs;
}

}  // namespace arcas::sim
