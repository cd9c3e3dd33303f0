// SPDX-License-Identifier: Apache-2.0
// What do idle workers run besides loops? Work that another component keeps, tasks above all. The
// workers know no more of it than this interface.
#pragma once

#include <arcas/workers/worker_tree.h>

#include <atomic>
#include <memory>

namespace arcas::detail {

class pool;

class background_source {
 public:
  virtual ~background_source() = default;
  // By worker w, idle, between two looks for a leader: looks once for work and runs it. True: there
  // was some.
  virtual bool look(worker_id w) = 0;
  // By worker w, after it has marked itself asleep and passed the fence of sleeper::sleep():
  // whether there is work after all.
  virtual bool is_news(worker_id w) = 0;
};

// The background source of one pool: at most one, of one kind.
class background_holder {
 public:
  background_holder() = default;
  // After the pool's threads have ended.
  ~background_holder();
  background_holder(const background_holder&) = delete;
  background_holder& operator=(const background_holder&) = delete;

  // acquire: pairs with made_by()'s release; the source is whole. Null: there is none.
  background_source* get() const noexcept { return source_.load(std::memory_order_acquire); }
  // Makes the source at the first call; all callers must name the same kind.
  background_source& made_by(std::unique_ptr<background_source> (*make)(pool&), pool& p);

  bool look(worker_id w) const {
    background_source* const source = get();
    return source && source->look(w);
  }
  bool is_news(worker_id w) const {
    background_source* const source = get();
    return source && source->is_news(w);
  }

 private:
  std::atomic<background_source*> source_{nullptr};  // set once, by the first caller; read by idle
                                                     // workers
};

}  // namespace arcas::detail
