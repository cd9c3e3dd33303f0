// SPDX-License-Identifier: Apache-2.0
// How is a trace written so that ui.perfetto.dev can read it? As protocol buffers: a list of
// Perfetto's TracePacket messages (perfetto/protos, Apache-2.0). Only the fields in use are named
// here. Files may be concatenated, since a packet depends only on packets of its own sequence.
// Private to Arcas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::detail::perfetto {

// A message of protocol buffers. A number is a varint or eight bytes; a text or an inner message
// starts with its length in bytes.
class message {
 public:
  message& number(unsigned field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3);
    varint(value);
    return *this;
  }
  message& fixed(unsigned field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3 | 1);
    for (unsigned i = 0; i < 8; ++i) bytes_ += static_cast<char>(value >> (8 * i));
    return *this;
  }
  message& text(unsigned field, std::string_view bytes) {
    varint(std::uint64_t{field} << 3 | 2);
    varint(bytes.size());
    bytes_ += bytes;
    return *this;
  }
  message& inside(unsigned field, const message& other) { return text(field, other.bytes_); }
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  void varint(std::uint64_t value) {
    for (; value > 0x7f; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

// Numbers of fields and values in Perfetto's messages.
namespace trace_file {
inline constexpr unsigned packet = 1;
}
namespace packet {
inline constexpr unsigned timestamp = 8, sequence = 10, event = 11, interned = 12,
                          sequence_flags = 13, track = 60;
inline constexpr std::uint64_t state_cleared = 1, needs_state = 2;
}  // namespace packet
namespace event {
inline constexpr unsigned annotation = 4, type = 9, name_id = 10, track = 11, counter_value = 30,
                          flow = 47, flow_end = 48;
inline constexpr std::uint64_t begin = 1, end = 2, instant = 3, counter = 4;
}  // namespace event
namespace interned {
inline constexpr unsigned event_name = 2, annotation_name = 3, id = 1, name = 2;
}
namespace track {
inline constexpr unsigned id = 1, name = 2, process = 3, thread = 4, parent = 5, counter = 8;
inline constexpr unsigned process_number = 1, process_name = 6;
inline constexpr unsigned thread_process = 1, thread_number = 2, thread_name = 5;
}  // namespace track
namespace annotation {
inline constexpr unsigned name_id = 1, whole = 4, text = 6;
}

class file {
 public:
  void add(const message& what) { all_.inside(trace_file::packet, what); }
  const std::string& bytes() const { return all_.bytes(); }
  std::string take() { return all_.take(); }

 private:
  message all_;
};

// An entry in the table of names of a sequence.
inline message named(std::uint64_t id, std::string_view name) {
  message entry;
  entry.number(interned::id, id).text(interned::name, name);
  return entry;
}

}  // namespace arcas::inline v0::detail::perfetto
