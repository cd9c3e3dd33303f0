// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/xml_text.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::uint32_t no_character = 0xFFFFFFFF;

// The length of the UTF-8 character with this first byte; 0: not a first byte.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;  // 0xC0 and 0xC1 start overlong encodings of one-byte characters
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

// Removes the first character from a non-empty text and returns it; no_character if it is not valid UTF-8.
std::uint32_t take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(first);
  if (length == 0 || length > text.size()) return no_character;
  std::uint32_t character = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return no_character;
    character = character << 6 | (next & 0x3F);
  }
  text.remove_prefix(length);
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return character < least[length] ? no_character : character;
}

bool is_allowed(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c < 0xFFFE) || (c >= 0x10000 && c <= 0x10FFFF);
}

}  // namespace

bool is_xml_text(std::string_view text) {
  while (!text.empty()) {
    if (!is_allowed(take_character(text))) return false;
  }
  return true;
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
      case '\t':  // an XML parser turns unescaped white space into blanks
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

}  // namespace arcas::inline v0::graph::detail
