// SPDX-License-Identifier: Apache-2.0
// Packed bytes → bytes. One thread: neither format lets a second one start anywhere but at a frame,
// and published files are one frame.
#pragma once

#include <arcas/graph/growing_buffer.h>

#include <string>
#include <string_view>

namespace arcas::graph {

inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
inline constexpr std::string_view gzip_magic = "\x1F\x8B";

// Any number of frames or members, one after the other. Throw input_error, which names the path and
// the line up to which the data could be unpacked.
stored_bytes unzstd(std::string_view packed, const std::string& path);
stored_bytes ungzip(std::string_view packed, const std::string& path);

}  // namespace arcas::graph
