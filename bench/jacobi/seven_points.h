// SPDX-License-Identifier: Apache-2.0
// What does a loop over a grid cost beside blocks that were chosen by hand? Sweeps of one update for
// each site, in the forms in which users write them. One runtime a program, as in program.h.
#pragma once

#include "grid.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace bench::jacobi {

// What a sweep reads and writes: sites from (0, 0, 0) on, and how far rows and planes are apart.
struct sweep_sites {
  const double* in;
  double* out;
  std::ptrdiff_t plane, row;
  int size;

  void update(int k, int j, int i) const {
    const std::ptrdiff_t at = k * plane + j * row + i;
    out[at] = 0.4 * in[at] + 0.1 * (in[at - 1] + in[at + 1] + in[at - row] + in[at + row] +
                                    in[at - plane] + in[at + plane]);
  }
};

struct grid_form {
  std::string name;
  void (*sweep)(const sweep_sites&, const block_shape&);
  bool tuned = false;  // the shape is chosen by trial
  block_shape shape = {1, 1};
};

// Whole rows of a block; those at the end of the cube may be smaller.
inline void update_block(const sweep_sites& s, const block_shape& shape, int number) {
  const int rows = static_cast<int>(shape.rows), planes = static_cast<int>(shape.planes);
  const int along = (s.size + rows - 1) / rows;
  const int first_k = number / along * planes, first_j = number % along * rows;
  const int last_k = std::min(first_k + planes, s.size), last_j = std::min(first_j + rows, s.size);
  const int size = s.size;
  for (int k = first_k; k < last_k; ++k) {
    for (int j = first_j; j < last_j; ++j) {
      for (int i = 0; i < size; ++i) s.update(k, j, i);
    }
  }
}

inline int blocks_in(const sweep_sites& s, const block_shape& shape) {
  const int rows = static_cast<int>(shape.rows), planes = static_cast<int>(shape.planes);
  return (s.size + rows - 1) / rows * ((s.size + planes - 1) / planes);
}

class grid_measurement {
 public:
  explicit grid_measurement(std::size_t size)
      : a_(size, page_size::huge), b_(size, page_size::huge, lines_apart) {
    for (const cube* c : {&a_, &b_}) {
      initialise_border(*c);
      for (std::size_t n = 0; n < blocks_of(size); ++n) initialise_block(*c, block_number(size, n));
    }
  }

  // Milliseconds of one sweep.
  double sample(const grid_form& form) const {
    const auto start = std::chrono::steady_clock::now();
    for (unsigned s = 0; s < pairs(); ++s) {
      form.sweep(sites(a_, b_), form.shape);
      form.sweep(sites(b_, a_), form.shape);
    }
    const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - start;
    return all.count() / (2 * pairs());
  }
  // The best of the shapes that somebody would try.
  void tune(grid_form& form) const {
    const std::size_t size = a_.size();
    std::vector<std::pair<double, block_shape>> tried;
    for (const std::size_t rows : {4, 10, 20, 40, 80}) {
      for (const std::size_t planes :
           {std::size_t{1}, std::size_t{10}, std::size_t{40}, size / 2}) {
        form.shape = {rows, planes};
        sample(form);
        tried.push_back({std::min(sample(form), sample(form)), form.shape});
      }
    }
    form.shape = std::ranges::min(tried, {}, [](const auto& t) { return t.first; }).second;
  }
  // The sum after one sweep from the beginning.
  double sum_by(const grid_form& form) const {
    for (const cube* c : {&a_, &b_}) {
      for (std::size_t n = 0; n < blocks_of(a_.size()); ++n)
        initialise_block(*c, block_number(a_.size(), n));
    }
    form.sweep(sites(a_, b_), form.shape);
    return sum_of(b_);
  }

 private:
  // So that a sample takes some milliseconds.
  unsigned pairs() const { return a_.size() < 200 ? 5 : a_.size() < 300 ? 2 : 1; }
  static sweep_sites sites(const cube& from, const cube& to) {
    return {from.row_at(1, 1), to.row_at(1, 1), static_cast<std::ptrdiff_t>(from.plane()),
            static_cast<std::ptrdiff_t>(from.row()), static_cast<int>(from.size())};
  }

  cube a_, b_;
};

inline double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// The work of two threads at once over that of one in the same time: multiply(threads) runs
// multiplied() once on each of so many.
inline double processors(void (*multiply)(unsigned threads)) {
  const auto time = [&](unsigned threads) {
    const auto start = std::chrono::steady_clock::now();
    multiply(threads);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const double alone = time(1);
  return 2 * alone / time(2);
}
inline double multiplied(double x) {
  for (int i = 0; i < 500'000; ++i) x = x * 1.0000001;
  return x;
}

// PROGRAM [SIZE [ROUNDS]]. Forms take turns, each round beginning with another. Ratios are those of
// one round, to the second form: blocks by hand.
inline int measure_grids(const char* runtime, std::vector<grid_form> forms,
                         void (*multiply)(unsigned threads), int argc, char** argv) {
  const auto size = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 128);
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 21;
  const grid_measurement measurement(size);
  for (grid_form& form : forms) {
    if (form.tuned) measurement.tune(form);
    if (measurement.sum_by(form) == measurement.sum_by(forms.front())) continue;
    std::fprintf(stderr, "%s: the sum differs from that of %s\n", form.name.c_str(),
                 forms.front().name.c_str());
    return 1;
  }
  std::vector<std::vector<double>> times(forms.size()), ratios(forms.size());
  std::vector<double> cores;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> of_round(forms.size());
    for (std::size_t f = 0; f < forms.size(); ++f) {
      const std::size_t at = (f + static_cast<std::size_t>(round)) % forms.size();
      of_round[at] = measurement.sample(forms[at]);
    }
    for (std::size_t f = 0; f < forms.size(); ++f) {
      times[f].push_back(of_round[f]);
      ratios[f].push_back(of_round[f] / of_round[1]);
    }
    cores.push_back(processors(multiply));
  }
  std::printf("%s, %zu^3, %d rounds; two threads do %.2f times the work of one\n", runtime, size,
              rounds, median_of(cores));
  std::printf("| form | rows x planes | ms, median | least | ratio |\n|---|--:|--:|--:|--:|\n");
  for (std::size_t f = 0; f < forms.size(); ++f) {
    std::printf("| %s | %zu x %zu | %.3f | %.3f | %.3f |\n", forms[f].name.c_str(),
                forms[f].shape.rows, forms[f].shape.planes, median_of(times[f]),
                std::ranges::min(times[f]), median_of(ratios[f]));
  }
  return 0;
}

}  // namespace bench::jacobi
