// SPDX-License-Identifier: Apache-2.0
// The arrays of a graph as the GAP benchmarks write them to .sg and .wsg files, little-endian and
// without gaps:
//
//   bool directed; int64 arcs; int64 vertices;
//   int64 offsets[vertices + 1]; int32 targets[arcs], in .wsg each with an int32 weight behind it;
//   and, where directed, offsets and targets of the other direction.
//
// An undirected edge is an arc at both ends. Arcas puts the names of vertices, where they are not
// 0, 1, …, behind all that, where GAP does not look:
//
//   char "ARCASIDS"[8]; uint64 first; uint64 listed; uint64 names[listed]   (0 listed: counted from
//   first)
//   or, of text, char "ARCASTXT"[8]; uint64 size; uint64 listed; uint64 ends[listed]; char text[size]
#pragma once

#include <arcas/base/function_reference.h>
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

// What the header says, and so where everything is.
struct serialized_layout {
  static constexpr std::uint64_t header_bytes = 1 + 8 + 8;
  static constexpr std::uint64_t names_header_bytes = 8 + 8 + 8;

  graph_facts facts;
  std::string name;
  std::uint64_t size = 0;  // of the file, in bytes
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t names_at = 0;  // 0: none
  bool text_names = false;

  // Of the names, where there are any: the number that are listed, 0 for those that are counted, and the bytes of texts.
  std::uint64_t names_listed() const {
    return size == names_at + names_header_bytes ? 0 : vertices;
  }
  std::uint64_t text_bytes() const { return size - names_at - names_header_bytes - vertices * 8; }

  std::uint64_t target_bytes() const { return facts.weights == weight_kind::none ? 4 : 8; }
  // Of the offsets and targets of one direction.
  std::uint64_t direction_bytes() const { return (vertices + 1) * 8 + arcs * target_bytes(); }
  std::uint64_t offsets_at() const { return header_bytes; }
  std::uint64_t targets_at() const { return header_bytes + (vertices + 1) * 8; }
};

// Copies so many bytes from that position of a file.
using byte_source = arcas::detail::function_reference<void, std::uint64_t, char*, std::size_t>;

// Throws input_error where the size of the file is not what its header says.
serialized_layout layout_of(const std::string& name, std::uint64_t size,
                            const file_options& options, const byte_source& read);

// Its arrays are in a file, or in bytes that are there already.
struct serialized_graph : serialized_layout {
  std::shared_ptr<const input_descriptor> file;
  std::string_view bytes;

  void read(std::uint64_t at, char* to, std::size_t n) const;
};

// Throw as layout_of() does. The file has a size and is not packed.
serialized_graph open_serialized(std::string_view bytes, const std::string& name,
                                 const file_options& options = {});
serialized_graph open_serialized(std::shared_ptr<const input_descriptor> file,
                                 const file_options& options = {});

// Of the arcs of some rows: sums that do not depend on their order, of the arcs to greater vertices and of those to
// lesser ones. An arc has the same share as its reverse.
struct arc_sums {
  std::uint64_t upward = 0;
  std::uint64_t downward = 0;
  std::uint64_t own = 0;  // of self-loops
  std::uint64_t self_loops = 0;

  // salt: of the weight.
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

// What is wrong with arrays: "name: fault; write the file again", as an input_error.
[[noreturn]] void refuse_arrays(const std::string& name, const std::string& fault);
// The sentences that readers of the whole and of parts share.
[[noreturn]] void refuse_neighbour(const serialized_layout& file, std::uint64_t vertex);
[[noreturn]] void refuse_offset(const serialized_layout& file, std::uint64_t vertex);
[[noreturn]] void refuse_one_sided(const serialized_layout& file);
[[noreturn]] void refuse_names(const std::string& name);
void require_all_arcs(const serialized_layout& file, std::uint64_t first_offset,
                      std::uint64_t last_offset);

// The graph as it is in the file, directed or undirected, with the file's weights, drawn ones or
// none. Throws input_error for arrays that are not those of a graph, and interrupted.
template <class W, bool Directed>
basic_graph<W, Directed> graph_of(const serialized_graph& file,
                                  const std::optional<random_weight_options>& random_weights,
                                  const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
