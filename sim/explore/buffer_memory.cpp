// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/buffer_memory.h>

#include <sim/explore/view_memory.h>

#include <algorithm>

namespace arcas::sim {
namespace {

constexpr choice fails_anyway = 1;  // a weak compare-exchange that fails spuriously

void join(thread_clock& into, const thread_clock& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

}  // namespace

std::string_view name_of(memory_model model) {
  switch (model) {
    case memory_model::sequential:
      return "sequential";
    case memory_model::tso:
      return "tso";
    case memory_model::release_acquire:
      return "release_acquire";
  }
  return "";
}

std::unique_ptr<memory> make_memory(memory_model model, const memory_bounds& bounds) {
  if (model == memory_model::release_acquire) return std::make_unique<view_memory>(bounds);
  return std::make_unique<buffer_memory>(model == memory_model::tso, bounds);
}

buffer_memory::buffer_memory(bool buffers, const memory_bounds& bounds)
    : buffers_(buffers), bounds_(bounds) {
  for (process_id p = 0; p < most_threads; ++p) threads_[p].heard[p] = 1;
}

word_id buffer_memory::add_word(std::uint64_t value, std::optional<process_id> by) {
  word& w = words_.emplace_back();
  w.value = value;
  w.maker = by;
  if (by) w.made = threads_[*by].heard[*by];
  return static_cast<word_id>(words_.size() - 1);
}

bool buffer_memory::knows_of(process_id p, word_id w) const {
  const std::optional<process_id> maker = words_[w].maker;
  return !maker || *maker == p || threads_[p].heard[*maker] >= words_[w].made;
}

// On x86 these operations are locked instructions, mfence, or futex calls, which are full barriers.
bool buffer_memory::waits_for_buffer(const operation& op) const {
  switch (op.what) {
    case action::modify:
    case action::compare:
    case action::park:
    case action::wake:
    case action::heavy:
      return true;
    case action::store:
    case action::fence:
      return is_seq_cst(op.order);
    default:
      return false;
  }
}

const buffer_memory::waiting_store* buffer_memory::buffered(process_id p, word_id w) const {
  const auto& buffer = threads_[p].buffer;
  for (auto s = buffer.rbegin(); s != buffer.rend(); ++s) {
    if (s->op.word == w) return &*s;
  }
  return nullptr;
}

std::optional<operation> buffer_memory::flush_of(process_id p) const {
  if (threads_[p].buffer.empty()) return std::nullopt;
  operation op = threads_[p].buffer.front().op;
  op.what = action::flush;
  return op;
}

void buffer_memory::choices(process_id p, const operation& op, few<choice>& out) {
  const thread& t = threads_[thread_of(p)];
  if (op.what != action::flush && waits_for_buffer(op) && !t.buffer.empty()) return;
  if (op.what == action::awake && t.woken_by == no_step) return;
  if (op.what == action::heavy_done) {
    for (process_id q = 0; q < most_threads; ++q) {
      if (threads_[q].reached.size() < t.awaits[q]) return;
    }
  }
  if (op.what == action::pause && !t.looked.empty() && !t.changed_something) {
    const auto is_news = [this](const auto& look) {
      return words_[look.first].version != look.second;
    };
    if (std::none_of(t.looked.begin(), t.looked.end(), is_news)) return;
  }
  out.push_back(0);
  if (op.what == action::compare && op.weak && words_[op.word].value == op.expected &&
      t.failures < bounds_.spurious_failures)
    out.push_back(fails_anyway);
}

void buffer_memory::execute(event& e, step_id now) {
  const operation& op = e.op;
  thread& t = threads_[thread_of(e.by)];
  if (op.what != action::flush && waits_for_buffer(op) && t.flushed != no_step)
    e.after.push_back(t.flushed);
  switch (op.what) {
    case action::load:
      read(e, now);
      break;
    case action::store:
      do_store(e, now);
      break;
    case action::modify:
      read(e, now);
      write(e, now, op.combine(e.got.value, op.operand), t.heard);
      break;
    case action::compare:
      do_compare(e, now);
      break;
    case action::pause:
      do_pause(e, now);
      break;
    case action::park:
    case action::wake:
      do_bucket(e, now);
      break;
    case action::awake:
      e.after.push_back(t.woken_by);
      t.woken_by = no_step;
      break;
    case action::flush:
      do_flush(e, now);
      return;
    case action::heavy:
      do_heavy(e, now);
      break;
    case action::heavy_done:
      do_heavy_done(e);
      break;
    case action::fence:
    case action::light:
      break;
  }
  ++t.heard[e.by];
}

void buffer_memory::conflict(event& e, step_id other) const {
  if (other == no_step) return;
  e.after.push_back(other);
  e.rivals.push_back(other);
}

void buffer_memory::read(event& e, step_id now) {
  word& w = words_[e.op.word];
  thread& t = threads_[e.by];
  // A load from the thread's own buffer counts as a read of memory too: if the buffer had been
  // emptied before the load, another thread's store could have come between.
  conflict(e, w.writer);
  w.readers.push_back(now);
  const auto same = [&e](const auto& look) { return look.first == e.op.word; };
  if (std::none_of(t.looked.begin(), t.looked.end(), same))
    t.looked.emplace_back(e.op.word, w.version);
  if (const waiting_store* own = buffered(e.by, e.op.word)) {
    e.got.value = own->op.operand;
    return;
  }
  e.got.value = w.value;
  join(t.heard, w.released);
}

void buffer_memory::write(event& e, step_id now, std::uint64_t value,
                          const thread_clock& released) {
  word& w = words_[e.op.word];
  conflict(e, w.writer);
  for (const step_id r : w.readers) {
    if (r != now) conflict(e, r);
  }
  w.readers.clear();
  w.writer = now;
  if (w.value != value || e.op.what != action::modify)
    threads_[thread_of(e.by)].changed_something = true;
  if (w.value != value) ++w.version;
  w.value = value;
  w.released = released;
}

void buffer_memory::do_store(event& e, step_id now) {
  thread& t = threads_[e.by];
  if (!buffers_ || is_seq_cst(e.op.order)) {
    write(e, now, e.op.operand, t.heard);
    return;
  }
  for (const thread& other : threads_) {
    for (const step_id h : other.heavy) conflict(e, h);
  }
  t.issued.push_back(now);
  t.buffer.push_back({e.op, t.heard, now});
  t.changed_something = true;
}

void buffer_memory::do_flush(event& e, step_id now) {
  thread& t = threads_[thread_of(e.by)];
  const waiting_store s = t.buffer.front();
  t.buffer.erase(t.buffer.begin());
  e.after.push_back(s.issued);
  const bool changed = t.changed_something;
  write(e, now, s.op.operand, s.released);
  t.changed_something = changed;
  t.flushed = now;
  t.reached.push_back(now);
}

// membarrier: all stores that other threads have executed until now reach memory before heavy_done.
void buffer_memory::do_heavy(event& e, step_id now) {
  for (process_id q = 0; q < most_threads; ++q) {
    threads_[e.by].awaits[q] = threads_[q].issued.size();
    for (const step_id s : threads_[q].issued) conflict(e, s);
  }
  threads_[e.by].heavy.push_back(now);
}

void buffer_memory::do_heavy_done(event& e) {
  for (process_id q = 0; q < most_threads; ++q) {
    if (threads_[e.by].awaits[q] != 0)
      e.after.push_back(threads_[q].reached[threads_[e.by].awaits[q] - 1]);
  }
}

void buffer_memory::do_compare(event& e, step_id now) {
  read(e, now);
  const bool spurious = e.chosen == fails_anyway;
  if (spurious) ++threads_[e.by].failures;
  e.got.done = e.got.value == e.op.expected && !spurious;
  if (e.got.done) write(e, now, e.op.operand, threads_[e.by].heard);
}

void buffer_memory::do_pause(event& e, step_id now) {
  thread& t = threads_[e.by];
  for (const auto& [id, version] : t.looked) {
    conflict(e, words_[id].writer);
    words_[id].readers.push_back(now);
    e.looked.push_back(id);
  }
  t.looked.clear();
  t.changed_something = false;
}

// A park compares the word and enqueues the thread under a lock of the kernel; a wake takes the
// same lock.
void buffer_memory::do_bucket(event& e, step_id now) {
  word& w = words_[e.op.word];
  for (const step_id s : w.bucket) conflict(e, s);
  w.bucket.push_back(now);
  if (e.op.what == action::park) {
    read(e, now);
    e.got.done = e.got.value == e.op.expected;
    if (e.got.done) w.sleepers.push_back(e.by);
    return;
  }
  for (e.got.value = 0; e.got.value < e.op.operand && !w.sleepers.empty(); ++e.got.value) {
    threads_[w.sleepers.front()].woken_by = now;
    w.sleepers.erase(w.sleepers.begin());
  }
}

bool buffer_memory::disturbs(const event& e, process_id p, const operation& op) const {
  const auto in_bucket = [](const operation& o) {
    return o.what == action::park || o.what == action::wake;
  };
  if (in_bucket(e.op) && in_bucket(op) && e.op.word == op.word) return true;
  const auto buffers_it = [this](const operation& o) {
    return buffers_ && o.what == action::store && !is_seq_cst(o.order);
  };
  if (e.op.what == action::heavy) return buffers_it(op);
  if (op.what == action::heavy) return buffers_it(e.op);
  const auto writes = [this](const operation& o) {
    if (o.what == action::store) return !buffers_ || is_seq_cst(o.order);
    return o.what == action::modify || o.what == action::compare || o.what == action::flush;
  };
  if (op.what == action::pause) {
    const auto& looked = threads_[p].looked;
    return writes(e.op) && std::any_of(looked.begin(), looked.end(),
                                       [&](const auto& look) { return look.first == e.op.word; });
  }
  if (e.op.what == action::pause)
    return writes(op) && std::count(e.looked.begin(), e.looked.end(), op.word) != 0;
  const bool touch = (writes(e.op) || reads(e.op)) && (writes(op) || reads(op));
  return touch && e.op.word == op.word && (writes(e.op) || writes(op));
}

std::vector<operation> buffer_memory::waiting(process_id p) const {
  std::vector<operation> all;
  for (const waiting_store& s : threads_[p].buffer) all.push_back(s.op);
  return all;
}

std::string buffer_memory::tell(process_id, const operation& op, choice c) const {
  return op.what == action::compare && c == fails_anyway ? " fails without reason" : "";
}

}  // namespace arcas::sim
