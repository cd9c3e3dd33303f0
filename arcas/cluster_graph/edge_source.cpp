// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/edge_source.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/files/expected_size.h>
#include <arcas/graph/parted_file.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using namespace graph::detail;
namespace {

// Bytes at the start of a file that are examined: enough for the hundred lines that determine the
// form of a table, and for a search for weights with fractions.
constexpr std::size_t start_bytes = std::size_t{1} << 20;
// Estimated ratio of the unpacked size of text to its packed size.
constexpr std::uint64_t growth_of_streams = 4;

bool is_regular(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none);
}

// The whole lines at the start of a file.
std::string start_of(const std::string& path) {
  std::string text = start_of_text(path, start_bytes);
  // A shorter text is the whole file.
  if (text.size() >= start_bytes && text.find('\n') != text.npos) text.resize(text.rfind('\n') + 1);
  return text;
}

// The parts of a text. A long frame is unpacked as a stream if it is the only one: otherwise each
// rank would unpack all of it, and hold it while the rank parses its part.
file_parts parts_of_text(const file_parts& file) {
  constexpr std::uint64_t longest_held = std::uint64_t{16} << 20;
  if (file.frames.size() != 1 || file.size <= longest_held) return file;
  return {file.path, packing::stream, file.frames.front().packed_size, file.most, {}};
}

// Empty if the files do not have one edge on each line.
std::optional<edge_source> find_lines(const std::string& name,
                                      const std::vector<std::string>& paths,
                                      const graph::file_options& options) {
  text_source source{.name = name, .shards = {}, .form = {}, .bytes = 0, .stated = {}};
  std::string first_path;
  for (const std::string& path : paths) {
    if (is_folder(path)) continue;
    const std::string start = start_of(path);
    if (!is_edge_list(start)) return std::nullopt;
    const text_graph text =
        open_shard(start, path, options, first_path.empty() ? nullptr : &source.form);
    const file_parts file = parts_of_graph(path, options.most_unpacked);
    text_shard shard{.file = parts_of_text(file), .body_at = 0, .first_line = text.body.first_line};
    shard.body_at = static_cast<std::uint64_t>(text.body.text.data() - start.data());
    source.bytes += file.size;
    const bool empty = text.body.text.empty();
    if (first_path.empty() && !source.form.facts.header) source.form.facts = text.facts;
    if (empty && paths.size() > 1) continue;
    if (first_path.empty()) {
      source.form = text;
      first_path = path;
      if (paths.size() == 1) source.stated = stated_size(text);
    } else {
      add_form(source.form, text, path, first_path);
    }
    source.shards.push_back(std::move(shard));
  }
  source.form.body.text = source.form.comments = {};
  return source;
}

std::optional<edge_source> find_arrays(const std::string& path,
                                       const graph::file_options& options) {
  const file_parts file = parts_of_graph(path, options.most_unpacked);
  if (file.packed == packing::stream) return std::nullopt;
  part_reader reader(file);
  serialized_layout layout =
      layout_of(path, file.size, options,
                [&](std::uint64_t at, char* to, std::size_t n) { reader.read(at, to, n); });
  take_direction(layout.facts, path, options);
  return array_source{file, std::move(layout)};
}

bool is_stream(const text_shard& shard) {
  return shard.file.packed == packing::stream;
}

std::string start_of_edges(const text_shard& shard, std::size_t most) {
  const std::string text = start_of_text(shard.file.path, shard.body_at + most);
  return text.substr(std::min<std::size_t>(shard.body_at, text.size()), most);
}

// A piece of a shard's edges, from byte `at` on. Not for streams.
std::string piece_of(const text_shard& shard, std::uint64_t at, std::size_t most) {
  std::string text(std::min<std::uint64_t>(most, shard.weight() - at), '\0');
  part_reader(shard.file).read(shard.body_at + at, text.data(), text.size());
  return text;
}

}  // namespace

std::uint64_t text_shard::weight() const {
  if (is_stream(*this)) return file.size * growth_of_streams;
  return file.size - std::min(body_at, file.size);
}

std::uint64_t text_source::weight() const {
  std::uint64_t all = 0;
  for (const text_shard& s : shards) all += s.weight();
  return all;
}

std::optional<edge_source> find_edges(const std::string& path, const graph::file_options& options) {
  std::vector<std::string> paths = shard_paths(path);
  const std::string& first = paths.empty() ? path : paths.front();
  const file_ending* const ending = ending_of(first, options);
  const graph::graph_format named = ending ? ending->format : graph::graph_format::list;
  if (paths.empty()) {
    std::error_code none;
    if (path == "-" || (std::filesystem::exists(path, none) && !is_regular(path)))
      return std::nullopt;
    paths = {path};
    if (named == graph::graph_format::serialized) return find_arrays(path, options);
  }
  if (named == graph::graph_format::list) {
    if (auto lines = find_lines(path, paths, options)) return lines;
  }
  if (paths.size() > 1 || paths.front() != path) refuse_many_files(path);
  return std::nullopt;
}

text_graph form_of(const std::string& path, const graph::file_options& options) {
  const std::string start = start_of(path);
  text_graph text = open_shard(start, path, options, nullptr);
  text.body.text = text.comments = {};
  return text;
}

const graph::graph_facts& facts_of(const edge_source& source) {
  if (const auto* text = std::get_if<text_source>(&source)) return text->form.facts;
  return std::get<array_source>(source).layout.facts;
}

graph::graph_size expected_size(const edge_source& source) {
  const auto* text = std::get_if<text_source>(&source);
  if (!text) return graph::detail::expected_size(std::get<array_source>(source).layout);
  if (text->stated) return *text->stated;
  // Of several samples in one stream, the first is the start of the stream, and the others are
  // empty.
  const text_shard* begun = nullptr;
  const auto piece = [text, &begun](std::uint64_t at, std::size_t most) -> std::string {
    for (const text_shard& shard : text->shards) {
      if (at >= shard.weight()) {
        at -= shard.weight();
        continue;
      }
      if (!is_stream(shard)) return piece_of(shard, at, most);
      return std::exchange(begun, &shard) == &shard ? std::string() : start_of_edges(shard, most);
    }
    return {};
  };
  return sampled_size(text->weight(), piece, std::ranges::any_of(text->shards, is_stream));
}

std::vector<shard_part> parts_of_rank(const text_source& source, std::uint64_t ranks,
                                      std::uint64_t rank) {
  const chunk own = part_of(source.weight(), ranks, rank);
  std::vector<shard_part> parts;
  std::uint64_t before = 0;
  for (std::uint32_t s = 0; s < source.shards.size(); ++s) {
    const text_shard& shard = source.shards[s];
    const std::uint64_t weight = shard.weight();
    const std::uint64_t first = std::max(own.first, before) - before;
    const std::uint64_t last = std::min(own.last, before + weight) - std::min(own.last, before);
    const bool stream = is_stream(shard);
    if (stream ? own.first <= before && before < own.last : first < last) {
      const std::uint64_t from = shard.body_at + first;
      const std::uint64_t to = shard.body_at + last;
      parts.push_back({s, shard, stream ? chunk{} : chunk{from, to}});
      // The line before the part may extend into the part, and the last line may end behind the
      // part.
      if (!stream)
        parts.back().of.file = shard.file.between(from - (from != 0), to + most_line_bytes);
    }
    before += weight;
  }
  return parts;
}

}  // namespace arcas::inline v0::cluster_graph::detail
