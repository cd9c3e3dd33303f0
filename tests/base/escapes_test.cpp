// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <gtest/gtest.h>

namespace arcas::inline v0::detail {
namespace {

TEST(Visible, ShowsControlSequencesOfATerminal) {
  EXPECT_EQ(visible("plain, \"quoted\" \\ ärger 😀"), "plain, \"quoted\" \\ ärger 😀");
  EXPECT_EQ(visible("\x1b[31mred\a"), "\\x1b[31mred\\x07");
  EXPECT_EQ(visible("two\nlines\r\tand\x7f"), "two\\x0alines\\x0d\\x09and\\x7f");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xc2\x9b"), "\\xc2\\x9b");           // CSI in one character
  EXPECT_EQ(visible("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // from right to left
  EXPECT_EQ(visible("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");  // separates lines
}

TEST(Visible, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(visible("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(visible(visible("\xff\n")), visible("\xff\n"));
}

TEST(Cells, AreInQuotesWithEachQuoteTwice) {
  std::string text;
  append_cell(text, "a\"b\nc");
  append_cell(text, "");
  EXPECT_EQ(text, "\"a\"\"b\nc\"\"\"");
  EXPECT_TRUE(is_plain_cell("a b,c", '\t'));
  for (const char* name : {"", " a", "a ", "a\tb", "a\"", "a\nb", "a\rb", "#a", "%a"})
    EXPECT_FALSE(is_plain_cell(name, '\t')) << name;
}

TEST(Xml, IsWellFormedForAnyText) {
  EXPECT_EQ(shown_in_xml("a<b>&\"]]>"), "a&lt;b&gt;&amp;&quot;]]&gt;");
  EXPECT_EQ(shown_in_xml("\x1b\xff ä\n"), "\xef\xbf\xbd\xef\xbf\xbd ä&#10;");
  EXPECT_EQ(shown_in_xml("\xef\xbf\xbf"), "\xef\xbf\xbd");
  EXPECT_FALSE(is_xml_text("\x01"));
  EXPECT_FALSE(is_xml_text("\xff"));
  EXPECT_TRUE(is_xml_text("\t\n\r ä"));
}

}  // namespace
}  // namespace arcas::inline v0::detail
