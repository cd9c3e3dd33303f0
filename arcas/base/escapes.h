// SPDX-License-Identifier: Apache-2.0
// How is a text that may hold any bytes, as the name of a vertex or of a file, written for people, in JSON, in tables and
// in XML? One function for each.
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::detail {

// For people, on one line that changes nothing of the terminal: as \x1b for each byte of a control character, of a character
// that changes the direction of text, and of what is not UTF-8. Not to be read back.
std::string visible(std::string_view text);

// In quotes. Each byte that is not UTF-8 becomes U+FFFD, since JSON has no place for it.
std::string json_text(std::string_view text);

// As the cell of a table (RFC 4180), in quotes, so that it is read as text whatever it looks like, and comes back byte for
// byte. Nothing is changed for programs that take "=1+1" for a formula.
void append_cell(std::string& to, std::string_view text);
// Whether a cell with this text is the same without quotes.
bool is_plain_cell(std::string_view text, char separator);

// Whether the text is UTF-8 without control characters, surrogates, U+FFFE and U+FFFF, which XML 1.0 cannot represent.
// Tabs, line feeds and carriage returns are allowed.
bool is_xml_text(std::string_view text);
// Appends such a text as content or as the value of an attribute in double quotes. A reader gets it back byte for byte.
void append_xml(std::string& to, std::string_view text);
// Any text, with U+FFFD for what XML cannot represent.
std::string shown_in_xml(std::string_view text);

}  // namespace arcas::inline v0::detail
