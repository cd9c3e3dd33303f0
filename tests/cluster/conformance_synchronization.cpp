// SPDX-License-Identifier: Apache-2.0
// The promises about words for which tasks of all ranks wait.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/synchronization.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/reducer.h>

#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;

void words_pass_values_once() {
  constexpr std::uint64_t values = 20;
  auto words = global_array<full_empty<std::uint64_t>>::make(std::uint64_t{2} * ranks(), 1);
  forall(words, [](std::uint64_t, full_empty<std::uint64_t>& w) { w = {}; });
  const auto sum = reducer<std::uint64_t>::make();
  // For each of two words, a rank has a task that fills it and a task that takes from it. The
  // second word is the first word of the next rank.
  finish([=] {
    async_on_all_ranks([=] {
      for (std::uint64_t k = 0; k < 4; ++k) {
        const auto word = words[(self() + k / 2) % words.size()];
        spawn([=] {
          for (std::uint64_t i = 1; i <= values; ++i) {
            if (k % 2 == 0) {
              fill_empty(word, i);
            } else {
              sum.add(take_full(word));
            }
          }
        });
      }
    });
  });
  require(sum.value() == 2 * ranks() * values * (values + 1) / 2, "each value is taken once");
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    require(!is_full(words[i]), "a word that was taken as often as it was filled is empty");
  }
  finish([=] {
    async_on_all_ranks([=] {
      for (int k = 0; k < 5; ++k) {
        spawn([=] { require(read_full(words[0]) == 77, "read_full waits for the value"); });
      }
    });
    yield();
    async_fill(words[0], 77);
  });
  require(is_full(words[0]) && read_full(words[0]) == 77, "read_full leaves the word full");
  fill(words[0], 78);
  require(take_full(words[0]) == 78, "fill() does not wait for an empty word");
  fill(words[0], 79);
  make_empty(words[0]);
  require(!is_full(words[0]), "make_empty() does not wait for a full word");
  sum.end();
  words.free();
}

void words_are_handed_on_around_all_ranks() {
  auto ring = global_array<full_empty<int>>::make(ranks(), 1);
  forall(ring, [](std::uint64_t, full_empty<int>& w) { w = {}; });
  finish([ring] {
    async_on_all_ranks([ring] {
      const rank_id next = (self() + 1) % ranks();
      for (int turn = 0; turn < 3; ++turn) {
        const int token = take_full(ring[self()]);
        fill_empty(ring[next], token + 1);
      }
    });
    fill_empty(ring[0], 0);
  });
  require(take_full(ring[0]) == 3 * static_cast<int>(ranks()), "a token goes round and round");
  ring.free();
}

void mutexes_admit_one() {
  mutex m;
  struct {
    long inside = 0;
    long entered = 0;
  } state;
  const auto p = export_to_all(m);
  const auto inside = export_to_all(state.inside);
  const auto entered = export_to_all(state.entered);
  on_all_ranks([=] {
    for (int k = 0; k < 5; ++k) {
      spawn([=] {
        for (int i = 0; i < 4; ++i) {
          const scoped_lock hold(p);
          require(fetch_add(inside, 1) == 0, "one task holds a mutex");
          write(entered, read(entered) + 1);
          require(fetch_add(inside, -1) == 1,
                  "no other task takes the mutex while its holder waits");
        }
      });
    }
  });
  require(state.entered == 20 * static_cast<long>(ranks()), "every task enters the section");
  require(try_lock(p) && !try_lock(p), "try_lock does not wait");
  unlock(p);
  lock(p);
  unlock(p);
  auto all = global_array<mutex>::make(100, 1);
  auto sums = global_array<long>::make(100, 1);
  forall(all, [](std::uint64_t, mutex& x) { x = {}; });
  forall(sums, [](std::uint64_t, long& x) { x = 0; });
  forall(0, 300, [=](std::uint64_t i) {
    const scoped_lock hold(all[i % 100]);
    write(sums[i % 100], read(sums[i % 100]) + 1);
  });
  for (std::uint64_t i = 0; i < 100; ++i)
    require(read(sums[i]) == 3, "each mutex of an array is independent of the others");
  sums.free();
  all.free();
}

void semaphores_admit_in_order() {
  semaphore s{3};
  long inside = 0;
  long most = 0;
  const auto p = export_to_all(s);
  const auto count = export_to_all(inside);
  const auto peak = export_to_all(most);
  on_all_ranks([=] {
    for (int k = 0; k < 6; ++k) {
      spawn([=] {
        acquire(p);
        const long now = fetch_add(count, 1) + 1;
        update(peak, [now](long& x) { x = x < now ? now : x; });
        fetch_add(count, -1);
        release(p);
      });
    }
  });
  require(most <= 3 && most >= 1 && inside == 0, "at most 3 tasks are inside the semaphore");
  require(!try_acquire(p, 4) && try_acquire(p, 3), "the semaphore has its full count again");
  bool had_all = false;
  finish([&] {
    spawn([&] {
      acquire(p, 3);
      had_all = true;
      release(p, 3);
    });
    while (here().tables().waiting.elements() == 0) yield();
    spawn([&] {
      acquire(p, 1);
      require(had_all, "tasks get a semaphore in the order in which they came");
      release(p, 1);
    });
    for (int k = 0; k < 10; ++k) yield();
    for (int k = 0; k < 3; ++k) {
      release(p, 1);
      yield();
    }
  });
  require(try_acquire(p, 3), "tasks give back what they took from the semaphore");
}

void conditions_lose_no_notification() {
  mutex m;
  condition changed;
  long stage = 0;
  const auto lock_of = export_to_all(m);
  const auto c = export_to_all(changed);
  const auto p = export_to_all(stage);
  // Each task waits for its turn, which the previous one gives.
  const auto tasks = static_cast<long>(3 * ranks());
  on_all_ranks([=] {
    for (long k = 0; k < 3; ++k) {
      spawn([=, own = static_cast<long>(self()) * 3 + k] {
        const scoped_lock hold(lock_of);
        wait(c, lock_of, [=] { return read(p) == own; });
        write(p, own + 1);
        notify_all(c);
      });
    }
  });
  require(stage == tasks, "every task has its turn");
  stage = 0;
  finish([=] {
    for (long k = 0; k < 4; ++k) {
      spawn_on(static_cast<rank_id>(k) % ranks(), [=] {
        const scoped_lock hold(lock_of);
        wait(c, lock_of);
        write(p, read(p) + 1);
      });
    }
    while (update(c, [](const condition& x) { return x.waiting - x.notified; }) != 4) yield();
    for (long k = 1; k <= 4; ++k) {
      notify_one(c);
      while (read(p) != k) yield();
      for (int turn = 0; turn < 20; ++turn) yield();
      require(read(p) == k, "notify_one lets one task go on");
    }
    notify_one(c);
  });
  require(changed.notified == changed.waiting, "a notification that nobody waits for is lost");
}

}  // namespace arcas::inline v0::cluster::test
