// SPDX-License-Identifier: Apache-2.0
// Makes serialized graphs: files whose header has the right sizes. Most of their arrays are those
// of a graph; some contain wrong numbers.
#include "mutation.h"

#include <vector>

#ifndef ARCAS_FUZZ_WEIGHTS
#define ARCAS_FUZZ_WEIGHTS 0
#endif

namespace fuzz {
namespace {

// Appends `count` ascending numbers up to `last`; one in 60 is wrong.
void put_ascending(std::string& bytes, std::uint64_t count, std::uint64_t last, dice& random) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i + 1 == count) value = last;
    put(bytes, random.one_in(60) ? std::uint64_t{random.below(7)} - 3 : value);
    value += random.below(static_cast<std::size_t>((last - value) / (count - i) * 2 + 2));
    value = std::min(value, last);
  }
}

struct arc {
  std::uint32_t from, to, weight;
};

void put_rows(std::string& bytes, std::vector<arc> arcs, std::uint64_t vertices, dice& random) {
  std::ranges::stable_sort(arcs, {}, &arc::from);
  std::uint64_t offset = 0;
  for (std::uint64_t v = 0; v <= vertices; ++v) {
    put(bytes, offset);
    while (offset < arcs.size() && arcs[offset].from == v) ++offset;
  }
  for (const arc& a : arcs) {
    put(bytes, random.one_in(200) ? static_cast<std::uint32_t>(vertices) : a.to);
    if (ARCAS_FUZZ_WEIGHTS) put(bytes, a.weight);
  }
}

void put_names(std::string& bytes, std::uint64_t vertices, dice& random) {
  switch (random.below(4)) {
    case 0:
      return;
    case 1:
      bytes += "ARCASIDS";
      put(bytes, random.one_in(2) ? std::uint64_t{0} - random.below(9) : random.below(9));
      return put(bytes, std::uint64_t{0});
    case 2:
      bytes += "ARCASIDS";
      put(bytes, std::uint64_t{0});
      put(bytes, vertices);
      return put_ascending(bytes, vertices, vertices * 2, random);
    default: {
      const std::uint64_t size = random.below(20);
      bytes += "ARCASTXT";
      put(bytes, size);
      put(bytes, vertices);
      put_ascending(bytes, vertices, size, random);
      for (std::uint64_t i = 0; i < size; ++i) bytes += static_cast<char>('a' + i);
    }
  }
}

std::string made(const std::string&, dice& random, std::size_t most) {
  const bool directed = random.one_in(2);
  const std::uint64_t vertices = random.below(9);
  std::vector<arc> arcs;
  for (std::size_t i = vertices == 0 ? 0 : random.below(12); i > 0; --i) {
    const arc a{static_cast<std::uint32_t>(random.below(vertices)),
                static_cast<std::uint32_t>(random.below(vertices)),
                static_cast<std::uint32_t>(random.below(9)) - 4};
    arcs.push_back(a);
    if (!directed && a.from != a.to) arcs.push_back({a.to, a.from, a.weight});
  }
  std::string bytes;
  put(bytes, directed);
  put(bytes, std::uint64_t{arcs.size()});
  put(bytes, vertices);
  put_rows(bytes, arcs, vertices, random);
  if (directed) {
    for (arc& a : arcs) std::swap(a.from, a.to);
    put_rows(bytes, arcs, vertices, random);
  }
  put_names(bytes, vertices, random);
  return random.one_in(4) ? changed_bytes(std::move(bytes), most) : bytes;
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::made);
}
