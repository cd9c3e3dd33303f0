// SPDX-License-Identifier: Apache-2.0
// The version of Arcas that a program was compiled with, and the version of the library that it
// runs with. They must be equal (docs/versioning.md).
#pragma once

#define ARCAS_VERSION_MAJOR 0
#define ARCAS_VERSION_MINOR 1
#define ARCAS_VERSION_PATCH 0
// For comparisons: version 0.1.0 is 100, version 1.2.3 is 10203.
#define ARCAS_VERSION_NUMBER \
  (ARCAS_VERSION_MAJOR * 10000 + ARCAS_VERSION_MINOR * 100 + ARCAS_VERSION_PATCH)

namespace arcas::inline v0 {

// The ARCAS_VERSION_NUMBER with which the library was compiled.
int library_version();

}  // namespace arcas::inline v0
