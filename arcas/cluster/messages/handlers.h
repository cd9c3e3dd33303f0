// SPDX-License-Identifier: Apache-2.0
// How does a message name the code that it runs? By the number that the code got when the program
// was loaded: an address would differ from process to process. All ranks run one executable, which
// gives the same numbers everywhere; they compare fingerprint() before the first message and refuse
// to run where it differs.
#pragma once

#include <arcas/cluster/aggregator/outbox.h>

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace arcas::cluster {

class rank;

// Where a message came from.
struct envelope {
  rank_id from;
  cluster::lane lane;
  scope_id scope;
};

// Runs messages of one handler, `count` at most, that begin at `at`; moves `at` past those it ran
// and returns their number. Fewer than `count`: no answer can be sent now, ask again later. Only
// handlers on the request lane may do that.
using run_function = unsigned (*)(rank& here, const envelope& from, const std::byte*& at,
                                  unsigned count);

// To be called while the program is loaded only.
handler_id add_handler(run_function run, const char* name);
run_function handler(handler_id id);

// Of this executable and all its handlers, in their order.
std::uint64_t fingerprint();

// A kind of message is a class with `static unsigned run(…)` as above; using its number anywhere in
// the program registers it.
template <class Kind>
class registered {
 public:
  static handler_id id() { return id_; }

 private:
  static inline const handler_id id_ = add_handler(&Kind::run, typeid(Kind).name());
};

}  // namespace arcas::cluster
