// SPDX-License-Identifier: Apache-2.0
// Where does the answer to a task's question go, and how does the task wait for it? To a place that the question names
// (reply_table), which lives as long as the task, or its future, wants the answer.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <optional>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// Stands for the result of a function that returns nothing.
struct no_result {};
template <class R>
using stored_result = std::conditional_t<std::is_void_v<R>, no_result, R>;

template <class R>
struct outcome : awaited {
  std::optional<stored_result<R>> value;
};

// The place for an answer, while it lives.
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

// The task waits until the answer is there.
inline void wait_for_answer(rank& here, awaited& place, const char* operation, rank_id to) {
  while (!place.done) {
    place.waiter = here.tasks().about_to_wait();
    here.tasks().suspend(operation, "rank", to);
  }
}

// An answer has come: fill(place) puts it where its task looks for it, if one still waits.
template <class Fill>
void settle(rank& here, reply_id id, const Fill& fill) {
  awaited* const place = here.tables().replies.find(id);
  if (!place) return;
  fill(*place);
  place->done = true;
  if (place->waiter) here.tasks().wake(std::exchange(place->waiter, nullptr));
}

}  // namespace arcas::inline v0::cluster::detail
