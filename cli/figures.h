// SPDX-License-Identifier: Apache-2.0
// How are numbers and sentences written for people?
#pragma once

#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

namespace graph = arcas::graph;

// Prints "arcas: sentence" to standard error, on one line. Throws no exception if standard error is
// closed or full.
void tell(std::string_view sentence);

// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number);
// "1 worker", "2 workers", "1,024 workers". An empty plural stands for the noun with an s.
std::string counted(std::uint64_t number, const std::string& noun, const std::string& plural = {});
// Three figures and a unit: "412 us", "31.2 ms", "1.23 s".
std::string duration(double seconds);
// Three figures and a magnitude: "671 M", "1.21 G", "35.0 k".
std::string magnitude(double number);
// The number with `count` decimals; from 10^9 on, and if all digits would be 0, in scientific
// notation.
std::string decimals(double number, int count);
// "2.56 MB", where a MB is 10^6 bytes.
std::string byte_count(std::uint64_t bytes);
// "2.56 MB, 32.9 MB/s".
std::string byte_rate(std::uint64_t bytes, double seconds);
// The bytes of a file as it is stored; 0 for a pipe, which has no size.
std::uint64_t stored_bytes(const std::string& file);

// The origin of a graph, and the time and bytes that reading or making it took.
struct graph_origin {
  std::string file;         // its path, or the generator with its scale
  std::uint64_t bytes = 0;  // bytes of the stored file; 0 for a pipe and a generator
  double seconds = 0;       // from the file to the graph
  bool weighted = false;    // whether it has weights of its own
  bool random_weights = false;
  std::uint64_t unpacked_bytes = 0;  // bytes that were read: above `bytes` if the file is packed
  std::string kind = {};             // the kind of a file: "edge list, directed as assumed"
  std::optional<graph::graph_facts> facts = {};  // of a file; none for a generator
};

// "FILE: 5 vertices, 6 edges; edge list, directed as assumed; read in 3 ms (44 kB, 12 MB/s)": the
// rate is of the unpacked bytes.
std::string origin_line(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges);

}  // namespace cli
