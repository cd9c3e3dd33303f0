// SPDX-License-Identifier: Apache-2.0
// The arrays of a graph as the GAP benchmarks write them to .sg and .wsg files, little-endian and
// without padding:
//
//   bool directed; int64 arcs; int64 vertices;
//   int64 offsets[vertices + 1]; int32 targets[arcs]; in .wsg an int32 weight follows each target;
//   in a directed graph offsets and targets of the other direction follow.
//
// An undirected edge is an arc at both ends. Arcas appends the names of vertices after these
// arrays, where GAP does not read, unless the names are 0, 1, …:
//
//   char "ARCASIDS"[8]; uint64 first; uint64 listed; uint64 names[listed]   (if listed is 0,
//   the names are the numbers from `first` on)
//   for text: char "ARCASTXT"[8]; uint64 size; uint64 listed; uint64 ends[listed]; char text[size]
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/input_descriptor.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

inline constexpr std::string_view names_mark = "ARCASIDS";
inline constexpr std::string_view texts_mark = "ARCASTXT";

// The content of the header, and the position of each array.
struct serialized_layout {
  static constexpr std::uint64_t header_bytes = 1 + 8 + 8;
  static constexpr std::uint64_t names_header_bytes = 8 + 8 + 8;

  graph_facts facts;
  std::string name;
  std::uint64_t size = 0;  // of the file, in bytes
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t names_at = 0;  // position of the names; 0: none
  bool text_names = false;

  // For a file with names. names_listed(): the number of names in the table; 0 if the names are
  // consecutive numbers. text_bytes(): the size of text names.
  std::uint64_t names_listed() const {
    return size == names_at + names_header_bytes ? 0 : vertices;
  }
  std::uint64_t text_bytes() const { return size - names_at - names_header_bytes - vertices * 8; }

  std::uint64_t target_bytes() const { return facts.weights == weight_kind::none ? 4 : 8; }
  // Size of the offsets and targets of one direction.
  std::uint64_t direction_bytes() const { return (vertices + 1) * 8 + arcs * target_bytes(); }
  std::uint64_t offsets_at() const { return header_bytes; }
  std::uint64_t targets_at() const { return header_bytes + (vertices + 1) * 8; }
  // For ranks, which need no other facts.
  template <class Archive>
  void serialize(Archive& a) {
    a(name, size, vertices, arcs, names_at, text_names, facts.directed, facts.weights);
  }
};

// byte_source(position, to, n) copies n bytes of the file to `to`.
using byte_source = arcas::detail::function_reference<void, std::uint64_t, char*, std::size_t>;

// Throws input_error if the size of the file contradicts its header.
serialized_layout layout_of(const std::string& name, std::uint64_t size,
                            const file_options& options, const byte_source& read);

// The arrays are in a file, or in bytes in memory.
struct serialized_graph : serialized_layout {
  std::shared_ptr<const input_descriptor> file;
  std::string_view bytes;

  void read(std::uint64_t at, char* to, std::size_t n) const;
};

// These throw as layout_of() does. The file must have a size and must not be packed.
serialized_graph open_serialized(std::string_view bytes, const std::string& name,
                                 const file_options& options = {});
serialized_graph open_serialized(std::shared_ptr<const input_descriptor> file,
                                 const file_options& options = {});

// Hash sums over the arcs of some rows, separately for arcs to higher and to lower vertices. They
// do not depend on the order of the arcs, and an arc and its reverse have the same hash.
struct arc_sums {
  std::uint64_t upward = 0;
  std::uint64_t downward = 0;
  std::uint64_t own = 0;  // hash sum of self-loops
  std::uint64_t self_loops = 0;

  // salt is a hash of the weight.
  void add(std::uint64_t from, std::uint64_t to, std::uint64_t salt) {
    const std::uint64_t share = scrambled((std::min(from, to) << 32 | std::max(from, to)) ^ salt);
    upward += from < to ? share : 0;
    downward += from > to ? share : 0;
    own += from == to ? share : 0;
    self_loops += from == to;
  }
  friend arc_sums operator+(const arc_sums& a, const arc_sums& b) {
    return {a.upward + b.upward, a.downward + b.downward, a.own + b.own,
            a.self_loops + b.self_loops};
  }
};
template <class W>
std::uint64_t salt_of_weight(W weight) {
  return scrambled(static_cast<std::uint64_t>(static_cast<std::int64_t>(weight)));
}

// Throws input_error "name: fault; write the file again".
[[noreturn]] void refuse_arrays(const std::string& name, const std::string& fault);
// The errors that readers of whole files and of parts share.
[[noreturn]] void refuse_neighbour(const serialized_layout& file, std::uint64_t vertex);
[[noreturn]] void refuse_offset(const serialized_layout& file, std::uint64_t vertex);
[[noreturn]] void refuse_one_sided(const serialized_layout& file);
[[noreturn]] void refuse_names(const std::string& name);
void require_all_arcs(const serialized_layout& file, std::uint64_t first_offset,
                      std::uint64_t last_offset);

// The graph of the file, directed or undirected, with the file's weights, random ones or none.
// Throws input_error for arrays that do not form a graph, and interrupted.
template <class W, bool Directed>
basic_graph<W, Directed> graph_of(const serialized_graph& file,
                                  const std::optional<random_weight_options>& random_weights,
                                  const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
