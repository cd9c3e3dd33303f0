// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/exceptions.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/trace/rank_trace.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Maximum number of packets that one poll takes, so that tasks get their turn.
constexpr unsigned packets_a_poll = 32;

// The header of a piece of a message that is longer than a packet; bytes of the message follow.
struct piece_head {
  std::uint64_t total;
  std::uint32_t number;  // the number of the long message, given by its sender
  handler_id handler;
  std::uint16_t bytes;
};
static_assert(sizeof(piece_head) == 16);

struct piece {
  static unsigned run(messenger& here, const envelope& from, const std::byte*& at, unsigned count) {
    unsigned done = 0;
    while (done < count && here.take_piece(from, at)) ++done;
    return done;
  }
};

std::vector<std::byte> room_for_message(std::uint64_t bytes, rank_id from) {
  try {
    return std::vector<std::byte>(bytes);
  } catch (const std::exception& e) {
    throw std::runtime_error("there is no memory for a message of " + std::to_string(bytes) +
                             " bytes from rank " + std::to_string(from) + ": " + e.what());
  }
}

}  // namespace

// A message longer than a packet, sent in pieces.
struct long_message {
  rank_id to;
  cluster::detail::lane lane;
  run_key key;
  std::uint32_t number;
  std::vector<std::byte> bytes;
  std::size_t sent = 0;
};

std::vector<std::byte> room_to_send(std::size_t bytes, rank_id to) {
  try {
    return std::vector<std::byte>(bytes);
  } catch (const std::exception&) {
    throw arcas::out_of_memory("there is no memory for a message of %zu bytes to rank %u", bytes,
                               to);
  }
}

// A packet whose messages before `at` have run or have been forwarded.
struct messenger::in_hand {
  arrival what;
  std::size_t at = 0;
  run_header run{};  // if count is not 0: the rest of the run at `at`
  run_route route{};
};

struct messenger::books {
  struct assembly {
    std::vector<std::byte> bytes;
    std::size_t have = 0;
  };
  // By peer and lane, in the order of arrival; no queue is empty.
  std::map<std::pair<rank_id, lane>, std::deque<in_hand>> held;
  std::map<std::tuple<rank_id, lane, std::uint32_t>, assembly> assemblies;
};

messenger::messenger(transport& network, outbox& out)
    : network_(network),
      out_(out),
      transfers_(network),
      routed_(network.grid().hops() > 1),
      books_(new books) {
  targets_.add(*this);
  targets_.add(transfers_);
}

messenger::~messenger() = default;

bool messenger::open_long(const envelope& from, const std::byte*& at,
                          opened_long (*opened_by)(const std::byte*),
                          arcas::detail::function_reference<void, void*> run) {
  if (const long_data::arrival* const known = transfers_.find(from)) {
    if (!known->whole) return false;
    const long_data::arrival message = *known;
    transfers_.forget(from);
    at += message.bytes;
    run(message.opened.get());
    return true;
  }
  opened_long made;
  try {
    made = opened_by(at);
  } catch (const std::bad_alloc& e) {
    throw std::runtime_error("there is no memory for a message from rank " +
                             std::to_string(from.from) + ": " + e.what());
  }
  transfers_.expect(from, {made.message, static_cast<std::size_t>(made.end - at)}, *made.apart);
  ask_for(from, made.transfer);
  return false;
}

void messenger::run_short(arcas::detail::function_reference<void, void*> run, void* message) {
  run(message);
}

void messenger::ask_for(const envelope& from, transfer_id transfer) {
  tell<&long_data::send>(from.from, lane::control, transfer);
}

void messenger::send_long(rank_id to, lane on, run_key key, std::size_t n,
                          arcas::detail::function_reference<void, std::byte*> fill,
                          arcas::detail::function_reference<void> before_each) {
  long_message m{to, on, key, next_long_message_++, {}};
  m.bytes = room_to_send(n, to);
  fill(m.bytes.data());
  // A failure ends the job: the message may already be counted, and pieces that have left cannot be
  // recalled.
  try {
    while (m.sent != n) {
      before_each();
      send_piece(m);
    }
  } catch (const std::exception& e) {
    cut_short(m, e.what());
    throw;
  }
}

void messenger::send_piece(long_message& m) {
  const std::size_t room = longest_message() - sizeof(piece_head);
  const std::size_t n = std::min(room, m.bytes.size() - m.sent);
  const run_key pieces{registered<piece>::id(), m.key.scope};
  std::byte* const to_fill = out_.append(m.to, m.lane, pieces, sizeof(piece_head) + n);
  const auto bytes = static_cast<std::uint16_t>(n);
  std::memcpy(put_plain(to_fill, piece_head{m.bytes.size(), m.number, m.key.handler, bytes}),
              m.bytes.data() + m.sent, n);
  m.sent += n;
}

