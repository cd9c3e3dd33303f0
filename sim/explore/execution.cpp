// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/execution.h>

#include <sim/explore/buffer_memory.h>

#include <exception>

namespace arcas::sim {

std::string_view name_of(failure_kind kind) {
  switch (kind) {
    case failure_kind::broken_promise:
      return "broken promise";
    case failure_kind::data_race:
      return "data race";
    case failure_kind::touch_after_end:
      return "touched after its end";
    case failure_kind::deadlock:
      return "deadlock";
    case failure_kind::livelock:
      return "livelock";
    case failure_kind::lost_wake_up:
      return "lost wake-up";
    case failure_kind::too_long:
      return "no end in sight";
    case failure_kind::exception:
      return "exception";
  }
  return "";
}

execution::execution(memory_model model, const memory_bounds& bounds, orders& all_orders,
                     thread_pool& pool, const struct habits& h)
    : model_(make_memory(model, bounds)), orders_(all_orders), pool_(pool), habits_(h) {
  current_ = this;
}

execution::~execution() {
  state_.clear();
  current_ = nullptr;
}

void execution::add_thread(std::string name, std::function<void()> body) {
  if (threads_.size() == most_threads) {
    fail(failure_kind::exception, "a check has at most " + std::to_string(most_threads) +
                                      " threads; \"" + name + "\" is one too many");
    return;
  }
  threads_.push_back({std::move(name), std::move(body), std::nullopt, {}, false});
}

void execution::start() {
  for (process_id p = 0; p < threads_.size() && !failure_; ++p) {
    if (!pool_[p]) pool_[p] = std::make_unique<virtual_thread>();
    pool_[p]->start([this, p] {
      try {
        threads_[p].body();
      } catch (const std::exception& e) {
        fail(failure_kind::exception, threads_[p].name + " threw: " + e.what());
      } catch (...) {
        fail(failure_kind::exception,
             threads_[p].name + " threw an object that is not a std::exception");
      }
    });
    run(p);
  }
}

void execution::run(process_id p) {
  threads_[p].next.reset();
  running_ = p;
  pool_[p]->resume();
  running_.reset();
  threads_[p].finished = pool_[p]->finished();
}

bool execution::over() const {
  for (process_id p = 0; p < threads_.size(); ++p) {
    if (!threads_[p].finished || model_->flush_of(p)) return false;
  }
  return true;
}

const operation* execution::pending(process_id p) {
  if (p < most_threads)
    return p < threads_.size() && threads_[p].next ? &*threads_[p].next : nullptr;
  flushes_[thread_of(p)] = model_->flush_of(thread_of(p));
  return flushes_[thread_of(p)] ? &*flushes_[thread_of(p)] : nullptr;
}

// Whether the word exists, and the thread knows that it has been made.
bool execution::may_touch(process_id p, const operation& op) {
  if (op.address == nullptr) return true;
  if (!is_there(op)) {
    fail(failure_kind::touch_after_end, threads_[p].name + " touches a word that is gone, at " +
                                            place_of(op.at) + ": " + source_line(op.at));
    return false;
  }
  if (!model_->knows_of(p, op.word)) {
    fail(failure_kind::data_race, threads_[p].name +
                                      " touches a word without knowing that it has been made, at " +
                                      place_of(op.at) + ": " + source_line(op.at));
    return false;
  }
  words_[op.word].touched[p] = model_->clock(p)[p];
  return true;
}

void execution::step(event& e, step_id now) {
  if (e.op.what != action::flush && !may_touch(e.by, e.op)) return;
  model_->execute(e, now);
  if (e.op.what == action::flush) return;
  threads_[e.by].got = e.got;
  run(e.by);
}

answer execution::perform(operation op) {
  if (!running_) return perform_in_set_up(op);
  const process_id p = *running_;
  if (!is_there(op)) may_touch(p, op);
  threads_[p].next = op;
  pool_[p]->give_way();
  return threads_[p].got;
}

answer execution::perform_in_set_up(const operation& op) {
  if (op.address == nullptr || !is_there(op)) return {};
  const std::uint64_t old = model_->newest(op.word);
  switch (op.what) {
    case action::store:
      model_->set_up(op.word, op.operand);
      break;
    case action::modify:
      model_->set_up(op.word, op.combine(old, op.operand));
      break;
    case action::compare:
      if (old != op.expected) return {old, false};
      model_->set_up(op.word, op.operand);
      break;
    default:
      break;
  }
  return {old, true};
}

word_id execution::make_word(const void* address, std::uint64_t value) {
  words_.push_back({address, {}});
  return model_->add_word(value, running_);
}

void execution::forget_word(word_id w, const void* address) {
  if (w >= words_.size() || words_[w].address != address) return;
  words_[w].address = nullptr;
  if (!running_) return;
  const thread_clock& known = model_->clock(*running_);
  for (process_id q = 0; q < threads_.size(); ++q) {
    if (q != *running_ && words_[w].touched[q] > known[q]) {
      fail(failure_kind::touch_after_end, threads_[*running_].name +
                                              " ends the life of a word that " + threads_[q].name +
                                              " may still touch");
    }
  }
}

std::string execution::who(std::optional<process_id> p) const {
  return p ? threads_[*p].name : "the set-up";
}

void execution::touch(cell_id c, const void* address, bool writes, const site& at) {
  const auto where = [&at] { return place_of(at) + ": " + source_line(at); };
  if (!plain_.alive(c, address)) {
    fail(failure_kind::touch_after_end,
         who(running_) + " touches plain data that is gone, at " + where());
    return;
  }
  if (on_note && running_)
    on_note(*running_, (writes ? "writes " : "reads ") +
                           names_.of(address, writes ? action::store : action::load, at) + ", " +
                           where());
  const auto missed = plain_.touch(c, running_, knowledge(), writes, at);
  if (!missed) return;
  const std::string other =
      missed->at.line == 0
          ? "made it"
          : (missed->wrote ? "wrote it at " : "read it at ") + place_of(missed->at);
  fail(failure_kind::data_race, who(running_) + (writes ? " writes " : " reads ") +
                                    names_.of(address, writes ? action::store : action::load, at) +
                                    " at " + where() + ", while " + who(missed->by) + ", which " +
                                    other + ", is not known to be done with it");
}

void execution::forget_cell(cell_id c, const void* address) {
  if (!plain_.alive(c, address)) return;
  const auto missed = running_ ? plain_.touch(c, running_, knowledge(), true, {}) : std::nullopt;
  plain_.remove(c);
  if (missed) {
    fail(failure_kind::touch_after_end, who(running_) + " ends the life of plain data that " +
                                            who(missed->by) + " may still touch: its access at " +
                                            place_of(missed->at) + " is not known to be over");
  }
}

// A thread that fails is not resumed again.
void execution::fail(failure_kind kind, std::string what) {
  if (!failure_) failure_ = failure{kind, std::move(what)};
  while (running_) pool_[*running_]->give_way();
}

void execution::fail_stuck() {
  std::string all;
  bool asleep = false;
  bool pauses = false;
  for (process_id p = 0; p < threads_.size(); ++p) {
    if (!threads_[p].next) continue;
    const operation& op = *threads_[p].next;
    asleep |= op.what == action::awake;
    pauses |= op.what == action::pause;
    all += (all.empty() ? "" : "; ") + threads_[p].name +
           (op.what == action::awake   ? " sleeps and nobody will wake it"
            : op.what == action::pause ? " waits for a change that nobody will make"
                                       : " cannot go on") +
           " (" + place_of(op.at) + ")";
  }
  fail(asleep   ? failure_kind::lost_wake_up
       : pauses ? failure_kind::livelock
                : failure_kind::deadlock,
       all);
}

void execution::look_at_end() {
  for (const auto& look : looks_) {
    if (!failure_) look();
  }
}

}  // namespace arcas::sim
