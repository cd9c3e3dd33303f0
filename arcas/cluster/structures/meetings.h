// SPDX-License-Identifier: Apache-2.0
// Which collective operations does this rank take part in? By their number in the order in which
// each rank calls them.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

namespace arcas::cluster {

struct task;

struct meeting {
  virtual ~meeting() = default;
  task* waiter = nullptr;
};

class meetings {
 public:
  // The number of this rank's next call.
  std::uint64_t next() { return called_++; }
  std::unique_ptr<meeting>& at(std::uint64_t number) { return under_way_[number]; }
  void end(std::uint64_t number) { under_way_.erase(number); }

 private:
  std::unordered_map<std::uint64_t, std::unique_ptr<meeting>> under_way_;
  std::uint64_t called_ = 0;
};

}  // namespace arcas::cluster
