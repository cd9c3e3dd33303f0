// SPDX-License-Identifier: Apache-2.0
// How does a task get an answer that is not there yet when its question has come? It names a place
// for the answer; the other rank keeps the name, and answers when it can. The answer is a request,
// which only a task sends, so that it waits for room as all requests do (messages/README.md, «No
// cycle of waiting»).
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// What brings the answer.
template <class R>
struct delivery {
  reply_id id;
  void operator()(const stored_result<R>& value) const {
    settle(here(), id,
           [&value](awaited& place) { static_cast<outcome<R>&>(place).value.emplace(value); });
  }
};
struct refusal_delivery {
  reply_id id;
  void operator()(const std::string& why) const {
    settle(here(), id, [&why](awaited& place) { place.error = new std::string(why); });
  }
};

// The task that waits for an R. To be answered once, from a task or a function between tasks.
template <class R>
struct asker {
  rank_id rank;
  reply_id id;

  void answer(const stored_result<R>& value) const { send(delivery<R>{id}, value); }
  void refuse(const std::string& why) const { send(refusal_delivery{id}, why); }

 private:
  template <class Delivery, class Value>
  void send(const Delivery& delivery, const Value& value) const {
    if (rank == here().self()) {
      delivery(value);
    } else if (here().tasks().in_task()) {
      async(rank, delivery, value);
    } else {
      spawn([to = rank, delivery, value] { async(to, delivery, value); });
    }
  }
};

// A future whose answer comes by the asker that send(asker) passes on; the watch shows the task in
// that operation.
template <class R, class Send>
future<R> future_of(rank_id to, const char* operation, const Send& send) {
  rank& r = here();
  r.tasks().refuse_between_tasks();
  future<R> answer(r, to, operation);
  send(asker<R>{r.self(), answer.place_.id()});
  return answer;
}

}  // namespace arcas::inline v0::cluster::detail
