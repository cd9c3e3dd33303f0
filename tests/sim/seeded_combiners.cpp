// SPDX-License-Identifier: Apache-2.0
// Request slots as in the paper, with two words each, and the bugs around them.
#include "seeded.h"

namespace arcas::sim {
namespace {

constexpr int request = 100;

// `start` holds a request, or the beginning of the grant. A thread that has seen the grant reads
// `end`, a thread that has seen the request writes it.
template <std::memory_order Grant, std::memory_order Request>
void two_word_slot(world& w) {
  struct slot {
    explored_atomic<int> start{request};
    shared<int> end{0};
  };
  auto& s = w.make<slot>("slot");
  w.thread("worker", [&] {
    for (int round = 0; round < 2; ++round) {
      int start = 0;
      while ((start = s.start.load(acq)) == request)
        arcas::detail::machine<explored_atomic>::pause();
      require(s.end.read() == start + 2, "both words are of one grant");
      s.start.store(request, Request);
    }
  });
  w.thread("combiner", [&] {
    for (int round = 0; round < 2; ++round) {
      while (s.start.load(acq) != request) arcas::detail::machine<explored_atomic>::pause();
      s.end.set(2 * round + 2);
      s.start.store(2 * round, Grant);
    }
  });
}

// A request that may be withdrawn must be granted by exchange, or the grant is lost.
template <bool Exchanges>
void withdrawn(world& w) {
  struct slot {
    explored_atomic<int> word{request};
    explored_atomic<int> run{0};
  };
  auto& s = w.make<slot>("slot");
  w.thread("combiner", [&] {
    int expected = s.word.load(rlx);
    if (expected != request) return;
    if (!Exchanges) {
      s.word.store(1, rlx);
    } else if (!s.word.compare_exchange_strong(expected, 1, rlx)) {
      s.run.fetch_add(1, rlx);  // keeps its chunk
    }
  });
  w.thread("worker", [&] {
    int expected = request;
    // If the request is withdrawn, the worker claims elsewhere.
    if (s.word.compare_exchange_strong(expected, 0, rlx)) return;
    s.run.fetch_add(1, rlx);
  });
  w.at_end([&] {
    // If the request was withdrawn before the combiner saw it, nothing was claimed.
    const bool claimed = s.word.load() == 1 || s.run.load() != 0;
    require(!claimed || s.run.load() == 1, "each claimed chunk is run");
  });
}

// Asynchronous: a worker leaves while its request is pending, and then gets a grant. The combining
// worker, when nothing is left to claim, must search the slots for such grants.
template <bool Revokes>
void left_with_a_request(world& w) {
  struct place {
    explored_atomic<int> slot{request};
    explored_atomic<int> left{2};
    explored_atomic<int> run{0};
  };
  auto& p = w.make<place>("place");
  w.thread("leaves", [&] {
    int now = p.slot.load(rlx);
    // Takes the grant, if there is one by now; its request remains pending.
    if (now == 1 && p.slot.compare_exchange_strong(now, request, rlx)) p.run.fetch_add(1, rlx);
  });
  w.thread("combines", [&] {
    while (p.left.load(rlx) > 0) {
      p.left.fetch_sub(1, rlx);
      int expected = request;
      if (!p.slot.compare_exchange_strong(expected, 1, rlx)) p.run.fetch_add(1, rlx);
    }
    int granted = 1;
    if (Revokes && p.slot.compare_exchange_strong(granted, 0, rlx)) p.run.fetch_add(1, rlx);
  });
  w.at_end([&] { require(p.run.load() == 2, "every grant is taken by somebody"); });
}

// The lock that hands an upper slot from one child to the next.
template <std::memory_order Unlock>
void handed_over(world& w) {
  struct combiner {
    explored_atomic<bool> lock{false};
    shared<int> upper{0};
  };
  auto& c = w.make<combiner>("combiner");
  for (const char* name : {"one", "other"}) {
    w.thread(name, [&c] {
      if (c.lock.load(rlx) || c.lock.exchange(true, acq)) return;
      ++c.upper.write();
      c.lock.store(false, Unlock);
    });
  }
}

}  // namespace

std::span<const seeded_bug> combiner_bugs() {
  static const seeded_bug bugs[] = {
      {"RelaxedGrant", "Callisto-RTS's plain write off TSO", two_word_slot<rel, rel>,
       two_word_slot<rlx, rel>, failure_kind::data_race, memory_model::release_acquire},
      {"RelaxedRequest", "Callisto-RTS's plain write off TSO", two_word_slot<rel, rel>,
       two_word_slot<rel, rlx>, failure_kind::data_race, memory_model::release_acquire},
      {"GrantToTheWithdrawn", "a grant by a plain store", withdrawn<true>, withdrawn<false>,
       failure_kind::broken_promise, memory_model::sequential},
      {"GrantThatNobodyRevokes", "Callisto-RTS's asynchronous combining", left_with_a_request<true>,
       left_with_a_request<false>, failure_kind::broken_promise, memory_model::sequential},
      {"LockThatDoesNotRelease", "an unlock by a relaxed store", handed_over<rel>, handed_over<rlx>,
       failure_kind::data_race, memory_model::release_acquire},
  };
  return bugs;
}

}  // namespace arcas::sim
