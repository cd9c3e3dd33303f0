// SPDX-License-Identifier: Apache-2.0
// Which object of this rank is meant by a handle that all ranks hold? Each rank has one object
// under each number; distributed.h makes and ends them.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace arcas::cluster {

using object_id = std::uint64_t;

class object_table {
 public:
  object_id fresh_id(std::uint32_t self) { return (std::uint64_t{self} << 32) + next_++; }

  template <class T, class... Args>
  void make(object_id id, Args&&... args) {
    objects_[id] = {std::shared_ptr<void>(new T(std::forward<Args>(args)...),
                                          [](void* object) { delete static_cast<T*>(object); })};
  }
  template <class T>
  T& get(object_id id) {
    if (id != last_ || !last_object_) look_up(id);
    return *static_cast<T*>(last_object_);
  }
  void end(object_id id) {
    last_object_ = nullptr;
    objects_.erase(id);
  }

 private:
  void look_up(object_id id) {
    const auto found = objects_.find(id);
    if (found == objects_.end()) {
      throw std::logic_error(
          "a distributed object is used before it was made or after it was ended");
    }
    last_ = id;
    last_object_ = found->second.get();
  }

  std::unordered_map<object_id, std::shared_ptr<void>> objects_;
  std::uint64_t next_ = 1;  // 0 is what a handle says that nobody has made
  object_id last_ = 0;
  void* last_object_ = nullptr;
};

}  // namespace arcas::cluster
