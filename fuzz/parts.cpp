// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: reads a file as a whole, as a stream and in parts. Each way returns the same
// bytes or refuses the file.
#include "memory_file.h"
#include "whole_or_refused.h"

#include <arcas/graph/input_file.h>
#include <arcas/graph/parted_file.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace {

using namespace arcas::graph::detail;

std::string whole(const std::string& path) {
  return std::string(input_file(path).bytes());
}

std::string streamed(const std::string& path) {
  packed_stream stream(path, parts_of_graph(path, 0).most);
  std::string all;
  std::string piece(77, '\0');
  while (const std::size_t got = stream.read(piece.data(), piece.size())) all.append(piece, 0, got);
  return all;
}

// The bytes read in parts; empty if the file can only be read as a stream.
std::optional<std::string> in_parts(const std::string& path) {
  const file_parts parts = parts_of_graph(path, 0);
  if (parts.packed == packing::stream) return std::nullopt;
  part_reader reader(parts);
  std::string all(static_cast<std::size_t>(parts.size), '\0');
  for (std::size_t at = 0; at < all.size(); at += 77)
    reader.read(at, all.data() + at, std::min<std::size_t>(77, all.size() - at));
  return all;
}

std::optional<std::string> content(const std::string& path, const auto& read) {
  try {
    return read(path);
  } catch (const arcas::graph::input_error& refusal) {
    fuzz::require_one_line(refusal.what(), path + ":");
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = 1 << 16;
  if (size > most) return 0;
  const fuzz::memory_file file({reinterpret_cast<const char*>(data), size});
  const auto all = content(file.path(), whole);
  fuzz::require(content(file.path(), streamed) == all, "a stream has the same bytes");
  const auto parts = content(file.path(), in_parts);
  fuzz::require(!parts || parts == all, "the parts have the same bytes");
  return 0;
}
