// SPDX-License-Identifier: Apache-2.0
// Iterations that are given away twice, or to nobody.
#include "seeded.h"

#include <cstdint>

namespace arcas::sim {
namespace {

struct runs {
  explored_atomic<int> of[4];
  void run(int i) { require(of[i].fetch_add(1, rlx) == 0, "no iteration is given away twice"); }
};

// Owner and thief at the last iteration: each announces that it takes the iteration, and then looks
// whether the other one has done so. A thread that sees the other leaves the iteration alone.
template <bool Fence>
void range_with_a_thief(world& w) {
  struct range {
    explored_atomic<bool> taken{false};
    explored_atomic<bool> stolen{false};
    runs iterations;
  };
  auto& r = w.make<range>("range");
  const auto take = [&r](explored_atomic<bool>& mine, explored_atomic<bool>& others) {
    mine.store(true, rlx);
    if (Fence) arcas::detail::machine<explored_atomic>::fence(sc);
    if (!others.load(acq)) r.iterations.run(0);
  };
  w.thread("owner", [&r, take] { take(r.taken, r.stolen); });
  w.thread("thief", [&r, take] { take(r.stolen, r.taken); });
}

// A chunk's two bounds in two words: the owner takes from below while a thief cuts above.
template <bool OneWord>
void stolen_range(world& w) {
  struct range {
    explored_atomic<int> both{0 << 8 | 2};
    explored_atomic<int> low{0};
    explored_atomic<int> high{2};
    runs iterations;
  };
  auto& r = w.make<range>("range");
  const auto take = [&r](bool above) {
    if (OneWord) {
      for (int now = r.both.load(rlx); now >> 8 < (now & 255);) {
        const int then = above ? now - 1 : now + 256;
        if (!r.both.compare_exchange_strong(now, then, rlx)) continue;
        return above ? (then & 255) : now >> 8;
      }
      return -1;
    }
    const int low = r.low.load(rlx);
    const int high = r.high.load(rlx);
    if (low >= high) return -1;
    if (above) {
      r.high.store(high - 1, rlx);
      return high - 1;
    }
    r.low.store(low + 1, rlx);
    return low;
  };
  for (const bool above : {false, true}) {
    w.thread(above ? "thief" : "owner", [&r, take, above] {
      for (int i; (i = take(above)) >= 0;) r.iterations.run(i);
    });
  }
}

// The first claimer opens the counter. If it opens the counter by a store, two claimers may each
// find that they are the first.
template <bool Exchanges>
void opened_twice(world& w) {
  struct counter {
    explored_atomic<int> word{5};  // value of an older loop; this loop's words are 16 and more
    runs iterations;
  };
  auto& c = w.make<counter>("counter");
  const auto claim = [&c] {
    int now = c.word.load(rlx);
    while (now < 16) {
      if (!Exchanges) {
        c.word.store(17, rlx);
        return 0;
      }
      if (c.word.compare_exchange_strong(now, 17, rlx)) return 0;
    }
    return c.word.fetch_add(1, rlx) - 16;
  };
  for (const char* name : {"one", "other"}) {
    w.thread(name, [&c, claim] {
      if (const int i = claim(); i < 2) c.iterations.run(i);
    });
  }
}

// A word without a tag: the value of an older loop is taken for a value of this loop.
template <bool Tagged>
void stale_counter(world& w) {
  struct counter {
    explored_atomic<int> word{2};  // an older loop of two iterations is drained
    runs iterations;
    explored_atomic<int> done{0};
  };
  auto& c = w.make<counter>("counter");
  for (const char* name : {"one", "other"}) {
    w.thread(name, [&c] {
      for (;;) {
        int i = 0;
        int now = c.word.load(rlx);
        if (!Tagged || now >= 16) {
          i = c.word.fetch_add(1, rlx) - (Tagged ? 16 : 0);
        } else if (!c.word.compare_exchange_strong(now, 17, rlx)) {
          continue;
        }
        if (i >= 2) return;
        c.iterations.run(i);
        c.done.fetch_add(1, rlx);
      }
    });
  }
  w.at_end([&c] { require(c.done.load() == 2, "every iteration is given to somebody"); });
}

// Additions past the end, in a word that is too narrow for them.
template <unsigned Bits>
void past_the_end(world& w) {
  struct counter {
    explored_atomic<unsigned> word{0};
    runs iterations;
  };
  auto& c = w.make<counter>("counter");
  for (const char* name : {"one", "other", "third"}) {
    w.thread(name, [&c] {
      for (unsigned i; (i = c.word.fetch_add(1, rlx) % (1u << Bits)) < 2;)
        c.iterations.run(static_cast<int>(i));
    });
  }
}

// An opener that publishes the range before it has written it.
template <bool Publishes>
void range_shown_early(world& w) {
  struct range {
    explored_atomic<bool> open{false};
    shared<int> end{0};
  };
  auto& r = w.make<range>("range");
  w.thread("opener", [&] {
    r.end.set(3);
    r.open.store(true, Publishes ? rel : rlx);
  });
  w.thread("claimer", [&] {
    if (r.open.load(acq)) require(r.end.read() == 3, "an open range has its end");
  });
}

}  // namespace

std::span<const seeded_bug> claim_bugs() {
  static const seeded_bug bugs[] = {
      {"RangeWithoutStoreLoadFence", "LOMP's fence-free loops", range_with_a_thief<true>,
       range_with_a_thief<false>, failure_kind::broken_promise, memory_model::tso},
      {"RangeStolenInTwoWords", "static_steal of libomp without its lock", stolen_range<true>,
       stolen_range<false>, failure_kind::broken_promise, memory_model::sequential},
      {"CounterOpenedTwice", "opened by a store", opened_twice<true>, opened_twice<false>,
       failure_kind::broken_promise, memory_model::sequential},
      {"StaleCounter", "counters used again without a tag", stale_counter<true>,
       stale_counter<false>, failure_kind::broken_promise, memory_model::sequential},
      {"CounterPastItsEnd", "libgomp's fetch-and-add without its overflow mode", past_the_end<8>,
       past_the_end<2>, failure_kind::broken_promise, memory_model::sequential},
      {"RangeShownEarly", "a plain store where x86 forgives it", range_shown_early<true>,
       range_shown_early<false>, failure_kind::data_race, memory_model::release_acquire},
  };
  return bugs;
}

}  // namespace arcas::sim
