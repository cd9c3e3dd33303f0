// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/perfetto.h>
#include <arcas/cluster/trace/trace_file.h>
#include <arcas/cluster/transport/transport.h>

#include <cxxabi.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

namespace pf = arcas::detail::perfetto;

constexpr std::size_t longest_name = 160;
constexpr const char* lane_names[lanes] = {"request", "reply", "control"};

// The tracks of a rank, numbered separately for each kind.
enum class track_kind : std::uint8_t {
  rank,      // parent of all tracks of the rank
  waits,     // of the rank itself
  messages,  // functions of messages
  sent,      // packets, messages in them, and credits that have left
  come,      // packets and credits that have arrived
  tasks,     // by stack
  filling,   // of packets, by peer and lane
  backlog,   // packets that wait for credits, by peer and lane
  counter    // by its number
};
constexpr const char* track_names[] = {
    "", "waits", "messages", "sent", "come", "tasks", "packets filling", "waiting for credits", ""};

// The start or end of a slice, an instant, or a value, as it is written.
struct mark {
  std::uint64_t at;
  std::uint64_t type;
  std::uint64_t track;
  const trace_event* event;
};

// An id that is the same at both ends of a packet's way, and differs for other packets: splitmix64
// of the sender, the receiver, the lane and the packet's number.
std::uint64_t flow_of(rank_id from, rank_id to, lane on, std::uint64_t number) {
  std::uint64_t z = (std::uint64_t{from} << 40) ^ (std::uint64_t{to} << 18) ^
                    static_cast<std::uint64_t>(on) ^ (number << 2) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class rank_file {
 public:
  rank_file(const event_log& events, const traced_rank& about) : about_(about) {
    for (std::size_t i = 0; i < events.size(); ++i) place(events[i]);
    end_open_slices();
    // Events with equal times stay in the order of recording.
    std::ranges::stable_sort(marks_, {}, &mark::at);
    lost_ = events.lost();
  }

  std::string written() {
    add_start();
    for (const mark& m : marks_) add(m);
    return file_.take();
  }

 private:
  static constexpr std::uint64_t first_name = 1;

  void place(const trace_event& e) {
    const std::uint64_t at = time_of(e.at);
    if (at > about_.until) return;
    const auto lane_of_peer = std::uint64_t{e.peer} * lanes + static_cast<std::uint64_t>(e.on);
    switch (e.kind) {
      case event_kind::task_begun:
      case event_kind::task_waits:
        return begin(at, track(track_kind::tasks, e.track), e);
      case event_kind::task_goes_on:
      case event_kind::task_ended:
        return end(at, track(track_kind::tasks, e.track), e);
      case event_kind::messages_left:
      case event_kind::packet_sent:
      case event_kind::credits_sent:
        return put(at, pf::event::instant, track(track_kind::sent), e);
      case event_kind::packet_come:
      case event_kind::credits_come:
        return put(at, pf::event::instant, track(track_kind::come), e);
      case event_kind::messages_run:
        return slice(at, track(track_kind::messages), e);
      case event_kind::waited:
        return slice(at, track(track_kind::waits), e);
      case event_kind::packet_filled:
        return slice(at, track(track_kind::filling, lane_of_peer), e);
      case event_kind::backlog_begins:
        return begin(at, track(track_kind::backlog, lane_of_peer), e);
      case event_kind::backlog_ends:
        return end(at, track(track_kind::backlog, lane_of_peer), e);
      case event_kind::counter:
        return put(at, pf::event::counter, track(track_kind::counter, e.track, e.name), e);
    }
  }

  std::uint64_t time_of(std::uint64_t at) const { return about_.clock.of_first_rank(at); }

  void put(std::uint64_t at, std::uint64_t type, std::uint64_t track, const trace_event& e) {
    marks_.push_back({at, type, track, &e});
  }
  void begin(std::uint64_t at, std::uint64_t track, const trace_event& e) {
    ++open_[track];
    put(at, pf::event::begin, track, e);
  }
  // Ignores the end of a slice whose start has been lost.
  void end(std::uint64_t at, std::uint64_t track, const trace_event& e) {
    if (open_[track] == 0) return;
    --open_[track];
    put(at, pf::event::end, track, e);
  }
  void slice(std::uint64_t at, std::uint64_t track, const trace_event& e) {
    put(std::min(at, time_of(e.value)), pf::event::begin, track, e);
    put(at, pf::event::end, track, e);
  }
  void end_open_slices() {
    std::uint64_t last = 0;
    for (const mark& m : marks_) last = std::max(last, m.at);
    for (auto& [track, open] : open_) {
      for (; open != 0; --open) marks_.push_back({last, pf::event::end, track, nullptr});
    }
  }

  // The id of the track, which is described on first use.
  std::uint64_t track(track_kind kind, std::uint64_t number = 0, const char* name = nullptr) {
    const auto k = static_cast<std::uint64_t>(kind);
    const std::uint64_t id = (std::uint64_t{about_.self} + 1) << 32 | k << 28 | number;
    if (tracks_.insert(id).second) {
      pf::message about;
      about.number(pf::track::id, id);
      about.text(pf::track::name, name ? name : track_names[k]);
      about.number(pf::track::parent, (std::uint64_t{about_.self} + 1) << 32);
      if (kind == track_kind::counter) about.inside(pf::track::counter, {});
      described_.push_back(std::move(about));
    }
    return id;
  }

  std::uint64_t sequence() const { return about_.self + 2; }

  void add_start() {
    pf::message rank_track;
    rank_track.number(pf::track::id, (std::uint64_t{about_.self} + 1) << 32);
    rank_track.text(pf::track::name,
                    "rank " + std::to_string(about_.self) + " on " + about_.host +
                        (lost_ == 0 ? "" : ", " + std::to_string(lost_) + " later events lost"));
    pf::message start;
    start.number(pf::packet::sequence, sequence())
        .number(pf::packet::sequence_flags, pf::packet::state_cleared)
        .inside(pf::packet::track, rank_track);
    file_.add(start);
    for (const pf::message& about : described_) {
      pf::message made;
      made.number(pf::packet::sequence, sequence()).inside(pf::packet::track, about);
      file_.add(made);
    }
  }

  void add(const mark& m) {
    pf::message names;
    pf::message e;
    e.number(pf::event::track, m.track).number(pf::event::type, m.type);
    if (m.type == pf::event::counter) {
      e.number(pf::event::counter_value, m.event->value);
    } else if (m.type != pf::event::end) {
      e.number(pf::event::name_id, name_id(title(*m.event), pf::interned::event_name, names));
      annotate(*m.event, e, names);
    }
    pf::message one;
    one.number(pf::packet::timestamp, m.at)
        .number(pf::packet::sequence, sequence())
        .number(pf::packet::sequence_flags, pf::packet::needs_state);
    if (!names.bytes().empty()) one.inside(pf::packet::interned, names);
    file_.add(one.inside(pf::packet::event, e));
  }

  std::string title(const trace_event& e) {
    switch (e.kind) {
      case event_kind::packet_filled:
      case event_kind::packet_sent:
      case event_kind::packet_come:
        return std::string("packet (") + lane_names[static_cast<std::size_t>(e.on)] + ")";
      case event_kind::backlog_begins:
        return "rank " + std::to_string(e.peer);
      case event_kind::credits_sent:
      case event_kind::credits_come:
        return "credits";
      case event_kind::task_begun:
      case event_kind::messages_left:
      case event_kind::messages_run:
        return e.name ? readable(e.name) : "a task";
      default:
        return e.name;
    }
  }

  void annotate(const trace_event& e, pf::message& to, pf::message& names) {
    const auto number = [&](const char* name, std::uint64_t value) {
      pf::message one;
      one.number(pf::annotation::name_id, name_id(name, pf::interned::annotation_name, names))
          .number(pf::annotation::whole, value);
      to.inside(pf::event::annotation, one);
    };
    switch (e.kind) {
      case event_kind::task_waits:
        if (e.more && *e.more != '\0') number(e.more, e.value);
        return;
      case event_kind::messages_left:
      case event_kind::messages_run:
        number(e.kind == event_kind::messages_run ? "from rank" : "by rank", e.peer);
        return number("messages", e.count);
      case event_kind::packet_sent:
        to.fixed(pf::event::flow, flow_of(about_.self, e.peer, e.on, e.value));
        number("to rank", e.peer);
        number("number", e.value);
        return number("bytes", e.count);
      case event_kind::packet_come:
        to.fixed(pf::event::flow_end, flow_of(e.peer, about_.self, e.on, e.value));
        number("from rank", e.peer);
        number("number", e.value);
        return number("bytes", e.count);
      case event_kind::packet_filled:
        return number("to rank", e.peer);
      case event_kind::credits_sent:
      case event_kind::credits_come:
        number(e.kind == event_kind::credits_sent ? "to rank" : "from rank", e.peer);
        for (std::size_t l = 0; l < lanes; ++l) {
          const std::uint8_t credits = credits_in(e.value, static_cast<lane>(l));
          if (credits != 0) number(lane_names[l], credits);
        }
        return;
      default:
        return;
    }
  }

  // The readable name of a task or a kind of message, computed once for each, since that takes many
  // steps.
  const std::string& readable(const char* name) {
    const auto [known, is_new] = readable_.emplace(name, std::string());
    if (is_new) known->second = short_name(name);
    return known->second;
  }

  // The number of a name in the sequence's table. A new name is added to `names`.
  std::uint64_t name_id(const std::string& name, unsigned table, pf::message& names) {
    auto& known = numbers_[table];
    const auto [found, is_new] = known.emplace(name, first_name + known.size());
    if (is_new) names.inside(table, pf::named(found->second, name));
    return found->second;
  }

  const traced_rank& about_;
  std::vector<mark> marks_;
  std::map<std::uint64_t, unsigned> open_;  // open slices, by track
  std::set<std::uint64_t> tracks_;
  std::vector<pf::message> described_;
  std::map<const char*, std::string> readable_;
  std::map<unsigned, std::map<std::string, std::uint64_t>> numbers_;
  std::uint64_t lost_ = 0;
  pf::file file_;
};

void leave_out(std::string& text, std::string_view words) {
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at)) {
    text.erase(at, words.size());
  }
}

}  // namespace

