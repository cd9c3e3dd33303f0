// SPDX-License-Identifier: Apache-2.0
// Unpacks a sequence of zstd frames or gzip members from the start, as their bytes arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

class unpacker {
 public:
  unpacker(const unpacker&) = delete;
  unpacker& operator=(const unpacker&) = delete;
  virtual ~unpacker() = default;
  // Unpacks from the start of `packed` and removes the bytes that were used. Returns the number of
  // bytes written to `to`, which must have room for at least one. Returns 0 if more packed bytes
  // are required, or if the data is damaged.
  virtual std::size_t unpack(std::string_view& packed, char* to, std::size_t room) = 0;
  // The fault of the data if no more packed bytes arrive; empty if the data is complete.
  std::string fault() const { return fault_.empty() && !ended_ ? "ends early" : fault_; }
  // Whether the data is damaged, so that more packed bytes cannot help.
  bool is_damaged() const { return !fault_.empty(); }
  // Throws input_error with the fault and the line of the unpacked text at which it occurs.
  [[noreturn]] void refuse(const std::string& path, std::uint64_t line) const;

 protected:
  explicit unpacker(const char* format) : format_(format) {}
  std::string fault_;
  bool ended_ = false;           // whether the current frame or member is complete
  bool more_is_inside_ = false;  // whether some unpacked bytes did not fit in `to`

 private:
  const char* format_;
};

// Chooses the format by the first bytes; null if they are neither zstd nor gzip.
std::unique_ptr<unpacker> unpacker_of(std::string_view start);

}  // namespace arcas::inline v0::graph::detail
