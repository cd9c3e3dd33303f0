// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/parted_file.h>
#include <arcas/graph/text_start.h>
#include <arcas/graph/zstd_context.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::size_t packed_bytes_at_a_time = std::size_t{1} << 20;

}  // namespace

// Reads the file in pieces; unpack() makes the content of them.
class packed_stream::unpacker {
 public:
  explicit unpacker(const std::string& path) : path_(path), descriptor_(path) { refill(); }
  virtual ~unpacker() = default;
  unpacker(const unpacker&) = delete;
  unpacker& operator=(const unpacker&) = delete;

  std::string_view packed() const { return std::string_view(bytes_).substr(taken_); }
  const std::string& path() const { return path_; }
  std::size_t read(char* to, std::size_t most) {
    const std::size_t got = unpack(to, most);
    lines_ += static_cast<std::uint64_t>(std::count(to, to + got, '\n'));
    return got;
  }

 protected:
  virtual std::size_t unpack(char* to, std::size_t most) = 0;

  void take(std::size_t bytes) {
    taken_ += bytes;
    if (taken_ == bytes_.size()) refill();
  }
  [[noreturn]] void refuse(const char* format, const std::string& what) const {
    throw input_error(path_ + ":" + std::to_string(lines_ + 1) + ": the " + format + " data " +
                      what + " here; fetch or compress the file again");
  }

 private:
  void refill() {
    bytes_.resize(packed_bytes_at_a_time);
    taken_ = 0;
    bytes_.resize(descriptor_.read_some(bytes_.data(), bytes_.size()));
  }

  std::string path_;
  input_descriptor descriptor_;
  std::string bytes_;
  std::size_t taken_ = 0;
  std::uint64_t lines_ = 0;  // ended in what was unpacked
};

class packed_stream::plain final : public unpacker {
 public:
  using unpacker::unpacker;

 private:
  std::size_t unpack(char* to, std::size_t most) override {
    const std::size_t some = std::min(most, packed().size());
    std::memcpy(to, packed().data(), some);
    take(some);
    return some;
  }
};

class packed_stream::zstd final : public unpacker {
 public:
  using unpacker::unpacker;

 private:
  std::size_t unpack(char* to, std::size_t most) override {
    ZSTD_outBuffer out{to, most, 0};
    while (out.pos == 0) {
      if (packed().empty() && !more_is_inside_) {
        if (rest_ != 0) refuse("zstd", "ends early");
        return 0;
      }
      ZSTD_inBuffer in{packed().data(), packed().size(), 0};
      rest_ = ZSTD_decompressStream(context_.get(), &out, &in);
      if (ZSTD_isError(rest_)) {
        refuse("zstd", std::string("is damaged (") + ZSTD_getErrorName(rest_) + ")");
      }
      more_is_inside_ = out.pos == out.size && rest_ != 0;
      if (in.pos != 0) take(in.pos);
    }
    return out.pos;
  }

  zstd_context context_ = make_zstd_context();
  std::size_t rest_ = 0;  // of the frame; 0: it has ended
  bool more_is_inside_ = false;
};

class packed_stream::gzip final : public unpacker {
 public:
  explicit gzip(const std::string& path) : unpacker(path) {
    // 16 more than the largest window: a gzip header, not a zlib one.
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~gzip() override { inflateEnd(&stream_); }

 private:
  // Another member may follow a finished one; zeros may pad the end.
  std::size_t unpack(char* to, std::size_t most) override {
    constexpr std::size_t at_once = std::size_t{1} << 30;  // zlib counts in unsigned int
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min(most, at_once));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room) {
      if (state_ == Z_STREAM_END) {
        if (packed().empty() || packed().front() == '\0') return end_in_zeros();
        inflateReset(&stream_);
      }
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed().data()));
      stream_.avail_in = static_cast<uInt>(packed().size());
      const std::size_t before = packed().size();
      state_ = inflate(&stream_, Z_NO_FLUSH);
      const std::size_t taken = before - stream_.avail_in;
      if (state_ == Z_MEM_ERROR) throw std::bad_alloc();
      if (state_ == Z_DATA_ERROR || state_ == Z_NEED_DICT) refuse("gzip", "is damaged");
      if (state_ != Z_STREAM_END && taken == 0 && stream_.avail_out == room) {
        refuse("gzip", "ends early");
      }
      if (taken != 0) take(taken);
    }
    return room - stream_.avail_out;
  }

  std::size_t end_in_zeros() {
    for (; !packed().empty(); take(packed().size())) {
      if (packed().find_first_not_of('\0') != std::string_view::npos) refuse("gzip", "is damaged");
    }
    return 0;
  }

  z_stream stream_ = {};
  int state_ = Z_OK;
};

packed_stream::packed_stream(const std::string& path) {
  auto first = std::make_unique<plain>(path);
  refuse_xz(first->packed(), path);
  if (first->packed().starts_with(zstd_magic)) {
    unpacker_ = std::make_unique<zstd>(path);
  } else if (first->packed().starts_with(gzip_magic)) {
    unpacker_ = std::make_unique<gzip>(path);
  } else {
    unpacker_ = std::move(first);
  }
}

packed_stream::~packed_stream() = default;

std::size_t packed_stream::read(char* to, std::size_t most) {
  return unpacker_->read(to, most);
}

std::string start_of_text(const std::string& path, std::size_t most) {
  packed_stream stream(path);
  text_start start(path);
  std::string text;
  bool begun = false;
  while (!begun || text.size() < most) {
    const std::size_t before = text.size();
    text.resize(before + most);
    const std::size_t got = stream.read(text.data() + before, most);
    text.resize(before + got);
    if (got == 0) break;
    begun = begun || start.look(text);
  }
  return text;
}

}  // namespace arcas::inline v0::graph::detail
