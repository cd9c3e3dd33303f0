// SPDX-License-Identifier: Apache-2.0
// Does request combining help work stealing? The question that Callisto-RTS leaves open. Workers
// of a core share a queue of tasks. A worker that finds its queue locked leaves a request, and the
// holder of the lock answers all requests; where the queue is empty the holder takes half of another
// core's queue for all of them. Beside it the same queues without requests (each waits for the
// lock), and the deques of Arcas, one a worker. The work is a binary tree of tasks.
//   bench_core_queues [WORKERS_A_CORE [DEPTH [ROUNDS]]]
#include "pin.h"

#include <arcas/base/asymmetric_fence.h>
#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>
#include <arcas/tasks/task_deque.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr unsigned workers = 2;
constexpr unsigned most_depth = 30;
// A task is the height of the tree below it, and is known by where that stands.
using task = const unsigned;
std::array<unsigned, most_depth + 1> heights;

// What stands in a worker's slot: nothing, a wish, or the answer to it.
enum class wish : unsigned { none, push, pop, done };

// Shared by the workers of one core.
class core_queue {
 public:
  explicit core_queue(bool combining) : combining_(combining) {}

  void join(std::vector<core_queue*> others) { others_ = std::move(others); }

  void push(unsigned who, task* t) { ask(who, wish::push, t); }
  task* pop(unsigned who) { return ask(who, wish::pop, nullptr); }

 private:
  struct slot {
    std::atomic<wish> state{wish::none};
    task* what = nullptr;
  };

  bool try_lock() {
    // relaxed: a look. acquire: pairs with unlock()'s release; the queue is as its last holder left it.
    return !locked_.load(std::memory_order_relaxed) &&
           !locked_.exchange(true, std::memory_order_acquire);
  }
  // release: pairs with try_lock()'s acquire.
  void unlock() { locked_.store(false, std::memory_order_release); }

  task* ask(unsigned who, wish what, task* t) {
    slot& own = slots_[who].value;
    bool asked = false;
    while (!try_lock()) {
      if (combining_ && !asked) {
        own.what = t;
        // release: pairs with serve()'s acquire; the task is there.
        own.state.store(what, std::memory_order_release);
        asked = true;
      }
      // acquire: pairs with serve()'s release; the answer is there.
      if (asked && own.state.load(std::memory_order_acquire) == wish::done) return taken_from(own);
      arcas::pause();
    }
    // relaxed: answers were given under the lock that this thread has now.
    if (asked && own.state.load(std::memory_order_relaxed) == wish::done) {
      unlock();
      return taken_from(own);
    }
    own.state.store(wish::none, std::memory_order_relaxed);  // relaxed: read under the lock
    if (what == wish::push) {
      tasks_.push_back(t);
      t = nullptr;
    } else {
      t = take();
    }
    if (combining_) serve();
    unlock();
    return t;
  }
  static task* taken_from(slot& own) {
    own.state.store(wish::none, std::memory_order_relaxed);  // relaxed: its own until it asks
    return own.what;
  }

  // With the lock: answers all that ask.
  void serve() {
    for (auto& padded : slots_) {
      slot& s = padded.value;
      // acquire: pairs with ask()'s release.
      const wish what = s.state.load(std::memory_order_acquire);
      if (what == wish::push) {
        tasks_.push_back(s.what);
        s.what = nullptr;
      } else if (what == wish::pop) {
        s.what = take();
      } else {
        continue;
      }
      // release: pairs with ask()'s acquire.
      s.state.store(wish::done, std::memory_order_release);
    }
  }

  // With the lock: the youngest, or half of the oldest of another core.
  task* take() {
    for (core_queue* other : others_) {
      if (!tasks_.empty()) break;
      if (!other->try_lock()) continue;
      for (std::size_t n = (other->tasks_.size() + 1) / 2; n != 0; --n) {
        tasks_.push_back(other->tasks_.front());
        other->tasks_.pop_front();
      }
      other->unlock();
    }
    if (tasks_.empty()) return nullptr;
    task* const youngest = tasks_.back();
    tasks_.pop_back();
    return youngest;
  }

  bool combining_;
  std::vector<core_queue*> others_;
  std::deque<task*> tasks_;
  std::array<arcas::padded<slot>, workers> slots_;
  alignas(arcas::no_sharing) std::atomic<bool> locked_{false};
};

class core_queues {
 public:
  core_queues(unsigned workers_a_core, bool combining) : workers_a_core_(workers_a_core) {
    for (unsigned w = 0; w < workers; w += workers_a_core)
      queues_.push_back(std::make_unique<core_queue>(combining));
    for (auto& q : queues_) {
      std::vector<core_queue*> others;
      for (auto& other : queues_) {
        if (other != q) others.push_back(other.get());
      }
      q->join(std::move(others));
    }
  }
  void push(unsigned w, task* t) { queues_[w / workers_a_core_]->push(w, t); }
  task* pop(unsigned w) { return queues_[w / workers_a_core_]->pop(w); }

