// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/unpacker.h>
#include <arcas/graph/zlib_const.h>
#include <arcas/graph/zstd_context.h>

#include <algorithm>
#include <limits>
#include <new>

namespace arcas::inline v0::graph::detail {
namespace {

class zstd_unpacker final : public unpacker {
 public:
  zstd_unpacker() : unpacker("zstd") {}

  std::size_t unpack(std::string_view& packed, char* to, std::size_t room) override {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos == 0 && !is_damaged() && (more_is_inside_ || !packed.empty())) {
      ZSTD_inBuffer in{packed.data(), packed.size(), 0};
      const std::size_t rest = ZSTD_decompressStream(context_.get(), &out, &in);
      packed.remove_prefix(in.pos);
      ended_ = rest == 0;
      more_is_inside_ = out.pos == out.size && !ended_;
      if (ZSTD_isError(rest)) {
        fault_ = std::string("is damaged (") + ZSTD_getErrorName(rest) + ")";
      }
    }
    return out.pos;
  }

 private:
  zstd_context context_ = make_zstd_context();
};

// zlib uses unsigned int for sizes.
uInt count_of(std::size_t bytes) {
  return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

class gzip_unpacker final : public unpacker {
 public:
  gzip_unpacker() : unpacker("gzip") {
    // 16 + MAX_WBITS selects a gzip header.
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~gzip_unpacker() override { inflateEnd(&stream_); }

  std::size_t unpack(std::string_view& packed, char* to, std::size_t room) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    const uInt most = stream_.avail_out = count_of(room);
    while (stream_.avail_out == most && !is_damaged() && (more_is_inside_ || !packed.empty())) {
      if (ended_ && !begin_member(packed)) break;
      stream_.next_in = reinterpret_cast<const Bytef*>(packed.data());
      const uInt given = stream_.avail_in = count_of(packed.size());
      const int state = inflate(&stream_, Z_NO_FLUSH);
      packed.remove_prefix(given - stream_.avail_in);
      ended_ = state == Z_STREAM_END;
      more_is_inside_ = stream_.avail_out == 0 && !ended_;
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      if (state == Z_DATA_ERROR || state == Z_NEED_DICT) fault_ = "is damaged";
    }
    return most - stream_.avail_out;
  }

 private:
  // Begins the next member. Zeros may follow the last member as padding; other bytes are a fault.
  bool begin_member(std::string_view& packed) {
    is_padded_ = is_padded_ || packed.front() == '\0';
    if (!is_padded_ && packed.front() == gzip_magic.front()) return inflateReset(&stream_) == Z_OK;
    packed.remove_prefix(std::min(packed.find_first_not_of('\0'), packed.size()));
    if (!packed.empty()) fault_ = "is damaged";
    return false;
  }

  z_stream stream_ = {};
  bool is_padded_ = false;
};

}  // namespace

void unpacker::refuse(const std::string& path, std::uint64_t line) const {
  throw input_error(path + ":" + std::to_string(line) + ": the " + format_ + " data " + fault() +
                    " here; fetch or compress the file again");
}

std::unique_ptr<unpacker> unpacker_of(std::string_view start) {
  if (start.starts_with(zstd_magic)) return std::make_unique<zstd_unpacker>();
  if (start.starts_with(gzip_magic)) return std::make_unique<gzip_unpacker>();
  return nullptr;
}

}  // namespace arcas::inline v0::graph::detail
