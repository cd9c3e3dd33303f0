// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/input_file.h>
#include <arcas/graph/unpacking.h>
#include <arcas/graph/whole_loop.h>
// Input is const.
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <vector>

namespace arcas::graph::detail {
namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view unpacked,
                         const std::string& format, const std::string& what) {
  const auto line = 1 + std::count(unpacked.begin(), unpacked.end(), '\n');
  throw input_error(path + ":" + std::to_string(line) + ": the " + format + " data " + what +
                    " here; fetch or compress the file again");
}

using zstd_context = std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)>;

zstd_context make_context() {
  zstd_context context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  // Files packed with --long need a window larger than the default limit.
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, sizeof(void*) == 8 ? 31 : 30);
  return context;
}

struct zstd_frame {
  std::string_view packed;
  std::size_t at;    // of its content in the whole
  std::size_t size;  // of its content
};

// All frames, where each says how long its content is; else none.
std::vector<zstd_frame> frames_of(std::string_view packed) {
  // No frame becomes so many times as long: what says so is damaged.
  constexpr std::size_t greatest_growth = std::size_t{1} << 17;
  std::vector<zstd_frame> frames;
  std::size_t at = 0;
  while (!packed.empty()) {
    const std::size_t length = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    if (ZSTD_isError(length)) return {};
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
        size / greatest_growth > length) {
      return {};
    }
    frames.push_back({packed.substr(0, length), at, static_cast<std::size_t>(size)});
    at += static_cast<std::size_t>(size);
    packed.remove_prefix(length);
  }
  return frames;
}

// Every frame to its place; false where one is damaged.
bool unpack_frames(const std::vector<zstd_frame>& frames, char* to, const loop_options& loops) {
  std::atomic<bool> damaged = false;
  whole_for(frames.size(), loops, [&](std::size_t f) {
    const zstd_frame& frame = frames[f];
    const zstd_context context = make_context();
    const std::size_t size = ZSTD_decompressDCtx(context.get(), to + frame.at, frame.size,
                                                 frame.packed.data(), frame.packed.size());
    // relaxed, both: a flag that is read after the loop has been joined.
    if (size != frame.size) damaged.store(true, std::memory_order_relaxed);
  });
  return !damaged.load(std::memory_order_relaxed);  // relaxed: as above
}

// zlib counts in unsigned int.
unsigned count_of(std::size_t bytes) {
  return static_cast<unsigned>(std::min<std::size_t>(bytes, std::numeric_limits<unsigned>::max()));
}

// Whatever the frames say of themselves, and with the place of what is wrong.
stored_bytes unzstd_stream(std::string_view packed, const std::string& path) {
  const zstd_context context = make_context();
  // Edge lists shrink to about a quarter.
  growing_buffer text(packed.size() * 5);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t more = 1;
  bool output_was_full = false;
  while (in.pos < in.size || output_was_full) {
    ZSTD_outBuffer out{text.end(), text.room(), 0};
    more = ZSTD_decompressStream(context.get(), &out, &in);
    output_was_full = out.pos == out.size && more != 0;
    text.append(out.pos);
    if (ZSTD_isError(more)) {
      refuse(path, text.all(), "zstd", std::string("is damaged (") + ZSTD_getErrorName(more) + ")");
    }
  }
  if (more != 0) refuse(path, text.all(), "zstd", "ends early");
  return text.take();
}

}  // namespace

stored_bytes unzstd(std::string_view packed, const std::string& path, const loop_options& loops) {
  const std::vector<zstd_frame> frames = frames_of(packed);
  const std::size_t size = frames.empty() ? 0 : frames.back().at + frames.back().size;
  if (size == 0) return unzstd_stream(packed, path);
  const std::shared_ptr<char> text(static_cast<char*>(std::malloc(size)), std::free);
  if (!text || !unpack_frames(frames, text.get(), loops)) return unzstd_stream(packed, path);
  return {text, {text.get(), size}};
}

stored_bytes ungzip(std::string_view packed, const std::string& path) {
  z_stream stream = {};
  // 16 more than the largest window: a gzip header, not a zlib one.
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  growing_buffer text(packed.size() * 5);
  std::size_t taken = 0;
  int state = Z_OK;
  // Another member may follow a finished one; zeros may pad the end.
  while (state != Z_STREAM_END || packed.substr(taken).starts_with(gzip_magic)) {
    if (state == Z_STREAM_END) inflateReset(&stream);
    stream.next_in = reinterpret_cast<const Bytef*>(packed.data() + taken);
    stream.avail_in = count_of(packed.size() - taken);
    stream.next_out = reinterpret_cast<Bytef*>(text.end());
    stream.avail_out = count_of(text.room());
    const unsigned room = stream.avail_out;
    const unsigned left = stream.avail_in;
    state = inflate(&stream, Z_NO_FLUSH);
    taken += left - stream.avail_in;
    const std::size_t written = room - stream.avail_out;
    text.append(written);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state == Z_DATA_ERROR || state == Z_NEED_DICT) {
      refuse(path, text.all(), "gzip", "is damaged");
    }
    if (state != Z_STREAM_END && written == 0 && taken == packed.size()) {
      refuse(path, text.all(), "gzip", "ends early");
    }
  }
  return text.take();
}

}  // namespace arcas::graph::detail
