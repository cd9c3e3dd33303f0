// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/story.h>

#include <sim/explore/buffer_memory.h>

#include <iomanip>
#include <sstream>

namespace arcas::sim {
std::string_view name_of(std::memory_order order) {
  // In the order of the standard's enumeration.
  constexpr std::string_view names[] = {"relaxed", "consume", "acquire",
                                        "release", "acq_rel", "seq_cst"};
  return names[static_cast<std::size_t>(order)];
}

story::story(execution& run, memory_model model) : run_(run), model_(model) {
  run_.on_note = [this](process_id p, const std::string& what) {
    lines_ += "       " + run_.name_of_thread(p) + " " + what + "\n";
  };
}

std::string story::actor(process_id p) const {
  const std::string& name = run_.name_of_thread(thread_of(p));
  return p == thread_of(p) ? name : name + "'s buffer";
}

// Small numbers in decimal, packed words in hexadecimal, addresses as numbers of objects: the same
// in each run.
std::string story::number(const operation& op, std::uint64_t v) {
  if (op.pointers && v != 0)
    return "object " + std::to_string(objects_.try_emplace(v, objects_.size() + 1).first->second);
  std::ostringstream out;
  if (v >= 1'000'000) out << "0x" << std::hex;
  out << v;
  return out.str();
}

// The name of the word: the same each time, and unique.
std::string story::word(const operation& op) {
  const auto [at, fresh] = names_.try_emplace(op.word);
  if (fresh) {
    const std::string name = run_.names().of(op.address, op.what, op.at);
    const unsigned nth = ++used_[name];
    at->second = nth == 1 ? name : name + "#" + std::to_string(nth);
  }
  return at->second;
}

void story::before(const event& e) {
  told_ = run_.model().tell(e.by, e.op, e.chosen);
}

std::string story::exchanged(const event& e) {
  const operation& op = e.op;
  if (e.got.done)
    return "exchanges " + number(op, op.expected) + " for " + number(op, op.operand) + " in " +
           word(op);
  return "fails to exchange " + word(op) + ", which is " + number(op, e.got.value) +
         " where it expects " + number(op, op.expected);
}

std::string story::what_was_done(const event& e) {
  const operation& op = e.op;
  const std::string order = " (" + std::string(name_of(op.order)) + ")";
  const bool buffered = model_ == memory_model::tso && !is_seq_cst(op.order);
  switch (op.what) {
    case action::load:
      return "reads " + number(op, e.got.value) + " from " + word(op) + order;
    case action::store:
      return "writes " + number(op, op.operand) + " to " + word(op) + order +
             (buffered ? ", into its buffer" : "");
    case action::modify:
      return "changes " + word(op) + " from " + number(op, e.got.value) + " to " +
             number(op, op.combine(e.got.value, op.operand)) + order;
    case action::compare:
      return exchanged(e) + order;
    case action::fence:
      return "fence" + order;
    case action::light:
      return "light fence";
    case action::heavy:
      return "heavy fence";
    case action::heavy_done:
      return "heavy fence done: what others had stored has reached memory";
    case action::pause:
      return "pauses, and something has changed";
    case action::park:
      return (e.got.done ? "falls asleep on " : "does not fall asleep on ") + word(op) + " = " +
             number(op, e.got.value);
    case action::awake:
      return "is awake again";
    case action::wake:
      return "wakes " + std::to_string(e.got.value) + " sleepers on " + word(op);
    case action::flush:
      return "reaches memory: " + word(op) + " is " + number(op, op.operand);
  }
  return "";
}

// The stores that have not reached memory after this step, by thread.
std::string story::buffers() {
  std::string all;
  for (process_id p = 0; p < run_.threads(); ++p) {
    std::string stores;
    for (const operation& op : run_.model().waiting(p))
      stores += (stores.empty() ? "" : ", ") + word(op) + " = " + number(op, op.operand);
    if (!stores.empty())
      all += "         in " + run_.name_of_thread(p) + "'s buffer: " + stores + "\n";
  }
  return all;
}

void story::after(const event& e) {
  std::ostringstream out;
  out << std::setw(4) << ++steps_ << ". " << actor(e.by) << " " << what_was_done(e);
  if (!told_.empty()) out << ";" << told_;
  out << "\n         " << place_of(e.op.at) << "  " << source_line(e.op.at) << "\n" << buffers();
  // The plain accesses that follow the step have been noted already: the step is inserted before
  // these notes.
  const std::size_t notes = lines_.rfind(step_end);
  lines_.insert(notes == std::string::npos ? 0 : notes + 1, out.str());
  lines_ += step_end;
}

std::string story::text(const std::string& seed) const {
  std::string head = "Under " + std::string(sim::name_of(model_)) + ":\n";
  // Only the last steps of a long execution are told.
  std::size_t from = 0;
  for (unsigned left = steps_; left > most_steps_told; --left)
    from = lines_.find(step_end, from) + 1;
  if (from != 0) head += "  ... " + std::to_string(steps_ - most_steps_told) + " steps\n";
  for (const char c : lines_.substr(from)) {
    if (c != step_end) head += c;
  }
  if (!run_.failed()) return head + "Nothing went wrong.\n";
  return head + "  => " + std::string(sim::name_of(run_.failed()->kind)) + ": " +
         run_.failed()->what + "\nseed: \"" + seed + "\"\n";
}

}  // namespace arcas::sim
