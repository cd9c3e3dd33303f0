// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/transport/packet.h>
#include <arcas/cluster/transport/real_time.h>
#include <arcas/cluster/transport/sent_by_peer.h>

#include <mpi.h>

#include <cstdio>
#include <deque>
#include <stdexcept>
#include <thread>
#include <utility>

namespace arcas::cluster::detail {
namespace {

// Tags of MPI messages. Packets of all lanes share one: MPI keeps the order of each sender.
constexpr int packets_tag = 1;
constexpr int words_tag = 2;

// MPI matches messages to receives in the order in which these were posted, so the oldest receive
// is the first to have a message, and only that one is asked for. That it completes first MPI does
// not say: a long one that comes slowly makes those behind it wait here.
struct packet_receive {
  MPI_Request request;
  packet buffer;
};

struct word_receive {
  MPI_Request request;
  std::uint64_t word;
};

// What wait_for_arrival() was told about an oldest receive, which MPI says only once.
struct waited_for {
  bool come = false;
  MPI_Status status;
};

bool has_come(MPI_Request& request, waited_for& known, MPI_Status& status) {
  if (known.come) {
    known.come = false;
    status = known.status;
    return true;
  }
  int done = 0;
  MPI_Test(&request, &done, &status);
  return done != 0;
}

void cancel(MPI_Request& receive) {
  if (receive == MPI_REQUEST_NULL) return;
  MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
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
  ~mpi_carrier() override;

  rank_id self() const override { return self_; }
  rank_id ranks() const override { return ranks_; }
  void prepare(std::size_t payload_bytes, std::size_t from_each_peer,
               std::span<const rank_id> peers) override;
  void post(rank_id to, packet p) override;
  void post_word(rank_id to, std::uint64_t word) override;
  bool take(incoming& next) override;
  void give_back(rank_id, packet p) override { post_receive(std::move(p)); }
  packet lease() override { return spare_.take(payload_bytes_); }
  void keep_spare(std::size_t packets) override { spare_.keep_at_most(packets); }
  bool drained() override;
  std::uint64_t now() override { return real_nanoseconds(); }
  void idle(unsigned calls) override { lend_processor(calls); }
  void wait_for_arrival(unsigned calls) override;
  void tell(const std::string& text) override;
  void abort(const std::string& sentence) override;

 private:
  void post_receive(packet p);
  void post_word_receive(word_receive& r);
  void collect_sent();
  bool take_word(incoming& next);
  bool take_packet(incoming& next);

  MPI_Comm comm_;
  rank_id self_ = 0;
  rank_id ranks_ = 1;
  std::size_t payload_bytes_ = 0;
  std::deque<packet_receive> receives_;
  std::deque<word_receive> word_receives_;
  waited_for packet_waited_for_;
  waited_for word_waited_for_;
  sent_by_peer<packet_receive> sends_;
  sent_by_peer<word_receive> word_sends_;
  // Whoever posts packets of another origin than lease() must not fill the memory with them.
  spare_packets spare_;
};

void mpi_carrier::prepare(std::size_t payload_bytes, std::size_t from_each_peer,
                          std::span<const rank_id> peers) {
  payload_bytes_ = payload_bytes;
  const std::size_t receives = from_each_peer * peers.size();
  spare_.keep_at_most(2 * receives);
  for (std::size_t i = 0; i < receives; ++i) post_receive(packet(payload_bytes_));
  for (std::size_t i = 0; i < receives + peers.size(); ++i) {
    word_receives_.push_back({MPI_REQUEST_NULL, 0});
    post_word_receive(word_receives_.back());
  }
  // Nobody sends before all have posted.
  MPI_Barrier(comm_);
}

void mpi_carrier::post_receive(packet p) {
  receives_.push_back({MPI_REQUEST_NULL, std::move(p)});
  packet_receive& r = receives_.back();
  MPI_Irecv(r.buffer.wire(), static_cast<int>(packet::head + payload_bytes_), MPI_BYTE,
            MPI_ANY_SOURCE, packets_tag, comm_, &r.request);
}

void mpi_carrier::post_word_receive(word_receive& r) {
  MPI_Irecv(&r.word, sizeof r.word, MPI_BYTE, MPI_ANY_SOURCE, words_tag, comm_, &r.request);
}

void mpi_carrier::post(rank_id to, packet p) {
  packet_receive& s = sends_.add(to, {MPI_REQUEST_NULL, std::move(p)});
  MPI_Isend(s.buffer.wire(), static_cast<int>(s.buffer.wire_size()), MPI_BYTE, static_cast<int>(to),
            packets_tag, comm_, &s.request);
}

void mpi_carrier::post_word(rank_id to, std::uint64_t word) {
  word_receive& s = word_sends_.add(to, {MPI_REQUEST_NULL, word});
  MPI_Isend(&s.word, sizeof s.word, MPI_BYTE, static_cast<int>(to), words_tag, comm_, &s.request);
}

void mpi_carrier::collect_sent() {
  const auto has_left = [](auto& sent) {
    int done = 0;
    MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  };
  sends_.collect(has_left, [this](packet_receive&& s) { spare_.keep(std::move(s.buffer)); });
  word_sends_.collect(has_left, [](word_receive&&) {});
}

bool mpi_carrier::take(incoming& next) {
  collect_sent();
  return take_word(next) || take_packet(next);
}

bool mpi_carrier::take_word(incoming& next) {
  if (word_receives_.empty()) return false;
  word_receive& oldest = word_receives_.front();
  MPI_Status status;
  if (!has_come(oldest.request, word_waited_for_, status)) return false;
  next.from = static_cast<rank_id>(status.MPI_SOURCE);
  next.word = oldest.word;
  next.contents = {};
  // What the credits in this word allow takes a word to come back, so the receive is there in time.
  word_receives_.pop_front();
  word_receives_.push_back({MPI_REQUEST_NULL, 0});
  post_word_receive(word_receives_.back());
  return true;
}

bool mpi_carrier::take_packet(incoming& next) {
  if (receives_.empty()) return false;
  packet_receive& oldest = receives_.front();
  MPI_Status status;
  if (!has_come(oldest.request, packet_waited_for_, status)) return false;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  next.from = static_cast<rank_id>(status.MPI_SOURCE);
  next.contents = std::move(oldest.buffer);
  next.contents.size = static_cast<std::size_t>(bytes) - packet::head;
  next.word = next.contents.word();
  receives_.pop_front();
  return true;
}

void mpi_carrier::wait_for_arrival(unsigned calls) {
  if (receives_.empty() || word_receives_.empty()) {
    idle(calls);
    return;
  }
  if (packet_waited_for_.come || word_waited_for_.come) return;
  MPI_Request oldest[] = {receives_.front().request, word_receives_.front().request};
  int which = 0;
  MPI_Status status;
  MPI_Waitany(2, oldest, &which, &status);
  receives_.front().request = oldest[0];
  word_receives_.front().request = oldest[1];
  (which == 0 ? packet_waited_for_ : word_waited_for_) = {true, status};
}

bool mpi_carrier::drained() {
  collect_sent();
  return sends_.empty() && word_sends_.empty();
}

void mpi_carrier::tell(const std::string& text) {
  std::fprintf(stderr, "arcas: %s\n", text.c_str());
  std::fflush(stderr);
}

void mpi_carrier::abort(const std::string& sentence) {
  tell(sentence);
  MPI_Abort(comm_, 1);
}

mpi_carrier::~mpi_carrier() {
  while (!drained()) std::this_thread::yield();
  // After this nobody sends, so no receive that is cancelled below would have been used.
  MPI_Barrier(comm_);
  for (packet_receive& r : receives_) cancel(r.request);
  for (word_receive& r : word_receives_) cancel(r.request);
  MPI_Comm_free(&comm_);
  MPI_Finalize();
}

}  // namespace

bool said_by_all_processes(unsigned figure) {
  const unsigned own[] = {figure, ~figure};
  unsigned most[2] = {};
  MPI_Allreduce(own, most, 2, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
  return most[0] == figure && most[1] == ~figure;
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
  return std::make_unique<mpi_carrier>();
}

}  // namespace arcas::cluster::detail
