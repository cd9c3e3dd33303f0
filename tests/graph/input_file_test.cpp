// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/text_start.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <thread>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::string packed(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

std::string some_text() {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

std::string content_of(const scratch_file& file) {
  return std::string(input_file(file.path()).bytes());
}

TEST(InputFile, ReturnsPlainBytesUnchanged) {
  EXPECT_EQ(content_of(scratch_file("a\nb")), "a\nb");
  EXPECT_EQ(content_of(scratch_file("")), "");
}

TEST(InputFile, UnpacksZstdUnderAnyName) {
  EXPECT_EQ(content_of(scratch_file(packed(some_text()))), some_text());
  EXPECT_EQ(content_of(scratch_file(packed(""))), "");
}

TEST(InputFile, UnpacksManyFrames) {
  EXPECT_EQ(content_of(scratch_file(packed("one ") + packed("two ") + packed(some_text()))),
            "one two " + some_text());
}

// A gzip member like those of gzip -c.
std::string gzipped(std::string_view text) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  std::string copy(text);
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

TEST(InputFile, UnpacksGzipUnderAnyName) {
  EXPECT_EQ(content_of(scratch_file(gzipped(some_text()))), some_text());
  EXPECT_EQ(content_of(scratch_file(gzipped(""))), "");
  EXPECT_EQ(content_of(scratch_file(gzipped("one ") + gzipped("two"))), "one two");
  EXPECT_EQ(content_of(scratch_file(gzipped("padded") + std::string(100, '\0'))), "padded");
}

TEST(InputFile, RefusesDamagedGzip) {
  const std::string whole = gzipped(some_text());
  for (const std::size_t size : {whole.size() - 1, whole.size() / 2, std::size_t{5}}) {
    const scratch_file file(whole.substr(0, size));
    EXPECT_NE(sentence_of<input_error>([&] {
                input_file f(file.path());
              }).find("the gzip data ends early here; fetch or compress"),
              std::string::npos);
  }
  std::string bytes = whole;
  bytes[whole.size() / 2] = static_cast<char>(~bytes[whole.size() / 2]);
  const scratch_file file(bytes);
  EXPECT_NE(sentence_of<input_error>([&] {
              input_file f(file.path());
            }).find("the gzip data is damaged here"),
            std::string::npos);
}

// Frames that do not state the size of their content, like those of `zstd -`.
std::string packed_stream(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string bytes(ZSTD_compressBound(text.size()) + 64, '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
  while (ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue) != 0 && in.pos < in.size) {
  }
  EXPECT_EQ(ZSTD_compressStream2(context, &out, &in, ZSTD_e_end), 0u);
  ZSTD_freeCCtx(context);
  bytes.resize(out.pos);
  return bytes;
}

TEST(InputFile, UnpacksFramesOfUnknownLength) {
  EXPECT_EQ(content_of(scratch_file(packed_stream(some_text()))), some_text());
  EXPECT_EQ(content_of(scratch_file(packed("one ") + packed_stream(some_text()) + packed(" two"))),
            "one " + some_text() + " two");
}

TEST(InputFile, RefusesALengthThatIsImpossible) {
  // The length of the content is in the eight bytes after the magic number and the descriptor.
  std::string bytes = packed(some_text());
  bytes[4] = static_cast<char>(0xE0);
  for (std::size_t i = 5; i < 13; ++i) bytes[i] = '\x7F';
  const scratch_file file(bytes);
  EXPECT_NE(sentence_of<input_error>([&] { input_file f(file.path()); }).find("the zstd data"),
            std::string::npos);
}

TEST(InputFile, UnpacksContentThatGrowsAThousandfold) {
  const std::string text(5000000, '7');
  EXPECT_EQ(content_of(scratch_file(packed(text))), text);
}

// The file is refused before anything is decompressed.
TEST(InputFile, RefusesContentThatGrowsMoreThanAThousandfold) {
  const std::string bomb = growing_frames(packed);
  const scratch_file file(bomb);
  const std::uint64_t most = std::max(bomb.size() * 1000, std::size_t{64} << 20);
  const std::string said = sentence_of<input_error>([&] { input_file f(file.path()); });
  EXPECT_NE(said.find(": has more than " + std::to_string(most) + " bytes when unpacked"),
            said.npos);
}

TEST(InputFile, RefusesTruncatedZstd) {
  const std::string whole = packed(some_text());
  for (const std::size_t size : {whole.size() - 1, whole.size() / 2, std::size_t{5}}) {
    const scratch_file file(whole.substr(0, size));
    const std::string sentence = sentence_of<input_error>([&] { input_file f(file.path()); });
    EXPECT_TRUE(sentence.starts_with(file.path() + ":")) << sentence;
    EXPECT_NE(sentence.find("the zstd data ends early here; fetch or compress"), std::string::npos);
  }
}

TEST(InputFile, RefusesDamagedZstd) {
  std::string bytes = packed(some_text());
  for (std::size_t i = 20; i < bytes.size(); i += 100) bytes[i] = static_cast<char>(~bytes[i]);
  const scratch_file file(bytes);
  const std::string sentence = sentence_of<input_error>([&] { input_file f(file.path()); });
  EXPECT_NE(sentence.find("the zstd data"), std::string::npos);
}

TEST(InputFile, RefusesOtherCompressionFormats) {
  const scratch_file xz(
      std::string_view("\xFD"
                       "7zXZ\0\0",
                       7));
  EXPECT_EQ(sentence_of<input_error>([&] { input_file f(xz.path()); }),
            xz.path() + ": is packed with xz, which is not read; unpack it with unxz first");
}

TEST(InputFile, NamesAPathThatDoesNotExistOrIsNotAFile) {
  EXPECT_EQ(sentence_of<input_error>([] { input_file f("no/such.txt"); }),
            "no/such.txt: cannot open it (No such file or directory); check the path");
  EXPECT_EQ(sentence_of<input_error>([] { input_file f("."); }),
            ".: is a directory; name a file in it");
}

constexpr const char* cut_off =
    ": ends at byte 10, but had 20000 bytes when it was opened; read it again when no program "
    "writes to it";

TEST(InputFile, RefusesAFileThatShrinksWhileItIsRead) {
  for (const bool text : {false, true}) {
    const scratch_file file(std::string(20000, '7'));
    const input_descriptor opened(file.path());
    std::filesystem::resize_file(file.path(), 10);
    EXPECT_EQ(sentence_of<input_error>([&] { input_file(opened, {}, {.text = text}); }),
              file.path() + cut_off);
  }
}

TEST(InputFile, RefusesAFileThatIsWrittenToWhileItIsRead) {
  const std::string sentence =
      ": has changed while it was read; read it again when no program writes to it";
  const scratch_file file("1 2\n");
  const input_descriptor opened(file.path());
  EXPECT_EQ(input_file(opened).bytes(), "1 2\n");
  std::ofstream(file.path(), std::ios::app) << "3 4\n";
  EXPECT_EQ(sentence_of<input_error>([&] { input_file f(opened); }), file.path() + sentence);
  const input_descriptor again(file.path());
  std::filesystem::last_write_time(
      file.path(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(sentence_of<input_error>([&] { input_file f(again); }), file.path() + sentence);
}

TEST(InputFile, RefusesMoreThanTheMemory) {
  const scratch_file file("1 2\n", ".txt");
  std::error_code no_room;
  std::filesystem::resize_file(file.path(), std::uintmax_t{1} << 43, no_room);
  if (no_room) GTEST_SKIP() << "no file here may have eight terabytes";
  EXPECT_NE(sentence_of<input_error>([&] {
              input_file f(file.path());
            }).find(": has 8796093022208 bytes, but this process may use "),
            std::string::npos);
}

TEST(InputFile, RefusesDevicesForBinaryFormats) {
  EXPECT_EQ(sentence_of<input_error>([] { input_file f("/dev/zero"); }),
            "/dev/zero: is a device, which is not read in this format; name a file");
}

TEST(InputFile, ErrorsAreOneLineForEveryName) {
  EXPECT_EQ(sentence_of<input_error>([] { input_file f("a\n\x1b[31mb.txt"); }),
            "a\\x0a\\x1b[31mb.txt: cannot open it (No such file or directory); check the path");
}

TEST(InputFile, ReadsPipes) {
  const named_pipe name;
  std::jthread writer([&] { std::ofstream(name.path()) << some_text(); });
  EXPECT_EQ(content_of(name), some_text());
}

TEST(InputFile, StopsWaitingForTheWriterOfAPipe) {
  const named_pipe pipe;
  unsigned looks = 0;
  EXPECT_THROW(input_file(pipe.path(), {.stop = third_look{&looks}}), interrupted);
  EXPECT_EQ(looks, 3u);
}

TEST(InputFile, StopsWaitingForAWriterThatStalls) {
  const named_pipe pipe;
  const int writer = open(pipe.path().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(write(writer, "1 2\n", 4), 4);
  unsigned looks = 0;
  EXPECT_THROW(input_file(pipe.path(), {.stop = third_look{&looks}}), interrupted);
  close(writer);
}

// A stop token that requests no stop. The first check of the token starts a writer.
struct late_writer {
  std::jthread* writer;
  const named_pipe* pipe;
  bool stop_requested() const {
    if (!writer->joinable()) {
      *writer = std::jthread([path = pipe->path()] { std::ofstream(path) << some_text(); });
    }
    return false;
  }
};

TEST(InputFile, WaitsForAWriterThatComesLate) {
  const named_pipe pipe;
  std::jthread writer;
  const loop_options loops{.stop = late_writer{&writer, &pipe}};
  EXPECT_EQ(input_file(pipe.path(), loops).bytes(), some_text());
}

constexpr input_limits text_limits{.most = 1 << 20};

std::string limited_refusal(const scratch_file& file, const input_limits& limits = text_limits) {
  const std::string said = sentence_of<input_error>([&] { input_file(file.path(), {}, limits); });
  return said.substr(std::min(said.size(), file.path().size() + 2));
}

TEST(InputFile, RefusesMoreThanItsLimit) {
  const std::string text = some_text();
  EXPECT_EQ(limited_refusal(scratch_file(packed(text)), {.most = 1000}).substr(0, 39),
            "has more than 1000 bytes when unpacked;");
  EXPECT_EQ(limited_refusal(scratch_file(gzipped(text)), {.most = 1000}).substr(0, 39),
            "has more than 1000 bytes when unpacked;");
  const scratch_file whole(packed(text));
  EXPECT_EQ(input_file(whole.path(), {}, {.most = text.size()}).bytes(), text);
  // The limit does not apply to a plain file.
  const scratch_file plain(text);
  EXPECT_EQ(input_file(plain.path(), {}, {.most = 1000}).bytes(), text);
}

TEST(InputFile, RefusesATextThatBeginsWithZeros) {
  const std::string zeros(std::size_t{1} << 16, '\0');
  for (const std::string& bytes : {zeros, packed(zeros), gzipped(zeros)}) {
    EXPECT_EQ(limited_refusal(scratch_file(bytes)).substr(0, 13), "has NUL bytes");
  }
  EXPECT_EQ(
      sentence_of<input_error>([] { input_file("/dev/zero", {}, text_limits); }).substr(0, 24),
      "/dev/zero: has NUL bytes");
}

// The compressed files have a few kilobytes each.
TEST(InputFile, RefusesNewlinesAndCommentsWithoutEnd) {
  const std::string newlines(std::size_t{17} << 20, '\n');
  std::string comments;
  while (comments.size() < newlines.size()) comments += "# nothing to be seen here\n";
  for (const std::string& text : {newlines, comments}) {
    for (const std::string& bytes : {text, packed(text), gzipped(text)}) {
      EXPECT_EQ(limited_refusal(scratch_file(bytes), {.most = 1 << 30}).substr(0, 30),
                "has no edge in its first 16 MB");
    }
  }
}

TEST(InputFile, RefusesThemThroughAPipe) {
  for (const std::string_view line : {"\n", "# a comment that does not end"}) {
    const named_pipe name;
    std::jthread writer([&] {
      std::string text(line);
      text.resize(std::size_t{16} << 20, line.back());
      std::ofstream(name.path()) << text;
    });
    EXPECT_EQ(limited_refusal(name, {.most = 1 << 30}).substr(0, 30),
              "has no edge in its first 16 MB");
  }
}

// Bytes of a pipe arrive in small pieces, and a search that began anew with each piece would take
// seconds. The test changes the bytes that were searched into bytes that would end the search or be
// refused.
TEST(TextStart, SearchesNoByteTwice) {
  for (const char begins : {'\n', '#'}) {
    for (const char later : {'1', '\n', '\0'}) {
      text_start start("name");
      std::string text(std::size_t{1} << 12, begins);
      EXPECT_FALSE(start.look(text));
      text.assign(text.size(), later);
      text += begins == '#' ? "# and so on" : "\n\n";
      EXPECT_FALSE(start.look(text)) << begins << later;
      text += "\n1 2\n";
      EXPECT_TRUE(start.look(text)) << begins << later;
    }
  }
}

TEST(InputFile, LooksForNulInTheFirstBlockWhereverItBegins) {
  const named_pipe name;
  std::jthread writer([&] {
    std::ofstream to(name.path());
    to << "# a comment\n" << std::flush << "# \n" << '\0' << "1 2\n" << std::flush;
  });
  EXPECT_EQ(limited_refusal(name).substr(0, 13), "has NUL bytes");
}

TEST(InputFile, TakesManyCommentsBeforeAnEdge) {
  std::string text;
  while (text.size() < (3u << 20)) text += "# a long story\n";
  text += "1 2\n";
  EXPECT_EQ(input_file(scratch_file(packed(text)).path(), {}, {.most = 1 << 30}).bytes(), text);
}

TEST(MemoryLimit, IsThatOfTheTightestGroup) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("arcas_groups_" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "a/b");
  std::ofstream(root / "a/memory.max") << "123456\n";
  std::ofstream(root / "a/b/memory.max") << "max\n";
  std::ofstream(root / "own") << "0::/a/b\n";
  EXPECT_EQ(arcas::detail::memory_limit(root, root / "own"), 123456u);
  EXPECT_GT(arcas::detail::memory_limit(root, root / "none"), 123456u);
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace arcas::inline v0::graph
