// SPDX-License-Identifier: Apache-2.0
// None that C++ has a name for.
#pragma once

#include "line.h"

namespace bench::jacobi {

using stores_past_caches = ordinary_stores;

}  // namespace bench::jacobi
