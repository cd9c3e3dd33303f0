// SPDX-License-Identifier: Apache-2.0
// How does a task get an answer that its question's rank does not have yet? The question names a
// place for the answer. The asked rank keeps that name and answers later. The answer is a request,
// which only a task may send, so it waits for room as all requests do (messages/README.md, «No
// cycle of waiting»).
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// The function that brings the answer to the asking rank.
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

// Names the task that waits for an R. It is answered once, from a task or from a function between
// tasks.
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

// A future whose answer an asker delivers; send(asker) passes the asker on. The watch shows
// `operation` as what the task waits for.
template <class R, class Send>
future<R> future_of(rank_id to, const char* operation, const Send& send) {
  rank& r = here();
  r.tasks().refuse_between_tasks();
  future<R> answer(r, to, operation);
  send(asker<R>{r.self(), answer.place_.id()});
  return answer;
}

}  // namespace arcas::inline v0::cluster::detail
