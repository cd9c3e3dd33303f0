// SPDX-License-Identifier: Apache-2.0
// Makes compressed data: a text in zstd frames or gzip members of all kinds, whole or damaged.
#include "mutation.h"
#include "packing.h"

#include <zstd.h>

namespace fuzz {
namespace {

std::string zstd_frame(const std::string& text, dice& random) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, static_cast<int>(1 + random.below(9)));
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, random.one_in(2));
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, random.one_in(2));
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  packed.resize(ZSTD_isError(size) ? 0 : size);
  return packed;
}

std::string skippable_frame(dice& random) {
  std::string frame;
  put(frame, static_cast<std::uint32_t>(0x184D2A50 + random.below(16)));
  const auto size = static_cast<std::uint32_t>(random.below(9));
  put(frame, size);
  frame.append(size, 's');
  return frame;
}

std::string made(const std::string&, dice& random, std::size_t most) {
  const bool zstd = random.one_in(2);
  std::string bytes;
  for (std::size_t parts = 1 + random.below(4); parts > 0; --parts) {
    std::string text;
    for (std::size_t lines = random.below(40); lines > 0; --lines)
      text += std::to_string(random.below(100)) + ' ' + std::to_string(random.below(1000)) + '\n';
    if (zstd && random.one_in(5)) bytes += skippable_frame(random);
    bytes += zstd ? zstd_frame(text, random)
                  : deflated(text, gzip_header, static_cast<int>(random.below(10)));
  }
  if (random.one_in(5)) bytes.append(random.below(9), '\0');
  return random.one_in(3) ? changed_bytes(std::move(bytes), most) : bytes;
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::made);
}
