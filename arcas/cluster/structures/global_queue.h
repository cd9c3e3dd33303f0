// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in first out: items are dealt out to the ranks in turn, and one
// rank, the one that has made it, counts. Operations of one rank at the same time travel together,
// and a push and a pop among them that get the same number meet there.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       every pop that begins when push has returned may find it
//   q.pop()         std::optional: waits for an item; empty when the queue is closed and has none
//   q.try_pop()     std::optional: empty where nothing was in it
//   q.close()       later pushes throw std::logic_error; pops that wait in vain return
//   q.size(), q.end()
//
// Items of one task come out in the order in which it has pushed them. README.md, «Numbers of a
// queue», has the argument.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/queue_part.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster {

template <detail::portable T>
class global_queue {
 public:
  static global_queue make() {
    global_queue q;
    q.part_ = distributed<part>::make();
    q.master_ = self();
    return q;
  }
  void end() const {
    detail::refuse_where_any(
        [p = part_] { return p.local().operations.busy(); },
        "a queue is ended while a task pushes to it or pops; wait for that task first");
    part_.end();
  }

  void push(const T& x) const {
    operation own(detail::queue_verb::push);
    own.value = x;
    run(own);
    if (own.refused) throw std::logic_error("a queue that has been closed takes no more items");
  }
  std::optional<T> pop() const { return popped_by(detail::queue_verb::pop); }
  std::optional<T> try_pop() const { return popped_by(detail::queue_verb::try_pop); }
  void close() const {
    const std::uint64_t end = call(master_, [p = part_] { return p.local().count.close(); });
    on_all_ranks([p = part_, end] {
      p.local().close(end, [p](std::uint64_t number, rank_id by) {
        async(by, [p, number] { p.local().settle(number, std::nullopt); });
      });
    });
  }
  std::uint64_t size() const {
    return call(master_, [p = part_] { return p.local().count.there(); });
  }

 private:
  using part = detail::queue_part<T>;
  using operation = detail::queue_operation<T>;
  void run(operation& own) const {
    part_.local().operations.run(own, [this](std::span<operation* const> all) { serve(all); });
  }
  std::optional<T> popped_by(detail::queue_verb verb) const {
    operation own(verb);
    run(own);
    while (!own.settled) {
      own.sleeper = detail::here().tasks().about_to_wait();
      detail::here().tasks().suspend("pop", "a queue made on rank", master_);
    }
    return own.value;
  }

  void serve(std::span<operation* const> batch) const {
    detail::queue_wishes w;
    for (const operation* op : batch) {
      ++(op->verb == detail::queue_verb::push  ? w.pushes
         : op->verb == detail::queue_verb::pop ? w.pops
                                               : w.tries);
    }
    const detail::queue_numbers_given g =
        call(master_, [p = part_, w] { return p.local().count.give(w); });
    hand_out(batch, g);
    try {
      move_items(batch, g);
    } catch (...) {
      for (const operation* op : batch) {
        if (op->verb != detail::queue_verb::push) part_.local().forget(*op);
      }
      throw;
    }
  }
  // Numbers to those that get one; pops that do not are settled.
  void hand_out(std::span<operation* const> batch, const detail::queue_numbers_given& g) const {
    detail::queue_wishes given;
    for (operation* op : batch) {
      if (op->verb == detail::queue_verb::push) {
        op->refused = g.refused;
        op->number = g.pushed + given.pushes++;
        continue;
      }
      const bool waits = op->verb == detail::queue_verb::pop;
      std::uint64_t& before = waits ? given.pops : given.tries;
      op->settled = before == (waits ? g.pops : g.tries);
      if (op->settled) continue;
      op->number = g.popped + (waits ? 0 : g.pops) + before++;
      part_.local().expect(*op);
    }
  }
  // Items to their homes, and on to the pops that were there before; pops ask there. Items whose
  // pop is in the same batch go to it.
  void move_items(std::span<operation* const> batch, const detail::queue_numbers_given& g) const {
    std::map<rank_id, std::vector<detail::queue_item<T>>> brought;
    std::map<rank_id, std::vector<std::uint64_t>> asked;
    for (const operation* op : batch) {
      if (op->verb != detail::queue_verb::push || op->refused) continue;
      if (op->number >= g.popped && op->number < g.popped + g.pops + g.tries) {
        part_.local().settle(op->number, op->value);
      } else {
        brought[home(op->number)].push_back({op->number, *op->value});
      }
    }
    for (const operation* op : batch) {
      if (op->verb != detail::queue_verb::push && !op->settled) {
        asked[home(op->number)].push_back(op->number);
      }
    }
    // All are under way at the same time.
    std::vector<future<std::vector<detail::settled_pop<T>>>> answers;
    for (const auto& [to, numbers] : asked) {
      const auto ask = [p = part_, by = self()](const std::vector<std::uint64_t>& all) {
        return p.local().ask(all, by);
      };
      answers.push_back(future_call(to, ask, numbers));
    }
    std::vector<future<std::vector<detail::queue_item<T>>>> sent;
    for (const auto& [to, items] : brought) {
      const auto bring = [p = part_](const std::vector<detail::queue_item<T>>& all) {
        return p.local().bring(all);
      };
      sent.push_back(future_call(to, bring, items));
    }
    std::vector<future<void>> passed_on;
    for (auto& wanted : sent) {
      for (const detail::queue_item<T>& i : wanted.get()) {
        const auto settle = [p = part_, i] { p.local().settle(i.number, i.value); };
        passed_on.push_back(future_call(i.wanted_by, settle));
      }
    }
    for (future<void>& f : passed_on) f.get();
    for (auto& answer : answers) {
      for (const auto& [number, value] : answer.get()) part_.local().settle(number, value);
    }
  }
  static rank_id home(std::uint64_t number) { return static_cast<rank_id>(number % ranks()); }

  distributed<part> part_;
  rank_id master_ = 0;
};

}  // namespace arcas::inline v0::cluster
