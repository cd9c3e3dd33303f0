// SPDX-License-Identifier: Apache-2.0
#include "predicted_loop.h"

#include <cli/figures.h>

#include <arcas/base/memory_limit.h>
#include <arcas/base/text_file.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cli {
namespace {

constexpr double most_iterations = 1e9;
constexpr double most_cycles = 1e9;

// The number at the beginning of a text, and the rest of the text; NaN if there is no number.
std::pair<double, std::string> number_and_rest(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return {std::nan(""), text};
  return {number, std::string(rest, end)};
}

std::uint64_t cycles_in(const std::string& text, double gigahertz) {
  const auto [number, unit] = number_and_rest(text);
  double cycles = std::nan("");
  if (unit == "cycles") cycles = number;
  if (unit == "ns") cycles = number * gigahertz;
  if (unit == "us") cycles = number * gigahertz * 1e3;
  if (!(cycles >= 1 && cycles <= most_cycles)) {
    throw std::invalid_argument(
        fmt::format("--work: {} is out of range; it must be a number with a unit (cycles, ns or "
                    "us), such as 500cycles, that amounts to 1 to {} cycles",
                    text, grouped(static_cast<std::uint64_t>(most_cycles))));
  }
  return static_cast<std::uint64_t>(std::llround(cycles));
}

std::uint64_t iterations_in(const std::string& text) {
  const auto [number, rest] = number_and_rest(text);
  if (!rest.empty() || !(number >= 1 && number <= most_iterations) ||
      number != std::floor(number)) {
    throw std::invalid_argument(
        fmt::format("--iterations: {} is out of range; it must be a whole number from 1 to {}, "
                    "such as 1e7",
                    text, grouped(static_cast<std::uint64_t>(most_iterations))));
  }
  return static_cast<std::uint64_t>(number);
}

predicted_loop skewed(const loop_arguments& given, std::uint64_t n, std::uint64_t cycles) {
  using arcas::sim::iteration_costs;
  const std::string loop = fmt::format("{} iterations of {} cycles", grouped(n), grouped(cycles));
  if (given.skew == "even") return {iteration_costs::even(n, cycles), loop + " each"};
  if (given.skew == "callisto") {
    return {iteration_costs::heavy_first(n, cycles),
            loop +
                " on average, each of the first thousandth with 1,024 times the work of a "
                "later one"};
  }
  const auto [shape, rest] = number_and_rest(given.skew);
  if (!rest.empty() || !(shape > 1 && shape <= 100)) {
    throw std::invalid_argument(
        fmt::format("--skew: {} is out of range; it must be even, callisto, or the shape of a "
                    "heavy tail, above 1 and up to 100, such as 1.2",
                    given.skew));
  }
  return {iteration_costs::heavy_tailed(n, cycles, shape),
          loop + fmt::format(" on average, a heavy tail of shape {}", shape)};
}

[[noreturn]] void refuse_line(const std::string& path, std::uint64_t number,
                              const std::string& line) {
  throw std::runtime_error(fmt::format(
      "{}:{}: \"{}\" is not a cost; each line of a trace has the cycles of an iteration, 0 to {}, "
      "and may have, after a space, the number of such iterations, in all at most {}",
      path, number, line, grouped(static_cast<std::uint64_t>(most_cycles)),
      grouped(static_cast<std::uint64_t>(most_iterations))));
}

predicted_loop recorded(const std::string& path) {
  const std::uint64_t memory = arcas::detail::memory_limit();
  std::istringstream file(arcas::detail::text_of_file(path, memory / 8));
  std::vector<std::uint64_t> cycles;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const auto [cost, rest] = number_and_rest(line);
    const std::size_t second = rest.find_first_not_of(" \t\r");
    const auto [count, end] = second == rest.npos || second == 0
                                  ? std::pair(second == 0 ? 0.0 : 1.0, std::string())
                                  : number_and_rest(rest.substr(second));
    if (!(cost >= 0 && cost <= most_cycles) || end.find_first_not_of(" \t\r") != end.npos ||
        !(count >= 1 && count == std::floor(count)) ||
        count > most_iterations - static_cast<double>(cycles.size()))
      refuse_line(path, number, line);
    // 32 bytes for each iteration: its cost, its sum, and the spare capacity of vectors.
    if ((static_cast<double>(cycles.size()) + count) * 32 > static_cast<double>(memory)) {
      throw std::runtime_error(fmt::format(
          "{}:{}: the {} iterations up to here take more than the {} of memory that this process "
          "may use; record fewer iterations",
          path, number, grouped(cycles.size() + static_cast<std::uint64_t>(count)),
          byte_count(memory)));
    }
    cycles.insert(cycles.end(), static_cast<std::size_t>(count),
                  static_cast<std::uint64_t>(std::llround(cost)));
  }
  if (cycles.empty())
    throw std::runtime_error(path +
                             ": has no iteration; each line of a trace has the cycles of one");
  const auto costs = arcas::sim::iteration_costs::recorded(cycles);
  return {costs, fmt::format("{} iterations of {} cycles on average, from {}",
                             grouped(costs.size()), grouped(costs.total() / costs.size()), path)};
}

}  // namespace

predicted_loop loop_of(const loop_arguments& given, double gigahertz) {
  if (!given.trace.empty()) return recorded(given.trace);
  return skewed(given, iterations_in(given.iterations), cycles_in(given.work, gigahertz));
}

std::vector<unsigned> worker_counts(const std::string& text, unsigned most) {
  std::vector<unsigned> counts;
  if (text.empty()) {
    for (unsigned w = 1; w < most; w *= 2) counts.push_back(w);
    counts.push_back(most);
    return counts;
  }
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto [number, rest] = number_and_rest(text.substr(at, comma - at));
    if (!rest.empty() || !(number >= 1 && number <= most) || number != std::floor(number)) {
      throw std::invalid_argument(
          fmt::format("--workers: {} is out of range; it must be numbers from 1 to {}, the "
                      "machine's hardware threads, such as 1,2,4",
                      text, grouped(most)));
    }
    counts.push_back(static_cast<unsigned>(number));
    at = comma + 1;
  }
  return counts;
}

}  // namespace cli
