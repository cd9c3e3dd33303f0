// SPDX-License-Identifier: Apache-2.0
// The promises about global memory.
#include "conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;

void arrays_know_where_their_elements_are() {
  for (const std::size_t block :
       {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{1024}}) {
    for (const std::uint64_t n :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{200}}) {
      auto a = global_array<std::uint64_t>::make(n, block);
      std::uint64_t elements = 0;
      for (rank_id r = 0; r < ranks(); ++r) elements += a.local_size_on(r);
      require(elements == n, "the parts of an array add up to its size");
      for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t per_block = block == 0 ? 8 : block;
        require(a.home(i) == i / per_block % ranks(), "blocks are dealt out in turn");
      }
      forall(a, [](std::uint64_t i, std::uint64_t& x) { x = 3 * i + self(); });
      for (std::uint64_t i = 0; i < n; ++i) {
        require(read(a[i]) == 3 * i + a.home(i), "forall sees the element of its index, at home");
      }
      a.free();
    }
  }
}

void forall_runs_every_iteration_once() {
  for (const int n : {0, 1, 5, 64, 333}) {
    auto hits = global_array<int>::make(static_cast<std::uint64_t>(n) + 1, 1);
    forall(hits, [](std::uint64_t, int& h) { h = 0; });
    forall(-3, n - 3, [hits](int i) { async_add(hits[static_cast<std::uint64_t>(i + 3)], 1); });
    for (int i = 0; i < n; ++i)
      require(read(hits[static_cast<std::uint64_t>(i)]) == 1, "each iteration runs once");
    forall(0, n, [hits](int i) {
      const auto p = hits[static_cast<std::uint64_t>(i)];
      write(p, read(p) + 1);
    });
    for (int i = 0; i < n; ++i) {
      require(read(hits[static_cast<std::uint64_t>(i)]) == 2,
              "each iteration that waits runs once");
    }
    require(read(hits[static_cast<std::uint64_t>(n)]) == 0, "no iteration runs beyond the end");
    hits.free();
  }
  // The indices have the common type of both bounds.
  auto seen = global_array<std::uint64_t>::make(1000);
  forall(seen, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  forall(std::uint8_t{0}, 1000u, [seen](auto i) { async_add(seen[i], 1); });
  for (std::uint64_t i = 0; i < seen.size(); ++i)
    require(read(seen[i]) == 1, "each index of a loop between types is met once");
  seen.free();
}

void operations_are_atomic() {
  constexpr std::uint64_t each = 40;
  auto a = global_array<std::uint64_t>::make(4, 1);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([a] {
    for (std::uint64_t i = 0; i < each; ++i) {
      spawn([a] {
        fetch_add(a[0], 1);
        async_update(a[1], [](std::uint64_t& x) { x += 2; });
        for (std::uint64_t old = read(a[2]); !compare_and_swap(a[2], old, old + 3);)
          old = read(a[2]);
        async_add(a[3], exchange(a[3], 0) + 1);
      });
    }
  });
  const std::uint64_t n = each * ranks();
  require(read(a[0]) == n, "no fetch_add is lost");
  require(read(a[1]) == 2 * n, "no update is lost");
  require(read(a[2]) == 3 * n, "a compare_and_swap that succeeds saw the value");
  require(read(a[3]) == n, "an exchange takes what was there, once");
  require(future_read(a[0]).get() == n && future_fetch_add(a[0], 5).get() == n,
          "future_read and future_fetch_add return the value");
  a.free();
}

void a_tasks_operations_on_an_object_keep_their_order() {
  auto a = global_array<std::uint64_t>::make(ranks(), 1);
  on_all_ranks([a] {
    // Rank r writes only element r + 1, and no other rank writes it.
    const auto mine = a[(self() + 1) % ranks()];
    finish([mine] {
      for (std::uint64_t i = 0; i < 200; ++i) {
        async_write(mine, i);
        if (i % 50 == 7) require(read(mine) == i, "a read sees the task's own last write");
        // A longer message keeps its place among the operations of its task.
        if (i % 50 == 9) {
          const std::vector<std::uint64_t> many(1000, i);
          async(
              mine.home(),
              [mine](const std::vector<std::uint64_t>& v) { *mine.local() = v.back() + 1000; },
              many);
          require(exchange(mine, 0) == i + 1000, "long messages keep their place");
        }
      }
    });
    require(read(mine) == 199, "the last write is the last");
  });
  a.free();
}

namespace {

// Executes each kind of operation after `n` updates of the element, all of which it must see.
void follow_by_each_kind(global_ptr<std::uint64_t> p, std::uint64_t n) {
  const auto add_some = [p, n] {
    for (std::uint64_t i = 0; i < n; ++i) async_add(p, 1);
  };
  add_some();
  require(read(p) == n, "a read sees the updates before it");
  add_some();
  require(future_read(p).get() == 2 * n, "future_read sees the updates before it");
  add_some();
  require(fetch_add(p, n) == 3 * n, "a fetch_add sees the updates before it");
  add_some();
  require(compare_and_swap(p, 5 * n, n), "a compare_and_swap sees the updates before it");
  add_some();
  require(exchange(p, 1) == 2 * n, "an exchange sees the updates before it");
  add_some();
  async_update(p, [](std::uint64_t& x) { x *= 2; });
  require(update(p, [](std::uint64_t& x) { return x; }) == 2 * (n + 1),
          "an update sees the updates of another kind before it");
  add_some();
  write(p, 7);
  add_some();
  require(call(p.home(), [p] { return *p.local(); }) == 7 + n,
          "a call sees the write and the updates before it");
  add_some();
  async(p.home(), [p] { *p.local() *= 3; });
  add_some();
  const std::vector<std::uint64_t> long_factor(100, 2);
  async(
      p.home(), [p](const std::vector<std::uint64_t>& v) { *p.local() *= v.back(); }, long_factor);
  finish([&add_some] { add_some(); });
  require(read(p) == 2 * (3 * (7 + 2 * n) + n) + n,
          "async() with short and long arguments runs after the updates before it");
}

}  // namespace

// Updates elements of the task's own rank, where updates are deferred, and of other ranks.
void asynchronous_updates_come_before_what_follows() {
  auto a = global_array<std::uint64_t>::make(std::uint64_t{ranks()} * ranks(), 1);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  on_all_ranks([a] {
    for (rank_id to = 0; to < ranks(); ++to) {
      for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{300}}) {
        const auto p = a[std::uint64_t{self()} * ranks() + to];
        write(p, 0);
        follow_by_each_kind(p, n);
      }
    }
  });
  a.free();
}

