// SPDX-License-Identifier: Apache-2.0
// How does a message name the code that it runs? By a number that the code got when the program was
// loaded; an address would differ between processes. All ranks run one executable, which gives the
// same numbers everywhere. Ranks compare fingerprint() before the first message, and end the job if
// it differs. Consecutive messages of one handler and scope in a packet are a *run*: they share a
// header of 16 bytes.
#pragma once

#include <arcas/cluster/transport/carrier.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <typeinfo>

namespace arcas::inline v0::cluster::detail {

// The scope that counts a message (completion/scope_table.h); 0: none.
using scope_id = std::uint64_t;
using handler_id = std::uint16_t;

// The origin of a message.
struct envelope {
  rank_id from;
  cluster::detail::lane lane;
  scope_id scope;
};

// Pointers to the parts of a rank that receive messages. A rank has one part of each class. A
// handler gets the pointer of its class.
class message_targets {
 public:
  template <class Part>
  void add(Part& part) {
    assert(number<Part> < most_parts && "more kinds of parts than most_parts");
    parts_[number<Part>] = &part;
  }
  template <class Part>
  Part& get() const {
    assert(parts_[number<Part>] && "messages are for a part that this rank does not have");
    return *static_cast<Part*>(parts_[number<Part>]);
  }

 private:
  static constexpr unsigned most_parts = 8;
  static constinit inline unsigned numbers_ = 0;
  template <class Part>
  static inline const unsigned number = numbers_++;

  std::array<void*, most_parts> parts_{};
};

// Runs at most `count` messages of one handler, which begin at `at`. Moves `at` past the messages
// that have run, and returns their number. A number less than `count` means that the next message
// cannot run yet: there is no room for an answer, or its long data has not arrived. The caller
// tries again later. Handlers on the control lane always return `count`.
using run_function = unsigned (*)(const message_targets& here, const envelope& from,
                                  const std::byte*& at, unsigned count);

// Called only while the program is being loaded.
handler_id add_handler(run_function run, const char* name);
run_function handler(handler_id id);
// The name of the handler's class, as typeid gives it.
const char* handler_name(handler_id id);

// A hash of this executable and the names of all its handlers, in order.
std::uint64_t fingerprint();

// A kind of message is a class with a `static unsigned run(Part& part, …)`; the other arguments are
// those of run_function. Part is the part of a rank that receives the message. A use of id()
// anywhere in the program registers the kind.
template <class Kind>
class registered {
 public:
  static handler_id id() { return id_; }
  static unsigned run(const message_targets& here, const envelope& from, const std::byte*& at,
                      unsigned count) {
    using part = typename decltype(part_of(&Kind::run))::type;
    return Kind::run(here.get<part>(), from, at, count);
  }

 private:
  template <class Part>
  static std::type_identity<Part> part_of(unsigned (*)(Part&, const envelope&, const std::byte*&,
                                                       unsigned));
  static inline const handler_id id_ = add_handler(&run, typeid(Kind).name());
};

// The properties that all messages of a run share.
struct run_key {
  handler_id handler = 0;
  scope_id scope = 0;
};

// The header of a run in a packet: the outbox writes it, the messenger reads it.
struct run_header {
  handler_id handler;
  std::uint16_t count;
  std::uint32_t bytes;  // of the messages
  scope_id scope;
};
static_assert(sizeof(run_header) == 16);

// The sending rank and the destination of a run. Both follow the run's header in jobs where some
// messages need more than one hop.
struct run_route {
  rank_id from = 0;
  rank_id to = 0;
  friend bool operator==(const run_route&, const run_route&) = default;
};

constexpr std::size_t head_bytes(bool routed) {
  return sizeof(run_header) + (routed ? sizeof(run_route) : 0);
}

// Reads the header of a run; returns the address of its messages. If no route follows the header,
// `route` keeps its value.
inline const std::byte* read_head(const std::byte* at, bool routed, run_header& run,
                                  run_route& route) {
  std::memcpy(&run, at, sizeof run);
  if (routed) std::memcpy(&route, at + sizeof run, sizeof route);
  return at + head_bytes(routed);
}

}  // namespace arcas::inline v0::cluster::detail
