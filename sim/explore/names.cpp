// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/names.h>

#include <cctype>
#include <fstream>
#include <map>
#include <string_view>

namespace arcas::sim {
namespace {

const std::vector<std::string>& lines_of(const std::string& file) {
  static std::map<std::string, std::vector<std::string>> read;
  const auto [at, fresh] = read.try_emplace(file);
  if (fresh) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) at->second.push_back(line);
  }
  return at->second;
}

bool in_expression(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '>' ||
         c == '-' || c == '[' || c == ']' || c == '(' || c == ')';
}

// The spellings of an access in a source line.
std::vector<std::string_view> verbs_of(action what) {
  switch (what) {
    case action::load:
      return {"load(", "read("};
    case action::store:
      return {"store(", "write(", "set("};
    case action::modify:
      return {"exchange(", "fetch_"};
    case action::compare:
      return {"compare_exchange_"};
    default:
      return {};
  }
}

// The expression before ".store(" and the like: "epoch_", "slot(child)", "words_[s].value".
std::string object_in(const std::string& line, action what) {
  for (const std::string_view verb : verbs_of(what)) {
    std::size_t end = line.find(verb);
    if (end == std::string::npos || end == 0) continue;
    if (line[end - 1] == '.') {
      end -= 1;
    } else if (end >= 2 && line.compare(end - 2, 2, "->") == 0) {
      end -= 2;
    } else {
      continue;
    }
    std::size_t begin = end;
    int open = 0;
    while (begin > 0 && in_expression(line[begin - 1])) {
      const char c = line[begin - 1];
      open += (c == ')' || c == ']') - (c == '(' || c == '[');
      if (open < 0) break;
      --begin;
    }
    return line.substr(begin, end - begin);
  }
  return "";
}

}  // namespace

std::string source_line(const site& at) {
  const auto& lines = lines_of(at.file);
  if (at.line == 0 || at.line > lines.size()) return "";
  const std::string& line = lines[at.line - 1];
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

std::string place_of(const site& at) {
  const std::string_view file = at.file;
  const std::size_t slash = file.rfind('/');
  return std::string(slash == std::string_view::npos ? file : file.substr(slash + 1)) + ":" +
         std::to_string(at.line);
}

std::string word_names::of(const void* address, action what, const site& at) const {
  const region* best = nullptr;
  for (const region& r : regions_) {
    const bool inside = address >= r.begin && address < r.end;
    if (inside && (!best || r.end - r.begin < best->end - best->begin)) best = &r;
  }
  std::string expression = object_in(source_line(at), what);
  if (!best) return expression.empty() ? "a word" : expression;
  // The word has a name of its own.
  if (best->end - best->begin <= static_cast<std::ptrdiff_t>(sizeof(word_id))) return best->name;
  // The object is known, so the expression's name for it is dropped.
  const std::size_t dot = expression.rfind('.');
  if (dot != std::string::npos) expression.erase(0, dot + 1);
  return expression.empty() || expression == best->name ? best->name
                                                        : best->name + "." + expression;
}

}  // namespace arcas::sim
