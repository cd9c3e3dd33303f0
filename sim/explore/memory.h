// SPDX-License-Identifier: Apache-2.0
// What a memory model answers: which ways an operation can go now, what it does, and which other
// steps that depends on. SEMANTICS.md says what each model is.
#pragma once

#include <sim/explore/operation.h>

#include <memory>
#include <string>

namespace arcas::sim {

enum class memory_model : std::uint8_t {
  sequential,      // every access is in one total order
  tso,             // x86: stores wait in a buffer, in order
  release_acquire  // C++20: relaxed, acquire, release, seq_cst; without load buffering
};
std::string_view name_of(memory_model model);

// What a thread knows of the others: for plain data a race is an access that does not know of the
// last one.
using thread_clock = std::array<std::uint32_t, most_threads>;

struct memory_bounds {
  unsigned spurious_failures = 1;  // of weak compare-exchanges, for each thread
};

class memory {
 public:
  virtual ~memory() = default;

  // A new word. by: the thread that makes it; none while the check is being set up.
  virtual word_id add_word(std::uint64_t value, std::optional<process_id> by) = 0;
  // The word as set-up and the final look see it: the newest value.
  virtual std::uint64_t newest(word_id w) const = 0;
  virtual void set_up(word_id w, std::uint64_t value) = 0;

  // The ways in which op of process p can go now; none: p has to wait.
  virtual void choices(process_id p, const operation& op, std::vector<choice>& out) = 0;
  // Does it, as step number `now`; fills in got, after and rivals of e.
  virtual void execute(event& e, step_id now) = 0;
  // The stores in p's buffer, oldest first.
  virtual std::vector<operation> waiting(process_id p) const = 0;
  // What p's flusher has to do, if p's buffer holds anything.
  virtual std::optional<operation> flush_of(process_id p) const = 0;
  // All ways of op are explored as one by the search: whether it goes before or after others does
  // not change which outcomes there are.
  virtual bool chooses_as_one(const operation& op) const = 0;
  // A way of op that was explored before must be explored again after e.
  virtual bool disturbs(const event& e, process_id p, const operation& op) const = 0;

  virtual const thread_clock& clock(process_id p) const = 0;
  // Whether p knows that the word has been made.
  virtual bool knows_of(process_id p, word_id w) const = 0;

  // For the story: what choice c means for p, and what it has not seen.
  virtual std::string tell(process_id p, const operation& op, choice c) const = 0;
};

std::unique_ptr<memory> make_memory(memory_model model, const memory_bounds& bounds);

}  // namespace arcas::sim
