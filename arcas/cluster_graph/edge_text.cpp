// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/edge_text.h>
#include <arcas/cluster_graph/rank_results.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/parted_file.h>

#include <algorithm>
#include <deque>
#include <span>
#include <string_view>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using namespace graph::detail;
namespace {

using cluster::rank_id;

// Maximum number of pieces of a stream that are being parsed on other ranks while the next one is
// unpacked.
constexpr std::size_t most_pieces_under_way = 8;

// The result of parsing some lines.
struct lines_read {
  std::uint64_t lines = 0;
  std::string fault;           // of the last line
  graph::reading_notes notes;  // lines are counted from 1 within these lines

  bool has_notes() const { return notes.skipped_rows != 0 || notes.padded_ids; }
  template <class Archive>
  void serialize(Archive& a) {
    a(lines, fault, notes.skipped_rows, notes.first_skipped, notes.padded_ids);
  }
};

// The report of a rank on its parts of the shards.
struct part_report {
  std::string sentence;     // an error that does not concern a line
  std::uint32_t shard = 0;  // the last shard from which the rank has read
  lines_read last;          // from that shard
  // By shard: what has been read from earlier shards, if there are notes.
  std::vector<std::pair<std::uint32_t, lines_read>> before;
  bool from_start = false;  // whether the shard is a stream, so that `last` has all its lines

  template <class Archive>
  void serialize(Archive& a) {
    a(sentence, shard, last, before, from_start);
  }
};

// The ends of these edges are positions in `texts`. Replaces them by the numbers that part.texts
// has for these texts.
template <class W>
void number_texts(const part_texts& texts, std::span<wide_edge<W>> edges, parsed_part<W>& part) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(texts.names.size());
  for (const std::string_view name : texts.names) numbers.push_back(part.texts.number(name));
  for (wide_edge<W>& e : edges) {
    e.from = numbers[e.from];
    e.to = numbers[e.to];
  }
}

template <class W>
lines_read parse(std::string_view some, parsed_part<W>& to) {
  part_texts texts;
  const auto most = static_cast<std::size_t>(std::count(some.begin(), some.end(), '\n')) + 1;
  std::vector<wide_edge<W>>& edges = to.edges.emplace_back(most);
  const std::span<wide_edge<W>> room(edges);
  edge_lines read = to.form.table ? parse_table_lines(some, {}, *to.form.table, room, texts)
                                  : parse_edge_lines(some, to.form.form, room);
  edges.resize(read.edges);
  // Comments and empty lines may be most of a piece; the room that they took is freed.
  if (read.edges < most / 2) edges.shrink_to_fit();
  if (!texts.names.empty()) number_texts<W>(texts, edges, to);
  to.counts = to.counts + edge_counts{read.edges, read.least_id, read.greatest_id};
  if (read.open) {
    read.fault +=
        "; several ranks cannot read a cell that contains a line end: if the file has one, convert "
        "it in one process first";
  }
  return {read.lines, std::move(read.fault), std::move(read.notes)};
}

// Adds a result; returns false if there is a fault.
bool take(lines_read& all, lines_read some) {
  if (!all.fault.empty()) return false;
  add_notes(all.notes, some.notes, all.lines + 1);
  all.lines += some.lines;
  all.fault = std::move(some.fault);
  return all.fault.empty();
}

template <class W>
lines_read parse_own(const shard_part& part, const parsed_edges<W>& to) {
  part_reader file(part.of.file);
  auto lines =
      lines_between(file, part.of.file.path, part.of.body_at, part.own.first, part.own.last);
  lines_read all;
  for (std::string_view some = lines.next(); !some.empty(); some = lines.next()) {
    if (!take(all, parse(some, to.local()))) break;
    cluster::poll();
  }
  file.require_unchanged();
  return all;
}

void skip(packed_stream& stream, std::uint64_t bytes) {
  std::string passed(std::min<std::uint64_t>(bytes, text_bytes_at_a_time), '\0');
  while (bytes != 0) {
    const std::size_t got =
        stream.read(passed.data(), std::min<std::uint64_t>(bytes, passed.size()));
    if (got == 0) return;
    bytes -= got;
  }
}

// Unpacks a stream on this rank, and has all ranks parse its pieces in turn.
template <class W>
lines_read deal(const shard_part& part, const parsed_edges<W>& to) {
  packed_stream stream(part.of.file.path, part.of.file.most);
  skip(stream, part.of.body_at);
  whole_lines lines(part.of.file.path, part.of.body_at, std::numeric_limits<std::uint64_t>::max(),
                    [&stream](char* bytes, std::size_t most) { return stream.read(bytes, most); });
  lines_read all;
  std::deque<cluster::future<lines_read>> under_way;
  const auto finish_oldest = [&] {
    take(all, under_way.front().get());
    under_way.pop_front();
  };
  rank_id next = cluster::self();
  for (std::string_view some = lines.next(); !some.empty() && all.fault.empty();
       some = lines.next()) {
    if (under_way.size() == most_pieces_under_way) finish_oldest();
    under_way.push_back(cluster::future_call(
        next, [to](const std::string& text) { return parse<W>(text, to.local()); },
        std::string(some)));
    next = next + 1 == cluster::ranks() ? 0 : next + 1;
  }
  while (!under_way.empty()) finish_oldest();
  return all;
}

