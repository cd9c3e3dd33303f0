// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/packet.h>
#include <arcas/cluster/transport/process_network.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Maximum number of items that the first worker forwards for others before it continues with its
// own rank.
constexpr unsigned looks_a_take = 32;
// Milliseconds that another worker waits until the first worker ends a job that has failed.
// All steps of ending a job together may take 5 s.
constexpr unsigned naps_before_abort = 1000;

// The word of a packet between processes holds the sending and the receiving worker, above the
// bits_of_words bits that the sender may use.
constexpr unsigned bits_of_worker = 12;
static_assert(1u << bits_of_worker == process_network::most_workers);
static_assert(bits_of_words + 2 * bits_of_worker == 64);
constexpr std::uint64_t worker_mask = process_network::most_workers - 1;

unsigned checked(unsigned workers) {
  if (workers >= 1 && workers <= process_network::most_workers) return workers;
  throw std::invalid_argument("workers: " + std::to_string(workers) +
                              " is out of range; it must be between 1 and " +
                              std::to_string(process_network::most_workers));
}

std::uint64_t labelled(std::uint64_t word, unsigned from, unsigned to) {
  return word | std::uint64_t{from} << bits_of_words |
         std::uint64_t{to} << (bits_of_words + bits_of_worker);
}
unsigned sender_in(std::uint64_t word) {
  return static_cast<unsigned>(word >> bits_of_words & worker_mask);
}
unsigned addressee_in(std::uint64_t word) {
  return static_cast<unsigned>(word >> (bits_of_words + bits_of_worker));
}
std::uint64_t own_part(std::uint64_t word) {
  return word & ((std::uint64_t{1} << bits_of_words) - 1);
}

}  // namespace

// The numbers of places of the rings. PROTOCOL.md, «No ring is ever full», derives them.
struct process_network::ring_places {
  std::size_t near;      // places of a ring between two workers other than the first
  std::size_t to_first;  // places of each of the two rings between a worker and the first

  ring_places(std::size_t from_each_peer, std::size_t peers_elsewhere) {
    // Packets, a bare word for each packet's credit, and a word for the end of the job.
    near = 2 * from_each_peer + 1;
    // In addition packets and words of peers in other processes, and buffers that are given back.
    to_first = near + (3 * from_each_peer + 1) * peers_elsewhere;
  }
};

// The carrier of one worker. The first worker's carrier also forwards packets of other workers to
// other processes, and packets that arrive for other workers.
class process_network::port_of_worker final : public carrier {
 public:
  port_of_worker(process_network& network, unsigned worker)
      : network_(network),
        worker_(worker),
        self_(network.process_ * network.workers_ + worker),
        looked_at_(worker) {}

  rank_id self() const override { return self_; }
  rank_id ranks() const override { return network_.between_.ranks() * network_.workers_; }

  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override {
    payload_bytes_ = of_each_peer.payload_bytes;
    auto& elsewhere = network_.elsewhere_[worker_];
    for (const rank_id p : peers) {
      if (!network_.is_here(p)) elsewhere.push_back(p / network_.workers_);
    }
    network_.make_rings(worker_, ring_places(of_each_peer.packets, elsewhere.size()));
    network_.wait_for_all_prepared();
    if (!is_first()) return;
    std::vector<rank_id> processes;
    for (const auto& of_worker : network_.elsewhere_) {
      processes.insert(processes.end(), of_worker.begin(), of_worker.end());
    }
    capacity of_process = of_each_peer;
    of_process.channels = process_transfers::channels(network_.workers_);
    network_.between_.prepare(of_process, processes);
    // `between_` keeps only a few packets that have left the process: each worker has its own spare
    // packets.
    network_.between_.keep_spare(spare_packets_a_worker);
  }

  void post(rank_id to, packet p) override {
    const std::uint64_t word = p.word();
    post_any(to, word, std::move(p));
  }
  void post_word(rank_id to, std::uint64_t word) override { post_any(to, word, {}); }

  bool take(incoming& next) override {
    if (!is_first()) return look_here(next) == found::arrival;
    if (network_.aborted()) network_.pass_abort_on();
    passed_something_on_ |= network_.transfers_.pass_on();
    unsigned nothing = 0;
    for (unsigned looks = 0; looks < looks_a_take && nothing < 2; ++looks) {
      look_out_ = !look_out_;
      const found f = look_out_ ? look_elsewhere(next) : look_here(next);
      if (f == found::arrival) return true;
      nothing = f == found::nothing ? nothing + 1 : 0;
    }
    return false;
  }

