// SPDX-License-Identifier: Apache-2.0
// Which texts may stand in XML 1.0, and how?
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// UTF-8 without control characters, surrogates, U+FFFE and U+FFFF: XML has no way to write these. Tabs and the ends of
// lines may be in it.
bool is_xml_text(std::string_view text);

// As the value of an attribute in double quotes, which a reader gets back byte for byte.
void append_xml(std::string& to, std::string_view text);

}  // namespace arcas::inline v0::graph::detail