std::uint64_t clock_line::of_first_rank(std::uint64_t at) const {
  std::int64_t offset = at_first;
  if (last > first) {
    const auto gone = static_cast<double>(static_cast<std::int64_t>(at - first));
    offset += std::llround(static_cast<double>(at_last - at_first) * gone /
                           static_cast<double>(last - first));
  }
  // Times before the start of rank 0's clock become 0.
  const std::int64_t there = static_cast<std::int64_t>(at) + offset;
  return there < 0 ? 0 : static_cast<std::uint64_t>(there);
}

std::string short_name(const char* name) {
  // A job's name has "T = " before its type (job.h); a kind of message has a mangled name.
  const char* const at = std::strstr(name, "T = ");
  std::string text = at ? at + 4 : name;
  if (at && text.ends_with(']')) text.pop_back();
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      at ? nullptr : abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  if (readable) text = readable.get();
  for (const std::string_view words :
       {"arcas::v0::cluster::detail::", "arcas::v0::cluster::", "arcas::v0::", "arcas::"}) {
    leave_out(text, words);
  }
  return text.substr(0, longest_name);
}

std::string as_perfetto(const event_log& events, const traced_rank& about) {
  return rank_file(events, about).written();
}

}  // namespace arcas::inline v0::cluster::detail
