// SPDX-License-Identifier: Apache-2.0
// What does it cost to spawn a task and to wait for it, and how well are trees of tasks shared out?
// Each recursion is compared with the same recursion without tasks:
//   invoke, group  empty tasks, each spawned and awaited before the next
//   fib            Fibonacci numbers: tasks only spawn and add
//   queens, tree   queens on a board, the unbalanced tree T1: tasks do a little work
#pragma once

#include "burden.h"
#include "unbalanced_tree.h"

#include <cstdint>
#include <stdexcept>

namespace bench {

template <class Runtime>
concept has_tasks = requires(typename Runtime::task_group group, void (*f)()) {
  Runtime::invoke(f, f);
  group.run(f);
  group.wait();
};

// Neither variant of fib may be inlined into itself.
[[gnu::noinline]] inline std::uint64_t fib_alone(std::uint64_t n) {
  return n < 2 ? n : fib_alone(n - 1) + fib_alone(n - 2);
}

template <class Runtime>
[[gnu::noinline]] std::uint64_t fib_in_tasks(std::uint64_t n) {
  if (n < 2) return n;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  Runtime::invoke([&] { a = fib_in_tasks<Runtime>(n - 1); },
                  [&] { b = fib_in_tasks<Runtime>(n - 2); });
  return a + b;
}

// A board on which queens stand in the first rows. A bit stands for a column. columns: those of the
// queens; left, right: those that a diagonal of a queen crosses in the next row.
struct board {
  std::uint32_t size;
  std::uint32_t columns = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  std::uint32_t all() const { return (1u << size) - 1; }
  std::uint32_t free() const { return ~(columns | left | right) & all(); }
  board with(std::uint32_t queen) const {
    return {size, columns | queen, (left | queen) << 1, (right | queen) >> 1};
  }
};

inline std::uint64_t queens_alone(const board& b) {
  if (b.columns == b.all()) return 1;
  std::uint64_t found = 0;
  for (std::uint32_t free = b.free(); free != 0; free &= free - 1)
    found += queens_alone(b.with(free & -free));
  return found;
}

// Spawns a task for each place of a queen in the next row, down to the last row.
template <class Runtime>
std::uint64_t queens_in_tasks(const board& b) {
  if (b.columns == b.all()) return 1;
  std::uint64_t found[32];
  unsigned places = 0;
  typename Runtime::task_group group;
  for (std::uint32_t free = b.free(); free != 0; free &= free - 1) {
    std::uint64_t& count = found[places++];
    group.run([next = b.with(free & -free), &count] { count = queens_in_tasks<Runtime>(next); });
  }
  group.wait();
  std::uint64_t all = 0;
  for (unsigned i = 0; i < places; ++i) all += found[i];
  return all;
}

// One recursion of size n, without and with tasks; both must return the same number.
template <class Runtime>
class recursion {
 public:
  recursion(const std::string& name, std::uint64_t n) : name_(name), n_(n), shape_(tree_t1) {
    shape_.depth = static_cast<unsigned>(n);
  }

  std::uint64_t alone() const {
    if (name_ == "fib") return fib_alone(n_);
    if (name_ == "queens") return queens_alone({static_cast<std::uint32_t>(n_)});
    if (name_ == "tree") return count_alone(shape_, tree_node::root(shape_));
    return n_;
  }
  std::uint64_t in_tasks() const {
    if (name_ == "fib") return fib_in_tasks<Runtime>(n_);
    if (name_ == "queens") return queens_in_tasks<Runtime>({static_cast<std::uint32_t>(n_)});
    if (name_ == "tree")
      return count_in_tasks<typename Runtime::task_group>(shape_, tree_node::root(shape_));
    return name_ == "group" ? empty_in_group() : empty_invoked();
  }

 private:
  std::uint64_t empty_invoked() const {
    for (std::uint64_t i = 0; i < n_; ++i) Runtime::invoke([] {}, [] {});
    return n_;
  }
  std::uint64_t empty_in_group() const {
    typename Runtime::task_group group;
    for (std::uint64_t i = 0; i < n_; ++i) {
      group.run([] {});
      group.wait();
    }
    return n_;
  }

  std::string name_;
  std::uint64_t n_;
  tree_shape shape_;
};

template <loop_runtime Runtime>
  requires has_tasks<Runtime>
void measure_tasks(const request& ask) {
  const recursion<Runtime> work(ask.recursion, ask.iterations);
  std::uint64_t expected = 0;
  const double sequential = cycles_back_to_back([&] { expected = work.alone(); }, 1);
  Runtime runtime(ask);
  runtime.enter([&] {
    check_coverage(runtime);
    std::uint64_t found = 0;
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      const double parallel = cycles_back_to_back([&] { found = work.in_tasks(); }, ask.loops);
      if (found != expected) {
        throw std::runtime_error(ask.recursion + " gave " + std::to_string(found) +
                                 " in tasks and " + std::to_string(expected) + " alone");
      }
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("recursion", ask.recursion)
          .count("iterations", ask.iterations)
          .count("loops", ask.loops)
          .timed(sample, sequential, parallel, ask)
          .print();
    }
  });
}

}  // namespace bench
