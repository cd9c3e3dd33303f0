// SPDX-License-Identifier: Apache-2.0
// One execution by its seed, which lists the steps that deviate from the default choice.
//   "12:1 30:0/2" means: at step 12 process 1 continues; at step 30 process 0 continues, in the way
//   with index 2, its third.
#include <sim/explore/search.h>
#include <sim/explore/story.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

namespace arcas::sim {
namespace {

struct deviation {
  process_id by = 0;
  std::size_t way = 0;
};

std::map<step_id, deviation> deviations_in(const std::string& seed) {
  std::map<step_id, deviation> all;
  std::istringstream in(seed);
  for (std::string word; in >> word;) {
    deviation d;
    step_id step = 0;
    char colon = 0;
    std::istringstream parts(word);
    parts >> step >> colon >> d.by;
    if (!parts || colon != ':' || d.by >= most_processes)
      throw std::invalid_argument("\"" + word +
                                  "\" is not a part of a seed; a part is STEP:PROCESS or " +
                                  "STEP:PROCESS/WAY, as a failing check prints it");
    if (parts.peek() == '/') {
      parts.get();
      parts >> d.way;
    }
    all[step] = d;
  }
  return all;
}

orders& orders_for(const exploration& how, orders& own) {
  return how.with_orders ? *how.with_orders : own;
}

}  // namespace

std::string seed_of(const exploration& how, const std::function<void(world&)>& check,
                    const std::vector<move>& moves) {
  orders own;
  thread_pool pool;
  const std::unique_ptr<execution> run = begin(how, check, orders_for(how, own), pool);
  run->start();
  std::string seed;
  std::optional<process_id> last;
  few<choice> ways;
  for (step_id now = 0; now < moves.size() && !run->failed(); ++now) {
    const std::optional<process_id> by = first_at_hand(*run, last, ways);
    if (by != moves[now].by) {
      ways.clear();
      run->choices(moves[now].by, ways);
    }
    const auto way = std::find(ways.begin(), ways.end(), moves[now].chosen) - ways.begin();
    if (by != moves[now].by || way != 0) {
      seed += (seed.empty() ? "" : " ") + std::to_string(now) + ":" +
              std::to_string(moves[now].by) + (way != 0 ? "/" + std::to_string(way) : "");
    }
    event e;
    e.by = moves[now].by;
    e.op = *run->pending(e.by);
    e.chosen = moves[now].chosen;
    run->step(e, now);
    last = e.by;
  }
  return seed;
}

verdict replay(const exploration& how, const std::function<void(world&)>& check,
               const std::string& seed) {
  const std::map<step_id, deviation> deviations = deviations_in(seed);
  orders own;
  thread_pool pool;
  const std::unique_ptr<execution> run = begin(how, check, orders_for(how, own), pool);
  story told(*run, how.model);
  run->start();
  told.started();
  std::optional<process_id> last;
  few<choice> ways;
  for (step_id now = 0; !run->failed() && !run->over(); ++now) {
    std::optional<process_id> by = first_at_hand(*run, last, ways);
    std::size_t way = 0;
    if (const auto d = deviations.find(now); d != deviations.end()) {
      ways.clear();
      by = d->second.by;
      way = d->second.way;
      if (run->pending(*by)) run->choices(*by, ways);
      if (way >= ways.size())
        throw std::invalid_argument("step " + std::to_string(now) +
                                    " of the seed is not possible: it is for another check, or "
                                    "the protocol has changed");
    }
    if (!by) {
      run->fail_stuck();
    } else if (now >= how.most_steps) {
      run->fail(failure_kind::too_long, "more than " + std::to_string(how.most_steps) + " steps");
    } else {
      event e;
      e.by = *by;
      e.op = *run->pending(e.by);
      e.chosen = ways[way];
      told.before(e);
      run->step(e, now);
      told.after(e);
      last = e.by;
    }
  }
  if (!run->failed()) run->look_at_end();
  verdict result;
  result.executions = 1;
  result.complete = false;  // one execution is not all executions
  result.seed = seed;
  if (run->failed()) result.found = *run->failed();
  result.story = told.text(seed);
  return result;
}

}  // namespace arcas::sim