  void give_back(rank_id from, packet p) override {
    if (network_.is_here(from)) {
      spare_.keep(std::move(p));
    } else if (is_first()) {
      network_.between_.give_back(from / network_.workers_, std::move(p));
    } else {
      network_.hand(worker_, 0, {errand::give_back, from, 0, std::move(p)});
    }
  }
  packet lease(rank_id to) override {
    return is_first() && !network_.is_here(to) ? network_.between_.lease(to / network_.workers_)
                                               : spare_.take(payload_bytes_);
  }

  void send_transfer(rank_id to, outgoing_transfer t) override {
    network_.transfers_.send(worker_, to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    network_.transfers_.receive(worker_, from, std::move(t));
  }
  bool take_ended(transfer_id& ended) override {
    return network_.transfers_.take_ended(worker_, ended);
  }

  bool shares_memory() const override { return network_.between_.shares_memory(); }
  // Only the first worker has near peers in other processes: packets of other workers to these
  // peers wait for a turn of the first worker.
  bool is_near(rank_id peer) const override {
    return network_.is_here(peer) ||
           (is_first() && network_.between_.is_near(peer / network_.workers_));
  }
  // What other workers have posted is in rings, which remain after the ranks of these workers end.
  bool drained() override { return !is_first() || network_.between_.drained(); }
  std::uint64_t now() override { return is_first() ? network_.between_.now() : real_nanoseconds(); }
  void idle(unsigned calls) override {
    if (!is_first()) return lend_processor(calls);
    idle_calls_ = passed_something_on_ ? 0 : std::min(idle_calls_ + 1, calls);
    passed_something_on_ = false;
    network_.between_.idle(idle_calls_);
  }
  void tell(const std::string& text) override { network_.between_.tell(text); }
  void abort(const std::string& sentence) override { network_.abort(worker_, sentence); }

  // Called for the first worker after its rank has ended. Packets for that rank are dropped. Other
  // workers wait for packets that the first worker forwards, so an error here ends the job.
  void serve() {
    try {
      incoming mine;
      idle_serving_ = take(mine) ? 0 : idle_serving_ + 1;
      if (idle_serving_ != 0) idle(idle_serving_);
    } catch (const peer_lost& lost) {
      abort("rank " + std::to_string(lost.peer) + " has died");
    } catch (const std::exception& e) {
      abort(e.what());
    }
  }
  void run_last_errands() {
    incoming mine;
    while (look_here(mine) != found::nothing) {
    }
  }

 private:
  enum class found { nothing, errand, arrival };

  bool is_first() const { return worker_ == 0; }

  void post_any(rank_id to, std::uint64_t word, packet p) {
    if (network_.is_here(to)) {
      network_.hand(worker_, to % network_.workers_, {errand::deliver, self_, word, std::move(p)});
    } else if (is_first()) {
      post_from(worker_, to, word, std::move(p));
    } else {
      network_.hand(worker_, 0, {errand::post, to, word, std::move(p)});
    }
  }
  void post_from(unsigned worker, rank_id to, std::uint64_t word, packet p) {
    word = labelled(word, worker, to % network_.workers_);
    const rank_id process = to / network_.workers_;
    if (!p) return network_.between_.post_word(process, word);
    p.set_word(word);
    network_.between_.post(process, std::move(p));
  }

  // Takes one item from the rings of the other workers, in turn, so that no ring waits for ever.
  // Only the first worker gets items that it must forward.
  found look_here(incoming& next) {
    handed h;
    if (!take_handed(h)) return found::nothing;
    if (h.what == errand::deliver) {
      next = {h.peer, h.word, std::move(h.contents)};
      return found::arrival;
    }
    passed_something_on_ = true;
    if (h.what == errand::post) {
      post_from(looked_at_, h.peer, h.word, std::move(h.contents));
    } else {
      give_back(h.peer, std::move(h.contents));
    }
    return found::errand;
  }
  bool take_handed(handed& h) {
    for (unsigned i = 0; i < network_.workers_; ++i) {
      looked_at_ = looked_at_ + 1 == network_.workers_ ? 0 : looked_at_ + 1;
      if (looked_at_ != worker_ && network_.between_workers(looked_at_, worker_).take(h)) {
        return true;
      }
    }
    return false;
  }
  found look_elsewhere(incoming& next) {
    try {
      if (!network_.between_.take(next)) return found::nothing;
    } catch (const peer_lost& lost) {
      throw peer_lost{lost.peer * network_.workers_};
    }
    const unsigned to = addressee_in(next.word);
    next.from = next.from * network_.workers_ + sender_in(next.word);
    next.word = own_part(next.word);
    if (to == 0) return found::arrival;
    passed_something_on_ = true;
    network_.hand(0, to, {errand::deliver, next.from, next.word, std::move(next.contents)});
    return found::errand;
  }

  process_network& network_;
  const unsigned worker_;
  const rank_id self_;
  unsigned looked_at_;  // the worker whose ring was looked into last
  std::size_t payload_bytes_ = 0;
  spare_packets spare_{spare_packets_a_worker};
  // The members below are used by the first worker only.
  bool look_out_ = false;  // alternates: look for packets of other processes, or into the rings
  bool passed_something_on_ = false;
  unsigned idle_calls_ = 0;    // calls of idle() since something was last forwarded
  unsigned idle_serving_ = 0;  // consecutive calls of serve() without an arrival for this rank
};

process_network::process_network(carrier& between, unsigned workers)
    : between_(between),
      workers_(checked(workers)),
      process_(between.self()),
      rings_(std::size_t{workers_} * workers_),
      elsewhere_(workers_),
      transfers_(between_, workers_),
      present_(workers_ - 1) {
  for (unsigned w = 0; w < workers; ++w) {
    ports_.push_back(std::make_unique<port_of_worker>(*this, w));
  }
}

process_network::~process_network() = default;

carrier& process_network::port(unsigned worker) {
  return *ports_[worker];
}

// Creates the rings from `worker` to the others, and the ring from the first worker to `worker`:
// only `worker` knows the number of its peers in other processes. The first worker creates none.
void process_network::make_rings(unsigned worker, const ring_places& places) {
  if (worker == 0) return;
  for (unsigned other = 1; other < workers_; ++other) {
    if (other != worker) rings_[worker * workers_ + other] = std::make_unique<ring>(places.near);
  }
  rings_[worker * workers_] = std::make_unique<ring>(places.to_first);
  rings_[worker] = std::make_unique<ring>(places.to_first);
}

std::size_t process_network::ring_bytes(unsigned workers, std::size_t from_each_peer,
                                        std::size_t peers_elsewhere) {
  if (workers < 2) return 0;
  const ring_places places(from_each_peer, peers_elsewhere);
  return (workers - 2) * ring::bytes_for(places.near) + 2 * ring::bytes_for(places.to_first);
}

std::size_t process_network::ring_bytes() const {
  std::size_t sum = 0;
  for (const auto& r : rings_) {
    if (r) sum += ring::bytes_for(r->places());
  }
  return sum;
}

void process_network::wait_for_all_prepared() {
  // acq_rel: pairs with itself in the other workers; the rings of each worker have been made.
  prepared_.fetch_add(1, std::memory_order_acq_rel);
  // acquire: pairs with the fetch_add of the last worker.
  while (prepared_.load(std::memory_order_acquire) != workers_) {
    if (aborted()) throw std::runtime_error("another worker of this process cannot begin");
    std::this_thread::yield();
  }
}

void process_network::hand(unsigned giver, unsigned taker, handed what) {
  if (between_workers(giver, taker).give(std::move(what))) return;
  throw std::logic_error(
      "error in Arcas: more is under way to a worker of this process than its credits allow");
}

void process_network::leave(unsigned worker) {
  if (worker != 0) {
    // release: pairs with the acquire below; all items that this worker has handed over are in its
    // ring.
    present_.fetch_sub(1, std::memory_order_release);
    return;
  }
  // acquire: pairs with the release above.
  while (present_.load(std::memory_order_acquire) != 0) {
    if (!aborted()) {
      ports_[0]->serve();
      continue;
    }
    // If a rank could not begin, there may be no rings.
    pass_abort_on();
    std::this_thread::yield();
  }
  if (!aborted()) ports_[0]->run_last_errands();
  if (aborted()) pass_abort_on();
}

void process_network::abort(unsigned worker, const std::string& sentence) {
  {
    std::lock_guard hold(mutex_);
    if (sentence_.empty()) sentence_ = sentence;
  }
  // release: pairs with the acquire in aborted(); the message has been stored.
  aborted_.store(true, std::memory_order_release);
  if (worker == 0) pass_abort_on();
}

std::string process_network::abort_sentence() const {
  std::lock_guard hold(mutex_);
  return sentence_;
}

void process_network::pass_abort_on() {
  // relaxed: pairs with itself; the thread that finds it unset ends the job.
  if (!passed_on_.exchange(true, std::memory_order_relaxed)) between_.abort(abort_sentence());
}

bool process_network::abort_is_passed_on() {
  for (unsigned nap = 0; nap < naps_before_abort; ++nap) {
    // relaxed: only a hint; pairs with the exchange in pass_abort_on(). The exchange below decides.
    if (passed_on_.load(std::memory_order_relaxed)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // relaxed: pairs with the exchange in pass_abort_on().
  return passed_on_.exchange(true, std::memory_order_relaxed);
}

}  // namespace arcas::inline v0::cluster::detail
