// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/allocation_book.h>

#include <algorithm>
#include <iterator>

namespace arcas::inline v0::cluster::detail {
namespace {

// "100 elements of 8 bytes", or "12 bytes" if that is not a multiple of the element's size.
std::string size_of(std::uint64_t bytes, std::size_t element_bytes) {
  if (bytes % element_bytes != 0) return std::to_string(bytes) + " bytes";
  return std::to_string(bytes / element_bytes) + " elements of " + std::to_string(element_bytes) +
         " bytes";
}

// "element 7", "elements 7 to 9".
std::string elements_of(std::uint64_t first, std::uint64_t n) {
  if (n == 1) return "element " + std::to_string(first);
  return "elements " + std::to_string(first) + " to " + std::to_string(first + n - 1);
}

}  // namespace

void allocation_book::add(const entry& e) {
  if (e.bytes == 0) return;
  const std::uint64_t first = e.first.offset();
  const std::uint64_t end = first + e.bytes;
  auto at = freed_.upper_bound(first);
  if (at != freed_.begin() && std::prev(at)->second.end > first) --at;
  while (at != freed_.end() && at->first < end) at = freed_.erase(at);
  live_[first] = {end, e.first.block_log2()};
}

void allocation_book::forget(global_address first) {
  auto freed = live_.extract(first.offset());
  if (!freed) return;
  freed_.insert(std::move(freed));
}

allocation_book::entry allocation_book::entry_before(const ranges& in, global_address a) {
  const auto behind = in.upper_bound(a.offset());
  if (behind == in.begin()) return {};
  const auto& [first, r] = *std::prev(behind);
  return {global_address::linear(r.block_log2, first), r.end - first};
}

allocation_book::entry allocation_book::entry_at(const ranges& in, global_address a) {
  const entry e = entry_before(in, a);
  const bool there = a.offset() - e.first.offset() < e.bytes;
  return there && e.first.block_log2() == a.block_log2() ? e : entry{};
}

bool allocation_book::covers(const accessed& what) const {
  const entry e = live_at(what.first);
  if (e.bytes == 0) return false;
  const std::uint64_t left = e.bytes - (what.first.offset() - e.first.offset());
  return what.elements <= left / what.element_bytes;
}

std::string allocation_book::sentence(const char* operation, const accessed& what) const {
  if (what.first.is_null()) return std::string(operation) + " through a global_ptr that is null";
  const entry freed = freed_at(what.first);
  // An access that is in no allocation is reported as an access beyond the end of the allocation
  // before the accessed address.
  const entry e = freed.bytes != 0 ? freed : entry_before(live_, what.first);
  if (e.bytes == 0) {
    return std::string(operation) +
           " through a global_ptr that is not in an allocation of the global heap";
  }
  const std::uint64_t index = (what.first.offset() - e.first.offset()) / what.element_bytes;
  const std::string of = " of " + elements_of(index, what.elements) + " of ";
  const std::string size = size_of(e.bytes, what.element_bytes);
  if (freed.bytes != 0) {
    return operation + of + "a global allocation of " + size +
           " that has been freed; free it when no rank uses it any more";
  }
  return operation + of + "a global allocation of " + size + ": that is beyond its end";
}

}  // namespace arcas::inline v0::cluster::detail
