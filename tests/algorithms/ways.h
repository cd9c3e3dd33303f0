// SPDX-License-Identifier: Apache-2.0
// All distributors and grains, for laws that hold for each of them.
#pragma once

#include <arcas/loops/options.h>
#include <arcas/runtime/runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace arcas {

inline constexpr auto distributors = {"auto",
                                      "shared",
                                      "striped:thread",
                                      "biased",
                                      "static",
                                      "combine:core",
                                      "async:core/combine:package"};

template <class Law>
void in_every_way(runtime& on, const Law& law) {
  for (const char* how : distributors) {
    for (const std::size_t grain : {0, 1, 7, 64}) {
      SCOPED_TRACE(std::string(how) + ", grain " + std::to_string(grain));
      law(loop_options{.grain = grain, .distributor = how, .on = &on});
    }
  }
}

// Tests of this fixture run on 1, 2, 3, 8 and 64 workers.
class OnWorkers : public testing::TestWithParam<unsigned> {
 protected:
  runtime machine{runtime_options{.workers = GetParam()}};
};
inline const auto worker_counts = testing::Values(1, 2, 3, 8, 64);

inline std::vector<std::uint64_t> random_numbers(std::size_t n, std::uint64_t below = ~0ULL) {
  std::mt19937_64 random(n + below);
  std::vector<std::uint64_t> x(n);
  for (auto& v : x) v = random() % below;
  return x;
}

// Texts under concatenation: associative, and only the right order gives the right result.
struct concatenation {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(std::string a, const std::string& b) const { return std::move(a += b); }
};

inline std::string word(std::size_t i) {
  return std::to_string(i) + ' ';
}

// The concatenation of word(0) to word(n - 1).
inline std::string words_up_to(std::size_t n) {
  std::string all;
  for (std::size_t i = 0; i < n; ++i) all += word(i);
  return all;
}

// Yields now and then, so that workers take turns during loops even on few processors.
inline void now_and_then_yield(std::size_t i) {
  if (i % 61 == 0) std::this_thread::yield();
}

// A stop token that is stopped from the start.
struct stopped_token {
  bool stop_requested() const { return true; }
};

}  // namespace arcas
