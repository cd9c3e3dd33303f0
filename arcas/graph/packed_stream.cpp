// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/input_descriptor.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/parted_file.h>
#include <arcas/graph/text_start.h>
#include <arcas/graph/unpacker.h>

#include <algorithm>
#include <cstring>

namespace arcas::inline v0::graph::detail {
namespace {

constexpr std::size_t packed_bytes_at_a_time = std::size_t{1} << 20;

}  // namespace

packed_stream::packed_stream(const std::string& path, std::uint64_t most)
    : path_(path), descriptor_(std::make_unique<const input_descriptor>(path)), most_(most) {
  refill();
  refuse_xz(rest_, path_);
  unpacker_ = unpacker_of(rest_);
}

packed_stream::~packed_stream() = default;

void packed_stream::refill() {
  bytes_.resize(packed_bytes_at_a_time);
  bytes_.resize(descriptor_->read_some(bytes_.data(), bytes_.size()));
  rest_ = bytes_;
}

std::size_t packed_stream::read_plain(char* to, std::size_t most) {
  if (rest_.empty()) refill();
  const std::size_t some = std::min(most, rest_.size());
  std::memcpy(to, rest_.data(), some);
  rest_.remove_prefix(some);
  return some;
}

std::size_t packed_stream::read(char* to, std::size_t most) {
  if (!unpacker_) return read_plain(to, most);
  for (;;) {
    const std::size_t got = unpacker_->unpack(rest_, to, most);
    lines_ += static_cast<std::uint64_t>(std::count(to, to + got, '\n'));
    unpacked_ += got;
    require_budget(path_, unpacked_, most_);
    if (got != 0) return got;
    if (!unpacker_->is_damaged()) refill();
    if (!rest_.empty() && !unpacker_->is_damaged()) continue;
    if (unpacker_->fault().empty()) return 0;
    unpacker_->refuse(path_, lines_ + 1);
  }
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
