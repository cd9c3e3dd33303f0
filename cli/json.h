// SPDX-License-Identifier: Apache-2.0
// How is a result written for programs? It is JSON that each parser accepts, whatever bytes a file
// name or a variable has.
#pragma once

#include <arcas/base/escapes.h>
#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

using arcas::detail::json_text;

// The id of a vertex in the file of a graph.
struct vertex_id {
  std::string text;
  bool is_text = false;  // else a number

  // The text for people.
  std::string shown() const { return is_text ? arcas::detail::visible(text) : text; }
};

// A JSON value, stored as text.
struct json {
  std::string text;  // empty: no value

  json() = default;
  json(std::string_view value) : text(json_text(value)) {}
  json(const std::string& value) : text(json_text(value)) {}
  json(const char* value) : text(json_text(value)) {}
  json(const vertex_id& id) : text(id.is_text ? json_text(id.text) : id.text) {}
  // The shortest text that reads back as the same number; null for an infinity and for a NaN.
  json(double value) : text(std::isfinite(value) ? fmt::format("{}", value) : "null") {}
  json(bool value) : text(value ? "true" : "false") {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  json(Number value) : text(std::to_string(value)) {}

  // A value from text that is JSON already.
  static json raw(std::string text) {
    json value;
    value.text = std::move(text);
    return value;
  }
};

struct json_member {
  std::string_view name;
  json value;
};

// An object with these members in this order, on one line; a member without a value is left out.
inline json json_object(const std::vector<json_member>& members) {
  std::string text;
  for (const auto& [name, value] : members) {
    if (value.text.empty()) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_text(name), value.text);
  }
  return json::raw('{' + text + '}');
}
// A list of of(element) for each element of a range; elements without a value are left out.
template <class Range = std::vector<json>, class Of = std::identity>
json json_list(const Range& elements, const Of& of = {}) {
  std::string text;
  for (const auto& element : elements) {
    const json value(of(element));
    if (!value.text.empty()) text += (text.empty() ? "" : ", ") + value.text;
  }
  return json::raw('[' + text + ']');
}

}  // namespace cli
