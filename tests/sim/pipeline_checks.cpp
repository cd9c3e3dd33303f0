// SPDX-License-Identifier: Apache-2.0
// pipeline_gates.h: one token at a time is in a serial stage, in the order of the numbers if the
// stage has an order; each token passes once, with what its thread wrote before it arrived, and
// sees what the stage did before.
#include "checks.h"

#include <sim/explore/explored_atomic.h>

#include <arcas/tasks/pipeline_gates.h>

#include <array>
#include <string>

namespace arcas::sim {

using namespace detail;
namespace {

struct token {
  token* next = nullptr;
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

// Two tokens carry three items from a first stage through an in-order stage: a cell of the gate is
// used twice.
struct circulation {
  void back(token& t) {
    if (source.enter(&t)) draw(t);
  }
  void draw(token& t) {
    const int number = drawn.read();
    if (number == 3) return;
    drawn.set(number + 1);
    t.number = static_cast<std::uint64_t>(number);
    t.item.set(powers[number]);
    token* const next = source.leave();
    if (gate.enter(&t)) pass(t);
    if (next) draw(*next);
  }
  void pass(token& t) {
    require(works.passed.read() < t.item.read(), "items pass in their order");
    works.pass(t);
    token* const next = gate.leave(t.number);
    back(t);
    if (next) pass(*next);
  }

  one_at_a_time<token, explored_atomic> source;
  in_order_gate<token, explored_atomic> gate{2};
  shared<int> drawn{0};
  stage works;
  std::array<token, 2> tokens;
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
    w.thread("carrier " + std::to_string(i), [&c, i] { c.back(c.tokens[i]); });
  w.at_end([&c] { require(c.works.passed.read() == 111, "each item passes once"); });
}

}  // namespace

std::span<const check> pipeline_checks() {
  static const check checks[] = {
      {"pipeline_two_in_order", two_in_order},
      {"pipeline_three_in_order", three_in_order},
      {"pipeline_two_in_any_order", two_in_any_order},
      {"pipeline_three_in_any_order", three_in_any_order},
      {"pipeline_circulating_tokens", circulating_tokens},
  };
  return checks;
}

}  // namespace arcas::sim
