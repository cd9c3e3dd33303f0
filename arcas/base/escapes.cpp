// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::uint32_t no_character = 0xFFFFFFFF;

struct utf8_character {
  std::uint32_t code = no_character;
  std::string_view bytes;  // a single byte if it is not UTF-8
};

// The length in bytes of a character that starts with this byte; 0: no character starts with it.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;  // 0xC0 and 0xC1 start overlong encodings of one-byte characters
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

// The first character of a text that is not empty. RFC 3629 excludes overlong forms, surrogates and
// codes above U+10FFFF.
utf8_character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(first);
  const utf8_character none{no_character, text.substr(0, 1)};
  if (length == 0 || length > text.size()) return none;
  std::uint32_t code = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return none;
    code = code << 6 | (next & 0x3F);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool legal = code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
  return legal ? utf8_character{code, text.substr(0, length)} : none;
}

template <class Each>
void each_character(std::string_view text, const Each& each) {
  while (!text.empty()) {
    const utf8_character c = first_character(text);
    each(c);
    text.remove_prefix(c.bytes.size());
  }
}

// The characters that XML 1.0, section 2.2, allows.
bool is_allowed(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != no_character && c != 0xFFFE && c != 0xFFFF;
}

// Control characters, line separators, and characters that change the direction of text.
bool changes_a_line(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

void append_byte(std::string& to, const char* before, unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  to += before;
  to += digits[byte >> 4];
  to += digits[byte & 15];
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  each_character(text, [&](const utf8_character& c) {
    if (c.code != no_character && !changes_a_line(c.code)) {
      shown += c.bytes;
      return;
    }
    for (const char byte : c.bytes) append_byte(shown, "\\x", static_cast<unsigned char>(byte));
  });
  return shown;
}

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  each_character(text, [&](const utf8_character& c) {
    if (c.code == no_character) {
      quoted += replacement;
    } else if (c.code < 0x20) {
      append_byte(quoted, "\\u00", static_cast<unsigned char>(c.code));
    } else {
      if (c.code == '"' || c.code == '\\') quoted += '\\';
      quoted += c.bytes;
    }
  });
  return quoted + '"';
}

void append_cell(std::string& to, std::string_view text) {
  to += '"';
  for (const char c : text) to.append(c == '"' ? 2 : 1, c);
  to += '"';
}

bool is_plain_cell(std::string_view text, char separator) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (text.front() == '#' || text.front() == '%') return false;  // begins a comment in column 1
  for (const char c : text) {
    if (c == '"' || c == separator || c == '\t' || c == '\n' || c == '\r') return false;
  }
  return true;
}

void append_text_cell(std::string& to, std::string_view text, char separator) {
  if (separator == '\t' && is_plain_cell(text, separator)) {
    to += text;
  } else {
    append_cell(to, text);
  }
}

bool is_xml_text(std::string_view text) {
  bool all = true;
  each_character(text, [&](const utf8_character& c) { all = all && is_allowed(c.code); });
  return all;
}

std::string shown_in_xml(std::string_view text) {
  std::string shown;
  each_character(text, [&](const utf8_character& c) {
    is_allowed(c.code) ? append_xml(shown, c.bytes) : static_cast<void>(shown += replacement);
  });
  return shown;
}

void append_xml(std::string& to, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        to += "&amp;";
        break;
      case '<':
        to += "&lt;";
        break;
      case '>':
        to += "&gt;";
        break;
      case '"':
        to += "&quot;";
        break;
      case '\t':  // an XML parser replaces unescaped white space by blanks
        to += "&#9;";
        break;
      case '\n':
        to += "&#10;";
        break;
      case '\r':
        to += "&#13;";
        break;
      default:
        to += c;
    }
  }
}

}  // namespace arcas::inline v0::detail
