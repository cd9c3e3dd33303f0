// SPDX-License-Identifier: Apache-2.0
// A queue over all ranks, first in first out: items are dealt out to the ranks in turn, and one
// rank, the one that has made it, counts. Operations of one rank at the same time travel together,
// and a push and a pop among them that get the same number meet there.
//
//   auto q = global_queue<long>::make();
//   q.push(x)       every pop that begins when push has returned may find it
//   q.pop()         std::optional: waits for an item; empty when the queue is closed and has none
//   q.try_pop()     std::optional: empty where nothing was in it
//   q.close()       nothing is pushed any more: throws std::logic_error; who waits in vain is told
//   q.size(), q.end()
//
// Items of one task come out in the order in which it has pushed them. README.md, «Numbers of a
// queue», has the argument.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/queue_part.h>
#include <arcas/cluster/structures/round_robin_items.h>

#include <map>
#include <span>
#include <stdexcept>

namespace arcas::cluster {

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
    refuse_where_any(
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
      for (const detail::wanted_item& w : p.local().close(end))
        async(w.by, [p, n = w.number] { p.local().settle(n, std::nullopt); });
    });
  }
  std::uint64_t size() const {
    return call(master_, [p = part_] { return p.local().count.there(); });
  }

 private:
  using part = detail::queue_part<T>;
  using operation = detail::queue_operation<T>;
  template <class Item>
  using by_home = std::map<rank_id, std::vector<Item>>;

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
    const auto at_master = [p = part_](std::uint64_t pushes, std::uint64_t pops,
                                       std::uint64_t tries) {
      return p.local().count.give({pushes, pops, tries});
    };
    const detail::queue_numbers_given g = call(master_, at_master, w.pushes, w.pops, w.tries);
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
  void move_items(std::span<operation* const> batch, const detail::queue_numbers_given& g) const {
    const by_home<detail::queue_item<T>> brought = meet(batch, g);
    by_home<std::uint64_t> asked;
    for (const operation* op : batch) {
      if (op->verb != detail::queue_verb::push && !op->settled)
        asked[detail::home_of_item(op->number)].push_back(op->number);
    }
    // Both are under way at the same time.
    auto answers = ask(asked);
    bring(brought);
    take(asked, answers);
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
  // Items whose pop is in the same batch go to it; returns the others.
  by_home<detail::queue_item<T>> meet(std::span<operation* const> batch,
                                      const detail::queue_numbers_given& g) const {
    by_home<detail::queue_item<T>> others;
    for (const operation* op : batch) {
      if (op->verb != detail::queue_verb::push || op->refused) continue;
      if (op->number >= g.popped && op->number < g.popped + g.pops + g.tries) {
        part_.local().settle(op->number, op->value);
      } else {
        others[detail::home_of_item(op->number)].push_back({op->number, *op->value});
      }
    }
    return others;
  }
  auto ask(const by_home<std::uint64_t>& asked) const {
    const auto at_home = [p = part_, by = self()](const std::vector<std::uint64_t>& numbers) {
      return p.local().ask(numbers, by);
    };
    std::vector<future<std::vector<detail::asked_item<T>>>> answers;
    for (const auto& [home, numbers] : asked)
      answers.push_back(future_call(home, at_home, numbers));
    return answers;
  }
  // To their homes, and from there to the pops that have been there before.
  void bring(const by_home<detail::queue_item<T>>& brought) const {
    const auto at_home = [p = part_](const std::vector<detail::queue_item<T>>& items) {
      return p.local().bring(items);
    };
    const auto at_pop = [p = part_](std::uint64_t number, const T& value) {
      p.local().settle(number, value);
    };
    std::vector<future<std::vector<detail::wanted_item>>> sent;
    for (const auto& [home, items] : brought) sent.push_back(future_call(home, at_home, items));
    std::vector<future<void>> passed_on;
    for (std::size_t k = 0; const auto& [home, items] : brought) {
      std::size_t at = 0;
      for (const detail::wanted_item& w : sent[k++].get()) {
        while (items[at].number != w.number) ++at;
        passed_on.push_back(future_call(w.by, at_pop, w.number, items[at].value));
      }
    }
    for (future<void>& f : passed_on) f.get();
  }
  void take(const by_home<std::uint64_t>& asked,
            std::vector<future<std::vector<detail::asked_item<T>>>>& answers) const {
    for (std::size_t k = 0; const auto& [home, numbers] : asked) {
      const std::vector<detail::asked_item<T>> items = answers[k++].get();
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].state == detail::item_state::to_come) continue;
        const bool here = items[i].state == detail::item_state::here;
        part_.local().settle(numbers[i], here ? std::optional<T>(items[i].value) : std::nullopt);
      }
    }
  }

  distributed<part> part_;
  rank_id master_ = 0;
};

}  // namespace arcas::cluster
