// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace cli {
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
