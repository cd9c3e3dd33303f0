// SPDX-License-Identifier: Apache-2.0
// Compresses texts by zlib, for the mutators of formats that contain compressed data.
#pragma once

#include <arcas/graph/zlib_const.h>

#include <string>

namespace fuzz {

// The format of a raw deflate stream.
inline constexpr int without_header = -MAX_WBITS;
// The format of a gzip member.
inline constexpr int gzip_header = 16 + MAX_WBITS;

inline std::string deflated(const std::string& text, int header, int level) {
  z_stream stream = {};
  deflateInit2(&stream, level, Z_DEFLATED, header, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace fuzz
