// SPDX-License-Identifier: Apache-2.0
// How does a sentence show a text of a file? On one line, in characters that people can see, and cut where it is long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// As visible() of base/escapes.h. Of more than `longest` bytes the first ones, as whole characters, and "…".
std::string shown(std::string_view text, std::size_t longest = 64);

}  // namespace arcas::inline v0::graph::detail
