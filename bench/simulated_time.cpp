// SPDX-License-Identifier: Apache-2.0
#include "simulated_time.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

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
  if (std::ranges::any_of(fibers_, [](const auto& f) { return static_cast<bool>(f); })) {
    std::fputs("simulated time: a worker waits for what nobody writes\n", stderr);
    std::abort();
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
  look& last = looks_[me_];
  last.issued = never;
  if (last.version != last.at->version) return pass(prices_.pause);
  last.at->watchers.push_back(me_);
  scheduler_ = std::move(scheduler_).resume();
}

timeline::line& timeline::line_at(const void* address) {
  last_line_ = line_of(address);
  line& l = lines_[last_line_];
  l.readers.resize(late_.size());
  if (between_stores_ != 0) l.here_from.resize(late_.size());
  return l;
}

void timeline::touch(const void* address, bool writes) {
  line& l = line_at(address);
  const unsigned me = me_;
  const bool here = writes ? l.writer == me && std::ranges::count(l.readers, true) == 0
                           : l.writer == me || l.readers[me];
  if (writes && between_stores_ != 0) {
    looks_[me] = {&l};
    return store_later(l, here);
  }
  if (here) return pass(prices_.own_line);
  const std::uint64_t price =
      fetch_ && l.writer != ~0u && l.writer != me ? fetch_(l.writer, me) : prices_.others_line;
  const std::uint64_t wait = std::max(l.free_at, now_) - now_ + price;
  l.free_at = now_ + wait;
  if (writes) {
    l.writer = me;
    l.readers.assign(late_.size(), false);
  } else {
    l.readers[me] = true;
  }
  pass(wait);
}

void timeline::lock(const void* address) {
  if (between_stores_ == 0) return touch(address, true);
  line& l = line_at(address);
  const unsigned me = me_;
  looks_[me] = {&l};
  const bool here = l.writer == me && std::ranges::count(l.readers, true) == 0;
  std::uint64_t& until = stored_until_[me];
  until = std::max({until, l.free_at, now_}) + (here ? prices_.own_line : write_price(l));
  l.free_at = until;
  l.writer = me;
  l.readers.assign(late_.size(), false);
  pass(until - now_);
  looks_[me] = {&l};
}

void timeline::begin_load(const void* address) {
  if (between_stores_ == 0) return touch(address, false);
  line& l = line_at(address);
  if (l.writer != me_ && !l.readers[me_]) fetch(l);
  look& mine = looks_[me_];
  mine.at = &l;
  mine.version = l.version;
  mine.arrives = l.readers[me_] ? l.here_from[me_] : 0;
}

void timeline::end_load() {
  if (between_stores_ == 0) return;
  pass(std::max(looks_[me_].arrives, now_ + prices_.own_line) - now_);
}

// Returns when the line serves this worker, who has it some time later.
void timeline::fetch(line& l) {
  const unsigned me = me_;
  look& before = looks_[me];
  std::uint64_t begins = std::max(l.free_at, now_);
  if (runs_ahead_ && before.issued != never) {
    const std::uint64_t early =
        before.issued + std::max(prices_.occupied, read_price(l, now_) / 10);
    if (early < now_ && l.free_at <= early) begins = early;
  }
  before.issued = begins;
  if (begins > now_) {
    l.free_at = begins + prices_.occupied;
    pass(begins - now_);
  }
  l.free_at = std::max(l.free_at, begins + prices_.occupied);
  l.here_from[me] = std::max(begins + read_price(l, begins), now_ + prices_.own_line);
  l.readers[me] = true;
}

std::uint64_t timeline::read_price(const line& l, std::uint64_t at) const {
  if (l.writer == ~0u) return prices_.others_line;
  std::uint64_t price = fetch_(l.writer, me_);
  for (unsigned w = 0; w < l.readers.size(); ++w) {
    if (!l.readers[w] || w == me_) continue;
    price = std::min(price, std::max(l.here_from[w], at) - at + fetch_(w, me_));
  }
  return price;
}

std::uint64_t timeline::write_price(const line& l) const {
  std::uint64_t price = l.writer == ~0u ? prices_.others_line : fetch_(l.writer, me_);
  for (unsigned w = 0; w < l.readers.size(); ++w) {
    if (l.readers[w] && w != me_) price = std::max(price, fetch_(w, me_));
  }
  return price;
}

// The worker goes on at once; others have the line when the store has left the buffer, with all
// that the worker has stored there by then.
void timeline::store_later(line& l, bool here) {
  if (!here && (l.writer != me_ || l.free_at <= now_)) {
    std::uint64_t& until = stored_until_[me_];
    until = std::max(until + between_stores_, std::max(l.free_at, now_) + write_price(l));
    l.free_at = until;
    l.writer = me_;
    l.readers.assign(late_.size(), false);
  }
  pass(prices_.own_line);
}

void timeline::wake_watchers() {
  if (between_stores_ == 0) return;
  line& l = *looks_[me_].at;
  ++l.version;
  for (const unsigned w : l.watchers) turns_.emplace(now_ + prices_.pause, w);
  l.watchers.clear();
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