 private:
  unsigned workers_a_core_;
  std::vector<std::unique_ptr<core_queue>> queues_;
};

// A deque for each worker, whose thief requests and waits as that of tasks/ does.
class deques {
 public:
  deques() {
    for (auto& d : deques_)
      d = std::make_unique<deque>(arcas::detail::asymmetric_fence::available());
  }
  void push(unsigned w, task* t) { deques_[w]->push(t, 0); }
  task* pop(unsigned w) {
    if (task* own = deques_[w]->pop()) return own;
    deque& victim = *deques_[1 - w];
    if (task* there = victim.steal(any).task) return there;
    if (!victim.has_tasks()) return nullptr;
    const auto request = victim.request(++number_[w].value * workers + w);
    for (const std::uint64_t start = arcas::cycles(); victim.unanswered(request);) {
      constexpr std::uint64_t patience = 5'000;
      if (arcas::cycles() - start < patience) continue;
      victim.settle(request);
      break;
    }
    return victim.steal(any).task;
  }

 private:
  using deque = arcas::detail::task_deque<task>;
  static constexpr auto any = [](std::uint64_t) { return true; };

  std::array<std::unique_ptr<deque>, workers> deques_;
  std::array<arcas::padded<std::uint64_t>, workers> number_;
};

struct measured {
  double nanoseconds_a_task;
  double share_of_second;  // tasks of worker 1
};

template <class Queues>
measured run(Queues& queues, unsigned depth, std::uint64_t cycles_a_task) {
  const std::uint64_t all = (std::uint64_t{2} << depth) - 1;
  std::array<arcas::padded<std::atomic<std::uint64_t>>, workers> done;
  std::atomic<unsigned> ready{0};
  const cpu_set_t allowed = bench::allowed_processors();
  const auto work = [&](unsigned w) {
    bench::pin_to(allowed, static_cast<int>(w));
    ready.fetch_add(1);
    while (ready.load() != workers) arcas::pause();
    std::uint64_t own = 0;
    for (;;) {
      task* const t = queues.pop(w);
      if (!t) {
        std::uint64_t sum = 0;
        for (auto& d : done) sum += d.value.load(std::memory_order_relaxed);  // relaxed: a count
        if (sum == all) return;
        arcas::pause();
        continue;
      }
      for (const std::uint64_t start = arcas::cycles();
           cycles_a_task != 0 && arcas::cycles() - start < cycles_a_task;) {
      }
      if (*t != 0) {
        queues.push(w, t - 1);
        queues.push(w, t - 1);
      }
      done[w].value.store(++own, std::memory_order_relaxed);  // relaxed: a count
    }
  };
  queues.push(0, &heights[depth]);
  const auto start = std::chrono::steady_clock::now();
  std::thread second(work, 1);
  std::thread first(work, 0);
  first.join();
  second.join();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return {took.count() / static_cast<double>(all),
          static_cast<double>(done[1].value.load()) / static_cast<double>(all)};
}

template <class F>
double median(const std::vector<measured>& all, F f) {
  std::vector<double> values;
  for (const measured& m : all) values.push_back(f(m));
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(unsigned workers_a_core, unsigned depth, unsigned rounds, std::uint64_t cycles) {
  std::array<std::vector<measured>, 3> samples;
  for (unsigned r = 0; r < rounds; ++r) {
    deques own;
    samples[0].push_back(run(own, depth, cycles));
    core_queues waiting(workers_a_core, false);
    samples[1].push_back(run(waiting, depth, cycles));
    core_queues combining(workers_a_core, true);
    samples[2].push_back(run(combining, depth, cycles));
  }
  std::printf("| %llu |", static_cast<unsigned long long>(cycles));
  for (const auto& s : samples) {
    std::printf(" %.1f (%.2f) |", median(s, [](const measured& m) { return m.nanoseconds_a_task; }),
                median(s, [](const measured& m) { return m.share_of_second; }));
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int k, unsigned otherwise) {
    return argc > k ? static_cast<unsigned>(std::atoi(argv[k])) : otherwise;
  };
  const unsigned workers_a_core = std::clamp(argument(1, 1), 1U, workers);
  const unsigned depth = std::clamp(argument(2, 18), 1U, most_depth);
  const unsigned rounds = std::max(1U, argument(3, 9));
  for (unsigned h = 0; h <= most_depth; ++h) heights[h] = h;
  std::printf("Nanoseconds a task (share of worker 1), medians of %u; %u workers, %u a core\n",
              rounds, workers, workers_a_core);
  std::printf(
      "| cycles a task | deques | queues of cores | the same, combining |\n|--:|--:|--:|--:|\n");
  try {
    for (const std::uint64_t cycles : {0, 300, 1'000, 5'000}) {
      compare(workers_a_core, depth, cycles > 1'000 ? rounds / 2 + 1 : rounds, cycles);
    }
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s: %s\n", argv[0], problem.what());
    return 1;
  }
}
