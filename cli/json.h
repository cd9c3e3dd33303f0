// SPDX-License-Identifier: Apache-2.0
// How is a result written for programs? It is JSON that each parser accepts, whatever bytes a file
// name or a variable has.
#pragma once

#include <arcas/base/escapes.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

using arcas::detail::json_text;
// The shortest text that reads back as the same number; null for an infinity and for a NaN.
std::string json_number(double number);

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
  json(double value) : text(json_number(value)) {}
  json(bool value) : text(value ? "true" : "false") {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  json(Number value) : text(std::to_string(value)) {}

  // A value from text that is JSON already.
  static json raw(std::string text);
};

struct json_member {
  std::string_view name;
  json value;
};

// An object with these members in this order, on one line; a member without a value is left out.
json json_object(const std::vector<json_member>& members);
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
