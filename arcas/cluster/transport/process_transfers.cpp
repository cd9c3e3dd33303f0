// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/process_transfers.h>

namespace arcas::inline v0::cluster::detail {

process_transfers::process_transfers(carrier& between, unsigned workers)
    : between_(between), workers_(workers), process_(between.self()), desks_(workers) {}

void process_transfers::mailbox::put(note n) {
  std::lock_guard hold(mutex_);
  notes_.push_back(std::move(n));
  // relaxed: the lock orders the notes; a reader that misses this store reads it at its next turn.
  any_.store(true, std::memory_order_relaxed);
}

bool process_transfers::mailbox::take(std::deque<note>& all) {
  // relaxed: only a hint; the lock orders the notes.
  if (!any_.load(std::memory_order_relaxed)) return false;
  std::lock_guard hold(mutex_);
  all.swap(notes_);
  // relaxed: the lock orders the notes, as in put().
  any_.store(false, std::memory_order_relaxed);
  return true;
}

void process_transfers::send(unsigned worker, rank_id to, outgoing_transfer t) {
  const rank_id self = process_ * workers_ + worker;
  if (is_here(to)) {
    desks_[to % workers_].mail.put(sent_here{self, std::move(t)});
  } else if (worker == 0) {
    obey(0, to_send{worker, to, std::move(t)});
  } else {
    desks_[0].mail.put(to_send{worker, to, std::move(t)});
  }
}

void process_transfers::receive(unsigned worker, rank_id from, incoming_transfer t) {
  if (is_here(from)) {
    desks_[worker].expected[{from, t.channel}] = std::move(t);
  } else if (worker == 0) {
    obey(0, to_receive{worker, from, std::move(t)});
  } else {
    desks_[0].mail.put(to_receive{worker, from, std::move(t)});
  }
}

bool process_transfers::take_ended(unsigned worker, transfer_id& ended) {
  if (worker == 0) {
    pass_on();
  } else {
    read_mail(worker);
  }
  std::vector<transfer_id>& all = desks_[worker].ended;
  if (all.empty()) return false;
  ended = all.back();
  all.pop_back();
  return true;
}

bool process_transfers::pass_on() {
  bool any = read_mail(0);
  transfer_id ended = 0;
  while (between_.take_ended(ended)) {
    any = true;
    const auto [worker, id] = owners_.extract(ended).mapped();
    if (worker == 0) {
      desks_[0].ended.push_back(id);
    } else {
      desks_[worker].mail.put(ended_elsewhere{id});
    }
  }
  return any;
}

bool process_transfers::read_mail(unsigned worker) {
  std::deque<note> notes;
  if (!desks_[worker].mail.take(notes)) return false;
  for (note& n : notes) {
    std::visit([&](auto& what) { obey(worker, std::move(what)); }, n);
  }
  return true;
}

// The expected entry exists: the sender sends only after this worker has asked for the bytes.
void process_transfers::obey(unsigned worker, sent_here n) {
  desk& own = desks_[worker];
  const incoming_transfer expected = own.expected.extract({n.from, n.what.channel}).mapped();
  copy_spans(n.what.from, expected.to);
  own.ended.push_back(expected.id);
  desks_[n.from % workers_].mail.put(ended_elsewhere{n.what.id});
}

void process_transfers::obey(unsigned, to_send n) {
  n.what.id = known_as(n.worker, n.what.id);
  n.what.channel = between(n.worker, n.to % workers_, n.what.channel);
  between_.send_transfer(n.to / workers_, std::move(n.what));
}

void process_transfers::obey(unsigned, to_receive n) {
  n.what.id = known_as(n.worker, n.what.id);
  n.what.channel = between(n.from % workers_, n.worker, n.what.channel);
  between_.receive_transfer(n.from / workers_, std::move(n.what));
}

transfer_id process_transfers::known_as(unsigned worker, transfer_id id) {
  owners_[next_] = {worker, id};
  return next_++;
}

}  // namespace arcas::inline v0::cluster::detail
