// SPDX-License-Identifier: Apache-2.0
// Who sits at a desk that has no owner? Private to tasks/.
#pragma once

#include <atomic>

namespace arcas {

// Of a desk at which one visitor at a time may sit.
template <template <class> class Atom = std::atomic>
class visitor_chair {
 public:
  bool take() noexcept {
    // relaxed: a look before the exchange. acquire: pairs with leave()'s release; what the last
    // visitor left at the desk is there.
    return !taken_.load(std::memory_order_relaxed) &&
           !taken_.exchange(true, std::memory_order_acquire);
  }
  // release: pairs with take()'s acquire.
  void leave() noexcept { taken_.store(false, std::memory_order_release); }

 private:
  Atom<bool> taken_{false};
};

}  // namespace arcas
