// SPDX-License-Identifier: Apache-2.0
// How does an execution begin, and which of the three ways of exploring is used?
#include <sim/explore/saved.h>
#include <sim/explore/search.h>

#include <cctype>
#include <cstdlib>

namespace arcas::sim {

std::unique_ptr<execution> begin(const exploration& how, const std::function<void(world&)>& check,
                                 orders& all_orders, thread_pool& pool) {
  auto run = std::make_unique<execution>(
      how.model, memory_bounds{.spurious_failures = how.spurious_failures}, all_orders, pool,
      habits{.patience = how.patience, .tries = how.tries});
  world w(*run);
  check(w);
  return run;
}

std::optional<process_id> first_at_hand(execution& run, std::optional<process_id> last,
                                        few<choice>& ways) {
  const auto can = [&](process_id p) {
    ways.clear();
    if (!run.pending(p)) return false;
    run.choices(p, ways);
    return !ways.empty();
  };
  const auto pauses = [&](process_id p) {
    return run.pending(p) && run.pending(p)->what == action::pause;
  };
  if (last && !pauses(*last) && can(*last)) return last;
  for (const bool pausing : {false, true}) {
    for (process_id p = 0; p < most_processes; ++p) {
      if (pauses(p) == pausing && can(p)) return p;
    }
  }
  return std::nullopt;
}

void require(bool holds, const char* promise, std::source_location where) {
  if (holds) return;
  execution::current()->fail(failure_kind::broken_promise,
                             std::string(promise) + " (" + place_of(site(where)) + ")");
}

verdict explore(const exploration& how, const std::function<void(world&)>& check) {
  // Only this place reads the variable, which repeats a failure of a test by its seed or by the
  // file in which it was saved.
  const char* seed = std::getenv("ARCAS_SIM_SEED");
  if (seed && *seed != '\0')
    return replay(how, check, std::isdigit(*seed) != 0 ? seed : seed_in(seed, how));
  if (!how.replay.empty()) return replay(how, check, how.replay);
  verdict v = how.random_executions != 0 ? explore_at_random(how, check) : search(how, check).run();
  if (v.found && !how.name.empty()) v.story += save(how, v);
  return v;
}

}  // namespace arcas::sim