template <class W>
part_report parse_parts(const std::vector<shard_part>& parts, const parsed_edges<W>& to) {
  part_report report;
  try {
    for (const shard_part& part : parts) {
      if (report.last.has_notes()) report.before.emplace_back(report.shard, report.last);
      report.shard = part.shard;
      report.from_start = part.of.file.packed == packing::stream;
      report.last = report.from_start ? deal(part, to) : parse_own(part, to);
      if (!report.last.fault.empty()) break;
    }
  } catch (const graph::input_error& wrong) {
    report.sentence = wrong.what();
  }
  return report;
}

// The number, in the file, of the first line that rank r has read of a shard.
std::uint64_t first_line_of(const std::vector<part_report>& reports, std::size_t r,
                            std::uint32_t shard, const text_source& source) {
  std::uint64_t line = source.shards[shard].first_line;
  const bool from_start = reports[r].from_start && reports[r].shard == shard;
  for (std::size_t before = 0; before < r && !from_start; ++before) {
    if (reports[before].shard == shard) line += reports[before].last.lines;
  }
  return line;
}

// Throws the first fault, in the order of the lines, with its line number.
void require_faultless(const std::vector<part_report>& reports, const text_source& source) {
  for (std::size_t r = 0; r < reports.size(); ++r) {
    const part_report& wrong = reports[r];
    if (!wrong.sentence.empty()) throw graph::input_error(wrong.sentence);
    if (wrong.last.fault.empty()) continue;
    const std::uint64_t line =
        first_line_of(reports, r, wrong.shard, source) + wrong.last.lines - 1;
    refuse_line(source.shards[wrong.shard].file.path, line, wrong.last.fault);
  }
}

// The notes of all ranks, in the order of the lines.
graph::reading_notes notes_of(const std::vector<part_report>& reports, const text_source& source) {
  graph::reading_notes all;
  for (std::size_t r = 0; r < reports.size(); ++r) {
    const auto take = [&](std::uint32_t shard, const lines_read& read) {
      graph::reading_notes some = read.notes;
      if (source.shards.size() != 1)
        for (graph::skipped_row& row : some.first_skipped)
          row.fault += " (" + source.shards[shard].file.path + ")";
      add_notes(all, some, first_line_of(reports, r, shard, source));
    };
    for (const auto& [shard, read] : reports[r].before) take(shard, read);
    take(reports[r].shard, reports[r].last);
  }
  all.padded_ids &= !source.form.ids_are_vertices;
  return all;
}

template <class W>
void share_form(const std::string& path, const file_reading& how, const parsed_edges<W>& to) {
  const auto open = [to](const std::string& name, const file_reading& as) {
    try {
      to.local().form = form_of(name, as.file);
      return std::string();
    } catch (const graph::input_error& wrong) {
      return std::string(wrong.what());
    }
  };
  const std::vector<std::string> faults = results_of_ranks(open, path, how);
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    if (faults[r].empty()) continue;
    throw graph::input_error(faults[r] + " (on rank " + std::to_string(r) +
                             "; all ranks must be able to read it)");
  }
}

template <class W>
std::vector<part_report> parse_on_all(const text_source& source, const parsed_edges<W>& to) {
  std::vector<cluster::future<part_report>> answers;
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    answers.push_back(cluster::future_call_task(
        r, [to](const std::vector<shard_part>& parts) { return parse_parts(parts, to); },
        parts_of_rank(source, cluster::ranks(), r)));
  }
  std::vector<part_report> reports;
  for (auto& answer : answers) reports.push_back(answer.get());
  return reports;
}

}  // namespace

template <class W>
parsed_text parse_text(const text_source& source, const file_reading& how,
                       const parsed_edges<W>& to) {
  parsed_text all;
  if (source.shards.empty()) return all;
  share_form(source.shards.front().file.path, how, to);
  const std::vector<part_report> reports = parse_on_all(source, to);
  require_faultless(reports, source);
  if (how.notes != nullptr) *how.notes = notes_of(reports, source);
  all.counts =
      cluster::fold_ranks(edge_counts{}, std::plus<>{}, [to] { return to.local().counts; });
  // With several files there is no last line.
  if (source.name == source.shards.front().file.path) {
    all.last_line = source.shards.front().first_line - 1;
    for (const part_report& r : reports) all.last_line += r.last.lines;
    all.last_line = std::max<std::uint64_t>(all.last_line, 1);
  }
  return all;
}

#define ARCAS_INSTANTIATE(W) \
  template parsed_text parse_text(const text_source&, const file_reading&, const parsed_edges<W>&);
ARCAS_INSTANTIATE(graph::unweighted)
ARCAS_INSTANTIATE(graph::weight)
ARCAS_INSTANTIATE(graph::real_weight)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::cluster_graph::detail
