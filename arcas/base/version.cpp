// SPDX-License-Identifier: Apache-2.0
#include <arcas/version.h>

namespace arcas {

int library_version() {
  return ARCAS_VERSION_NUMBER;
}

}  // namespace arcas
