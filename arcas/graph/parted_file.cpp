// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/input_file.h>
#include <arcas/graph/parted_file.h>
#include <arcas/graph/zstd_context.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace arcas::inline v0::graph::detail {
namespace {

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& place) {
  throw input_error(path + ": the zstd data is damaged " + place +
                    "; fetch or compress the file again");
}

struct stat status_of(int descriptor, const std::string& path) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) throw input_error(path + ": " + std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw input_error(path + ": is a directory; name a file in it");
  return status;
}

// All bytes, or input_error.
void read_all(int descriptor, const std::string& path, std::uint64_t position, char* to,
              std::size_t bytes) {
  while (bytes != 0) {
    const ssize_t got = pread(descriptor, to, bytes, static_cast<off_t>(position));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw input_error(path + ": cannot read it (" + std::strerror(errno) + ")");
    if (got == 0) {
      throw input_error(path + ": ends at byte " + std::to_string(position) +
                        ", before what was there when it was opened; read it when it is whole");
    }
    position += static_cast<std::uint64_t>(got);
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

// The frames, or none where some frame does not say how long its content is, or is too long.
std::vector<zstd_piece> frames_in(std::string_view packed) {
  // No frame becomes so many times as long: what says so is damaged.
  constexpr std::uint64_t greatest_growth = std::uint64_t{1} << 17;
  std::vector<zstd_piece> frames;
  zstd_piece next;
  while (next.packed_at != packed.size()) {
    const std::string_view rest = packed.substr(next.packed_at);
    const std::size_t length = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
    if (ZSTD_isError(length)) return {};
    const unsigned long long size = ZSTD_getFrameContentSize(rest.data(), rest.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
        size > most_frame_bytes || size / greatest_growth > length) {
      return {};
    }
    next.size = size;
    next.packed_size = length;
    if (size != 0) frames.push_back(next);  // a skippable frame has no content
    next.at += size;
    next.packed_at += length;
  }
  return frames;
}

// Looks at the headers of all blocks, and so at few pages of the file.
std::vector<zstd_piece> frames_of_file(int descriptor, std::uint64_t size) {
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return {};
  madvise(mapped, size, MADV_RANDOM);
  const auto frames = frames_in({static_cast<const char*>(mapped), size});
  munmap(mapped, size);
  return frames;
}

}  // namespace

file_parts file_parts::between(std::uint64_t first, std::uint64_t last) const {
  file_parts some{path, packed, size, {}};
  std::ranges::copy_if(frames, std::back_inserter(some.frames),
                       [&](const zstd_piece& f) { return f.at < last && first < f.at + f.size; });
  return some;
}

file_parts parts_of_file(const std::string& path) {
  const input_descriptor descriptor(path);
  const struct stat status = status_of(descriptor, path);
  if (!S_ISREG(status.st_mode)) {
    throw input_error(path + ": is no file that can be read in parts; name a file");
  }
  file_parts parts{path, packing::none, static_cast<std::uint64_t>(status.st_size), {}};
  std::string magic(std::min<std::uint64_t>(parts.size, 8), '\0');
  read_all(descriptor, path, 0, magic.data(), magic.size());
  refuse_xz(magic, path);
  if (magic.starts_with(gzip_magic)) parts.packed = packing::stream;
  if (!magic.starts_with(zstd_magic)) return parts;
  parts.frames = frames_of_file(descriptor, parts.size);
  parts.packed = parts.frames.empty() ? packing::stream : packing::frames;
  if (!parts.frames.empty()) parts.size = parts.frames.back().at + parts.frames.back().size;
  return parts;
}

part_reader::part_reader(const file_parts& file) : file_(file), descriptor_(file.path) {}

const std::string& part_reader::hold_frame_with(std::uint64_t position) {
  const auto after = std::ranges::upper_bound(file_.frames, position, {}, &zstd_piece::at);
  const auto number = static_cast<std::size_t>(after - file_.frames.begin());
  if (number == held_) return content_;
  const zstd_piece& frame = file_.frames.at(number - 1);
  std::string packed(frame.packed_size, '\0');
  read_all(descriptor_, file_.path, frame.packed_at, packed.data(), packed.size());
  content_.resize(frame.size);
  const zstd_context context = make_zstd_context();
  const std::size_t size = ZSTD_decompressDCtx(context.get(), content_.data(), content_.size(),
                                               packed.data(), packed.size());
  if (size != frame.size) {
    held_ = 0;
    refuse_damaged(file_.path, "in the frame at byte " + std::to_string(frame.packed_at));
  }
  held_ = number;
  return content_;
}

void part_reader::read(std::uint64_t position, char* to, std::size_t bytes) {
  if (file_.packed == packing::none) {
    return read_all(descriptor_, file_.path, position, to, bytes);
  }
  while (bytes != 0) {
    const std::string& content = hold_frame_with(position);
    const std::uint64_t inside = position - file_.frames[held_ - 1].at;
    const std::size_t some = std::min<std::uint64_t>(
        bytes, content.size() - std::min<std::uint64_t>(inside, content.size()));
    if (some == 0)
      throw input_error(file_.path + ": ends inside what it should have; fetch it again");
    std::memcpy(to, content.data() + inside, some);
    position += some;
    to += some;
    bytes -= some;
  }
}

}  // namespace arcas::inline v0::graph::detail
