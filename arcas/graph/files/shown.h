// SPDX-License-Identifier: Apache-2.0
// Shows a text of a file in a message: on one line, in visible characters, shortened if it is long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// Escapes as visible() of base/escapes.h does. A text of more than `longest` bytes is cut after a
// whole character, and "…" follows.
std::string shown(std::string_view text, std::size_t longest = 64);

}  // namespace arcas::inline v0::graph::detail
