// SPDX-License-Identifier: Apache-2.0
// Which texts can XML 1.0 represent, and how are they escaped?
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// Whether the text is UTF-8 without control characters, surrogates, U+FFFE and U+FFFF, which XML cannot represent.
// Tabs, line feeds and carriage returns are allowed.
bool is_xml_text(std::string_view text);

// Appends the text as the value of an attribute in double quotes. A reader gets it back byte for byte.
void append_xml(std::string& to, std::string_view text);

}  // namespace arcas::inline v0::graph::detail
