// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/files/graphml.h>
#include <arcas/graph/files/zip_archive.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace arcas::inline v0::graph::detail {
namespace {

std::vector<std::string> files_like(const std::string& pattern) {
  glob_t found = {};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return paths;
}

std::vector<std::string> parts_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with("part-"))
      paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

std::uint64_t lines_in(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

// Room for all that is not packed.
std::uint64_t stored_bytes_of(const std::vector<std::string>& paths) {
  std::uint64_t all = 0;
  for (const std::string& path : paths) {
    std::error_code none;
    const std::uintmax_t bytes = std::filesystem::file_size(path, none);
    if (!none) all += bytes;
  }
  return all;
}

std::uint64_t most_in_memory(const file_options& options) {
  return options.most_unpacked != 0 ? options.most_unpacked : arcas::detail::memory_limit() / 4 * 3;
}

}  // namespace

std::vector<std::string> shard_paths(const std::string& path) {
  std::error_code none;
  const bool folder = std::filesystem::is_directory(path, none);
  if (!folder && (path.find('*') == path.npos || std::filesystem::exists(path, none))) return {};
  std::vector<std::string> paths = folder ? parts_in(path) : files_like(path);
  if (paths.empty()) {
    throw input_error(path + (folder ? ": is a directory without files part-*; name a file, or "
                                       "a folder with such parts"
                                     : ": names no file; check the pattern"));
  }
  return paths;
}

bool is_edge_list(std::string_view start) {
  if (start.starts_with(zip_magic) || looks_like_columns(start)) return false;
  const std::string_view text = without_mark(start);
  return !looks_like_graphml(text) && !looks_like_matrix_market(text) && !looks_like_dimacs(text);
}

void add_form(text_graph& all, const text_graph& other, const std::string& path,
              const std::string& first_path) {
  const auto none = weight_kind::none;
  if (all.facts.form != other.facts.form ||
      (all.facts.weights == none) != (other.facts.weights == none)) {
    throw input_error(path + ": is of the form \"" + other.facts.form + "\", and " + first_path +
                      " is of the form \"" + all.facts.form +
                      "\"; all parts must be written in one form");
  }
  if (other.facts.weights == weight_kind::real) all.facts.weights = other.facts.weights;
}

void refuse_many_files(const std::string& path) {
  throw input_error(
      path + ": many files are read as one only where they are lists of edges; name one file");
}

joined_text join_shards(const std::string& path, const std::vector<std::string>& paths,
                        const file_options& options, const loop_options& loops) {
  joined_text joined;
  const auto all = std::make_shared<std::string>();
  all->reserve(stored_bytes_of(paths));
  std::string first_path;
  std::vector<shard_lines> shards;
  std::uint64_t lines = 1;
  for (const std::string& shard : paths) {
    if (std::filesystem::is_directory(shard)) continue;
    const input_file file(shard, loops, {.most = options.most_unpacked, .text = true});
    if (!is_edge_list(file.bytes())) refuse_many_files(path);
    text_graph text = open_edge_list(without_mark(file.bytes()), shard, options);
    take_direction(text.facts, shard, options);
    const std::string_view edges = text.body.text;
    if (edges.empty()) continue;
    if (first_path.empty()) {
      first_path = shard;
      joined.graph = text;
    } else {
      add_form(joined.graph, text, shard, first_path);
    }
    const std::uint64_t most = most_in_memory(options);
    if (edges.size() >= most - std::min<std::uint64_t>(most, all->size()))
      refuse_memory(path, most);
    shards.push_back({shard, lines, text.body.first_line});
    all->append(edges);
    if (all->back() != '\n') *all += '\n';
    lines += lines_in(edges) + (edges.ends_with('\n') ? 0 : 1);
  }
  joined.file = input_file(all, *all);
  joined.graph.comments = {};
  joined.graph.body = {.text = joined.file.bytes(), .name = path, .shards = std::move(shards)};
  return joined;
}

}  // namespace arcas::inline v0::graph::detail