// Updates on the task's own rank; an update may start another update of the same rank.
void asynchronous_updates_are_done_before_others_run() {
  on_all_ranks([] {
    std::uint64_t x = 0, y = 0;
    const auto px = export_to_all(x), py = export_to_all(y);
    finish([&] {
      spawn([&, px, py] {
        async_update(px, [py](std::uint64_t& at) {
          ++at;
          async_add(py, at);
        });
        async_add(px, 1);
        yield();
        async_add(py, 10);
      });
      spawn([&] {
        while (x == 0) yield();
        require(x == 2 && (y == 1 || y == 11), "a task that waits has done its updates");
        while (y == 1) yield();
        require(y == 11, "a task that has ended has done its updates");
      });
    });
    async_add(px, 1);
    finish([] {});
    require(x == 3 && y == 11, "a task that has waited for a scope has done its updates");
    // Activities that an update begins belong to the scope of the update.
    finish([px, &y] {
      async_update(px, [flag = &y](std::uint64_t&) {
        spawn([flag] {
          while (*flag == 11) yield();
        });
      });
      finish([] {});
      y = 12;
    });
  });
}

// Updates on the task's own rank. The test reads the variables directly, because an operation
// such as read() would itself wait for the updates before it.
void asynchronous_updates_are_done_when_a_finish_ends() {
  on_all_ranks([] {
    std::uint64_t x = 3;
    const auto px = export_to_all(x);
    finish([&] { async_add(px, 1); });
    require(x == 4, "a finish waits for the updates of its own task");
    bool caught = false;
    try {
      finish([&] {
        async_add(px, 1);
        throw std::runtime_error("behind an update");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
    require(caught && x == 5, "a finish that an exception leaves waits for its updates");
    bool ended = false;
    const auto begin = [px, e = &ended] {
      async_update(px, [e](std::uint64_t&) {
        spawn([e] {
          yield();
          *e = true;
        });
      });
    };
    finish([&] { begin(); });
    require(std::exchange(ended, false), "a finish waits for tasks that its updates begin");
    finish([&] { spawn(begin); });
    require(ended, "a finish waits for tasks that updates of its tasks begin");
  });
  // Updates in movable tasks. Each task updates an element of the rank that runs it.
  auto done = global_array<std::uint64_t>::make(ranks(), 1);
  forall(done, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  for (std::uint64_t n = 1; n <= 20; ++n) {
    finish([done] {
      spawn_anywhere([done] {
        async_update(done[self()], [](std::uint64_t& x) {
          spawn([at = &x] {
            yield();
            ++*at;
          });
        });
      });
    });
    std::uint64_t sum = 0;
    for (rank_id r = 0; r < ranks(); ++r) sum += read(done[r]);
    require(sum == n, "a finish waits for updates of tasks that may move");
  }
  done.free();
}

namespace {

struct alive {
  explicit alive(int* counter) : n(counter) { ++*n; }
  alive(alive&& other) noexcept : n(std::exchange(other.n, nullptr)) {}
  ~alive() {
    if (n) --*n;
  }
  int* n;
};

}  // namespace

void captures_outlive_asynchronous_updates() {
  on_all_ranks([] {
    int living = 0;
    std::uint64_t seen = 9;
    const auto p = export_to_all(seen);
    finish([&] {
      spawn([guard = alive(&living), p, n = &living] {
        async_update(p, [n](std::uint64_t& x) { x = static_cast<std::uint64_t>(*n); });
      });
    });
    require(seen == 1 && living == 0, "a task's captures outlive what it has deferred");
  });
}

void what_was_not_allocated_cannot_be_freed() {
  const auto refused = [](auto p) {
    try {
      global_free(p);
    } catch (const remote_error&) {
      return true;
    }
    return false;
  };
  auto first = global_array<std::uint64_t>::make(8 * ranks());
  forall(first, [](std::uint64_t i, std::uint64_t& x) { x = i; });
  std::uint64_t mine = 0;
  require(refused(global_ptr<std::uint64_t>{}), "null is not an allocation");
  require(refused(export_to_all(mine)), "exported memory is not an allocation");
  require(refused(first[1]), "an element in the middle is not an allocation");
  require(refused(global_ptr<std::uint64_t>(global_address::linear(6, ~std::uint64_t{0} >> 7))),
          "an address beyond the heap is not an allocation");
  for (std::uint64_t i = 0; i < first.size(); ++i)
    require(read(first[i]) == i, "what was refused has freed nothing");
  first.free();
  bool too_long = false;
  try {
    global_malloc<std::uint64_t>(std::uint64_t{1} << 61);
  } catch (const std::runtime_error&) {
    too_long = true;
  }
  require(too_long, "lengths do not wrap");
}

void allocations_are_apart_and_come_back() {
  std::vector<global_array<std::uint32_t>> arrays;
  for (const std::size_t block :
       {std::size_t{2}, std::size_t{16}, std::size_t{4096}, std::size_t{64}}) {
    for (std::uint64_t n = 1; n < 2000; n *= 7) {
      arrays.push_back(global_array<std::uint32_t>::make(n, block));
      const auto mark = static_cast<std::uint32_t>(arrays.size());
      forall(arrays.back(), [mark](std::uint64_t, std::uint32_t& x) { x = mark; });
    }
  }
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    for (std::uint64_t i = 0; i < arrays[k].size(); i += 97) {
      require(read(arrays[k][i]) == k + 1, "allocations do not overlap");
    }
  }
  require(here().heap().bytes_allocated() != 0, "what is allocated is counted");
  for (auto& a : arrays) a.free();
  require(here().heap().bytes_allocated() == 0, "what is freed is counted");

  // Memory that another rank has allocated is freed here; other addresses cannot be freed.
  auto theirs = call(ranks() - 1, [] { return global_malloc<int>(1000); });
  global_free(theirs);
  bool refused = false;
  try {
    global_free(theirs);
  } catch (const remote_error& e) {
    refused = e.where() == ranks() - 1;
  }
  require(refused, "what is free cannot be freed");
  what_was_not_allocated_cannot_be_freed();
}

void any_object_can_be_exported() {
  long mine[3] = {1, 2, 3};
  const auto p = export_to_all(mine[0]);
  on_all_ranks([p] {
    require(p.home() == 0 && (p + 2).home() == 0, "an exported object stays where it is");
    fetch_add(p + 1, 10);
  });
  require(mine[1] == 2 + 10 * static_cast<long>(ranks()),
          "other ranks change an exported object in place");
  require((p + 2) - p == 2 && read(p + 2) == 3, "its addresses can be counted with");
}

// Each element gets two tasks: one that waits, and one whose argument, a string, is not copied byte
// for byte.
void tasks_run_at_the_home_of_a_pointer() {
  auto a = global_array<std::uint64_t>::make(std::uint64_t{3} * ranks(), 1);
  forall(a, [](std::uint64_t, std::uint64_t& x) { x = 0; });
  finish([a] {
    for (std::uint64_t i = 0; i < a.size(); ++i) {
      const auto next = a[(i + 1) % a.size()];
      spawn_on(a[i], [p = a[i], next](std::uint64_t& own) {
        require(p.is_here() && p.local() == &own, "a task sent to a pointer has its element");
        read(next);
        own += 1;
      });
      spawn_on(
          a[i], [](std::uint64_t& own, const std::string& text) { own += text.size(); },
          std::string(100, 'a'));
    }
  });
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    require(read(a[i]) == 101, "tasks sent to pointers are waited for");
  }
  a.free();
  long mine = 1;
  const auto p = export_to_all(mine);
  on_all_ranks([p] { spawn_on(p, [](long& x) { x += 1; }); });
  require(mine == 1 + static_cast<long>(ranks()),
          "tasks sent to an exported object are waited for");
}

}  // namespace arcas::inline v0::cluster::test
