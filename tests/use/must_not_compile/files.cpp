// SPDX-License-Identifier: Apache-2.0
// Files of a cluster.
#include <arcas/cluster_files/file_pieces.h>

#include <cstdint>
#include <string>

// says: make(p) must return a std::string or a std::vector, the bytes of piece p
void borrowed_piece() {
#ifdef WRONG
  arcas::cluster::write_pieces("x.txt", 2, [](std::uint64_t) { return "piece"; });
#else
  arcas::cluster::write_pieces("x.txt", 2, [](std::uint64_t) { return std::string("piece"); });
#endif
}
