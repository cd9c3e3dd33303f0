// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/graph/write_graph.h>
#include <arcas/graph/zlib_const.h>
#include <poll.h>
#include <sys/stat.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

namespace arcas::inline v0::graph {

output_error::output_error(const std::string& sentence)
    : std::runtime_error(arcas::detail::visible(sentence)) {}

}  // namespace arcas::inline v0::graph

namespace arcas::inline v0::graph::detail {
namespace {

// Each piece is a separate zstd frame or gzip member; unpackers accept a sequence of them. zstd
// frames state the size of their content, so that a reader can unpack several in parallel. With the
// levels below, packing is several times faster than a disk writes, and edge lists become at most a
// tenth larger than with slower levels.
constexpr int zstd_level = 3;
constexpr int gzip_level = 6;

std::string zstd_packed(std::string_view piece) {
  std::string frame(ZSTD_compressBound(piece.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), piece.data(), piece.size(), zstd_level);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the only possible error
  frame.resize(size);
  return frame;
}

std::string gzip_packed(std::string_view piece) {
  z_stream stream = {};
  // 16 + MAX_WBITS selects a gzip header.
  if (deflateInit2(&stream, gzip_level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  std::string member(deflateBound(&stream, piece.size()), '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(piece.data());
  stream.avail_in = static_cast<uInt>(piece.size());
  stream.next_out = reinterpret_cast<Bytef*>(member.data());
  stream.avail_out = static_cast<uInt>(member.size());
  const int state = deflate(&stream, Z_FINISH);
  member.resize(stream.total_out);
  deflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("gzip could not pack a piece");
  return member;
}

using packer = std::string (*)(std::string_view piece);

// Selects the packer by the ending of the name; null: bytes are stored as they are.
packer packer_for(const std::string& path) {
  if (path.ends_with(".zst")) return zstd_packed;
  if (path.ends_with(".gz")) return gzip_packed;
  return nullptr;
}

std::string packed_by(packer pack, std::string_view rest) {
  std::string all;
  do {
    all += pack(rest.substr(0, frame_bytes));
    rest.remove_prefix(std::min(rest.size(), frame_bytes));
  } while (!rest.empty());
  return all;
}

// Number of pieces packed in parallel.
constexpr std::size_t pieces_at_once = 16;

void require_no_directory(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw output_error(path + ": is a directory; name a file in it");
  }
}

bool is_pipe(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

// Flushes stdio first, so that earlier output precedes the file.
const char* standard_output() {
  std::fflush(stdout);
  return "/dev/stdout";
}

}  // namespace

void require_writable(const std::string& path) {
  // Opening a pipe would wait for a reader.
  if (!is_pipe(path)) output_file removed(path);
}

output_file::output_file(const std::string& path, const loop_options& loops)
    : path_(path),
      loops_(loops),
      file_(path == "-" ? standard_output() : path, arcas::detail::until_whole::unnamed,
            loops.stop),
      pack_(packer_for(path)) {
  if (loops.stop && file_.error() == EINTR) throw interrupted();  // no reader of a pipe has come
  require_no_directory(path);
  if (file_.error() != 0) refuse("cannot be made", file_.error());
  struct stat status;
  may_block_ = loops.stop && fstat(file_.descriptor(), &status) == 0 && !S_ISREG(status.st_mode);
}

void output_file::refuse(const std::string& what, int error) const {
  throw output_error(path_ + ": " + what + " (" + std::strerror(error) +
                     "); check the folder, its permissions and the space left");
}

std::string output_file::packed(std::string bytes) const {
  return pack_ ? packed_by(pack_, bytes) : std::move(bytes);
}

std::optional<std::string> packed_for(const std::string& path, std::string_view bytes) {
  const packer pack = packer_for(path);
  if (!pack) return std::nullopt;
  return packed_by(pack, bytes);
}

void output_file::write(std::string_view bytes) {
  if (!pack_) return write_packed(bytes);
  std::vector<std::string> pieces;
  while (!bytes.empty()) {
    const std::size_t left = (bytes.size() + frame_bytes - 1) / frame_bytes;
    pieces.resize(std::min(left, pieces_at_once));
    whole_for(pieces.size(), loops_, [&](std::size_t p) {
      pieces[p] = pack_(bytes.substr(p * frame_bytes, frame_bytes));
    });
    for (const std::string& piece : pieces) write_packed(piece);
    bytes.remove_prefix(std::min(pieces.size() * frame_bytes, bytes.size()));
  }
}

// Waits until bytes can be written without blocking, and returns their number. Also returns after a
// request to stop.
std::size_t output_file::room() const {
  if (!may_block_) return frame_bytes;
  pollfd waits = {.fd = file_.descriptor(), .events = POLLOUT, .revents = 0};
  while (poll(&waits, 1, arcas::detail::between_looks) <= 0 && !loops_.stop.stop_requested()) {
  }
  return PIPE_BUF;
}

void output_file::write_packed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, room());
    // Checked after the wait, so that a stop takes effect before the next piece.
    if (loops_.stop.stop_requested()) throw interrupted();
    if (const int error = file_.write(piece)) refuse("cannot be written", error);
    bytes.remove_prefix(piece.size());
  }
}

void output_file::finish() {
  if (const int error = file_.finish()) refuse("cannot be written", error);
}

}  // namespace arcas::inline v0::graph::detail
