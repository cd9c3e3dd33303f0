// SPDX-License-Identifier: Apache-2.0
// What does it cost a rank to record an event, and to measure where its time goes?
//   cluster_trace_cost
#include <arcas/cluster/trace/rank_trace.h>

#include <cstdio>
#include <ctime>
#include <span>
#include <string>

using namespace arcas::cluster;
using namespace arcas::cluster::detail;

namespace {

constexpr int times = 200'000;
constexpr std::size_t enough_events = std::size_t{1} << 20;

// Processor time of this thread, in nanoseconds, since other programs may use the machine.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

// A network over which no message arrives; its clock is the machine's.
class quiet_network final : public carrier {
 public:
  rank_id self() const override { return 0; }
  rank_id ranks() const override { return 1; }
  void prepare(const capacity&, std::span<const rank_id>) override {}
  void post(rank_id, packet) override {}
  void post_word(rank_id, std::uint64_t) override {}
  bool take(incoming&) override { return false; }
  void give_back(rank_id, packet) override {}
  packet lease(rank_id) override { return {}; }
  void send_transfer(rank_id, outgoing_transfer) override {}
  void receive_transfer(rank_id, incoming_transfer) override {}
  bool take_ended(transfer_id&) override { return false; }
  bool drained() override { return true; }
  std::uint64_t now() override { return real_nanoseconds(); }
  void idle(unsigned) override {}
  void tell(const std::string&) override {}
  void abort(const std::string&) override {}
};

// Repeats f(trace) on a rank that keeps `events` events.
template <class F>
void measure(const char* what, std::size_t events, const F& f) {
  quiet_network network;
  rank_trace trace(network, events);
  const double start = now();
  for (int i = 0; i < times; ++i) f(trace);
  std::printf("%s,%.1f\n", what, (now() - start) / times);
}

// The calls that a rank makes to its trace in a turn in which no message comes and no task runs.
void idle_turn(rank_trace& trace) {
  incoming next;
  {
    const in_part messages(&trace, rank_part::messages);
    trace.network().take(next);
  }
  {
    const in_part tasks(&trace, rank_part::tasks);
  }
  {
    const in_part messages(&trace, rank_part::messages);
  }
  trace.end_turn(false, rank_wait::nothing);
}

void wait(rank_trace& trace) {
  const std::uint64_t since = trace.task_waits(1, "call", "rank", 2);
  trace.task_goes_on(1, "call", since);
}

}  // namespace

int main() {
  std::printf("what,processor nanoseconds\n");
  measure("reading the clock", 0, [](rank_trace& t) { t.now(); });
  measure("a wait of a task: recorded", enough_events, wait);
  measure("a wait of a task: measured", 0, wait);
  measure("messages of one kind: recorded", enough_events,
          [](rank_trace& t) { t.messages_run(1, lane::request, "update", 3, t.now()); });
  measure("a turn: measured", 0, idle_turn);
}
