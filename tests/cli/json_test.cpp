// SPDX-License-Identifier: Apache-2.0
#include <cli/json.h>
#include <gtest/gtest.h>

#include <limits>

namespace cli {
namespace {

TEST(Json, QuotesWhatHasAMeaning) {
  EXPECT_EQ(json_text("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_text("line\n\x01"), R"("line\u000a\u0001")");
  EXPECT_EQ(json_text(""), R"("")");
}

TEST(Json, KeepsCharactersOfEveryLength) {
  const std::string text = "é…\xF0\x9F\x99\x82";
  EXPECT_EQ(json_text(text), '"' + text + '"');
}

TEST(Json, ReplacesBytesThatAreNoCharacter) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(json_text("a\xFFz"), "\"a" + bad + "z\"");
  EXPECT_EQ(json_text("\xC3"), '"' + bad + '"');                                // ends too early
  EXPECT_EQ(json_text("\xC0\xAF"), '"' + bad + bad + '"');                      // overlong
  EXPECT_EQ(json_text("\xE0\x80\xAF"), '"' + bad + bad + bad + '"');            // overlong
  EXPECT_EQ(json_text("\xED\xA0\x80"), '"' + bad + bad + bad + '"');            // a surrogate
  EXPECT_EQ(json_text("\xF4\x90\x80\x80"), '"' + bad + bad + bad + bad + '"');  // above U+10FFFF
}

TEST(Json, HasNoWordForWhatIsNoNumber) {
  EXPECT_EQ(json(0.1).text, "0.1");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()).text, "null");
  EXPECT_EQ(json(std::numeric_limits<double>::quiet_NaN()).text, "null");
}

TEST(Json, KeepsTheOrderOfMembers) {
  const json object = json_object({{"z", "one"},
                                   {"a", std::uint64_t{18446744073709551615u}},
                                   {"none", {}},
                                   {"b", false},
                                   {"list", json_list({1, 2})}});
  EXPECT_EQ(object.text, R"({"z": "one", "a": 18446744073709551615, "b": false, "list": [1, 2]})");
  EXPECT_EQ(json_object({}).text, "{}");
  EXPECT_EQ(json_list({}).text, "[]");
}

}  // namespace
}  // namespace cli
