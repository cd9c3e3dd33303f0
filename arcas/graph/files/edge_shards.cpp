// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/files/graphml.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/files/zip_archive.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
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
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().filename().string().starts_with("part-")) paths.push_back(at->path().string());
  }
  if (error) {
    throw input_error(folder + ": the files in it cannot be listed (" + error.message() +
                      "); check its permissions");
  }
  std::ranges::sort(paths);
  return paths;
}

// The size of all files together, which is room for their text if none is packed.
std::uint64_t stored_bytes_of(const std::vector<std::string>& paths) {
  std::uint64_t all = 0;
  for (const std::string& path : paths) {
    std::error_code none;
    const std::uintmax_t bytes = std::filesystem::file_size(path, none);
    if (!none) all += bytes;
  }
  return all;
}

// Whether the first row after the comments has the cells of this header.
bool begins_with(std::string_view edges, const std::string& header) {
  if (header.empty() || !edges.starts_with(header)) return false;
  edges.remove_prefix(header.size());
  return edges.empty() || edges.starts_with('\n') || edges.starts_with("\r\n");
}

// Whether both texts have the ends and the weight of an edge in the same columns.
bool has_same_columns(const text_graph& a, const text_graph& b) {
  return a.table == b.table && a.ids_are_vertices == b.ids_are_vertices &&
         a.form.weights == b.form.weights;
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_directory(path, none);
}

std::vector<std::string> shard_paths(const std::string& path) {
  std::error_code none;
  const bool folder = is_folder(path);
  if (!folder && (path.find('*') == path.npos || std::filesystem::exists(path, none))) return {};
  std::vector<std::string> paths = folder ? parts_in(path) : files_like(path);
  if (paths.empty()) {
    throw input_error(path + (folder ? ": is a directory without files part-*; name a file, or "
                                       "a folder with such parts"
                                     : ": matches no file; check the pattern"));
  }
  return paths;
}

bool is_edge_list(std::string_view start) {
  if (start.starts_with(zip_magic) || looks_like_columns(start)) return false;
  const std::string_view text = without_mark(start);
  return !looks_like_graphml(text) && !looks_like_matrix_market(text) && !looks_like_dimacs(text);
}

text_graph open_shard(std::string_view start, const std::string& path, const file_options& options,
                      const text_graph* first) {
  require_utf8(start, path);
  text_graph text = open_edge_list(start, path, options);
  if (first != nullptr && !text.facts.header && begins_with(text.body.text, first->header)) {
    file_options with_header = options;
    with_header.header = true;
    text = open_edge_list(start, path, with_header);
  }
  take_direction(text.facts, path, options);
  return text;
}

void add_form(text_graph& all, const text_graph& other, const std::string& path,
              const std::string& first_path) {
  const auto none = weight_kind::none;
  if (all.facts.form != other.facts.form ||
      (all.facts.weights == none) != (other.facts.weights == none)) {
    throw input_error(
        path + ": is of the form \"" + other.facts.form + "\", but " + first_path +
        " is of the form \"" + all.facts.form +
        "\"; write all parts in one form, or name the form (arcas: --header, --text-ids)");
  }
  if (!has_same_columns(all, other)) {
    throw input_error(path + ": has other columns than " + first_path +
                      ", or has them in another order; write the same columns in one order in all "
                      "parts");
  }
  if (other.facts.weights == weight_kind::real) all.facts.weights = other.facts.weights;
}

void refuse_many_files(const std::string& path) {
  throw input_error(path +
                    ": only edge lists and tables can be read from several files; name one file");
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
    if (is_folder(shard)) continue;
    const input_file file(shard, loops, {.most = options.most_unpacked, .text = true});
    if (!is_edge_list(file.bytes())) refuse_many_files(path);
    const text_graph text =
        open_shard(file.bytes(), shard, options, first_path.empty() ? nullptr : &joined.graph);
    const std::string_view edges = text.body.text;
    if (first_path.empty() && !joined.graph.facts.header) joined.graph.facts = text.facts;
    if (edges.empty()) continue;
    if (first_path.empty()) {
      first_path = shard;
      joined.graph = text;
    } else {
      add_form(joined.graph, text, shard, first_path);
    }
    require_budget(path, all->size() + edges.size(), most_bytes(options.most_unpacked));
    shards.push_back({shard, lines, text.body.first_line});
    all->append(edges);
    if (all->back() != '\n') *all += '\n';
    lines += newlines_in(edges) + (edges.ends_with('\n') ? 0 : 1);
  }
  if (first_path.empty()) refuse_line(path, 0, no_edge_fault(joined.graph.facts));
  joined.file = input_file(all, *all);
  joined.graph.comments = {};
  joined.graph.body = {.text = joined.file.bytes(), .name = path, .shards = std::move(shards)};
  return joined;
}

}  // namespace arcas::inline v0::graph::detail
