// SPDX-License-Identifier: Apache-2.0
// Regions of ten short loops by two threads, with a barrier after each loop: the part that
// bench_team and bench_team_openmp share. A loop is 256 multiplications and additions, 50 ns of one
// thread.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace bench {

class short_loops {
 public:
  static constexpr int length = 256;
  static constexpr int loops_in_region = 10;
  static constexpr int regions = 2000;

  // Not inlined, so that all measured loops run the same instructions.
  [[gnu::noinline]] void work(int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const auto k = static_cast<std::size_t>(i);
      to_[k] = to_[k] * 0.5 + from_[k];
    }
  }
  // all_regions() runs `regions` regions of `loops_in_region` loops each.
  template <class Regions>
  void measure(const std::string& name, const Regions& all_regions) {
    const auto start = std::chrono::steady_clock::now();
    all_regions();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    samples_[name].push_back(time.count() / (regions * loops_in_region));
  }
  // Prints medians and quartiles, and the average number of processors that the program used.
  void print() {
    for (auto& [name, all] : samples_) {
      std::sort(all.begin(), all.end());
      std::printf("%-28s %8.1f ns a loop (%.1f to %.1f)\n", name.c_str(), all[all.size() / 2],
                  all[all.size() / 4], all[all.size() * 3 / 4]);
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
    const double cpu = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                       static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    std::printf("%-28s %8.2f\n", "processors used", cpu / wall.count());
  }

 private:
  std::vector<double> to_ = std::vector<double>(length, 1.0);
  std::vector<double> from_ = std::vector<double>(length, 2.0);
  std::map<std::string, std::vector<double>> samples_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

inline int rounds_of(int argc, char** argv) {
  return argc > 1 ? std::atoi(argv[1]) : 31;
}

}  // namespace bench
