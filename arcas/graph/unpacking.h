// SPDX-License-Identifier: Apache-2.0
// Packed bytes → bytes. Neither format lets a second thread start anywhere but at a frame, and most
// published files are one frame; those that Arcas and pzstd write are many, and unpacked in
// parallel.
#pragma once

#include <arcas/graph/growing_buffer.h>
#include <arcas/loops/options.h>

#include <string>
#include <string_view>

namespace arcas::graph {

inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
inline constexpr std::string_view gzip_magic = "\x1F\x8B";

// Any number of frames or members, one after the other. Throw input_error, which names the path and
// the line up to which the data could be unpacked; unzstd also interrupted.
stored_bytes unzstd(std::string_view packed, const std::string& path, const loop_options& loops);
stored_bytes ungzip(std::string_view packed, const std::string& path);

}  // namespace arcas::graph
