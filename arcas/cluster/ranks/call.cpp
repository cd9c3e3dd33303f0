// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/call.h>

#include <string>
#include <utility>

namespace arcas::inline v0::cluster {

remote_error::remote_error(rank_id where, const std::string& what)
    : std::runtime_error("on rank " + std::to_string(where) + ": " + what), where_(where) {}

namespace detail {
namespace {

struct refusal {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    using opened = packed<std::string>::opened;
    for (unsigned i = 0; i < count; ++i) {
      const std::byte* values = at;
      const auto id = take_plain<reply_id>(values);
      const auto put = [&](opened& message) {
        settle(here, id, [&message](awaited& place) {
          place.error = new std::string(std::move(std::get<0>(message.values())));
        });
      };
      if (!here.messages().open<opened>(from, values, put)) return i;
      at = values;
    }
    return count;
  }
};

struct done {
  static unsigned run(rank& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      settle(here, take_plain<reply_id>(at),
             [](awaited& place) { static_cast<outcome<void>&>(place).value.emplace(); });
    }
    return count;
  }
};

}  // namespace

void keep_problem(awaited& result) {
  result.error = new std::string(text_of(std::current_exception()));
}

void throw_remote_error(rank_id where) {
  throw remote_error(where, text_of(std::current_exception()));
}

void throw_remote_error(rank_id where, const std::string& why) {
  throw remote_error(where, why);
}

void refuse(rank& here, rank_id to, reply_id id, const std::string& why) {
  // The text is copied into the message, whatever its length.
  const packed<std::string> result({}, why);
  here.messages().send<refusal>(to, lane::reply, 0, sizeof id + result.bytes(),
                                [&](std::byte* at) { result.fill(put_plain(at, id)); });
}

void answer_done(rank& here, rank_id to, reply_id id) {
  here.messages().send<done>(to, lane::reply, 0, sizeof id,
                             [id](std::byte* at) { put_plain(at, id); });
}

void wait_for_dropped(rank& here, awaited& place, const char* operation, rank_id to) {
  try {
    if (std::uncaught_exceptions() == 0 && !here.tasks().cancelled())
      wait_for_answer(here, place, operation, to);
  } catch (const task_cancelled&) {
    // The job is over; the task is cancelled at its next wait.
  }
}

}  // namespace detail

}  // namespace arcas::inline v0::cluster
