// SPDX-License-Identifier: Apache-2.0
// Zstd frames or gzip members, any number one after the other, unpacked from the start on as their bytes arrive.
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
  // Unpacks from the start of `packed`, and removes the bytes that it has used. Returns the number of bytes in `to`, which has
  // room for one at least; 0 if more packed bytes are required, and if the data is wrong.
  virtual std::size_t unpack(std::string_view& packed, char* to, std::size_t room) = 0;
  // The fault of the data if no more packed bytes come; empty if it is complete.
  std::string fault() const { return fault_.empty() && !ended_ ? "ends early" : fault_; }
  // Whether more packed bytes cannot mend it.
  bool is_damaged() const { return !fault_.empty(); }
  // Throws input_error of the fault, which is in that line of the content.
  [[noreturn]] void refuse(const std::string& path, std::uint64_t line) const;

 protected:
  explicit unpacker(const char* format) : format_(format) {}
  std::string fault_;
  bool ended_ = false;           // the frame or member
  bool more_is_inside_ = false;  // unpacked, of packed bytes that were taken

 private:
  const char* format_;
};

// By the first bytes; null where they are those of neither format.
std::unique_ptr<unpacker> unpacker_of(std::string_view start);

}  // namespace arcas::inline v0::graph::detail
