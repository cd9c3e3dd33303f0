// SPDX-License-Identifier: Apache-2.0
// Can the edges of a file be read in parts, and where are the parts? One rank finds out, from the
// starts of the files.
//
// A text is one file, or several that are read as one: the files part-* of a folder, as Spark and
// Hadoop write them, or those that match a pattern with *. All have the same form.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/parted_file.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// A file of edge lines. It is a stream if it can only be unpacked from its start.
struct text_shard {
  graph::detail::file_parts file;
  std::uint64_t body_at = 0;     // start of the edges, behind comments and a header
  std::uint64_t first_line = 1;  // the number of the line at body_at

  // The number of bytes of text, by which the shard is divided among ranks; for a stream, an
  // estimate.
  std::uint64_t weight() const;
  template <class Archive>
  void serialize(Archive& a) {
    a(file, body_at, first_line);
  }
};

struct text_source {
  std::string name;                         // as given by the caller
  std::vector<text_shard> shards;           // without shards that have no edges
  graph::detail::text_graph form;           // the same for all shards; its texts are empty
  std::uint64_t bytes = 0;                  // of all shards, unpacked as far as that is known
  std::optional<graph::graph_size> stated;  // the size that one of the files states

  std::uint64_t weight() const;
};

struct array_source {
  graph::detail::file_parts file;
  graph::detail::serialized_layout layout;

  template <class Archive>
  void serialize(Archive& a) {
    a(file, layout);
  }
};

using edge_source = std::variant<text_source, array_source>;

// Empty if each rank must read the whole file: another format, a packed .sg without frames, a pipe.
// Throws input_error if the file does not exist or its start is wrong.
std::optional<edge_source> find_edges(const std::string& path, const graph::file_options& options);

// The form that a shard's first lines show, without their text.
graph::detail::text_graph form_of(const std::string& path, const graph::file_options& options);

const graph::graph_facts& facts_of(const edge_source& source);

// The number of edges and vertices that the file states; otherwise an estimate from samples of its
// text, or from the start of a stream.
graph::graph_size expected_size(const edge_source& source);

// One rank's part of a shard: the lines that begin in bytes [own.first, own.last) of the unpacked
// file. A stream is not divided: it is the part of one rank, and `own` is empty.
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
