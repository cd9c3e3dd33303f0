// SPDX-License-Identifier: Apache-2.0
// combiners.h, synchronous and asynchronous, with one layer and with two. Each grant is taken by
// some worker, even if others are delayed, withdraw or give up. A delayed worker always continues.
#include "checks.h"
#include "shared_out.h"

#include <arcas/distribution/combiners.h>

#include <optional>

namespace arcas::sim {

using namespace detail;
namespace {

// The tables of a team. They do not change, so all executions of a check share them.
struct combined_team {
  combined_team(const char* machine, unsigned members, const char* how)
      : places(team_of(machine, members)),
        stripes(places, distributor(how).counters()),
        layers(combiner_layouts(places, distributor(how))) {}
  member_places places;
  stripe_layout stripes;
  std::vector<combiner_layer_layout> layers;
};

struct combined_loop {
  combined_loop(const combined_team& t, std::uint64_t n)
      : stripes(t.stripes), counters(t.stripes), combiners(t.layers), loop(n), iterations(n) {}

  combiner_cursor<explored_atomic> cursor(member_id me) {
    if (me == 0 && begun) return *begun;
    return {combiners, tag,
            stripe_cursor<explored_atomic>(stripes, counters, iterations, stripe_tag, me), me};
  }
  // Worker 0 has had its first chunk before the others come. In an asynchronous layer its next
  // request is then pending.
  void begin(std::uint64_t amount) {
    auto mine = cursor(0);
    const chunk c = claim_anywhere(mine, amount, amount);
    loop.run(c);
    finished += c.size();
    begun = mine;
  }
  void take_part(member_id me, std::uint64_t amount) {
    auto mine = cursor(me);
    for (chunk c; !(c = claim_anywhere(mine, amount, amount)).empty();) loop.run(c);
  }
  // Claims once, unless begin() has claimed, and then gives up.
  void give_up(member_id me, std::uint64_t amount) {
    auto mine = cursor(me);
    if (!begun) {
      const chunk c = claim_anywhere(mine, amount, amount);
      if (c.empty()) return;
      loop.run(c);
      finished += c.size();
    }
    given_up += mine.abandon();
  }

  const stripe_layout& stripes;
  stripe_words<explored_atomic> counters;
  combiner_words<explored_atomic> combiners;
  iterations_run loop;
  std::uint64_t iterations;
  std::uint64_t stripe_tag = counters.open();
  std::uint64_t tag = combiners.open();
  std::uint64_t given_up = 0;
  std::uint64_t finished = 0;
  std::optional<combiner_cursor<explored_atomic>> begun;  // of worker 0
};

void everybody_claims(world& w, const combined_team& team, std::vector<member_id> members,
                      std::uint64_t n, std::uint64_t amount, bool begun = false) {
  auto& l = w.make<combined_loop>("loop", team, n);
  if (begun) l.begin(amount);
  for (std::size_t i = 0; i < members.size(); ++i) {
    w.thread("worker " + std::to_string(i),
             [&l, amount, me = members[i]] { l.take_part(me, amount); });
  }
  w.at_end([&l] { l.loop.expect_all(); });
}

const combined_team& combining() {
  static const combined_team team("core:1 pu:2", 2, "combine:core");
  return team;
}
const combined_team& asynchronous() {
  static const combined_team team("core:1 pu:2", 2, "async:core");
  return team;
}
const combined_team& nested() {
  static const combined_team team("pack:1 core:2 pu:1", 2, "async:core/combine:package");
  return team;
}

const combined_team& nested_ahead() {
  static const combined_team team("pack:1 core:2 pu:1", 2, "async:core/async:package");
  return team;
}

void synchronous_two(world& w) {
  everybody_claims(w, combining(), {0, 1}, 2, 1);
}
void synchronous_three_iterations(world& w) {
  everybody_claims(w, combining(), {0, 1}, 3, 1);
}
void asynchronous_two(world& w) {
  everybody_claims(w, asynchronous(), {0, 1}, 2, 1);
}
// Worker 0 begins with a pending request. The grant waits in the slot while worker 0 executes a
// chunk.
void asynchronous_ahead(world& w) {
  everybody_claims(w, asynchronous(), {0, 1}, 3, 1, true);
}
void nested_two(world& w) {
  everybody_claims(w, nested(), {0, 1}, 1, 1);
}
void asynchronous_helper(world& w) {
  everybody_claims(w, asynchronous(), {0, 0}, 2, 1);
}
void synchronous_three(world& w) {
  everybody_claims(w, combining(), {0, 1, 1}, 2, 1);
}

// One worker gives up after its first claim. It then takes iterations away, which are not run but
// count as finished. The other worker runs the rest.
void one_gives_up(world& w, const combined_team& team, std::uint64_t n, bool begun = false) {
  struct counts {
    std::uint64_t run = 0;
  };
  auto& l = w.make<combined_loop>("loop", team, n);
  if (begun) l.begin(1);
  auto& others = w.make<counts>("counts");
  w.thread("gives up", [&l] { l.give_up(0, 1); });
  w.thread("goes on", [&] {
    auto mine = l.cursor(1);
    for (chunk c; !(c = claim_anywhere(mine, 1, 1)).empty();) {
      l.loop.run(c);
      others.run += c.size();
    }
  });
  w.at_end([&] {
    require(l.given_up + l.finished + others.run == l.iterations,
            "every iteration is run or taken away, once");
  });
}

void synchronous_gives_up(world& w) {
  one_gives_up(w, combining(), 2);
}
void asynchronous_gives_up(world& w) {
  one_gives_up(w, asynchronous(), 2);
}
void asynchronous_ahead_gives_up(world& w) {
  one_gives_up(w, asynchronous(), 4, true);
}
// All workers of a combiner have left while its request is pending in the layer above.
void nested_ahead_gives_up(world& w) {
  one_gives_up(w, nested_ahead(), 4, true);
}

}  // namespace

std::span<const check> combiner_checks() {
  const exploration impatient = {.patience = 0, .spurious_failures = 0};
  const exploration patient = {.patience = 1, .spurious_failures = 0};
  // Too large to be explored completely.
  const exploration by_chance = {.patience = 1, .random_executions = 200'000};
  static const check checks[] = {
      {"combiners_synchronous", synchronous_two, patient},
      {"combiners_synchronous_impatient", synchronous_two, impatient},
      {"combiners_asynchronous", asynchronous_two, patient},
      {"combiners_asynchronous_impatient", asynchronous_two, impatient},
      {"combiners_synchronous_gives_up", synchronous_gives_up, impatient},
      {"combiners_asynchronous_gives_up", asynchronous_gives_up, impatient},
      {"combiners_asynchronous_ahead", asynchronous_ahead, impatient},
      {"combiners_asynchronous_ahead_gives_up", asynchronous_ahead_gives_up, impatient},
      {"combiners_synchronous_three_iterations", synchronous_three_iterations, impatient, true},
      {"combiners_nested", nested_two, patient},
      {"combiners_nested_ahead_gives_up", nested_ahead_gives_up, impatient},
      {"combiners_helper", asynchronous_helper, by_chance, true},
      {"combiners_synchronous_three", synchronous_three, by_chance, true},
  };
  return checks;
}

}  // namespace arcas::sim
