// SPDX-License-Identifier: Apache-2.0
// Parts of a file have the bytes and the lines of the whole file.
#include "graph_texts.h"

#include <arcas/base/index_range.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/parted_file.h>

#include <zlib.h>
#include <zstd.h>

#include <gtest/gtest.h>

#include <random>

namespace arcas::inline v0::graph {
namespace {

using namespace std::string_view_literals;

std::string zstd_frame(std::string_view content, bool says_its_size = true) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, says_its_size ? 1 : 0);
  frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), content.data(), content.size()));
  ZSTD_freeCCtx(context);
  return frame;
}

std::string random_text(unsigned lines, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  for (unsigned i = 0; i < lines; ++i) text += std::string(random() % 40, 'x') + '\n';
  return text + "the end";
}

std::string all_of(packed_stream& stream, std::size_t at_a_time) {
  std::string all;
  for (std::size_t got = 1; got != 0;) {
    std::string some(at_a_time, '\0');
    got = stream.read(some.data(), some.size());
    all += some.substr(0, got);
  }
  return all;
}

TEST(parts_of_a_file, are_bytes_at_any_position) {
  const std::string text = random_text(300, 1);
  const std::string frames = zstd_frame(text.substr(0, 1000)) + zstd_frame("") +
                             zstd_frame(text.substr(1000, 1)) + zstd_frame(text.substr(1001));
  for (const std::string& content : {text, frames}) {
    const scratch_file file(content);
    const file_parts parts = parts_of_file(file.path());
    ASSERT_EQ(parts.packed, content == text ? packing::none : packing::frames);
    ASSERT_EQ(parts.size, text.size());
    part_reader reader(parts);
    for (const std::size_t first : {0u, 500u, 999u, 1000u, 1001u, 2000u, 3u}) {
      for (const std::size_t length : {0u, 1u, 2u, 700u, 1500u}) {
        std::string some(length, '\0');
        reader.read(first, some.data(), length);
        EXPECT_EQ(some, text.substr(first, length)) << first << ' ' << length;
      }
    }
  }
}

TEST(parts_of_a_file, need_only_the_frames_that_contain_them) {
  const std::string text = random_text(100, 2);
  const scratch_file file(zstd_frame(text.substr(0, 400)) + zstd_frame(text.substr(400)));
  const file_parts parts = parts_of_file(file.path());
  EXPECT_EQ(parts.frames.size(), 2u);
  const file_parts second = parts.between(400, text.size());
  ASSERT_EQ(second.frames.size(), 1u);
  part_reader reader(second);
  std::string some(100, '\0');
  reader.read(450, some.data(), some.size());
  EXPECT_EQ(some, text.substr(450, 100));
}

