// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/self.h>

namespace arcas {

self& self::current() {
  static thread_local self me;
  return me;
}

}  // namespace arcas
