// SPDX-License-Identifier: Apache-2.0
// One run of a check: its virtual threads, its words and its plain data, and its failure, if any.
// Each virtual thread is stopped before its next operation.
#pragma once

#include <sim/explore/memory.h>
#include <sim/explore/names.h>
#include <sim/explore/orders.h>
#include <sim/explore/plain_data.h>
#include <sim/explore/virtual_thread.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace arcas::sim {

enum class failure_kind : std::uint8_t {
  broken_promise,  // require() was called with false
  data_race,
  touch_after_end,  // access to plain data or a word after its end
  deadlock,         // all threads wait
  livelock,         // all threads pause until something changes, and nothing will
  lost_wake_up,     // a thread sleeps and no thread will wake it
  too_long,         // more steps than allowed
  exception         // an exception left a thread
};
std::string_view name_of(failure_kind kind);

struct failure {
  failure_kind kind;
  std::string what;
};

// The values that machine<> returns to explored code.
struct habits {
  unsigned patience = 1;
  unsigned tries = 1;
};

// Stacks, kept from run to run.
using thread_pool = std::array<std::unique_ptr<virtual_thread>, most_threads>;

class execution {
 public:
  execution(memory_model model, const memory_bounds& bounds, orders& all_orders, thread_pool& pool,
            const struct habits& h);
  ~execution();
  execution(const execution&) = delete;

  // The run that the calling code is part of; null outside explore().
  static execution* current() { return current_; }

  // Called by the explored code.
  answer perform(operation op);
  // The address is only an identifier: without the attribute gcc assumes a read of the object under
  // construction.
  [[gnu::access(none, 2)]] word_id make_word(const void* address, std::uint64_t value);
  void forget_word(word_id w, const void* address);
  void touch(cell_id c, const void* address, bool writes, const site& at);
  cell_id make_cell(const void* address) { return plain_.add(address, running_, knowledge()); }
  void forget_cell(cell_id c, const void* address);
  void fail(failure_kind kind, std::string what);
  orders& memory_orders() { return orders_; }
  const struct habits& habits() const { return habits_; }

  // Called by the code that sets the check up.
  void add_thread(std::string name, std::function<void()> body);
  void add_look(std::function<void()> look) { looks_.push_back(std::move(look)); }
  void keep(std::shared_ptr<void> state) { state_.push_back(std::move(state)); }
  word_names& names() { return names_; }

  // Called by the search.
  void start();
  bool over() const;
  const failure* failed() const { return failure_ ? &*failure_ : nullptr; }
  // The next operation of process p; null if it has none.
  const operation* pending(process_id p);
  void choices(process_id p, few<choice>& out) { model_->choices(p, *pending(p), out); }
  void step(event& e, step_id now);
  // Called if no thread can continue and not all are finished. The failure tells what each awaits.
  void fail_stuck();
  // Called after the last step: calls the functions of add_look() until one fails.
  void look_at_end();
  memory& model() { return *model_; }
  const std::string& name_of_thread(process_id p) const { return threads_[p].name; }
  std::size_t threads() const { return threads_.size(); }

  // Called for plain accesses, for the story.
  std::function<void(process_id, const std::string&)> on_note;

 private:
  struct thread {
    std::string name;
    std::function<void()> body;
    std::optional<operation> next;
    answer got;
    bool finished = false;
  };

  const thread_clock* knowledge() const { return running_ ? &model_->clock(*running_) : nullptr; }
  void run(process_id p);
  answer perform_in_set_up(const operation& op);
  bool is_there(const operation& op) const {
    return op.address == nullptr ||
           (op.word < words_.size() && words_[op.word].address == op.address);
  }
  bool may_touch(process_id p, const operation& op);
  std::string who(std::optional<process_id> p) const;

  static inline execution* current_ = nullptr;

  std::unique_ptr<memory> model_;
  orders& orders_;
  thread_pool& pool_;
  struct habits habits_;
  plain_data plain_;
  word_names names_;
  struct word {
    const void* address;     // null after its end
    thread_clock touched{};  // by thread: its clock at its last access
  };
  std::vector<word> words_;
  std::vector<thread> threads_;
  std::vector<std::function<void()>> looks_;
  std::vector<std::shared_ptr<void>> state_;
  std::array<std::optional<operation>, most_threads> flushes_;
  std::optional<process_id> running_;
  std::optional<failure> failure_;
};

}  // namespace arcas::sim
