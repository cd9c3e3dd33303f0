// SPDX-License-Identifier: Apache-2.0
// Threads besides the workers, for members of a team for which there is no worker. They sleep until
// they are needed. Private to Arcas.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace arcas::inline v0::detail {

class pool;

class spare_threads {
 public:
  class spare;

  explicit spare_threads(pool& owner);
  // Ends the threads, none of which may be lent.
  ~spare_threads();
  spare_threads(const spare_threads&) = delete;
  spare_threads& operator=(const spare_threads&) = delete;

  // Runs what(), which must not throw, on a sleeping thread or on a new one. Throws
  // std::system_error if the system refuses a thread. Cost: waking or making a thread.
  spare& lend(std::function<void()> what);
  // Waits until what() has returned; then all that it did is visible.
  void take_back(spare& lent);

 private:
  pool& owner_;
  std::mutex lock_;
  std::vector<std::unique_ptr<spare>> idle_;
};

}  // namespace arcas::inline v0::detail
