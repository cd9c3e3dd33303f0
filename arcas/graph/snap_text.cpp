// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/snap_text.h>

#include <cstring>
#include <limits>

namespace arcas::graph {
namespace {

// Bytes of an edge line of a graph of some 100,000 vertices, for a first guess at the number of
// edges.
constexpr std::size_t usual_line = 12;

bool blank(char c) {
  return c == ' ' || c == '\t';
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}

struct cursor {
  const char* at;
  const char* end;

  bool done() const { return at == end; }
  void skip_blanks() {
    while (at != end && blank(*at)) ++at;
  }
  // True at LF, CRLF, a CR that ends the text, or the end.
  bool at_line_end() const {
    if (at == end || *at == '\n') return true;
    return *at == '\r' && (at + 1 == end || at[1] == '\n');
  }
  void next_line() {
    if (at == end) return;
    const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    at = newline == nullptr ? end : static_cast<const char*>(newline) + 1;
  }
};

enum class number_fault : std::uint8_t { none, not_a_number, negative, too_large };

// Reads the digits at the cursor and stops behind them.
number_fault read_id(cursor& text, std::uint64_t& id) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const char* const first = text.at;
  std::uint64_t value = 0;
  while (text.at != text.end && digit(*text.at)) {
    const auto next = static_cast<std::uint64_t>(*text.at - '0');
    if (value > most / 10 || (value == most / 10 && next > most % 10)) {
      return number_fault::too_large;
    }
    value = value * 10 + next;
    ++text.at;
  }
  id = value;
  if (text.at == first) {
    const bool minus = !text.done() && *first == '-' && first + 1 != text.end && digit(first[1]);
    return minus ? number_fault::negative : number_fault::not_a_number;
  }
  return text.at_line_end() || blank(*text.at) ? number_fault::none : number_fault::not_a_number;
}

// The word that starts at `first`, short and printable.
std::string quoted_word(const char* first, const char* end) {
  constexpr std::size_t longest = 24;
  std::string word = "'";
  for (const char* at = first; at != end && !blank(*at) && *at != '\n' && *at != '\r'; ++at) {
    if (word.size() > longest) {
      word += "…";
      break;
    }
    word += *at >= ' ' && *at <= '~' ? *at : '?';
  }
  return word + "'";
}

std::string sentence(number_fault fault, const char* word_start, const char* end) {
  const std::string word = quoted_word(word_start, end);
  switch (fault) {
    case number_fault::negative:
      return word + " is negative, and vertex ids are 0 or more; renumber the vertices";
    case number_fault::too_large:
      return word + " is above 18446744073709551615, the greatest vertex id; renumber the vertices";
    default:
      return word + " is not a vertex id; a line is two whole numbers, or a comment after #";
  }
}

// Reads "from to" and the rest of its line but for the line end; returns what is wrong with it.
std::string read_edge(cursor& text, published_part& part) {
  std::uint64_t ids[2];
  for (std::uint64_t& id : ids) {
    text.skip_blanks();
    if (text.at_line_end())
      return "one vertex id where an edge has two; complete or remove the line";
    const char* const word = text.at;
    const number_fault fault = read_id(text, id);
    if (fault != number_fault::none) return sentence(fault, word, text.end);
  }
  text.skip_blanks();
  if (!text.at_line_end()) {
    return "a third column, " + quoted_word(text.at, text.end) +
           ", in an edge list without weights; keep the first two columns only";
  }
  part.append(ids[0], ids[1]);
  return {};
}

}  // namespace

snap_lines parse_snap_lines(std::string_view bytes) {
  snap_lines result;
  result.part.edges.reserve(bytes.size() / usual_line);
  cursor text{bytes.data(), bytes.data() + bytes.size()};
  while (!text.done() && result.fault.empty()) {
    ++result.lines;
    text.skip_blanks();
    if (!text.at_line_end() && *text.at != '#') result.fault = read_edge(text, result.part);
    text.next_line();
  }
  return result;
}

}  // namespace arcas::graph
