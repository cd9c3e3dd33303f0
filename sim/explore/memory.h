// SPDX-License-Identifier: Apache-2.0
// The interface of a memory model: the ways in which an operation can execute now, its effect, and
// the other steps on which the effect depends. SEMANTICS.md defines the models.
#pragma once

#include <sim/explore/operation.h>

#include <memory>
#include <string>

namespace arcas::sim {

enum class memory_model : std::uint8_t {
  sequential,      // all accesses are in one total order
  tso,             // x86: stores wait in a buffer, in order
  release_acquire  // C++20: relaxed, acquire, release, seq_cst; without load buffering
};
std::string_view name_of(memory_model model);

// A thread's knowledge of the others. A race on plain data is an access by a thread that does not
// know of the last conflicting access.
using thread_clock = std::array<std::uint32_t, most_threads>;

struct memory_bounds {
  unsigned spurious_failures = 1;  // most in a thread, of weak compare-exchanges
};

class memory {
 public:
  virtual ~memory() = default;

  // Adds a word. by: the thread that makes it; nullopt during set-up.
  virtual word_id add_word(std::uint64_t value, std::optional<process_id> by) = 0;
  // The value that set-up and the final check see: the newest.
  virtual std::uint64_t newest(word_id w) const = 0;
  virtual void set_up(word_id w, std::uint64_t value) = 0;

  // The ways in which op of process p can execute now; none: p must wait.
  virtual void choices(process_id p, const operation& op, few<choice>& out) = 0;
  // Executes e as step number `now`; sets e.got, e.after and e.rivals.
  virtual void execute(event& e, step_id now) = 0;
  // The stores in p's buffer, oldest first.
  virtual std::vector<operation> waiting(process_id p) const = 0;
  // The next operation of the process that empties p's buffer, if the buffer is not empty.
  virtual std::optional<operation> flush_of(process_id p) const = 0;
  // Whether the search explores all ways of op as one. It may do so if the order of op and other
  // steps does not change the set of outcomes.
  virtual bool chooses_as_one(const operation& op) const = 0;
  // Whether a way of op that was explored before must be explored again after e.
  virtual bool disturbs(const event& e, process_id p, const operation& op) const = 0;

  virtual const thread_clock& clock(process_id p) const = 0;
  // Whether p knows that the word has been made.
  virtual bool knows_of(process_id p, word_id w) const = 0;

  // For the story: the meaning of choice c for p, and the values that p has not seen.
  virtual std::string tell(process_id p, const operation& op, choice c) const = 0;
};

std::unique_ptr<memory> make_memory(memory_model model, const memory_bounds& bounds);

}  // namespace arcas::sim
