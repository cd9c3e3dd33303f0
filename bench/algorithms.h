// SPDX-License-Identifier: Apache-2.0
// What does a loop that returns a value cost? The operations are scans, sorts, and the sums and
// filters that betweenness centrality consists of. They take from a fraction of a microsecond to
// milliseconds. Each runs as users of the runtime write it, and serially by the standard library.
#pragma once

#include "burden.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

namespace bench {

using numbers = std::span<const std::uint64_t>;
using results = std::span<std::uint64_t>;

// An object and not a function: a compiler may call a function that is passed by its address
// without inlining it.
inline constexpr auto is_kept = [](std::uint64_t v) { return v % 4 == 0; };

// The runtime's own algorithms. Their results must be those of the standard library.
template <class Runtime>
concept has_algorithms = requires(Runtime& runtime, numbers in, results out) {
  { runtime.sum(in) } -> std::convertible_to<std::uint64_t>;
  { runtime.filter(in, out) } -> std::convertible_to<std::size_t>;
  runtime.scan(in, out);
  runtime.sort(out);
};

// A sum in three ways: a loop with a reducer, tasks with a reducer, tasks that return their sums.
template <class Runtime>
concept has_reducers = requires(Runtime& runtime, numbers in) {
  { runtime.sum_by_reducer(in) } -> std::convertible_to<std::uint64_t>;
  { runtime.sum_by_reducing_tasks(in) } -> std::convertible_to<std::uint64_t>;
  { runtime.sum_by_tasks(in) } -> std::convertible_to<std::uint64_t>;
};

// The loops of a runtime on the calling thread alone, by the standard library.
struct loops_alone {
  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    body(std::uint64_t{0}, n);
  }
  std::uint64_t sum(numbers in) { return std::accumulate(in.begin(), in.end(), std::uint64_t{0}); }
  std::size_t filter(numbers in, results out) {
    return static_cast<std::size_t>(std::copy_if(in.begin(), in.end(), out.begin(), is_kept) -
                                    out.begin());
  }
};

// One operation on n numbers, by the calling thread alone or by a runtime. Each run reads other
// numbers than the run before, since a branch predictor learns the branches of a few thousand
// numbers.
class operation {
 public:
  operation(const std::string& name, std::size_t n)
      : name_(name), pool_(std::max(n, least_pool)), out_(n) {
    std::mt19937_64 random(n);
    for (std::uint64_t& v : pool_) v = random();
  }

  std::uint64_t alone() {
    const numbers in = next();
    if (is_sum()) return loops_alone().sum(in);
    if (name_ == "filter") return loops_alone().filter(in, out_);
    if (name_ == "scan") {
      std::inclusive_scan(in.begin(), in.end(), out_.begin());
    } else {
      std::copy(in.begin(), in.end(), out_.begin());
      std::sort(out_.begin(), out_.end());
    }
    return 0;
  }

  template <has_algorithms Runtime>
  std::uint64_t together(Runtime& runtime) {
    const numbers in = next();
    if (name_ == "sum") return runtime.sum(in);
    if (is_sum()) return sum_of_another_kind(runtime, in);
    if (name_ == "filter") return runtime.filter(in, out_);
    if (name_ == "scan") {
      runtime.scan(in, out_);
    } else {
      std::copy(in.begin(), in.end(), out_.begin());
      runtime.sort(out_);
    }
    return 0;
  }

  template <has_algorithms Runtime>
  void check(Runtime& runtime) {
    at_ = 0;
    const std::uint64_t expected_value = alone();
    const std::vector<std::uint64_t> expected = out_;
    std::fill(out_.begin(), out_.end(), 0);
    at_ = 0;
    const std::uint64_t value = together(runtime);
    const std::size_t written = name_ == "filter" ? value : is_sum() ? 0 : out_.size();
    const auto end = expected.begin() + static_cast<std::ptrdiff_t>(written);
    if (value == expected_value && std::equal(expected.begin(), end, out_.begin())) return;
    throw std::runtime_error("the " + name_ + " of " + std::to_string(out_.size()) +
                             " numbers is wrong: nothing was timed");
  }

 private:
  // Numbers in the pool of a short operation. They are a megabyte, which fits a second-level cache,
  // and cause more branches than a branch predictor remembers.
  static constexpr std::size_t least_pool = std::size_t{1} << 17;

  bool is_sum() const { return name_ != "filter" && name_ != "scan" && name_ != "sort"; }

  template <class Runtime>
  std::uint64_t sum_of_another_kind(Runtime& runtime, numbers in) {
    if constexpr (has_reducers<Runtime>) {
      if (name_ == "reducer") return runtime.sum_by_reducer(in);
      if (name_ == "reducing-tasks") return runtime.sum_by_reducing_tasks(in);
      return runtime.sum_by_tasks(in);
    } else {
      throw std::invalid_argument(name_ + ": this runtime has no reducers");
    }
  }

  numbers next() {
    if (at_ + out_.size() > pool_.size()) at_ = 0;
    const numbers in = numbers(pool_).subspan(at_, out_.size());
    at_ += out_.size();
    return in;
  }

  std::string name_;
  std::vector<std::uint64_t> pool_, out_;
  std::size_t at_ = 0;
};

template <has_algorithms Runtime>
void measure_algorithms(const request& ask) {
  operation what(ask.operation, ask.iterations);
  volatile std::uint64_t found = 0;
  const auto alone = [&] { found = what.alone(); };
  loop_cycles(alone, ask);
  const double sequential = loop_cycles(alone, ask);
  Runtime runtime(ask);
  runtime.enter([&] {
    what.check(runtime);
    const auto together = [&] { found = what.together(runtime); };
    loop_cycles(together, ask);
    for (unsigned sample = 0; sample < ask.samples; ++sample) {
      sample_line()
          .configuration(Runtime::name(), ask)
          .text("operation", ask.operation)
          .count("iterations", ask.iterations)
          .count("loops", ask.loops)
          .timed(sample, sequential, loop_cycles(together, ask), ask)
          .print();
    }
  });
}

}  // namespace bench
