// SPDX-License-Identifier: Apache-2.0
// Compresses a stream into zstd frames: the blocks are compressed at the same time, and the frames
// are written in the order of the blocks. `zstd -d` unpacks such a file.
#include <arcas/tasks/pipeline.h>

#include <zstd.h>

#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

constexpr std::size_t block_bytes = 1 << 16;

std::optional<std::string> next_block(std::istream& in) {
  std::string block(block_bytes, '\0');
  in.read(block.data(), block_bytes);
  block.resize(static_cast<std::size_t>(in.gcount()));
  if (block.empty()) return std::nullopt;
  return block;
}

std::string frame_of(const std::string& block) {
  std::string frame(ZSTD_compressBound(block.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), block.data(), block.size(), /*compressionLevel=*/3);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

void compress(std::istream& in, std::ostream& out) {
  using namespace arcas;
  pipeline(stage(serial_in_order, [&] { return next_block(in); }) | stage(parallel, frame_of) |
           stage(serial_in_order, [&](const std::string& frame) { out << frame; }));
}

// Unpacks frame after frame.
std::string unpacked(const std::string& packed) {
  std::string all, block(block_bytes, '\0');
  for (std::size_t at = 0; at < packed.size();) {
    const std::size_t frame = ZSTD_findFrameCompressedSize(packed.data() + at, packed.size() - at);
    if (ZSTD_isError(frame)) throw std::runtime_error(ZSTD_getErrorName(frame));
    const std::size_t size = ZSTD_decompress(block.data(), block.size(), packed.data() + at, frame);
    if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
    all.append(block, 0, size);
    at += frame;
  }
  return all;
}

int main() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7'919 % 10'007) + ' ';
  std::istringstream in(text);
  std::ostringstream out;
  compress(in, out);
  return out.str().size() < text.size() && unpacked(out.str()) == text ? 0 : 1;
}
