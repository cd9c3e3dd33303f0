// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <arcas/cluster/transport/explained_end.h>
#include <arcas/cluster/transport/host_carrier.h>
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/transport/mpi_identity.h>
#include <arcas/cluster/transport/mpi_transfers.h>
#include <arcas/cluster/transport/packet.h>
#include <arcas/cluster/transport/sent_by_peer.h>

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <thread>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Tags of MPI messages. Packets of all lanes share a tag: MPI keeps the order of each sender.
constexpr int packets_tag = 1;
constexpr int words_tag = 2;

struct transfer {
  MPI_Request request;
  packet buffer;
};

// The messages of one tag. MPI matches messages to receives in the order in which the receives were
// posted, so the oldest receive is matched first, and only the oldest is tested. MPI does not
// promise that the oldest receive completes first: if its message is long and slow, later messages
// wait for it.
class tagged_messages {
 public:
  explicit tagged_messages(int tag) : tag_(tag) {}

  void begin(MPI_Comm comm, std::size_t payload_bytes, std::size_t receives) {
    comm_ = comm;
    payload_bytes_ = payload_bytes;
    spare_.keep_at_most(2 * receives);
    for (std::size_t i = 0; i < receives; ++i) post_receive(packet(payload_bytes));
  }
  void end() {
    for (transfer& r : receives_) {
      if (r.request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&r.request);
      MPI_Wait(&r.request, MPI_STATUS_IGNORE);
    }
  }
  void keep_spare(std::size_t packets) { spare_.keep_at_most(packets); }
  packet lease() { return spare_.take(payload_bytes_); }

  void post_receive(packet p) {
    receives_.push_back({MPI_REQUEST_NULL, std::move(p)});
    transfer& r = receives_.back();
    MPI_Irecv(r.buffer.wire(), static_cast<int>(packet::head + payload_bytes_), MPI_BYTE,
              MPI_ANY_SOURCE, tag_, comm_, &r.request);
  }
  void post(rank_id to, packet p) {
    transfer& s = sends_.add(to, {MPI_REQUEST_NULL, std::move(p)});
    MPI_Isend(s.buffer.wire(), static_cast<int>(s.buffer.wire_size()), MPI_BYTE,
              static_cast<int>(to), tag_, comm_, &s.request);
  }
  // Whether everything that was posted has left.
  bool collect_sent() {
    const auto has_left = [](transfer& sent) {
      int done = 0;
      MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    };
    sends_.collect(has_left, [this](transfer&& s) { spare_.keep(std::move(s.buffer)); });
    return sends_.empty();
  }
  bool take(incoming& next) {
    if (receives_.empty()) return false;
    transfer& oldest = receives_.front();
    int done = arrived_;
    if (!arrived_) MPI_Test(&oldest.request, &done, &status_);
    if (!done) return false;
    arrived_ = false;
    int bytes = 0;
    MPI_Get_count(&status_, MPI_BYTE, &bytes);
    next.from = static_cast<rank_id>(status_.MPI_SOURCE);
    next.contents = std::move(oldest.buffer);
    next.contents.size = static_cast<std::size_t>(bytes) - packet::head;
    next.word = next.contents.word();
    receives_.pop_front();
    return true;
  }

  // For a wait inside MPI: oldest() is the oldest receive, or null; set_arrived() keeps the status
  // of the wait, which MPI gives only once.
  MPI_Request* oldest() { return receives_.empty() ? nullptr : &receives_.front().request; }
  bool arrived() const { return arrived_; }
  void set_arrived(const MPI_Status& status) {
    arrived_ = true;
    status_ = status;
  }

 private:
  const int tag_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::size_t payload_bytes_ = 0;
  std::deque<transfer> receives_;
  sent_by_peer<transfer> sends_;
  // Senders may also post packets that are not from lease(), so the number of spare
  // packets is limited.
  spare_packets spare_;
  bool arrived_ = false;
  MPI_Status status_;
};

