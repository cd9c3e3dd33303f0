// SPDX-License-Identifier: Apache-2.0
// The effect of each operation on messages and views.
#include <sim/explore/view_memory.h>

#include <cassert>

namespace arcas::sim {
namespace {

constexpr stamp gap = stamp{1} << 40;
constexpr choice first_value = 0x7f000000;
constexpr choice without_reason = 0x80000000;  // a weak compare-exchange that fails spuriously

}  // namespace

view_memory::view_memory(const memory_bounds& bounds) : bounds_(bounds) {
  for (process_id p = 0; p < most_threads; ++p) threads_[p].now.heard[p] = 1;
}

word_id view_memory::add_word(std::uint64_t value, std::optional<process_id> by) {
  word& w = words_.emplace_back();
  w.history.push_back({.name = first_value, .value = value});
  w.maker = by;
  if (by) w.made = threads_[*by].now.heard[*by];
  return static_cast<word_id>(words_.size() - 1);
}

bool view_memory::knows_of(process_id p, word_id w) const {
  const std::optional<process_id> maker = words_[w].maker;
  return !maker || *maker == p || threads_[p].now.heard[*maker] >= words_[w].made;
}

view_memory::message& view_memory::named(word& w, choice name) {
  for (message& m : w.history) {
    if (m.name == name) return m;
  }
  assert(!"a choice names a message of its word");
  return w.history.back();
}

const view_memory::message& view_memory::named(const word& w, choice name) const {
  return const_cast<view_memory*>(this)->named(const_cast<word&>(w), name);
}

// The oldest message that this operation may still read.
stamp view_memory::lowest(process_id p, const operation& op, std::memory_order order) const {
  stamp s = threads_[p].now.of(op.word);
  if (op.what == action::park) s = std::max(s, words_[op.word].bucket_view.of(op.word));
  if (is_seq_cst(order)) s = std::max({s, words_[op.word].total_floor, fences_.of(op.word)});
  return s;
}

void view_memory::choices(process_id p, const operation& op, few<choice>& out) {
  switch (op.what) {
    case action::load:
    case action::park:
    case action::modify:
      return readable(p, op, out);
    case action::compare:
      return comparable(p, op, out);
    case action::store:
      return places(p, op, out);
    case action::pause:
      return news(p, out);
    case action::awake:
      if (threads_[p].woken_by != no_step) out.push_back(0);
      return;
    default:
      out.push_back(0);
  }
}

// Newest first, so that the first execution is the expected one.
void view_memory::readable(process_id p, const operation& op, few<choice>& out) const {
  const word& w = words_[op.word];
  const stamp from = lowest(p, op, op.order);
  for (std::size_t i = w.history.size(); i-- > 0 && w.history[i].at >= from;) {
    if (op.what == action::modify && w.history[i].followed) continue;
    out.push_back(w.history[i].name);
  }
}

void view_memory::comparable(process_id p, const operation& op, few<choice>& out) const {
  const word& w = words_[op.word];
  const stamp for_success = lowest(p, op, op.order);
  const stamp for_failure = lowest(p, op, op.failure_order);
  const bool may_fail = op.weak && threads_[p].failures < bounds_.spurious_failures;
  for (std::size_t i = w.history.size(); i-- > 0;) {
    const message& m = w.history[i];
    const bool equal = m.value == op.expected;
    if (equal && !m.followed && m.at >= for_success) out.push_back(m.name);
    if (!equal && m.at >= for_failure) out.push_back(m.name);
    if (equal && may_fail && m.at >= for_failure) out.push_back(m.name | without_reason);
  }
}

void view_memory::places(process_id p, const operation& op, few<choice>& out) const {
  const word& w = words_[op.word];
  const stamp from = lowest(p, op, op.order);
  for (std::size_t i = w.history.size(); i-- > 0 && w.history[i].at >= from;) {
    if (!w.history[i].followed) out.push_back(w.history[i].name);
  }
}

void view_memory::news(process_id p, few<choice>& out) const {
  const thread& t = threads_[p];
  if (t.looked.empty() || t.changed_something) {
    out.push_back(0);
    return;
  }
  for (const auto& [w, seen] : t.looked) {
    for (const message& m : words_[w].history) {
      if (m.at <= seen) continue;
      out.push_back(m.name);
      break;
    }
  }
}

void view_memory::execute(event& e, step_id now) {
  const operation& op = e.op;
  word* w = words_.empty() ? nullptr : &words_[op.word];
  switch (op.what) {
    case action::load:
      read(e, now, named(*w, e.chosen), op.order);
      break;
    case action::store:
      write(e, now, e.chosen, op.operand, nullptr);
      break;
    case action::modify: {
      const message& m = named(*w, e.chosen);
      const view continued = m.released;
      read(e, now, m, op.order);
      write(e, now, e.chosen, op.combine(e.got.value, op.operand), &continued);
      break;
    }
    case action::compare:
      do_compare(e, now);
      break;
    case action::fence:
      do_fence(e, now);
      break;
    case action::light:
      do_light(e, now);
      break;
    case action::heavy:
      do_heavy(e, now);
      break;
    case action::pause:
      do_pause(e, now);
      break;
    case action::park:
      do_park(e, now);
      break;
    case action::awake:
      e.after.push_back(threads_[e.by].woken_by);
      threads_[e.by].woken_by = no_step;
      break;
    case action::wake:
      do_wake(e, now);
      break;
    case action::heavy_done:
    case action::flush:
      break;
  }
  ++threads_[e.by].now.heard[e.by];
}

void view_memory::read(event& e, step_id now, const message& m, std::memory_order order) {
  const word_id id = e.op.word;
  word& w = words_[id];
  thread& t = threads_[e.by];
  e.got.value = m.value;
  t.now.raise(id, m.at);
  if (acquires(order)) {
    t.now.join(m.released);
  } else {
    t.to_acquire.join(m.released);
  }
  const auto same = [id](const auto& look) { return look.first == id; };
  if (std::none_of(t.looked.begin(), t.looked.end(), same)) t.looked.emplace_back(id, m.at);
  if (m.step != no_step) e.after.push_back(m.step);
  // A read-modify-write enters the total order here; write() raises total_floor to its new message.
  if (is_seq_cst(order)) {
    w.total_floor = std::max(w.total_floor, m.at);
    join_total_order(e, now);
  }
  w.readers.push_back(now);
}

// Adds a message directly after the message that `behind` names. continued: the view released by
// the message that a read-modify-write replaces; null for a store.
void view_memory::write(event& e, step_id now, choice behind, std::uint64_t value,
                        const view* continued) {
  const word_id id = e.op.word;
  word& w = words_[id];
  thread& t = threads_[e.by];
  message& before = named(w, behind);
  const auto index = static_cast<std::size_t>(&before - w.history.data());
  const bool last = index + 1 == w.history.size();
  const stamp at = last ? before.at + gap : before.at + (w.history[index + 1].at - before.at) / 2;
  assert(at != before.at && "room between two messages");
  for (const step_id r : w.readers) {
    if (r != now) e.rivals.push_back(r);
  }
  message m{.name = e.by << 24 | ++t.messages, .step = now, .at = at, .value = value};
  if (continued) {
    before.followed = true;
    m.released.join(*continued);
  }
  t.now.raise(id, at);
  m.released.join(releases(e.op.order) ? t.now : t.fenced);
  m.released.raise(id, at);
  if (!continued || value != e.got.value) t.changed_something = true;
  w.history.insert(w.history.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(m));
  if (is_seq_cst(e.op.order)) {
    w.total_floor = std::max(w.total_floor, at);
    if (!continued) join_total_order(e, now);
  }
}

// A seq_cst access comes after earlier ones to its word and after all earlier seq_cst fences.
void view_memory::join_total_order(event& e, step_id now) {
  word& w = words_[e.op.word];
  for (const few<step_id>* steps : {&w.total, &total_fences_}) {
    e.after.insert(e.after.end(), steps->begin(), steps->end());
    e.rivals.insert(e.rivals.end(), steps->begin(), steps->end());
  }
  w.total.push_back(now);
  total_.push_back(now);
}

void view_memory::do_compare(event& e, step_id now) {
  const operation& op = e.op;
  const message& m = named(words_[op.word], e.chosen & ~without_reason);
  const bool spurious = e.chosen & without_reason;
  e.got.done = m.value == op.expected && !spurious;
  if (spurious) ++threads_[e.by].failures;
  if (!e.got.done) {
    read(e, now, m, op.failure_order);
    // If the exchange had come before one of the read-modify-writes of this word, it might have
    // found the expected value and succeeded.
    const auto& history = words_[op.word].history;
    for (std::size_t i = 0; i + 1 < history.size(); ++i) {
      if (history[i].followed) e.rivals.push_back(history[i + 1].step);
    }
    return;
  }
  const view continued = m.released;
  read(e, now, m, op.order);
  write(e, now, e.chosen, op.operand, &continued);
}

void view_memory::do_fence(event& e, step_id now) {
  thread& t = threads_[e.by];
  if (acquires(e.op.order)) t.now.join(t.to_acquire);
  if (is_seq_cst(e.op.order)) {
    t.now.join_floor(fences_);
    for (word_id w = 0; w < words_.size(); ++w) t.now.raise(w, words_[w].total_floor);
    fences_.join_floor(t.now);
    e.after = e.rivals = total_;
    total_.push_back(now);
    total_fences_.push_back(now);
  }
  if (releases(e.op.order)) t.fenced = t.now;
}

// A fence that is ordered with heavy fences only.
void view_memory::do_light(event& e, step_id now) {
  thread& t = threads_[e.by];
  t.now.join_floor(heavies_);
  lights_.join_floor(t.now);
  e.after = e.rivals = heavy_steps_;
  light_steps_.push_back(now);
}

// A seq_cst fence that is also ordered with light fences.
void view_memory::do_heavy(event& e, step_id now) {
  threads_[e.by].now.join_floor(lights_);
  do_fence(e, now);
  heavies_.join_floor(threads_[e.by].now);
  e.after.insert(e.after.end(), light_steps_.begin(), light_steps_.end());
  e.rivals.insert(e.rivals.end(), light_steps_.begin(), light_steps_.end());
  heavy_steps_.push_back(now);
}

void view_memory::do_pause(event& e, step_id now) {
  thread& t = threads_[e.by];
  for (const auto& [id, seen] : t.looked) {
    if (e.chosen == 0) break;
    words_[id].readers.push_back(now);
    for (const message& m : words_[id].history) {
      if (m.name != e.chosen) continue;
      t.now.raise(id, m.at);
      e.after.push_back(m.step);
    }
  }
  t.looked.clear();
  t.changed_something = false;
}

void view_memory::enter_bucket(event& e, step_id now) {
  word& w = words_[e.op.word];
  e.after.insert(e.after.end(), w.bucket.begin(), w.bucket.end());
  e.rivals.insert(e.rivals.end(), w.bucket.begin(), w.bucket.end());
  w.bucket.push_back(now);
  threads_[e.by].now.join(w.bucket_view);
}

// The kernel compares the word and enqueues the thread under a lock; a wake takes the same lock.
void view_memory::do_park(event& e, step_id now) {
  word& w = words_[e.op.word];
  enter_bucket(e, now);
  // relaxed: the kernel's load; its lock orders it with wakes.
  read(e, now, named(w, e.chosen), std::memory_order_relaxed);
  e.got.done = e.got.value == e.op.expected;
  if (e.got.done) w.sleepers.push_back(e.by);
  w.bucket_view.join(threads_[e.by].now);
}

void view_memory::do_wake(event& e, step_id now) {
  word& w = words_[e.op.word];
  enter_bucket(e, now);
  for (e.got.value = 0; e.got.value < e.op.operand && !w.sleepers.empty(); ++e.got.value) {
    threads_[w.sleepers.front()].woken_by = now;
    w.sleepers.erase(w.sleepers.begin());
  }
  w.bucket_view.join(threads_[e.by].now);
}

bool view_memory::disturbs(const event& e, process_id, const operation& op) const {
  const auto one_is = [&](action what) { return e.op.what == what || op.what == what; };
  if (one_is(action::light)) return one_is(action::heavy);
  const auto total = [](const operation& o) {
    return is_seq_cst(o.order) || (o.what == action::compare && is_seq_cst(o.failure_order));
  };
  if (total(e.op) && total(op))
    return one_is(action::fence) || one_is(action::heavy) || e.op.word == op.word;
  const auto in_bucket = [](const operation& o) {
    return o.what == action::park || o.what == action::wake;
  };
  return in_bucket(e.op) && in_bucket(op) && e.op.word == op.word;
}

std::string view_memory::unread(const word& w, const message& m) const {
  std::string newer;
  for (const message& other : w.history) {
    if (other.at > m.at) newer += (newer.empty() ? "" : ", ") + std::to_string(other.value);
  }
  return newer;
}

std::string view_memory::tell(process_id, const operation& op, choice c) const {
  switch (op.what) {
    case action::load:
    case action::park:
    case action::modify:
    case action::compare: {
      const message& m = named(words_[op.word], c & ~without_reason);
      const std::string newer = unread(words_[op.word], m);
      return (c & without_reason ? "fails without reason" : "") +
             (newer.empty() ? "" : " not in its view: " + newer);
    }
    case action::store: {
      const std::string newer = unread(words_[op.word], named(words_[op.word], c));
      return newer.empty() ? "" : " in the word's order before: " + newer;
    }
    default:
      return "";
  }
}

}  // namespace arcas::sim
