// SPDX-License-Identifier: Apache-2.0
// The promises about queues over all ranks.
#include "conformance.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/reducer.h>

namespace arcas::inline v0::cluster::test {

void queues_are_first_in_first_out() {
  const auto q = global_queue<std::uint64_t>::make();
  require(!q.try_pop(), "nothing comes out of an empty queue");
  for (std::uint64_t i = 0; i < 10; ++i) q.push(i);
  require(q.size() == 10, "a queue has what was pushed");
  for (std::uint64_t i = 0; i < 10; ++i) require(q.try_pop() == i, "first in is first out");
  const counter taken = counter::make();
  const counter sum = counter::make();
  on_all_ranks([q, taken, sum] {
    for (std::uint64_t producer = 0; producer < 4; ++producer) {
      spawn([q] {
        for (std::uint64_t i = 1; i <= 10; ++i) q.push(i);
      });
      spawn([q, taken, sum] {
        for (int got = 0; got < 10;) {
          const auto x = q.try_pop();
          if (!x) {
            yield();
            continue;
          }
          ++got;
          taken.add(1);
          sum.add(static_cast<long>(*x));
        }
      });
    }
  });
  require(taken.value() == 40 * static_cast<long>(ranks()), "all items come out");
  require(sum.value() == 220 * static_cast<long>(ranks()), "each item comes out once");
  require(!q.try_pop() && q.size() == 0, "the queue is empty at the end");
  q.end();
  taken.end();
  sum.end();
}

void pops_of_a_queue_wait_for_pushes() {
  const auto q = global_queue<std::uint64_t>::make();
  const counter taken = counter::make();
  const counter sum = counter::make();
  finish([=] {
    // Three tasks of each rank pop until the queue is closed; pops may come before the items.
    async_on_all_ranks([=] {
      for (int consumer = 0; consumer < 3; ++consumer) {
        spawn([=] {
          std::uint64_t last = 0;
          while (const auto x = q.pop()) {
            require(*x > last, "items of one producer come out in their order");
            last = *x;
            taken.add(1);
            sum.add(static_cast<long>(*x));
          }
        });
      }
    });
    finish([q] {
      for (std::uint64_t i = 1; i <= 30; ++i) q.push(i);
    });
    finish([q] {
      spawn_on(ranks() - 1, [q] {
        for (std::uint64_t i = 31; i <= 40; ++i) q.push(i);
      });
    });
    q.close();
  });
  require(taken.value() == 40 && sum.value() == 20 * 41, "each item comes to one that waits");
  require(q.size() == 0, "the queue is empty at the end");
  q.end();
  taken.end();
  sum.end();
}

void queues_close() {
  const auto q = global_queue<long>::make();
  const counter in_vain = counter::make();
  finish([=] {
    async_on_all_ranks([=] {
      for (int i = 0; i < 5; ++i) {
        spawn([=] { in_vain.add(q.pop() ? 0 : 1); });
      }
    });
    for (long i = 0; i < 3; ++i) q.push(i);
    q.close();
    bool refused = false;
    try {
      q.push(7);
    } catch (const std::logic_error&) {
      refused = true;
    }
    require(refused, "a closed queue takes nothing");
  });
  const long waiters = 5 * static_cast<long>(ranks());
  require(in_vain.value() == waiters - 3, "close() wakes the tasks that still wait");
  require(!q.pop() && !q.try_pop(), "a closed queue that is empty stays so");
  q.close();
  q.end();

  const auto left = global_queue<long>::make();
  for (long i = 0; i < 3; ++i) left.push(i);
  left.close();
  require(left.size() == 3 && left.pop() == 0 && left.try_pop() == 1 && left.pop() == 2,
          "what a queue has when it closes comes out");
  require(!left.pop(), "a closed queue that is empty gives nothing");
  left.end();
  in_vain.end();
}

}  // namespace arcas::inline v0::cluster::test
