// SPDX-License-Identifier: Apache-2.0
// Two memory models: sequential consistency, and x86's total store order. A word has one value.
// Each thread has a buffer of stores, which reach memory in order, each in a step of its own.
// Memory orders matter only where they decide whether x86 empties the buffer first: seq_cst stores
// and fences.
#pragma once

#include <sim/explore/memory.h>

namespace arcas::sim {

class buffer_memory final : public memory {
 public:
  buffer_memory(bool buffers, const memory_bounds& bounds);

  word_id add_word(std::uint64_t value, std::optional<process_id> by) override;
  std::uint64_t newest(word_id w) const override { return words_[w].value; }
  void set_up(word_id w, std::uint64_t value) override { words_[w].value = value; }
  void choices(process_id p, const operation& op, few<choice>& out) override;
  void execute(event& e, step_id now) override;
  std::vector<operation> waiting(process_id p) const override;
  std::optional<operation> flush_of(process_id p) const override;
  bool chooses_as_one(const operation&) const override { return false; }
  bool disturbs(const event& e, process_id p, const operation& op) const override;
  const thread_clock& clock(process_id p) const override { return threads_[p].heard; }
  bool knows_of(process_id p, word_id w) const override;
  std::string tell(process_id p, const operation& op, choice c) const override;

 private:
  struct word {
    std::uint64_t value = 0;
    std::uint32_t version = 0;  // number of writes
    thread_clock released{};    // the knowledge that a reader acquires
    step_id writer = no_step;
    few<step_id> readers;  // steps that have read the word since the last write
    few<step_id> bucket;   // steps that park on the word or wake its sleepers
    few<process_id, 4> sleepers;
    std::optional<process_id> maker;
    std::uint32_t made = 0;
  };
  struct waiting_store {
    operation op;
    thread_clock released;
    step_id issued;
  };
  struct thread {
    thread_clock heard{};
    few<waiting_store, 2> buffer;
    few<std::pair<word_id, std::uint32_t>> looked;  // versions of the words read since the
                                                    // last pause
    bool changed_something = false;
    unsigned failures = 0;
    step_id woken_by = no_step;
    step_id flushed = no_step;  // the last step of the process that empties its buffer
    few<step_id> issued;        // steps of its stores into the buffer
    few<step_id> reached;       // the steps that flushed these stores
    few<step_id> heavy;         // steps of its heavy fences
    // By thread: the number of that thread's stores for which the current heavy fence waits.
    std::array<std::size_t, most_threads> awaits{};
  };

  bool waits_for_buffer(const operation& op) const;
  const waiting_store* buffered(process_id p, word_id w) const;
  void conflict(event& e, step_id other) const;
  void read(event& e, step_id now);
  void write(event& e, step_id now, std::uint64_t value, const thread_clock& released);
  void do_store(event& e, step_id now);
  void do_compare(event& e, step_id now);
  void do_flush(event& e, step_id now);
  void do_pause(event& e, step_id now);
  void do_heavy(event& e, step_id now);
  void do_heavy_done(event& e);
  void do_bucket(event& e, step_id now);

  bool buffers_;
  memory_bounds bounds_;
  std::vector<word> words_;
  std::array<thread, most_threads> threads_;
};

// The process that empties p's buffer, and the thread whose buffer a process empties.
inline process_id flusher_of(process_id p) {
  return most_threads + p;
}
inline process_id thread_of(process_id p) {
  return p % most_threads;
}

}  // namespace arcas::sim
