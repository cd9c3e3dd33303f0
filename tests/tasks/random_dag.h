// SPDX-License-Identifier: Apache-2.0
// Random programs of tasks that read and write variables, and what a serial program computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace arcas::inline v0::test {

struct access {
  std::size_t variable;
  bool writes;
};

// Task i mixes the variables that it reads into the variables that it writes. The result depends on
// the order of any two tasks of which one writes a variable of the other.
struct random_program {
  random_program(std::size_t tasks, std::size_t variables, unsigned seed) : values(variables) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < tasks; ++i) {
      std::vector<access> mine(1 + random() % 3);
      for (access& a : mine) a = {random() % variables, random() % 3 == 0};
      accesses.push_back(mine);
    }
    clear();
  }

  void clear() {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i;
  }
  void run(std::size_t task) {
    std::uint64_t mixed = task;
    for (const access& a : accesses[task])
      mixed = mixed * 6'364'136'223'846'793'005 + values[a.variable];
    for (const access& a : accesses[task])
      if (a.writes) values[a.variable] = mixed += 1'442'695'040'888'963'407;
  }
  std::vector<std::uint64_t> run_serially() {
    clear();
    for (std::size_t i = 0; i < accesses.size(); ++i) run(i);
    return values;
  }

  std::vector<std::vector<access>> accesses;  // by the numbers of tasks
  std::vector<std::uint64_t> values;          // of the variables
};

}  // namespace arcas::inline v0::test
