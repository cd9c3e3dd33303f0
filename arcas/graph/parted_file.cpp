// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/input_descriptor.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/parted_file.h>
#include <arcas/graph/zstd_context.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace arcas::inline v0::graph::detail {
namespace {

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& place) {
  throw input_error(path + ": the zstd data is damaged " + place +
                    "; fetch or compress the file again");
}

// Parses zstd frame and block headers (RFC 8878), without reading the data of the blocks.
class frame_reader {
 public:
  explicit frame_reader(const input_descriptor& file) : file_(file) {}

  // The frame at this position: its packed size, and the size of its content (0 for a skippable
  // frame). Returns nothing for a frame that does not state the size of its content or is cut off,
  // and for bytes that are not a frame.
  std::optional<zstd_piece> frame_at(std::uint64_t position) {
    constexpr std::uint64_t magic_of_frame = 0xFD2FB528, magic_of_skippable = 0x184D2A50;
    at_ = position;
    const std::uint64_t magic = next(4);
    zstd_piece frame{.packed_at = position};
    if (magic == magic_of_frame) {
      frame.size = content_size();
      skip_blocks();
    } else if ((magic & ~std::uint64_t{0xF}) == magic_of_skippable) {
      const std::uint64_t size = next(4);
      skip(size);
    } else {
      good_ = false;
    }
    frame.packed_size = at_ - position;
    return good_ ? std::optional(frame) : std::nullopt;
  }

 private:
  std::uint64_t next(std::uint64_t bytes) {
    std::uint64_t value = 0;
    const std::uint64_t at = at_;
    if (skip(bytes)) file_.read(at, reinterpret_cast<char*>(&value), bytes);
    return value;
  }
  bool skip(std::uint64_t bytes) {
    good_ = good_ && bytes <= file_.size() - at_;
    at_ += good_ ? bytes : 0;
    return good_;
  }
  // Reads the frame header after the magic number, and returns the size of the content.
  std::uint64_t content_size() {
    const std::uint64_t descriptor = next(1);
    const bool one_segment = (descriptor >> 5 & 1) != 0;
    checksum_ = (descriptor >> 2 & 1) != 0;
    constexpr std::uint64_t bytes_of_dictionary[] = {0, 1, 2, 4}, bytes_of_size[] = {0, 2, 4, 8};
    skip((one_segment ? 0 : 1) + bytes_of_dictionary[descriptor & 3]);
    const std::uint64_t form = descriptor >> 6;
    good_ = good_ && (form != 0 || one_segment);
    return form == 0 ? next(1) : next(bytes_of_size[form]) + (form == 1 ? 256 : 0);
  }
  void skip_blocks() {
    constexpr std::uint64_t repeated = 1;  // the block has one byte, whatever its size field says
    for (bool last = false; good_ && !last;) {
      const std::uint64_t block = next(3);
      last = (block & 1) != 0;
      skip((block >> 1 & 3) == repeated ? 1 : block >> 3);
    }
    if (checksum_) skip(4);
  }

  const input_descriptor& file_;
  std::uint64_t at_ = 0;
  bool checksum_ = false;
  bool good_ = true;
};

// Returns all frames that have content; none if one of them does not state the size of its content,
// is damaged or is too large.
std::vector<zstd_piece> frames_in(const input_descriptor& file) {
  // zstd cannot expand this much; a larger claim means corruption.
  constexpr std::uint64_t greatest_growth = std::uint64_t{1} << 17;
  std::vector<zstd_piece> frames;
  std::uint64_t content = 0;
  for (std::uint64_t at = 0; at != file.size();) {
    auto frame = frame_reader(file).frame_at(at);
    if (!frame || frame->size > most_frame_bytes ||
        frame->size / greatest_growth > frame->packed_size) {
      return {};
    }
    frame->at = content;
    content += frame->size;
    at += frame->packed_size;
    if (frame->size != 0) frames.push_back(*frame);  // a skippable frame has no content
  }
  return frames;
}

file_parts parts_of(const input_descriptor& file, const std::string& path) {
  struct stat status = {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw input_error(path + ": is not a file that can be read in parts; name a regular file");
  }
  file_parts parts{.path = path, .size = file.size(), .frames = {}};
  std::string magic(std::min<std::uint64_t>(parts.size, 8), '\0');
  file.read(0, magic.data(), magic.size());
  refuse_xz(magic, path);
  if (magic.starts_with(gzip_magic)) parts.packed = packing::stream;
  if (!magic.starts_with(zstd_magic)) return parts;
  parts.frames = frames_in(file);
  parts.packed = parts.frames.empty() ? packing::stream : packing::frames;
  if (!parts.frames.empty()) parts.size = parts.frames.back().at + parts.frames.back().size;
  return parts;
}

}  // namespace

file_parts file_parts::between(std::uint64_t first, std::uint64_t last) const {
  file_parts some{path, packed, size, most, {}};
  std::ranges::copy_if(frames, std::back_inserter(some.frames),
                       [&](const zstd_piece& f) { return f.at < last && first < f.at + f.size; });
  return some;
}

file_parts parts_of_file(const std::string& path) {
  return parts_of(input_descriptor(path), path);
}

file_parts parts_of_graph(const std::string& path, std::uint64_t asked) {
  const input_descriptor file(path);
  file_parts parts = parts_of(file, path);
  if (parts.packed == packing::none) return parts;
  parts.most = most_grown(file.size(), asked);
  if (parts.packed == packing::frames) require_budget(path, parts.size, parts.most);
  return parts;
}

part_reader::part_reader(const file_parts& file)
    : file_(file), descriptor_(std::make_unique<const input_descriptor>(file.path)) {}

part_reader::~part_reader() = default;

void part_reader::require_unchanged() const {
  descriptor_->require_unchanged();
}

const std::string& part_reader::hold_frame_with(std::uint64_t position) {
  const auto after = std::ranges::upper_bound(file_.frames, position, {}, &zstd_piece::at);
  const auto number = static_cast<std::size_t>(after - file_.frames.begin());
  if (number == held_) return content_;
  const zstd_piece& frame = file_.frames.at(number - 1);
  std::string packed(frame.packed_size, '\0');
  descriptor_->read(frame.packed_at, packed.data(), packed.size());
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
    return descriptor_->read(position, to, bytes);
  }
  while (bytes != 0) {
    const std::string& content = hold_frame_with(position);
    const std::uint64_t inside = position - file_.frames[held_ - 1].at;
    const std::size_t some = std::min<std::uint64_t>(
        bytes, content.size() - std::min<std::uint64_t>(inside, content.size()));
    if (some == 0) throw input_error(file_.path + ": ends early; fetch it again");
    std::memcpy(to, content.data() + inside, some);
    position += some;
    to += some;
    bytes -= some;
  }
}

}  // namespace arcas::inline v0::graph::detail
