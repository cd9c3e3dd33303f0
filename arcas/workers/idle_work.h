// SPDX-License-Identifier: Apache-2.0
// What idle workers do besides following leaders: work that others keep, tasks above all. Workers
// know no more of it than this.
#pragma once

#include <arcas/workers/worker_tree.h>

#include <atomic>
#include <memory>

namespace arcas {

class pool;

class idle_work {
 public:
  virtual ~idle_work() = default;
  // By worker w, idle, between its looks for a leader: one look for something to do, and the doing
  // of it. True: there was something.
  virtual bool look(worker_id w) = 0;
  // By worker w, which has said that it falls asleep and passed the fence of sleeper::sleep():
  // there is something to do after all.
  virtual bool is_news(worker_id w) = 0;
};

// The idle work of one pool, of one kind.
class idle_work_place {
 public:
  idle_work_place() = default;
  // After the pool's threads have ended.
  ~idle_work_place();
  idle_work_place(const idle_work_place&) = delete;
  idle_work_place& operator=(const idle_work_place&) = delete;

  // acquire: pairs with made_by()'s release; what is there is whole. Null: nothing.
  idle_work* get() const noexcept { return work_.load(std::memory_order_acquire); }
  // Made when first asked for; whoever asks names the same kind.
  idle_work& made_by(std::unique_ptr<idle_work> (*make)(pool&), pool& p);

  bool look(worker_id w) const {
    idle_work* const work = get();
    return work && work->look(w);
  }
  bool is_news(worker_id w) const {
    idle_work* const work = get();
    return work && work->is_news(w);
  }

 private:
  std::atomic<idle_work*> work_{nullptr};  // set once, by the first that asks; read by idle workers
};

}  // namespace arcas
