// SPDX-License-Identifier: Apache-2.0
// Where does the answer to a task's question go, and how does the task wait for it? The question
// names a place (reply_table), which exists until the task, or its future, has taken the answer or
// gives it up.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <optional>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// The stored result of a function that returns nothing.
struct no_result {};
template <class R>
using stored_result = std::conditional_t<std::is_void_v<R>, no_result, R>;

template <class R>
struct outcome : awaited {
  std::optional<stored_result<R>> value;
};

// Holds a place for an answer open while this object lives.
template <class R>
class answer_place {
 public:
  explicit answer_place(rank& here)
      : table_(&here.tables().replies), cell_(&table_->open<outcome<R>>()) {}
  answer_place(answer_place&& other) noexcept
      : table_(other.table_), cell_(std::exchange(other.cell_, nullptr)) {}
  answer_place& operator=(answer_place&&) = delete;
  ~answer_place() {
    if (cell_) table_->close<outcome<R>>(*cell_);
  }

  explicit operator bool() const { return cell_ != nullptr; }
  reply_id id() const { return cell_->id; }
  outcome<R>& operator*() const { return static_cast<outcome<R>&>(*cell_->place); }
  outcome<R>* operator->() const { return &**this; }

 private:
  reply_table* table_;
  reply_table::cell* cell_;
};

// Suspends the task until the answer has arrived.
inline void wait_for_answer(rank& here, awaited& place, const char* operation, rank_id to) {
  while (!place.done) {
    place.waiter = here.tasks().about_to_wait();
    here.tasks().suspend(operation, "rank", to);
  }
}

// Called when an answer has arrived: fill(place) stores it, unless the place has been closed; then
// the waiting task is woken.
template <class Fill>
void settle(rank& here, reply_id id, const Fill& fill) {
  awaited* const place = here.tables().replies.find(id);
  if (!place) return;
  fill(*place);
  place->done = true;
  if (place->waiter) here.tasks().wake(std::exchange(place->waiter, nullptr));
}

}  // namespace arcas::inline v0::cluster::detail
