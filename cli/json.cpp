// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace cli {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character that text starts with; 0 where it starts with none (RFC 3629: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || text.size() < length) return 0;
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool legal =
      first < 0xF8 && code >= least && code <= 0x10FFFF && (code >> 11) != 0xD800 >> 11;
  return legal ? length : 0;
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char c = text.front();
    if (length == 0) {
      quoted += replacement;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

std::string json_number(double number) {
  return std::isfinite(number) ? fmt::format("{}", number) : "null";
}

json json::raw(std::string text) {
  json value;
  value.text = std::move(text);
  return value;
}

json json_object(const std::vector<json_member>& members) {
  std::string text;
  for (const auto& [name, value] : members) {
    if (value.text.empty()) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_text(name), value.text);
  }
  return json::raw('{' + text + '}');
}

}  // namespace cli
