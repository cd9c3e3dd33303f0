// SPDX-License-Identifier: Apache-2.0
// Writes a trace of loops in Perfetto's format.
#include <arcas/loops/trace.h>

#include <arcas/base/perfetto.h>

#include <algorithm>

namespace arcas::inline v0::detail {
namespace {

using namespace perfetto;

constexpr std::uint64_t only_sequence = 1;
enum : std::uint64_t { id_of_first = 1, id_of_last, id_of_call };
// Names of slices other than loops; the names of loops follow.
enum : std::uint64_t { id_of_part = 1, id_of_chunk, id_of_helped, id_of_line };

message names_of(const loop_trace& trace) {
  message names;
  names.inside(interned::annotation_name, named(id_of_first, "first"))
      .inside(interned::annotation_name, named(id_of_last, "last"))
      .inside(interned::annotation_name, named(id_of_call, "call"))
      .inside(interned::event_name, named(id_of_part, "part"))
      .inside(interned::event_name, named(id_of_chunk, "iterations"))
      .inside(interned::event_name, named(id_of_helped, "iterations taken over"));
  for (std::size_t i = 0; i < trace.lines.size(); ++i)
    names.inside(interned::event_name, named(id_of_line + i, trace.lines[i]));
  return names;
}

std::uint64_t name_of(const trace_slice& s) {
  switch (s.kind) {
    case slice_kind::part:
      return id_of_part;
    case slice_kind::chunk:
      return id_of_chunk;
    case slice_kind::helped:
      return id_of_helped;
    default:
      return id_of_line + s.line;
  }
}

// Begin or end of a slice.
struct border {
  const trace_slice* slice;
  bool ends;
  std::uint64_t at() const { return ends ? slice->end : slice->begin; }
  std::uint64_t other() const { return ends ? slice->begin : slice->end; }
};

// Orders borders by time. Slices of a thread are nested or disjoint: at the same time an end comes
// before a begin, the outer begin before the inner one, and the inner end before the outer one.
bool before(const border& a, const border& b) {
  if (a.at() != b.at()) return a.at() < b.at();
  if (a.ends != b.ends) return a.ends;
  if (a.other() != b.other()) return a.other() > b.other();
  // A loop contains parts, and a part contains chunks.
  return a.ends ? a.slice->kind > b.slice->kind : a.slice->kind < b.slice->kind;
}

std::vector<border> borders_of(const std::vector<trace_slice>& slices) {
  std::vector<border> all;
  for (const trace_slice& s : slices) {
    if (s.end == s.begin) continue;
    all.push_back({&s, false});
    all.push_back({&s, true});
  }
  std::stable_sort(all.begin(), all.end(), before);
  return all;
}

message event_of(const border& b, std::uint64_t track_id) {
  message e;
  e.number(event::track, track_id).number(event::type, b.ends ? event::end : event::begin);
  if (b.ends) return e;
  e.number(event::name_id, name_of(*b.slice));
  const auto annotate = [&e](std::uint64_t name, std::uint64_t value) {
    message one;
    one.number(annotation::name_id, name).number(annotation::whole, value);
    e.inside(event::annotation, one);
  };
  annotate(id_of_call, b.slice->call);
  if (b.slice->kind == slice_kind::part) return e;
  annotate(id_of_first, b.slice->first);
  annotate(id_of_last, b.slice->last - 1);
  return e;
}

message track_of(const traced_thread& thread, std::uint64_t id, long process) {
  message about;
  about.number(track::thread_process, static_cast<std::uint64_t>(process))
      .number(track::thread_number, static_cast<std::uint64_t>(thread.number))
      .text(track::thread_name, thread.name);
  message one;
  one.number(track::id, id).inside(track::thread, about);
  return one;
}

}  // namespace

std::string as_perfetto(const loop_trace& trace, const std::string& program, long process) {
  perfetto::file written;
  message about;
  about.number(track::process_number, static_cast<std::uint64_t>(process))
      .text(track::process_name, program);
  message first;
  first.number(track::id, 1).inside(track::process, about);
  message start;
  start.number(packet::sequence, only_sequence)
      .number(packet::sequence_flags, packet::state_cleared)
      .inside(packet::interned, names_of(trace))
      .inside(packet::track, first);
  written.add(start);
  std::uint64_t id = 1;
  for (const traced_thread& thread : trace.threads) {
    ++id;
    message made;
    made.number(packet::sequence, only_sequence)
        .inside(packet::track, track_of(thread, id, process));
    written.add(made);
    for (const border& b : borders_of(thread.slices)) {
      const std::uint64_t since = b.at() - std::min(b.at(), trace.stamps[0]);
      const auto time =
          trace.nanoseconds[0] + static_cast<std::uint64_t>(trace.nanoseconds_of(since));
      message one;
      one.number(packet::timestamp, time)
          .number(packet::sequence, only_sequence)
          .number(packet::sequence_flags, packet::needs_state)
          .inside(packet::event, event_of(b, id));
      written.add(one);
    }
  }
  return written.take();
}

}  // namespace arcas::inline v0::detail
