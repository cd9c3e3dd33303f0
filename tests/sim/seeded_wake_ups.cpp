// SPDX-License-Identifier: Apache-2.0
// The task scheduler's own wake-up logic. Each bug omits one of its wake-ups.
#include "seeded.h"
#include "wake_up_scenes.h"

namespace arcas::sim {

using namespace detail;
namespace {

template <omission Omits>
task_scene<Omits>& with_request(world& w) {
  auto& s = w.make<task_scene<Omits>>("scene");
  s.set_up();
  return s;
}
template <omission Omits>
task_scene<Omits>& without_request(world& w, bool waits) {
  auto& s = w.make<task_scene<Omits>>("scene", waits);
  s.set_up_without_request();
  return s;
}

template <omission Omits>
void push(world& w) {
  auto& s = with_request<Omits>(w);
  w.thread("owner", [&s] { s.push(); });
  w.thread("idle", [&s] { s.look_and_sleep_idle(); });
}

template <omission Omits>
void pop(world& w) {
  auto& s = without_request<Omits>(w, false);
  w.thread("owner", [&s] {
    s.push();
    s.pop();
    s.push();
  });
  w.thread("idle", [&s] { s.look_and_sleep_idle(); });
}

template <omission Omits>
void settle(world& w) {
  auto& s = with_request<Omits>(w);
  w.thread("owner", [&s] { s.push(); });
  w.thread("idle", [&s] { s.look_and_sleep_idle(); });
  w.thread("settler", [&s] {
    const border_word request = s.spawns.deque.request(1'000);
    if (request.is_request()) s.settle(request);
  });
}

template <omission Omits>
void stolen_task(world& w) {
  auto& s = without_request<Omits>(w, true);
  w.thread("other", [&s] {
    s.begin_stolen();
    s.push();
  });
  w.thread("home", [&s] { s.look_and_sleep_waiting(); });
}

template <omission Omits>
void last_scope(world& w) {
  auto& s = without_request<Omits>(w, true);
  w.thread("guest", [&s] {
    s.push();
    s.end_last_scope();
  });
  w.thread("home", [&s] { s.look_and_sleep_waiting(); });
}

}  // namespace

std::span<const seeded_bug> wake_up_bugs() {
  constexpr auto none = omission::none;
  static const seeded_bug bugs[] = {
      {"AnAnswerByAPushWakesNobody", "tasks/task_context.h", push<none>, push<omission::at_answer>,
       failure_kind::lost_wake_up, memory_model::sequential},
      {"AnAnswerByAPopWakesNobody", "tasks/task_context.h", pop<none>, pop<omission::at_pop>,
       failure_kind::lost_wake_up, memory_model::sequential},
      {"ASettledRequestWakesNobody", "tasks/victim_search.h", settle<none>,
       settle<omission::at_settle>, failure_kind::lost_wake_up, memory_model::sequential},
      {"AStolenTaskBeginsWithoutARequest", "a draft of tasks/", stolen_task<none>,
       stolen_task<omission::at_stolen_task>, failure_kind::lost_wake_up, memory_model::sequential},
      {"TheLastScopeWakesNobody", "a draft of tasks/", last_scope<none>,
       last_scope<omission::at_last_scope>, failure_kind::lost_wake_up, memory_model::sequential},
  };
  return bugs;
}

}  // namespace arcas::sim
