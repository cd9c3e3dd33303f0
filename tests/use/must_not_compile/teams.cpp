// SPDX-License-Identifier: Apache-2.0
// Teams.
#include <arcas/loops/team.h>

#include <functional>
#include <string>

void works(arcas::runtime& r) {
  arcas::team(4, [](arcas::team_member& t) { t.barrier(); });
  arcas::team(4, [](auto& t) { t.barrier(); });
  arcas::team([](arcas::team_member& t) { t.barrier(); });
  arcas::team(4, [](arcas::team_member&) {}, {.on = &r});
  arcas::team(2, [](arcas::team_member& t) {
    t.loop(0, 10, [](int) {});
    t.loop(0, 10, [](int, int) {}, {.distributor = "static", .grain = 3});
    t.loop(0, 10, [](int) {}, {.barrier = false});
    const int one = t.single([] { return 1; });
    t.single([] {}, {.barrier = false});
    t.master([] {});
    t.reduce(one, std::plus<>());
    t.reduce(1L, [](long& a, long b) { return a += b; });
    t.reduce(std::string("a"), [](const std::string& a, const std::string& b) { return a + b; });
  });
}

// A program's own functions beside a using-directive for Arcas.
void team(std::function<void(int)> f);

void works_beside() {
  using namespace arcas;
  team([](int) {});
}

// A copy of a team_member would count its own barriers, and the team would wait for it forever.
// names: use of deleted function
void copied_team_member() {
#ifdef WRONG
  const auto step = [](arcas::team_member t) { t.barrier(); };
#else
  const auto step = [](arcas::team_member& t) { t.barrier(); };
#endif
  arcas::team(4, [step](arcas::team_member& t) { step(t); });
}

// The function of a team must take its team_member by reference.
// says: team(n, [&](arcas::team_member& t)
void team_body_by_value() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member t) { t.barrier(); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.barrier(); });
#endif
}

// says: team(n, [&](arcas::team_member& t)
void team_body_of_nothing() {
#ifdef WRONG
  arcas::team(4, [] {});
#else
  arcas::team(4, [](arcas::team_member&) {});
#endif
}

// says: team(n, [&](arcas::team_member& t)
void team_body_of_number() {
#ifdef WRONG
  arcas::team(4, [](int) {});
#else
  arcas::team(4, [](arcas::team_member& t) { t.rank(); });
#endif
}

// says: team(n, [&](arcas::team_member& t)
void team_of_function_first() {
#ifdef WRONG
  arcas::team([](arcas::team_member&) {}, 4);
#else
  arcas::team(4, [](arcas::team_member&) {});
#endif
}

// says: team(n, [&](arcas::team_member& t)
void team_of_number_alone() {
#ifdef WRONG
  arcas::team(4);
#else
  arcas::team(4, [](arcas::team_member&) {});
#endif
}

// says: t.loop(first, last, [&](int i)
void loop_without_first() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.loop(10, [](int) {}); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.loop(0, 10, [](int) {}); });
#endif
}

// says: t.loop(first, last, [&](int i)
void loop_of_nothing() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.loop(0, 10, [] {}); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.loop(0, 10, [](int) {}); });
#endif
}

// says: t.loop(first, last, [&](int i)
void loop_by_schedule() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.loop(0, 10, [](int) {}, "shared"); });
#else
  arcas::team(4,
              [](arcas::team_member& t) { t.loop(0, 10, [](int) {}, {.distributor = "shared"}); });
#endif
}

// says: the body's index type is narrower than the loop's
void narrow_index(std::size_t size) {
#ifdef WRONG
  arcas::team(4, [=](arcas::team_member& t) { t.loop(0, size, [](int) {}); });
#else
  arcas::team(4, [=](arcas::team_member& t) { t.loop(0, size, [](std::size_t) {}); });
#endif
}

// says: t.reduce(own, op)
void reduction_without_operation() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.reduce(1.0); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.reduce(1.0, std::plus<>()); });
#endif
}

// says: t.reduce(own, op)
void reduction_by_value() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.reduce(1.0, 0.0); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.reduce(1.0, std::plus<>()); });
#endif
}

// says: t.single(f)
void single_of_number() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.single([](int) {}); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.single([] {}); });
#endif
}

// says: t.master(f)
void master_of_number() {
#ifdef WRONG
  arcas::team(4, [](arcas::team_member& t) { t.master([](int) {}); });
#else
  arcas::team(4, [](arcas::team_member& t) { t.master([] {}); });
#endif
}
