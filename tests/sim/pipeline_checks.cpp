// SPDX-License-Identifier: Apache-2.0
// pipeline_gates.h: one token at a time is in a serial stage, in the order of the numbers if the
// stage has an order; each token passes once, with what its thread wrote before it arrived, and
// sees what the stage did before.
#include "checks.h"

#include <sim/explore/explored_atomic.h>

#include <arcas/tasks/pipeline_gates.h>

#include <array>
#include <string>
#include <utility>

namespace arcas::sim {

using namespace detail;
namespace {

struct token;
// The next token of a list: written and read by different threads.
struct list_link {
  operator token*() const { return to.read(); }
  list_link& operator=(token* t) {
    to.set(t);
    return *this;
  }

  mutable shared<token*> to{nullptr};
};

struct token {
  list_link next;
  std::uint64_t number = 0;
  shared<int> item{0};
};

// A stage that adds up the items of the tokens that pass it.
struct stage {
  shared<int> passed{0};

  void pass(const token& t) { passed.set(passed.read() + t.item.read()); }
};

struct ordered {
  explicit ordered(std::size_t tokens) : gate(tokens) {}

  // Carries t, and then all tokens that wait for t.
  void carry(token& t) {
    if (!gate.enter(&t)) return;
    for (token* at = &t; at; at = gate.leave(at->number)) {
      require(works.passed.read() < at->item.read(), "items pass in their order");
      works.pass(*at);
    }
  }

  in_order_gate<token, explored_atomic> gate;
  stage works;
  std::array<token, 3> tokens;
};

struct unordered {
  void carry(token& t) {
    if (!gate.enter(&t)) return;
    for (token* at = &t; at; at = gate.leave()) works.pass(*at);
  }

  one_at_a_time<token, explored_atomic> gate;
  stage works;
  std::array<token, 3> tokens;
};

// Item n is 10^n, so that the sum shows the order.
constexpr int powers[] = {1, 10, 100};

// Two tokens carry three items from the first stage through an in-order stage: a cell of the gate
// is used twice. A thread runs the tasks that the gate of the first stage makes it spawn.
struct circulation {
  // Called by a thread that has t: t waits at the first stage, or returns from the last one.
  void carry(token& t) {
    bool spawned = false;
    token* at = source.enter(&t) ? &t : nullptr;
    while (at && (at = drawn_and_passed(*at, spawned))) {
    }
    while (std::exchange(spawned, false)) {
      for (at = source.take(true); at;) at = drawn_and_passed(*at, spawned);
    }
  }
  // Returns the token with which the thread continues in the first stage.
  token* drawn_and_passed(token& t, bool& spawned) {
    const int number = drawn.read();
    if (number == 3) return nullptr;
    drawn.set(number + 1);
    t.number = static_cast<std::uint64_t>(number);
    t.item.set(powers[number]);
    spawned |= source.leave();
    if (!gate.enter(&t)) return source.take(false);
    for (token* at = &t;;) {
      require(works.passed.read() < at->item.read(), "items pass in their order");
      works.pass(*at);
      token* const next = gate.leave(at->number);
      if (!next) return source.enter(at) ? at : nullptr;
      spawned |= source.wait(at);
      at = next;
    }
  }

  source_gate<token, explored_atomic> source;
  in_order_gate<token, explored_atomic> gate{2};
  shared<int> drawn{0};
  stage works;
  std::array<token, 2> tokens;
};

// The first stage alone. `tasks`: number of spawned tasks that have not begun.
struct first_stage {
  void pass(token& t, int& tasks) {
    works.pass(t);
    tasks += source.leave();
  }
  void pass_and_wait(token& t, int& tasks) {
    pass(t, tasks);
    tasks += source.wait(&t);
  }

  source_gate<token, explored_atomic> source;
  stage works;
  std::array<token, 3> tokens;
  shared<int> spawned_by[2] = {shared<int>{0}, shared<int>{0}};
};

template <class Gated>
void carry_each(world& w, Gated& g, unsigned threads) {
  for (unsigned i = 0; i < threads; ++i) {
    w.thread("carrier " + std::to_string(i), [&g, i] {
      g.tokens[i].number = i;
      g.tokens[i].item.set(powers[i]);
      g.carry(g.tokens[i]);
    });
  }
  w.at_end([&g, threads] {
    require(g.works.passed.read() == (threads == 2 ? 11 : 111), "each item passes once");
  });
}

void two_in_order(world& w) {
  carry_each(w, w.make<ordered>("gate", 2), 2);
}
void three_in_order(world& w) {
  carry_each(w, w.make<ordered>("gate", 3), 3);
}
void two_in_any_order(world& w) {
  carry_each(w, w.make<unordered>("gate"), 2);
}
void three_in_any_order(world& w) {
  carry_each(w, w.make<unordered>("gate"), 3);
}

void circulating_tokens(world& w) {
  auto& c = w.make<circulation>("pipeline");
  for (unsigned i = 0; i < 2; ++i)
    w.thread("carrier " + std::to_string(i), [&c, i] { c.carry(c.tokens[i]); });
  w.at_end([&c] { require(c.works.passed.read() == 111, "each item passes once"); });
}

// A token returns to the first stage, while the task that was spawned for another one begins.
// Third: another token waits besides.
void spawned_at_first_stage(world& w, bool third, bool is_offer) {
  auto& f = w.make<first_stage>("first stage");
  for (unsigned i = 0; i < 3; ++i) f.tokens[i].item.set(powers[i]);
  f.tokens[1].next = third ? &f.tokens[2] : nullptr;
  f.source.begin_with(&f.tokens[1]);
  w.thread("carrier", [&f] {
    int tasks = 0;
    if (f.source.enter(&f.tokens[0])) f.pass_and_wait(f.tokens[0], tasks);
    f.spawned_by[0].set(tasks);
  });
  w.thread("task", [&f, is_offer] {
    int tasks = is_offer ? -1 : 0;
    if (token* const t = f.source.take(is_offer)) f.pass_and_wait(*t, tasks);
    f.spawned_by[1].set(tasks);
  });
  w.at_end([&f, third] {
    require(1 + f.spawned_by[0].read() + f.spawned_by[1].read() == 1,
            "exactly one task is spawned while tokens wait at a free stage");
    for (int left = third ? 3 : 2; left != 0; --left) {
      require(f.source.take(true) != nullptr, "every token waits");
      f.source.leave();
    }
    require(f.source.take(true) == nullptr, "no token waits twice");
  });
}
void first_stage_of_two(world& w) {
  spawned_at_first_stage(w, false, true);
}
void first_stage_of_three(world& w) {
  spawned_at_first_stage(w, true, true);
}
void first_stage_without_task(world& w) {
  spawned_at_first_stage(w, true, false);
}

}  // namespace

std::span<const check> pipeline_checks() {
  static const check checks[] = {
      {"pipeline_two_in_order", two_in_order},
      {"pipeline_three_in_order", three_in_order},
      {"pipeline_two_in_any_order", two_in_any_order},
      {"pipeline_three_in_any_order", three_in_any_order},
      {"pipeline_circulating_tokens", circulating_tokens, {.spurious_failures = 0}},
      {"pipeline_first_stage_of_two", first_stage_of_two},
      {"pipeline_first_stage_of_three", first_stage_of_three},
      {"pipeline_first_stage_without_task", first_stage_without_task},
  };
  return checks;
}

}  // namespace arcas::sim