// If processes have other settings than process 0, the first of them throws. All other processes
// block here until that process has ended the job.
void compare_settings(std::span<const setting> own, MPI_Comm comm) {
  int self = 0;
  int processes = 0;
  MPI_Comm_rank(comm, &self);
  MPI_Comm_size(comm, &processes);
  setting_values of_first = values_of(own);
  MPI_Bcast(of_first.data(), sizeof of_first, MPI_BYTE, 0, comm);
  int speaker = may_run_together(own, of_first) ? processes : self;
  MPI_Allreduce(MPI_IN_PLACE, &speaker, 1, MPI_INT, MPI_MIN, comm);
  if (speaker == self) refuse_other_settings(own, of_first);
  if (speaker != processes) MPI_Barrier(comm);
}

// MPICH's MPI_Abort() waits until all other processes know of it. If one of them does not call MPI
// any more, the wait lasts for ever. So the process ends itself after `seconds`: a launcher ends
// a job if one of its processes ends with an error.
void end_although_mpi_waits() {
  constexpr unsigned seconds = 3;
  signal(SIGALRM, [](int) { _exit(1); });
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
  alarm(seconds);
}

// The communicator of this host's processes, created on first use. It belongs to the process, not
// to a rank.
MPI_Comm host = MPI_COMM_NULL;

MPI_Comm processes_of_this_host() {
  if (host == MPI_COMM_NULL) {
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  }
  return host;
}

class mpi_carrier final : public carrier {
 public:
  mpi_carrier() {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    int self = 0;
    int ranks = 0;
    MPI_Comm_rank(comm_, &self);
    MPI_Comm_size(comm_, &ranks);
    self_ = static_cast<rank_id>(self);
    ranks_ = static_cast<rank_id>(ranks);
  }
  ~mpi_carrier() override {
    while (!drained()) std::this_thread::yield();
    // No rank sends after this barrier, so the receives that are cancelled below are not needed.
    MPI_Barrier(comm_);
    packets_.end();
    words_.end();
    transfers_.end();
    if (host != MPI_COMM_NULL) MPI_Comm_free(&host);
    MPI_Comm_free(&comm_);
    MPI_Finalize();
  }

  rank_id self() const override { return self_; }
  rank_id ranks() const override { return ranks_; }
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override {
    compare_settings(of_each_peer.settings, comm_);
    const std::size_t receives = of_each_peer.packets * peers.size();
    packets_.begin(comm_, of_each_peer.payload_bytes, receives);
    // At least one receive, so that each poll calls MPI: only then does MPI learn that another
    // process has ended the job.
    words_.begin(comm_, 0, std::max<std::size_t>(1, receives + peers.size()));
    transfers_.begin(comm_, of_each_peer.channels);
    // No rank sends before all ranks have posted their receives.
    MPI_Barrier(comm_);
  }
  void post(rank_id to, packet p) override { packets_.post(to, std::move(p)); }
  void post_word(rank_id to, std::uint64_t word) override {
    packet p = words_.lease();
    p.set_word(word);
    words_.post(to, std::move(p));
  }
  bool take(incoming& next) override {
    collect_sent();
    if (!words_.take(next)) return packets_.take(next);
    // The sender needs the credits in this word before it sends the next word, so the receive is
    // posted in time.
    words_.post_receive(std::exchange(next.contents, {}));
    return true;
  }
  void give_back(rank_id, packet p) override { packets_.post_receive(std::move(p)); }
  packet lease(rank_id) override { return packets_.lease(); }
  void keep_spare(std::size_t packets) override { packets_.keep_spare(packets); }
  void send_transfer(rank_id to, outgoing_transfer t) override {
    transfers_.send(to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    transfers_.receive(from, std::move(t));
  }
  bool take_ended(transfer_id& ended) override { return transfers_.take_ended(ended); }
  bool drained() override { return collect_sent() && transfers_.all_sent(); }
  std::uint64_t now() override { return real_nanoseconds(); }
  void idle(unsigned calls) override { lend_processor(calls); }
  void wait_for_arrival(unsigned calls) override;
  void tell(const std::string& text) override {
    std::fprintf(stderr, "arcas: %s\n", text.c_str());
    std::fflush(stderr);
  }
  void abort(const std::string& sentence) override {
    tell(sentence);
    // relaxed: this thread reads it in exit(), or other processes after this one has ended.
    end_is_explained->store(true, std::memory_order_relaxed);
    arcas::detail::remove_unfinished_files();
    end_although_mpi_waits();
    MPI_Abort(comm_, 1);
  }

 private:
  bool collect_sent() {
    const bool packets_left = packets_.collect_sent();
    return words_.collect_sent() && packets_left;
  }

  MPI_Comm comm_;
  rank_id self_ = 0;
  rank_id ranks_ = 1;
  tagged_messages packets_{packets_tag};
  tagged_messages words_{words_tag};
  mpi_transfers transfers_;
};

void mpi_carrier::wait_for_arrival(unsigned calls) {
  if (!packets_.oldest() || !words_.oldest()) {
    idle(calls);
    return;
  }
  if (packets_.arrived() || words_.arrived()) return;
  MPI_Request oldest[] = {*packets_.oldest(), *words_.oldest()};
  int which = 0;
  MPI_Status status;
  MPI_Waitany(2, oldest, &which, &status);
  *packets_.oldest() = oldest[0];
  *words_.oldest() = oldest[1];
  (which == 0 ? packets_ : words_).set_arrived(status);
}

// Time for the first process to report an error before the others fail.
constexpr std::chrono::seconds first_speaks_within{1};

// If the launcher belongs to another MPI, it has started each process as a job of its own, and ends
// all processes when one fails. So only the first process reports the error, and the others wait
// before they fail. If the first process needs more time than the others wait, its report is lost.
void require_own_launcher() {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const auto how =
      processes == 1
          ? launched_by([](const char* name) -> const char* { return std::getenv(name); })
          : std::nullopt;
  if (!how) return;
  MPI_Finalize();
  if (!how->first) std::this_thread::sleep_for(first_speaks_within);
  throw std::runtime_error(how->first ? fault_of_launcher(mpi_built_for(), how) : "");
}

}  // namespace

