// SPDX-License-Identifier: Apache-2.0
// How are numbers written for people?
#pragma once

#include <cstdint>
#include <string>

namespace cli {

// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);
// "1 worker", "2 workers", "1,024 workers".
std::string counted(std::uint64_t number, const std::string& noun);
// "1 vertex", "82,168 vertices".
std::string vertices_text(std::uint64_t number);
// Three figures and a unit: "412 us", "31.2 ms", "1.23 s".
std::string duration(double seconds);
// Three figures and a magnitude: "671 M", "1.21 G", "35.0 k".
std::string magnitude(double number);
// "2.56 MB", of which a million are one.
std::string byte_count(std::uint64_t bytes);

}  // namespace cli
