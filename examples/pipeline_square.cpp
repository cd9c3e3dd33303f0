// SPDX-License-Identifier: Apache-2.0
// Squares the numbers in a text, block by block: oneTBB's example of parallel_pipeline.
#include <arcas/tasks/pipeline.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <string>

// About 4,000 characters, to the end of a line.
std::optional<std::string> next_block(std::istream& in) {
  std::string block(4'000, '\0'), rest;
  in.read(block.data(), static_cast<std::streamsize>(block.size()));
  block.resize(static_cast<std::size_t>(in.gcount()));
  if (block.empty()) return std::nullopt;
  if (block.back() != '\n' && std::getline(in, rest)) block += rest + '\n';
  return block;
}

// The numbers are less than 2^32.
std::string with_squares(const std::string& block) {
  std::string out;
  for (const char *p = block.data(), *end = p + block.size(); p != end;) {
    unsigned long long number = 0;
    const char* const rest = std::from_chars(p, end, number).ptr;
    if (rest == p) {
      out += *p++;
    } else {
      out += std::to_string(number * number);
      p = rest;
    }
  }
  return out;
}

void square(std::istream& in, std::ostream& out) {
  using namespace arcas;
  pipeline(stage(serial_in_order, [&] { return next_block(in); }) | stage(parallel, with_squares) |
           stage(serial_in_order, [&](const std::string& block) { out << block; }));
}

int main() {
  std::string text, expected;
  for (long i = 0; i < 100'000; ++i) {
    text += std::to_string(i) + '\n';
    expected += std::to_string(i * i) + '\n';
  }
  std::istringstream in(text);
  std::ostringstream out;
  square(in, out);
  return out.str() == expected ? 0 : 1;
}
