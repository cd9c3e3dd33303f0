// SPDX-License-Identifier: Apache-2.0
// The nouns of an exploration: the operations of a virtual thread, the ways in which they can
// execute, and the record of each step.
#pragma once

#include <boost/container/small_vector.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::sim {

// Maximum number of threads of a check. Each may have a second process, which empties its store
// buffer.
inline constexpr unsigned most_threads = 6;
inline constexpr unsigned most_processes = 2 * most_threads;

using process_id = unsigned;
using word_id = std::uint32_t;
using step_id = std::uint32_t;
inline constexpr step_id no_step = ~step_id{0};

// A list that is short in most executions. Its first elements need no allocation: allocations took
// a third of the time of a search.
template <class T, std::size_t N = 8>
using few = boost::container::small_vector<T, N>;

// One way to execute an operation. A message is a value that was written to a word. The choice of a
// load is the message that it reads; the choice of a store is the message after which its own is
// added. A message is identified by its writer, not by its position, so that a choice has the same
// meaning after other steps.
using choice = std::uint32_t;

enum class action : std::uint8_t {
  load,
  store,
  modify,   // exchange, fetch_add …
  compare,  // compare and exchange
  fence,
  light,       // asymmetric fences: the light side
  heavy,       // the heavy side
  heavy_done,  // continues when the stores in the other threads' buffers have reached memory
  pause,       // continues when a word that the thread has read since its last pause has changed
  park,        // futex: sleeps if the word holds the expected value
  awake,       // continues when woken
  wake,        // futex: wakes sleepers
  flush        // the oldest store of a buffer reaches memory
};

// The place of an operation in the source.
struct site {
  const char* file = "";
  unsigned line = 0;
  unsigned column = 0;

  site() = default;
  explicit site(const std::source_location& where)
      : file(where.file_name()), line(where.line()), column(where.column()) {}
  friend bool operator==(const site& a, const site& b) {
    return a.line == b.line && a.column == b.column && std::string_view(a.file) == b.file;
  }
};

struct operation {
  action what = action::fence;
  bool weak = false;      // compare: may fail spuriously
  bool pointers = false;  // the word holds an address
  // The order of the operation; relaxed until it is set. Partner: that of the protocol's access.
  std::memory_order order = std::memory_order_relaxed;
  std::memory_order failure_order = std::memory_order_relaxed;  // compare: order on failure, with
                                                                // the same partner
  word_id word = 0;
  const void* address = nullptr;  // of the word; null if there is none
  std::uint64_t operand = 0;      // the value to store or add, or the number of threads to wake
  std::uint64_t expected = 0;     // compare, park
  std::uint64_t (*combine)(std::uint64_t old, std::uint64_t operand) = nullptr;  // modify
  site at;
};

struct answer {
  std::uint64_t value = 0;  // the value that was read
  bool done = true;         // compare: exchanged; park: fell asleep
};

// One executed step, with the data that the search needs.
struct event {
  process_id by = 0;
  operation op;
  choice chosen = 0;
  answer got;
  // By process: its last step that comes before this one in every equivalent order, plus one.
  std::array<step_id, most_processes> clock{};
  // Filled in by memory::execute(). after: the steps that this step must follow. rivals: earlier
  // steps; if this step had come before a rival, one of the two might have had another outcome.
  few<step_id> after;
  few<step_id> rivals;
  few<word_id, 4> looked;  // pause: the words that it waited for, if that matters later
};

std::string_view name_of(std::memory_order order);
inline bool reads(const operation& op) {
  return op.what == action::load || op.what == action::modify || op.what == action::compare ||
         op.what == action::park;
}
inline bool is_seq_cst(std::memory_order o) {
  return o == std::memory_order_seq_cst;  // a comparison, not an access: it has no partner
}
inline bool acquires(std::memory_order o) {
  // Compares with each order that acquires. Nothing is accessed, so these orders have no partner.
  return o == std::memory_order_acquire || o == std::memory_order_acq_rel ||
         o == std::memory_order_consume || is_seq_cst(o);
}
inline bool releases(std::memory_order o) {
  // Compares with each order that releases. Nothing is accessed, so these orders have no partner.
  return o == std::memory_order_release || o == std::memory_order_acq_rel || is_seq_cst(o);
}

}  // namespace arcas::sim
