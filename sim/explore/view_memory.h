// SPDX-License-Identifier: Apache-2.0
// The release-acquire model: every word keeps all its messages, and a thread's knowledge determines
// which it may read. SEMANTICS.md has the rules and their limits.
#pragma once

#include <sim/explore/view.h>

namespace arcas::sim {

class view_memory final : public memory {
 public:
  explicit view_memory(const memory_bounds& bounds);

  word_id add_word(std::uint64_t value, std::optional<process_id> by) override;
  std::uint64_t newest(word_id w) const override { return words_[w].history.back().value; }
  void set_up(word_id w, std::uint64_t value) override { words_[w].history.back().value = value; }
  void choices(process_id p, const operation& op, few<choice>& out) override;
  void execute(event& e, step_id now) override;
  std::vector<operation> waiting(process_id) const override { return {}; }
  std::optional<operation> flush_of(process_id) const override { return std::nullopt; }
  bool chooses_as_one(const operation& op) const override { return op.what == action::store; }
  bool disturbs(const event& e, process_id p, const operation& op) const override;
  const thread_clock& clock(process_id p) const override { return threads_[p].now.heard; }
  bool knows_of(process_id p, word_id w) const override;
  std::string tell(process_id p, const operation& op, choice c) const override;

 private:
  struct message {
    choice name = 0;
    step_id step = no_step;  // the step that wrote it; none for the first value
    stamp at = 0;
    std::uint64_t value = 0;
    bool followed = false;  // a read-modify-write follows it directly: nothing can come between
    view released = {};     // the view that an acquiring reader learns
  };
  struct word {
    few<message, 2> history;  // in modification order
    few<step_id> readers;     // steps that read it or waited for it
    few<step_id> total;       // its seq_cst accesses
    stamp total_floor = 0;    // newest message that seq_cst accesses have read or written
    few<step_id> bucket;      // steps that park on it or wake its sleepers
    view bucket_view;         // of the kernel's lock, which these steps take
    few<process_id, 4> sleepers;
    std::optional<process_id> maker;
    std::uint32_t made = 0;  // by the maker's clock
  };
  struct thread {
    view now;
    view to_acquire;                        // joined by the next acquire fence
    view fenced;                            // the view of the last release fence
    few<std::pair<word_id, stamp>> looked;  // first reads since the last pause
    bool changed_something = false;         // since the last pause
    unsigned failures = 0;                  // number of spurious failures
    unsigned messages = 0;
    step_id woken_by = no_step;
  };

  stamp lowest(process_id p, const operation& op, std::memory_order order) const;
  message& named(word& w, choice name);
  const message& named(const word& w, choice name) const;
  void readable(process_id p, const operation& op, few<choice>& out) const;
  void comparable(process_id p, const operation& op, few<choice>& out) const;
  void places(process_id p, const operation& op, few<choice>& out) const;
  void news(process_id p, few<choice>& out) const;

  void read(event& e, step_id now, const message& m, std::memory_order order);
  void write(event& e, step_id now, choice behind, std::uint64_t value, const view* continued);
  void join_total_order(event& e, step_id now);
  void enter_bucket(event& e, step_id now);
  void do_compare(event& e, step_id now);
  void do_fence(event& e, step_id now);
  void do_light(event& e, step_id now);
  void do_heavy(event& e, step_id now);
  void do_pause(event& e, step_id now);
  void do_park(event& e, step_id now);
  void do_wake(event& e, step_id now);
  std::string unread(const word& w, const message& m) const;

  memory_bounds bounds_;
  std::vector<word> words_;
  std::array<thread, most_threads> threads_;
  view fences_;                // the views of seq_cst fences
  few<step_id> total_fences_;  // seq_cst fences
  few<step_id> total_;         // seq_cst fences and accesses
  view lights_;                // the views of light fences
  view heavies_;               // the views of heavy fences
  few<step_id> light_steps_;
  few<step_id> heavy_steps_;
};

}  // namespace arcas::sim
