// SPDX-License-Identifier: Apache-2.0
// The right-hand sides of the tables «From Grappa» of docs/tutorial/11-coming-from-clusters.md;
// results are checked.
#include <arcas/cluster.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using namespace arcas::cluster;

namespace {

constexpr std::uint64_t n = 1000;

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

void tasks() {
  const auto done = counter::make();
  const auto f = [done] { done.add(1); };
  on_all_ranks(f);
  finish([&] {
    spawn(f);
    spawn_on(ranks() - 1, f);
    spawn_anywhere(f);
    for (std::uint64_t i = 0; i < n; ++i) spawn(f);
  });
  require(done.value() == static_cast<std::int64_t>(ranks() + 3 + n), "each task runs once");

  finish([] {
    struct sleep {
      decltype(current_task()) sleeper = nullptr;
    };
    const auto shared = std::make_shared<sleep>();
    spawn([shared] {
      shared->sleeper = current_task();
      suspend();
    });
    spawn([shared] {
      while (!shared->sleeper) yield();
      wake(shared->sleeper);
    });
  });
}

void loops() {
  const auto done = counter::make();
  const auto f = [done](std::uint64_t) { done.add(1); };
  forall(0, n, f);
  forall_anywhere(0, n, f, {.threshold = 16});
  on_all_ranks([f] { async_local_forall(0, n, f); });

  auto array = global_array<double>::make(n);
  forall(array, [](std::uint64_t i, double& x) { x = static_cast<double>(i); });
  forall(array, [done](std::uint64_t, std::span<double> xs) { done.add(std::ssize(xs)); });
  require(done.value() == static_cast<std::int64_t>(n * (3 + ranks())), "each iteration runs once");
  array.free();
}

void delegates() {
  auto array = global_array<long>::make(n);
  forall(array, [](std::uint64_t, long& x) { x = 1; });
  const global_ptr<long> p = array[n - 1];
  const rank_id rank = p.home();

  write(p, 2);
  require(read(p) == 2, "what was written is read");
  require(fetch_add(p, 3) == 2, "fetch_add returns what was there before");
  require(compare_and_swap(p, 5, 7), "the word was 5");
  const auto twice = [](long& x) { return x *= 2; };
  require(update(p, twice) == 14, "update returns what its function returns");
  finish([&] {
    async_add(p, 1);
    async_update(p, twice);
    async(rank, [p] { *p.local() += 1; });
  });
  require(read(p) == 31, "operations of a task on an object keep their order");
  require(call(rank, [p] { return *p.local(); }) == 31, "call runs at the home");
  auto later = future_call(rank, [p] { return *p.local(); });
  require(later.get() == 31, "the answer comes later");
  const long sum = call_task(
      rank,
      [array](long most) {
        long all = 0;
        for (long i = 0; i < most; ++i) all += read(array[static_cast<std::uint64_t>(i)]);
        return all;
      },
      10L);
  require(sum == 10, "the function of call_task may wait");
  array.free();
}

void memory() {
  const global_ptr<double> block = global_malloc<double>(n);
  write(block + 3, 0.5);
  require(read(block + 3) == 0.5, "a block has addresses");
  global_free(block);

  long object = 1;
  const global_ptr<long> p = export_to_all(object);
  on_all_ranks([p] { async_add(p, 1); });
  require(object == 1 + static_cast<long>(ranks()), "all ranks reach an exported object");

  const auto own = distributed<std::vector<int>>::make();
  on_all_ranks([own] { own.local().push_back(static_cast<int>(self())); });
  require(own.local().front() == 0, "each rank has an object of its own");
  own.end();

  auto array = global_array<int>::make(n);
  {
    write_view<int> v(array, 0, n);
    for (std::uint64_t i = 0; i < n; ++i) v[i] = 1;
  }
  {
    update_view<int> v(array, 100, 10);
    for (int& x : v.span()) x += 1;
  }
  read_view<int> v(array, 100, 11);
  require(v[9] == 2 && v[10] == 1, "views are written back when they end");
  array.free();
}

void waiting() {
  full_empty<long> w;
  const auto p = export_to_all(w);
  finish([p] {
    spawn_on(ranks() - 1, [p] { fill_empty(p, 7); });
    require(read_full(p) == 7, "read_full waits, and leaves the word full");
    require(take_full(p) == 7, "take_full leaves it empty");
    fill(p, 8);
  });

  mutex m;
  condition c;
  semaphore s{1};
  long open = 0;
  const auto guard = export_to_all(m);
  const auto changed = export_to_all(c);
  const auto slots = export_to_all(s);
  const auto door = export_to_all(open);
  finish([=] {
    spawn_on(ranks() - 1, [=] {
      const scoped_lock hold(guard);
      write(door, 1);
      notify_all(changed);
    });
    const scoped_lock hold(guard);
    wait(changed, guard, [door] { return read(door) == 1; });
  });
  forall(0, 20, [slots](int) {
    acquire(slots);
    release(slots);
  });
}

void collective() {
  on_all_ranks([] {
    const std::vector<double> x(3, 1.0);
    const auto sums = allreduce(x, std::plus<>{});
    require(sums.size() == 3 && sums[2] == ranks(), "element by element");
    require(broadcast(self(), 0) == 0, "the value of rank 0");
    barrier();
  });
  const auto total = reducer<double>::make();
  forall(0, n, [total](std::uint64_t) { total.add(0.5); });
  require(total.value() == 0.5 * n, "a reducer adds on each rank");
  total.end();

  auto a = global_array<std::uint64_t>::make(n);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 2; });
  require(exclusive_scan(a, std::uint64_t{0}, std::plus<>{}) == 2 * n, "the fold of all");
  require(read(a[n - 1]) == 2 * (n - 1), "prefix sums");
  a.free();
}

void structures() {
  const auto v = global_vector<long>::make();
  const auto q = global_queue<long>::make();
  const auto m = hash_map<std::string, long>::make();
  const auto s = hash_set<long>::make();
  const auto b = bag<std::string>::make();
  on_all_ranks([=] {
    v.push_back(1);
    q.push(2);
    m.update("all", [](long& x) { ++x; });
    s.insert(7);
    b.add("one");
  });
  require(v.size() == ranks() && b.size() == ranks() && s.size() == 1, "all ranks have added");
  require(m.find("all") == static_cast<long>(ranks()), "updates are atomic");
  q.close();
  std::uint64_t items = 0;
  while (q.pop()) ++items;
  require(items == ranks(), "pop is empty when the queue is closed and has none");

  auto bins = global_array<long>::make(4);
  forall(bins, [](std::uint64_t, long& x) { x = 0; });
  const auto adder = combine_into(bins, std::plus<long>{});
  forall(0, n, [adder](std::uint64_t i) { adder.add(i % 4, 1); });
  require(read(bins[3]) == n / 4, "updates of one key are combined before they are sent");
  adder.end();
  bins.free();
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    tasks();
    loops();
    delegates();
    memory();
    waiting();
    collective();
    structures();
    std::vector<rank_counts> counts = gather_counts();
    require(counts.size() == ranks() && counts[0].tasks.spawned != 0, "each rank counts");
  });
}
