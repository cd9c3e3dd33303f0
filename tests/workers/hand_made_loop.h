// SPDX-License-Identifier: Apache-2.0
// A loop made directly on the workers, with a shared counter and a list of participants. It must
// outlive the pool, since a late follower may look at it after the loop.
#pragma once

#include <arcas/workers/leadership.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace arcas {

using namespace detail;

class hand_made_loop {
 public:
  using body = std::function<void(hand_made_loop&)>;
  hand_made_loop(unsigned n, body each) : n_(n), each_(std::move(each)) {}

  void run(pool& p, int level) {
    leadership lead(p, level);
    const work item{.run = &take_part, .context = this};
    if (!lead.alone()) lead.publish(item);
    participant me = lead.part(n_);
    take_part(item, me);
    if (!lead.alone()) lead.await_followers(n_ - me.reported());
  }

  // Returns when every iteration is being executed, each by its own worker.
  void meet() {
    ++arrived_;
    while (arrived_ < n_) std::this_thread::yield();
  }

  std::set<worker_id> who() const { return who_; }
  unsigned finished() const { return finished_; }

 private:
  static void take_part(const work& item, participant& me) {
    auto& loop = *static_cast<hand_made_loop*>(item.context);
    while (loop.next_.fetch_add(1) < loop.n_) {
      {
        const std::lock_guard lock(loop.writing_);
        loop.who_.insert(me.worker());
      }
      loop.each_(loop);
      ++loop.finished_;
      me.report(1);
    }
  }

  const unsigned n_;
  const body each_;
  std::atomic<unsigned> next_{0};
  std::atomic<unsigned> arrived_{0};
  std::atomic<unsigned> finished_{0};
  std::mutex writing_;
  std::set<worker_id> who_;
};

}  // namespace arcas
