// SPDX-License-Identifier: Apache-2.0
#include "array_pages.h"

#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t page = 4096;
constexpr unsigned bits = 8 * sizeof(unsigned long);
constexpr unsigned most_nodes = 1024;
using node_mask = std::array<unsigned long, most_nodes / bits>;

// The NUMA nodes that have memory. The system lists them in a form such as "0-1,3".
std::vector<unsigned> nodes_with_memory() {
  std::ifstream says("/sys/devices/system/node/has_memory");
  std::vector<unsigned> nodes;
  for (unsigned first = 0; says >> first;) {
    unsigned last = first;
    if (says.peek() == '-') {
      says.get();
      says >> last;
    }
    for (unsigned node = first; node <= std::min(last, most_nodes - 1); ++node)
      nodes.push_back(node);
    if (says.peek() == ',') says.get();
  }
  if (nodes.empty()) nodes.push_back(0);
  return nodes;
}

void bind_pages(std::byte* first, std::size_t size, int policy, std::span<const unsigned> nodes) {
  if (size == 0) return;
  node_mask mask{};
  for (const unsigned node : nodes) mask[node / bits] |= 1UL << node % bits;
  if (syscall(SYS_mbind, first, size, policy, mask.data(), most_nodes, 0U) != 0) {
    throw std::system_error(errno, std::generic_category(),
                            "--memory: the system does not place the pages of the graph");
  }
}

}  // namespace

graph_memory memory_named(const std::string& name) {
  if (name == "first-touch") return graph_memory::first_touch;
  if (name == "interleaved") return graph_memory::interleaved;
  if (name == "blocked") return graph_memory::blocked;
  throw std::invalid_argument("--memory " + name + ": give first-touch, interleaved or blocked");
}

void place_pages(std::span<std::byte> array, graph_memory how) {
  if (how == graph_memory::first_touch) return;
  // Only whole pages of the array are placed.
  const auto address = reinterpret_cast<std::size_t>(array.data());
  const std::size_t skipped = std::min(array.size(), (page - address % page) % page);
  const std::size_t pages = (array.size() - skipped) / page;
  std::byte* const first = array.data() + skipped;
  const std::vector<unsigned> nodes = nodes_with_memory();
  if (how == graph_memory::interleaved)
    return bind_pages(first, pages * page, MPOL_INTERLEAVE, nodes);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const std::size_t from = pages * n / nodes.size(), to = pages * (n + 1) / nodes.size();
    bind_pages(first + from * page, (to - from) * page, MPOL_BIND, std::span(nodes).subspan(n, 1));
  }
}

}  // namespace bench
