// SPDX-License-Identifier: Apache-2.0
// How is a result written for programs? As JSON that any reader takes, whatever a file name or a
// variable holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// In quotes; bytes that are no UTF-8 become U+FFFD, since JSON has no place for them.
std::string json_text(std::string_view text);
// Every digit that matters; null for infinities and for what is no number.
std::string json_number(double number);
std::string json_list(const std::vector<std::string>& values);

// Members in the order in which they were added, on one line.
class json_object {
 public:
  json_object& text(std::string_view name, std::string_view value);
  json_object& number(std::string_view name, double value);
  json_object& count(std::string_view name, std::uint64_t value);
  json_object& truth(std::string_view name, bool value);
  // A value that is JSON already.
  json_object& json(std::string_view name, std::string_view value);

  std::string str() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace cli
