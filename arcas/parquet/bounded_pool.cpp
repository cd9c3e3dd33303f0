// SPDX-License-Identifier: Apache-2.0
#include <arcas/parquet/sources.h>
#include <arrow/memory_pool.h>
#include <arrow/status.h>

#include <algorithm>
#include <atomic>

namespace arcas::inline v0::graph::detail {
namespace {

// A memory pool with a limit. Arrow has such a pool from version 22 on, but that pool counts the
// allocations of all pools in the process.
class counting_pool : public ::arrow::MemoryPool {
 public:
  explicit counting_pool(std::uint64_t most)
      : most_(static_cast<std::int64_t>(std::min(most, std::uint64_t{1} << 62))) {}

  ::arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    if (!take(size)) return refused();
    const ::arrow::Status status = below_.Allocate(size, alignment, out);
    if (!status.ok()) give(size);
    return status;
  }
  // Counts only the difference of the sizes, although both arrays may exist during the copy.
  ::arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                             std::uint8_t** bytes) override {
    if (!take(new_size - old_size)) return refused();
    const ::arrow::Status status = below_.Reallocate(old_size, new_size, alignment, bytes);
    if (!status.ok()) give(new_size - old_size);
    return status;
  }
  void Free(std::uint8_t* bytes, std::int64_t size, std::int64_t alignment) override {
    below_.Free(bytes, size, alignment);
    give(size);
  }

  std::int64_t bytes_allocated() const override {
    return taken_.load(std::memory_order_relaxed);  // relaxed: only a statistic
  }
  std::int64_t max_memory() const override { return -1; }  // not recorded
  std::int64_t total_bytes_allocated() const override { return below_.total_bytes_allocated(); }
  std::int64_t num_allocations() const override { return below_.num_allocations(); }
  std::string backend_name() const override { return below_.backend_name(); }

 private:
  bool take(std::int64_t bytes) {
    // relaxed: only the sum matters.
    if (taken_.fetch_add(bytes, std::memory_order_relaxed) <= most_ - bytes) return true;
    give(bytes);
    return false;
  }
  void give(std::int64_t bytes) {
    taken_.fetch_sub(bytes, std::memory_order_relaxed);
  }  // relaxed: only the sum matters
  ::arrow::Status refused() const { return ::arrow::Status::OutOfMemory("beyond the bound"); }

  ::arrow::MemoryPool& below_ = *::arrow::default_memory_pool();
  const std::int64_t most_;
  std::atomic<std::int64_t> taken_ = 0;
};

}  // namespace

std::shared_ptr<::arrow::MemoryPool> bounded_pool(std::uint64_t most_bytes) {
  return std::make_shared<counting_pool>(most_bytes);
}

}  // namespace arcas::inline v0::graph::detail
