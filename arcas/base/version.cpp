// SPDX-License-Identifier: Apache-2.0
#include <arcas/version.h>

namespace arcas::inline v0 {

int library_version() {
  return ARCAS_VERSION_NUMBER;
}

}  // namespace arcas::inline v0
