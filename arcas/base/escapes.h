// SPDX-License-Identifier: Apache-2.0
// How is a text of arbitrary bytes (the name of a vertex or of a file) written for people, in JSON,
// in tables and in XML?
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::detail {

// For people: one line that does not change the state of the terminal. Each byte of a control
// character, of a character that changes the direction of text, and of an invalid UTF-8 sequence is
// written in the form \x1b. The result is ambiguous: the text cannot be recovered from it.
std::string visible(std::string_view text);

// For JSON, in quotes. Each byte that is not UTF-8 becomes U+FFFD, since JSON cannot represent it.
std::string json_text(std::string_view text);

// A quoted cell of a table (RFC 4180). Readers take it as text and recover it byte for byte. A text
// such as "=1+1" is written unchanged, although some programs take it for a formula.
void append_cell(std::string& to, std::string_view text);
// Whether the text can be written as a cell without quotes.
bool is_plain_cell(std::string_view text, char separator);
// Appends a cell of a table with this separator: always in quotes unless the separator is a tab;
// then in quotes only if the text needs them.
void append_text_cell(std::string& to, std::string_view text, char separator);

// Whether the text is UTF-8 without control characters, surrogates, U+FFFE and U+FFFF, which XML
// 1.0 cannot represent. Tabs, line feeds and carriage returns are allowed.
bool is_xml_text(std::string_view text);
// Appends a text that is_xml_text() accepts, as content or as the value of an attribute in double
// quotes. A reader recovers it byte for byte.
void append_xml(std::string& to, std::string_view text);
// Any text, as append_xml() writes it; characters that XML cannot represent become U+FFFD.
std::string shown_in_xml(std::string_view text);

}  // namespace arcas::inline v0::detail