void messenger::cut_short(const long_message& m, const char* cause) {
  network_.abort("a message of " + std::to_string(m.bytes.size()) + " bytes to rank " +
                 std::to_string(m.to) + " was cut short: " + cause);
}

bool messenger::take_piece(const envelope& from, const std::byte*& at) {
  const std::byte* contents = at;
  const auto head = take_plain<piece_head>(contents);
  const auto key = std::tuple(from.from, from.lane, head.number);
  books::assembly& a = books_->assemblies[key];
  if (a.bytes.empty()) a.bytes = room_for_message(head.total, from.from);
  // If the message is complete, its last piece was stored by an earlier call, when the message
  // could not run yet.
  if (a.have != a.bytes.size()) {
    std::memcpy(a.bytes.data() + a.have, contents, head.bytes);
    a.have += head.bytes;
  }
  if (a.have == a.bytes.size()) {
    const std::byte* first = a.bytes.data();
    if (handler(head.handler)(targets_, from, first, 1) == 0) return false;
    books_->assemblies.erase(key);
  }
  at = contents + head.bytes;
  return true;
}

// Forwards the run at p.at. Returns false if too many packets wait on the lane to the next hop.
bool messenger::pass_on(in_hand& p) {
  const lane on = p.what.lane;
  if (!out_.forward(on, p.run, p.route, p.what.contents.payload() + p.at)) return false;
  p.at += p.run.bytes;
  p.run.count = 0;
  if (on == lane::control) control_waits_ = true;
  return true;
}

// Returns whether the whole packet has been processed.
bool messenger::run(in_hand& p) {
  const std::byte* const base = p.what.contents.payload();
  // The last run may have no bytes and still be unprocessed.
  while (p.run.count != 0 || p.at < p.what.contents.size) {
    if (p.run.count == 0) {
      p.route = {p.what.from, network_.self()};
      p.at = static_cast<std::size_t>(read_head(base + p.at, routed_, p.run, p.route) - base);
    }
    if (p.route.to != network_.self()) {
      if (!pass_on(p)) return false;
      continue;
    }
    // A request may change data that this rank is still sending in answer to an earlier request.
    if (p.what.lane == lane::request && transfers_.is_read_by(p.route.from)) return false;
    const envelope from{p.route.from, p.what.lane, p.run.scope};
    const std::byte* at = base + p.at;
    const std::uint64_t since = trace_ ? trace_->now() : 0;
    const unsigned ran = handler(p.run.handler)(targets_, from, at, p.run.count);
    messages_run_ += ran;
    if (trace_ && ran != 0) [[unlikely]]
      trace_->messages_run(from.from, from.lane, handler_name(p.run.handler), ran, since);
    if (p.what.lane == lane::control) control_run_ += ran;
    p.at = static_cast<std::size_t>(at - base);
    p.run.count = static_cast<std::uint16_t>(p.run.count - ran);
    if (p.run.count != 0) return false;
  }
  return true;
}

bool messenger::run_held() {
  const std::uint64_t before = messages_run_ + out_.counts().forwarded;
  for (auto link = books_->held.begin(); link != books_->held.end();) {
    std::deque<in_hand>& packets = link->second;
    while (!packets.empty() && run(packets.front())) {
      network_.release(std::move(packets.front().what));
      packets.pop_front();
      --held_packets_;
    }
    link = packets.empty() ? books_->held.erase(link) : std::next(link);
  }
  return messages_run_ + out_.counts().forwarded != before;
}

// Runs the messages of a packet. Holds the packet if it cannot be processed now, or if earlier
// packets of its peer and lane are held.
void messenger::take(in_hand p) {
  const std::pair link(p.what.from, p.what.lane);
  if (!books_->held.contains(link) && run(p)) {
    network_.release(std::move(p.what));
    return;
  }
  books_->held[link].push_back(std::move(p));
  ++held_packets_;
}

bool messenger::poll() {
  const std::uint64_t before = messages_run_ + out_.counts().forwarded;
  transfers_.look();
  for (unsigned i = 0; i < packets_a_poll; ++i) {
    auto next = network_.receive();
    if (!next) break;
    take({std::move(*next)});
  }
  return messages_run_ + out_.counts().forwarded != before;
}

}  // namespace arcas::inline v0::cluster::detail
