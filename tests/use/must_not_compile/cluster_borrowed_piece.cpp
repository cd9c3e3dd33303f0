// SPDX-License-Identifier: Apache-2.0
// expected: make(p) must return a std::string or a std::vector, the bytes of piece p
#include <arcas/cluster_files/file_pieces.h>

void write_two() {
#ifdef WRONG
  arcas::cluster::write_pieces("x.txt", 2, [](std::uint64_t) { return "piece"; });
#else
  arcas::cluster::write_pieces("x.txt", 2, [](std::uint64_t) { return std::string("piece"); });
#endif
}
