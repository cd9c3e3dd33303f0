// SPDX-License-Identifier: Apache-2.0
#include "simulated_time.h"

#include <algorithm>

namespace crowd {

void timeline::start(unsigned worker, std::function<void()> body) {
  fibers_[worker] =
      boost::context::fiber([this, worker, body = std::move(body)](boost::context::fiber&& from) {
        scheduler_ = std::move(from);
        me_ = worker;
        body();
        return std::move(scheduler_);
      });
  turns_.emplace(0, worker);
}

std::uint64_t timeline::run() {
  while (!turns_.empty()) {
    const auto [at, worker] = turns_.top();
    turns_.pop();
    now_ = at;
    me_ = worker;
    fibers_[worker] = std::move(fibers_[worker]).resume();
  }
  return now_;
}

void timeline::pass(std::uint64_t cycles) {
  const unsigned me = me_;
  turns_.emplace(now_ + cycles, me);
  scheduler_ = std::move(scheduler_).resume();
  if (const std::uint64_t late = std::exchange(late_[me], 0)) pass(late);
}

void timeline::pause() {
  if (between_stores_ == 0) return pass(prices_.pause);
  looked_at_[me_]->watchers.push_back(me_);
  scheduler_ = std::move(scheduler_).resume();
}

void timeline::touch(const void* address, bool writes) {
  last_line_ = line_of(address);
  const unsigned me = me_;
  line& l = lines_[last_line_];
  l.readers.resize(late_.size());
  const bool here = writes ? l.writer == me && std::ranges::count(l.readers, true) == 0
                           : l.writer == me || l.readers[me];
  if (between_stores_ != 0) {
    looked_at_[me] = &l;
    if (writes) return store_later(l, here);
  }
  if (here) return pass(prices_.own_line);
  const std::uint64_t begins = std::max(l.free_at, now_);
  const std::uint64_t wait = begins - now_ + price_of(l, writes);
  l.free_at = begins + prices_.occupied;
  if (writes) {
    l.writer = me;
    l.readers.assign(late_.size(), false);
  } else {
    l.readers[me] = true;
  }
  pass(wait);
}

std::uint64_t timeline::price_of(const line& l, bool writes) const {
  if (!fetch_) return prices_.others_line;
  const bool nobodys = l.writer == ~0u;
  std::uint64_t price = nobodys ? prices_.others_line : fetch_(l.writer, me_);
  for (unsigned w = 0; w < l.readers.size(); ++w) {
    if (!l.readers[w] || w == me_) continue;
    price = writes ? std::max(price, fetch_(w, me_)) : std::min(price, fetch_(w, me_));
  }
  return price;
}

// The worker goes on at once; others have the line when the store has left the buffer, with all
// that the worker has stored there by then.
void timeline::store_later(line& l, bool here) {
  if (!here && (l.writer != me_ || l.free_at <= now_)) {
    std::uint64_t& until = stored_until_[me_];
    until = std::max(until + between_stores_, std::max(l.free_at, now_) + price_of(l, true));
    l.free_at = until;
    l.writer = me_;
    l.readers.assign(late_.size(), false);
  }
  pass(prices_.own_line);
}

void timeline::wake_watchers() {
  if (between_stores_ == 0) return;
  std::vector<unsigned>& watchers = looked_at_[me_]->watchers;
  for (const unsigned w : watchers) turns_.emplace(now_ + prices_.pause, w);
  watchers.clear();
}

void timeline::heavy_fence() {
  const std::uint64_t owner = last_line_ - base_;
  const std::uint64_t sent = whom_ == interrupts::everybody ? late_.size() - 1 : 1;
  ++counted_.fences;
  counted_.interruptions += sent;
  const std::uint64_t wait = std::max(kernel_free_at_, now_) - now_ + prices_.system_call +
                             sent * prices_.send + prices_.interrupt;
  kernel_free_at_ = now_ + wait;
  for (unsigned w = 0; w < late_.size(); ++w) {
    if (whom_ == interrupts::everybody ? w != me_ : w == owner) late_[w] += prices_.interrupt;
  }
  pass(wait);
}

}  // namespace crowd