void compare_with_first_process(std::span<const setting> own) {
  compare_settings(own, MPI_COMM_WORLD);
}

std::vector<rank_id> processes_of_host() {
  MPI_Comm here = processes_of_this_host();
  int processes = 1;
  int self = 0;
  MPI_Comm_size(here, &processes);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  std::vector<int> all(static_cast<std::size_t>(processes));
  MPI_Allgather(&self, 1, MPI_INT, all.data(), 1, MPI_INT, here);
  return {all.begin(), all.end()};
}

host_memory share_with_host(std::size_t bytes) {
  MPI_Comm here = processes_of_this_host();
  int processes = 1;
  int self = 0;
  MPI_Comm_size(here, &processes);
  MPI_Comm_rank(here, &self);
  host_memory shared{{}, static_cast<std::size_t>(self)};
  if (processes > 1) {
    const offered_part own(bytes);
    std::vector<host_memory_offer> offers(static_cast<std::size_t>(processes));
    MPI_Allgather(&own.offer(), sizeof(host_memory_offer), MPI_BYTE, offers.data(),
                  sizeof(host_memory_offer), MPI_BYTE, here);
    int all_are_seen = 1;
    for (std::size_t p = 0; p < offers.size(); ++p) {
      const std::shared_ptr<std::byte> part = p == shared.own ? own.memory() : map_part(offers[p]);
      all_are_seen &= part ? 1 : 0;
      shared.parts.push_back(part);
    }
    // Either all processes share or none does. No process closes its offer before all have opened
    // it.
    MPI_Allreduce(MPI_IN_PLACE, &all_are_seen, 1, MPI_INT, MPI_MIN, here);
    if (!all_are_seen) shared = {};
  }
  return shared;
}

std::unique_ptr<carrier> with_memory_of_host(carrier& mpi, bool may_share) {
  const auto share = [may_share](std::size_t bytes) {
    return share_with_host(may_share ? bytes : 0);
  };
  return std::make_unique<host_carrier>(mpi, processes_of_host(), share);
}

std::uint64_t least_of_processes(std::uint64_t value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  return value;
}

bool mpi_allows_threads() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  return provided >= MPI_THREAD_FUNNELED;
}

std::unique_ptr<carrier> start_mpi(int& argc, char**& argv) {
  int already = 0;
  MPI_Initialized(&already);
  if (already) {
    throw std::runtime_error("MPI has been started in this process before; start one cluster only");
  }
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    throw std::runtime_error("MPI does not start; run this program by mpirun");
  }
  require_own_launcher();
  return std::make_unique<mpi_carrier>();
}

}  // namespace arcas::inline v0::cluster::detail
