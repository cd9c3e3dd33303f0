// SPDX-License-Identifier: Apache-2.0
// Functions that the mutators share. A mutator makes half of its inputs by changes that follow the
// structure of the format, and the other half by libFuzzer's own changes of bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {

class dice {
 public:
  explicit dice(unsigned seed) : random_(seed) {}
  // A random number from 0 to n - 1.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Range>
  const auto& one_of(const Range& all) {
    return all[below(all.size())];
  }

 private:
  std::minstd_rand random_;
};

inline std::string changed_bytes(std::string bytes, std::size_t most) {
  const std::size_t size = bytes.size();
  bytes.resize(most);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, most));
  return bytes;
}

// Replaces the input by change(bytes, dice, most), cut to `most` bytes, or by bytes that libFuzzer
// has changed. Returns the size.
template <class Change>
std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed,
                   const Change& change) {
  dice random(seed);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  bytes = random.one_in(2) ? changed_bytes(std::move(bytes), most)
                           : std::string(change(std::move(bytes), random, most));
  bytes.resize(std::min(bytes.size(), most));
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

inline std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace fuzz
