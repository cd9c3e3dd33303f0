// SPDX-License-Identifier: Apache-2.0
// A limit without a name ends at once.
// flags: -Werror
// says: name the limit object
#include <arcas/loops/options.h>

void limited() {
  arcas::scoped_worker_limit(4);
}
