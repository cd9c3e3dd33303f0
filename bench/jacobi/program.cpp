// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace bench::jacobi {
namespace {

struct request {
  std::size_t size = 200;
  unsigned sweeps = 4;
  unsigned rounds = 3;
  std::string only;
};

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

// The sum after so many sweeps, by one thread, a block after the other.
double reference_sum(const request& ask) {
  cube a(ask.size);
  cube b(ask.size);
  const std::size_t blocks = blocks_of(ask.size);
  for (const cube* c : {&a, &b}) {
    initialise_border(*c);
    for (std::size_t n = 0; n < blocks; ++n) initialise_block(*c, block_number(ask.size, n));
  }
  for (unsigned s = 0; s < ask.sweeps; ++s) {
    for (std::size_t n = 0; n < blocks; ++n) sweep_block(a, b, block_number(ask.size, n));
    std::swap(a, b);
  }
  return sum_of(a);
}

// Million site updates a second, of each sweep.
std::vector<double> measure(const variant& v, const request& ask, double expected) {
  cube a(ask.size);
  cube b(ask.size);
  v.initialise([&](std::size_t n) {
    for (const cube* c : {&a, &b}) initialise_block(*c, block_number(ask.size, n));
  });
  for (const cube* c : {&a, &b}) initialise_border(*c);
  std::vector<double> rates;
  const auto sites = static_cast<double>(ask.size * ask.size * ask.size);
  for (unsigned s = 0; s < ask.sweeps; ++s) {
    const double seconds = seconds_of(
        [&] { v.sweep([&](std::size_t n) { sweep_block(a, b, block_number(ask.size, n)); }); });
    rates.push_back(sites / seconds / 1e6);
    std::swap(a, b);
  }
  if (sum_of(a) != expected) {
    throw std::runtime_error(v.name + ": the sum differs from that of one thread");
  }
  return rates;
}

// Million values a second that a copy between two such cubes moves, the best of some.
std::vector<double> measure_stream(const runtime_under_test& runtime, const request& ask) {
  cube a(ask.size);
  cube b(ask.size);
  const std::size_t sites = a.plane() * a.row();
  const auto touch = [&](std::size_t first, std::size_t last) {
    std::fill(a.sites() + first, a.sites() + last, 1.0);
    std::fill(b.sites() + first, b.sites() + last, 2.0);
  };
  runtime.stream(touch, sites);
  std::vector<double> rates;
  for (unsigned s = 0; s < ask.sweeps; ++s) {
    const double seconds = seconds_of([&] {
      runtime.stream([&](std::size_t first, std::size_t last) { copy_sites(a, b, first, last); },
                     sites);
    });
    rates.push_back(static_cast<double>(sites) / seconds / 1e6);
    std::swap(a, b);
  }
  return rates;
}

void run(const runtime_under_test& runtime, const request& ask) {
  const double expected = reference_sum(ask);
  const std::vector<variant> variants = runtime.variants(ask.size);
  std::vector<std::string> names = {"copy (the limit)"};
  std::map<std::string, std::vector<double>> rates;
  for (unsigned round = 0; round < ask.rounds; ++round) {
    for (const double r : measure_stream(runtime, ask)) rates[names[0]].push_back(r);
    for (const variant& v : variants) {
      if (v.name.find(ask.only) == std::string::npos) continue;
      if (round == 0) names.push_back(v.name);
      for (const double r : measure(v, ask, expected)) rates[v.name].push_back(r);
    }
  }
  const double limit = median(rates[names[0]]);
  std::printf("%s, %zu^3, %u sweeps in each of %u rounds; sums agree\n", runtime.name.c_str(),
              ask.size, ask.sweeps, ask.rounds);
  std::printf("| variant | MLUP/s, median | best | of the limit |\n|---|--:|--:|--:|\n");
  for (const std::string& name : names) {
    const std::vector<double>& all = rates[name];
    std::printf("| %s | %.0f | %.0f | %.2f |\n", name.c_str(), median(all),
                *std::max_element(all.begin(), all.end()), median(all) / limit);
  }
}

}  // namespace

std::vector<std::size_t> order_kji(std::size_t size) {
  std::vector<std::size_t> order(blocks_of(size));
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<std::size_t> order_jki(std::size_t size) {
  const std::size_t along = (size + block_rows - 1) / block_rows;
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < along; ++j) {
    for (std::size_t k = 0; k < along; ++k) order.push_back(k * along + j);
  }
  return order;
}

int main_of(const runtime_under_test& runtime, int argc, char** argv) {
  CLI::App arguments("Six-point Jacobi in blocks of a row by 10 by 10, with " + runtime.name);
  request ask;
  arguments.add_option("--size", ask.size, "Sites along each edge of the cube")
      ->check(CLI::Range(20, 2000))
      ->capture_default_str();
  arguments.add_option("--sweeps", ask.sweeps, "Sweeps that are timed, of each variant")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  arguments.add_option("--rounds", ask.rounds, "Rounds over all variants")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  arguments.add_option("--only", ask.only, "Only variants with this in their name");
  CLI11_PARSE(arguments, argc, argv);
  try {
    run(runtime, ask);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "%s: %s\n", argv[0], mistake.what());
    return 1;
  }
  return 0;
}

}  // namespace bench::jacobi
