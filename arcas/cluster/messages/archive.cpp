// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/archive.h>

#include <stdexcept>

namespace arcas::inline v0::cluster::detail {

void writer::fill(std::byte* at, transfer_id transfer) const {
  const std::span<const std::byte> from = bytes();
  at = put_plain(at, std::uint64_t{from.size()} | (apart_.empty() ? 0 : long_bit));
  if (!apart_.empty()) at = put_plain(at, transfer);
  if (!from.empty()) std::memcpy(at, from.data(), from.size());
}

void writer::elements(std::uint64_t n, const void* first, std::size_t bytes, bool may_be_apart) {
  const bool apart = may_be_apart && bytes >= least_apart_ && copies_ == 0;
  (*this)(n | (apart ? apart_bit : 0));
  if (apart) {
    apart_.emplace_back(static_cast<const std::byte*>(first), bytes);
  } else {
    raw(first, bytes);
  }
}

void writer::raw(const void* from, std::size_t n) {
  if (n == 0) return;
  const auto* first = static_cast<const std::byte*>(from);
  if (long_.empty() && n <= short_.size() - short_bytes_) {
    std::memcpy(short_.data() + short_bytes_, first, n);
    short_bytes_ += n;
    return;
  }
  if (long_.empty())
    long_.assign(short_.begin(), short_.begin() + static_cast<std::ptrdiff_t>(short_bytes_));
  long_.insert(long_.end(), first, first + n);
}

void refuse_short_message() {
  throw std::length_error(
      "a message is shorter than its contents: a serialize() reads more than it has written");
}

}  // namespace arcas::inline v0::cluster::detail
