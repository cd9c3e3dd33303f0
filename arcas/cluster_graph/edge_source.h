// SPDX-License-Identifier: Apache-2.0
// Can the edges of a file be read in parts, and where are the parts? Found out by one rank, from the starts of the files.
//
// A text is one file, or many that are read as one: the files part-* of a folder, as Spark and Hadoop write them, or those
// that a pattern with * names. All are of one form.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/parted_file.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// A file of edge lines.
struct text_shard {
  graph::detail::file_parts file;
  std::uint64_t body_at = 0;     // where its edges begin: behind comments and a header
  std::uint64_t first_line = 1;  // of what is there

  // What is divided among ranks: bytes of text. Of a stream a guess.
  std::uint64_t weight() const;
  template <class Archive>
  void serialize(Archive& a) {
    a(file, body_at, first_line);
  }
};

struct text_source {
  std::string name;                         // as the caller has named it
  std::vector<text_shard> shards;           // without those that have no edges
  graph::detail::text_graph form;           // of all; without a text
  std::uint64_t bytes = 0;                  // of all shards, unpacked as far as that is known
  std::optional<graph::graph_size> stated;  // what one file says of itself

  std::uint64_t weight() const;
};

struct array_source {
  graph::detail::file_parts file;
  graph::detail::serialized_layout layout;
};

using edge_source = std::variant<text_source, array_source>;

// Nothing where each rank must read the whole file: another format, a packed .sg without frames, a pipe. Throws
// input_error for a file that is not there, and for a start that is wrong.
std::optional<edge_source> find_edges(const std::string& path, const graph::file_options& options);

// What a shard's first lines say; without the text.
graph::detail::text_graph form_of(const std::string& path, const graph::file_options& options);

const graph::graph_facts& facts_of(const edge_source& source);

// By what the file says; else by samples of its text. Of a stream by its start.
graph::graph_size expected_size(const edge_source& source);

// What one rank reads of a shard: from byte `own.first` of its edges to `own.last`. Of a stream all, or nothing.
struct shard_part {
  std::uint32_t shard = 0;
  text_shard of;
  chunk own;

  template <class Archive>
  void serialize(Archive& a) {
    a(shard, of, own.first, own.last);
  }
};
std::vector<shard_part> parts_of_rank(const text_source& source, std::uint64_t ranks,
                                      std::uint64_t rank);

}  // namespace arcas::inline v0::cluster_graph::detail