TEST(streams, have_the_content_of_all_frames_and_members) {
  const std::string text = random_text(5000, 3);
  const scratch_file one(zstd_frame(text, false));
  EXPECT_EQ(parts_of_file(one.path()).packed, packing::stream);
  const std::string members =
      packed_for("x.gz", text.substr(0, 77)).value() + packed_for("x.gz", text.substr(77)).value();
  const scratch_file zipped(members + std::string(9, '\0'));
  EXPECT_EQ(parts_of_file(zipped.path()).packed, packing::stream);
  const scratch_file plain(text);
  const scratch_file frames(zstd_frame(text.substr(0, 5)) + zstd_frame(text.substr(5)));
  for (const scratch_file* file : {&one, &zipped, &plain, &frames}) {
    for (const std::size_t at_a_time : {7u, 100'000u, 3'000'000u}) {
      packed_stream stream(file->path());
      EXPECT_EQ(all_of(stream, at_a_time), text);
    }
  }
}

TEST(streams, that_are_damaged_name_the_line) {
  std::string packed = packed_for("x.gz", random_text(5000, 4)).value();
  packed.resize(packed.size() / 2);
  const scratch_file file(packed, ".txt.gz");
  const std::string sentence = sentence_of<input_error>([&] {
    packed_stream stream(file.path());
    all_of(stream, 1000);
  });
  EXPECT_NE(sentence.find(file.path() + ":"), sentence.npos) << sentence;
  EXPECT_NE(sentence.find("the gzip data ends early here; fetch or compress the file again"),
            sentence.npos)
      << sentence;
}

// After the last member only bytes 0 are ignored. If others were ignored, a further member with a
// damaged start would be lost without an error.
TEST(streams, of_gzip_have_nothing_but_zeros_after_their_members) {
  const std::string member = packed_for("x.gz", "1 2\n").value();
  for (const std::string_view behind : {"x"sv, "\x1f"sv, "\x1f\x30"sv, "\0\0x"sv}) {
    const scratch_file file(member + std::string(behind));
    // The byte 1f alone may be the start of a member that ends early.
    const char* const fault = behind == "\x1f" ? "ends early" : "is damaged";
    const std::string sentence =
        file.path() + ":2: the gzip data " + fault + " here; fetch or compress the file again";
    EXPECT_EQ(sentence_of<input_error>([&] { input_file whole(file.path()); }), sentence);
    EXPECT_EQ(sentence_of<input_error>([&] {
                packed_stream stream(file.path());
                all_of(stream, 1000);
              }),
              sentence);
  }
}

TEST(streams, do_not_exceed_their_limit) {
  const std::string text = random_text(5000, 9);
  for (const std::string& packed : {packed_for("x.gz", text).value(), zstd_frame(text, false)}) {
    const scratch_file file(packed);
    packed_stream allowed(file.path(), text.size());
    EXPECT_EQ(all_of(allowed, 1000), text);
    EXPECT_EQ(sentence_of<input_error>([&] {
                packed_stream stream(file.path(), text.size() - 1);
                all_of(stream, 1000);
              }),
              file.path() + ": has more than " + std::to_string(text.size() - 1) +
                  " bytes when unpacked; raise the limit by most_unpacked (arcas: "
                  "--most-unpacked), or unpack the file on disk");
  }
  const scratch_file plain(text);
  packed_stream as_it_is(plain.path(), 1);
  EXPECT_EQ(all_of(as_it_is, 1000), text);
}

TEST(parts_of_a_graph, grow_at_most_a_thousandfold) {
  const std::string bomb = growing_frames([](std::string_view text) { return zstd_frame(text); });
  const scratch_file file(bomb);
  const std::uint64_t most = std::max(bomb.size() * 1000, std::size_t{64} << 20);
  EXPECT_EQ(parts_of_file(file.path()).packed, packing::frames);
  EXPECT_NE(sentence_of<input_error>([&] {
              parts_of_graph(file.path(), 0);
            }).find(": has more than " + std::to_string(most) + " bytes when unpacked"),
            std::string::npos);
  EXPECT_EQ(parts_of_graph(file.path(), std::uint64_t{2} << 30).frames.size(), 21u);
  const scratch_file stream(packed_for("x.gz", "1 2\n").value());
  EXPECT_EQ(parts_of_graph(stream.path(), 0).most, std::uint64_t{64} << 20);
}

TEST(parts_of_a_file, that_is_damaged_or_does_not_exist_are_refused) {
  std::string packed = zstd_frame(random_text(3000, 5));
  const scratch_file good(packed);
  part_reader reader(parts_of_file(good.path()));
  for (std::size_t i = 20; i < packed.size(); i += 3) packed[i] = 'x';
  std::ofstream(good.path(), std::ios::binary) << packed;
  std::string some(10, '\0');
  EXPECT_NE(sentence_of<input_error>([&] {
              reader.read(2000, some.data(), 10);
            }).find("damaged in the frame at byte 0; fetch or compress the file again"),
            std::string::npos);
  EXPECT_NE(sentence_of<input_error>([] {
              parts_of_file("/no/such/file");
            }).find("/no/such/file: cannot open it (No such file or directory); check the path"),
            std::string::npos);
  EXPECT_NE(sentence_of<input_error>([] { parts_of_file("/tmp"); }).find("is a directory"),
            std::string::npos);
}

// Wherever a text is divided, each line is in one part as a whole.
TEST(lines_of_parts, are_those_of_the_text) {
  for (const std::string& text : {random_text(200, 6), std::string("one line"),
                                  std::string("\n\n\n"), random_text(30'000, 7)}) {
    const scratch_file file(text);
    part_reader reader(parts_of_file(file.path()));
    for (const std::uint64_t parts : {1u, 2u, 3u, 7u, 50u}) {
      std::string all;
      for (std::uint64_t p = 0; p < parts; ++p) {
        const chunk own = part_of(text.size(), parts, p);
        auto lines = lines_between(reader, file.path(), 0, own.first, own.last);
        for (std::string_view some = lines.next(); !some.empty(); some = lines.next()) {
          EXPECT_EQ(lines.position(), all.size());
          all += some;
          EXPECT_TRUE(some.back() == '\n' || all.size() == text.size());
        }
      }
      EXPECT_EQ(all, text) << parts << " parts";
    }
  }
}

TEST(the_start_of_a_text, is_refused_if_it_is_not_text) {
  const scratch_file nul(std::string("a\0b", 3));
  EXPECT_NE(sentence_of<input_error>([&] { start_of_text(nul.path(), 100); }).find("NUL bytes"),
            std::string::npos);
  const scratch_file text(random_text(1000, 8));
  EXPECT_GE(start_of_text(text.path(), 100).size(), 100u);
  const scratch_file comments("# " + std::string(2000, '-') + "\n1 2\n");
  EXPECT_NE(start_of_text(comments.path(), 100).find("1 2"), std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::graph
