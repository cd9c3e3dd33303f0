// SPDX-License-Identifier: Apache-2.0
// Is a text one JSON value by the grammar of RFC 8259? For tests: the value is not kept.
#pragma once

#include <cstddef>
#include <string_view>

namespace arcas {

class json_syntax {
 public:
  static bool holds_for(std::string_view text) {
    json_syntax reader(text);
    reader.blanks();
    if (!reader.value()) return false;
    reader.blanks();
    return reader.rest_.empty();
  }

 private:
  explicit json_syntax(std::string_view text) : rest_(text) {}

  char next() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::size_t take_any_of(std::string_view characters) {
    const std::size_t end = rest_.find_first_not_of(characters);
    const std::size_t count = end == std::string_view::npos ? rest_.size() : end;
    rest_.remove_prefix(count);
    return count;
  }
  void blanks() { take_any_of(" \t\r\n"); }

  bool value() {
    switch (next()) {
      case '{':
        return list('{', '}', [this] { return member(); });
      case '[':
        return list('[', ']', [this] { return value(); });
      case '"':
        return string();
      default:
        return take("true") || take("false") || take("null") || number();
    }
  }

  template <class Element>
  bool list(char open, char close, Element element) {
    take({&open, 1});
    blanks();
    if (take({&close, 1})) return true;
    do {
      blanks();
      if (!element()) return false;
      blanks();
    } while (take(","));
    return take({&close, 1});
  }

  bool member() {
    if (!string()) return false;
    blanks();
    if (!take(":")) return false;
    blanks();
    return value();
  }

  bool string() {
    if (!take("\"")) return false;
    while (!rest_.empty() && next() != '"') {
      if (static_cast<unsigned char>(next()) < 0x20) return false;
      if (take("\\u")) {
        if (rest_.substr(0, 4).find_first_not_of("0123456789abcdefABCDEF") !=
                std::string_view::npos ||
            rest_.size() < 4) {
          return false;
        }
        rest_.remove_prefix(4);
      } else if (take("\\")) {
        if (rest_.empty() || std::string_view("\"\\/bfnrt").find(next()) == std::string_view::npos)
          return false;
        rest_.remove_prefix(1);
      } else {
        rest_.remove_prefix(1);
      }
    }
    return take("\"");
  }

  bool number() {
    constexpr std::string_view digits = "0123456789";
    take("-");
    if (!take("0") && take_any_of(digits) == 0) return false;
    if (take(".") && take_any_of(digits) == 0) return false;
    if (!take("e") && !take("E")) return true;
    if (!take("+")) take("-");
    return take_any_of(digits) > 0;
  }

  std::string_view rest_;
};

}  // namespace arcas
