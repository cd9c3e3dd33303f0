// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cli {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character that text starts with; 0 where it starts with none (RFC 3629: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool legal = first == 0xE0   ? second >= 0xA0
                     : first == 0xED ? second < 0xA0
                     : first == 0xF0 ? second >= 0x90
                     : first == 0xF4 ? second < 0x90
                                     : true;
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

std::string json_list(const std::vector<std::string>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

json_object& json_object::text(std::string_view name, std::string_view value) {
  return json(name, json_text(value));
}

json_object& json_object::number(std::string_view name, double value) {
  return json(name, json_number(value));
}

json_object& json_object::count(std::string_view name, std::uint64_t value) {
  return json(name, std::to_string(value));
}

json_object& json_object::truth(std::string_view name, bool value) {
  return json(name, value ? "true" : "false");
}

json_object& json_object::json(std::string_view name, std::string_view value) {
  members_ += fmt::format("{}{}: {}", members_.empty() ? "" : ", ", json_text(name), value);
  return *this;
}

}  // namespace cli
