// SPDX-License-Identifier: Apache-2.0
// Changes texts: inserts, removes and moves whole lines and words, and corrects a number in a
// header that may count lines.
#include "mutation.h"

#include <array>
#include <vector>

namespace fuzz {
namespace {

using namespace std::string_view_literals;

constexpr std::array words = {
    "0"sv,
    "1"sv,
    "2"sv,
    "-1"sv,
    "4294967295"sv,
    "4294967296"sv,
    "18446744073709551615"sv,
    "1.5"sv,
    "1e9"sv,
    "nan"sv,
    "inf"sv,
    "-0"sv,
    "\"a b\""sv,
    "\"\""sv,
    "ann"sv,
    "a"sv,
    "e"sv,
    "c"sv,
    "p sp 2 1"sv,
    "#"sv,
    "%"sv,
    "007"sv,
    "+3"sv,
    "weight"sv,
    "source"sv,
    "9007199254740993"sv,
};

std::vector<std::string> divided(const std::string& text, std::string_view ends) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = text.find_first_of(ends, at);
    const std::size_t end = found == text.npos ? text.size() : found + 1;
    parts.push_back(text.substr(at, end - at));
    at = end;
  }
  return parts;
}

void move_parts(std::vector<std::string>& parts, dice& random) {
  const auto place = [&] { return static_cast<std::ptrdiff_t>(random.below(parts.size())); };
  const std::string other = parts[static_cast<std::size_t>(place())];
  switch (random.below(4)) {
    case 0:
      parts.insert(parts.begin() + place(), other);
      break;
    case 1:
      parts.erase(parts.begin() + place());
      break;
    case 2:
      std::swap(parts[static_cast<std::size_t>(place())], parts[static_cast<std::size_t>(place())]);
      break;
    default:
      parts[static_cast<std::size_t>(place())] = other;
  }
}

// Moves the words of a line, or replaces one and keeps the separator after it.
void change_word(std::string& line, dice& random) {
  std::vector<std::string> cells = divided(line, " \t,;\n");
  if (cells.empty()) return;
  if (random.one_in(3)) {
    move_parts(cells, random);
  } else {
    std::string& cell = cells[random.below(cells.size())];
    const std::size_t end = cell.find_first_of(" \t,;\n");
    cell = std::string(random.one_of(words)) + (end == cell.npos ? "" : cell.substr(end));
  }
  line = joined(cells);
}

// Sets the last number of one of the first three lines to the number of lines after it.
void count_lines(std::vector<std::string>& lines, dice& random) {
  const std::size_t header = random.below(std::min<std::size_t>(lines.size(), 3));
  std::string& line = lines[header];
  const std::size_t last = line.find_last_of("0123456789");
  if (last == line.npos) return;
  const std::size_t before = line.find_last_not_of("0123456789", last);
  const std::size_t first = before == line.npos ? 0 : before + 1;
  line.replace(first, last + 1 - first, std::to_string(lines.size() - header - 1));
}

std::string changed(const std::string& text, dice& random, std::size_t) {
  std::vector<std::string> lines = divided(text, "\n");
  for (std::size_t times = 1 + random.below(4); times > 0 && !lines.empty(); --times) {
    random.one_in(2) ? move_parts(lines, random)
                     : change_word(lines[random.below(lines.size())], random);
  }
  if (!lines.empty() && random.one_in(2)) count_lines(lines, random);
  return joined(lines);
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::changed);
}
