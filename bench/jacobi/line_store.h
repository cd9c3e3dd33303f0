// SPDX-License-Identifier: Apache-2.0
// Stores past the caches, where this processor has them. One file a processor.
#pragma once

#if defined(__x86_64__)
#include "line_store_x86_64.h"
#else
#include "line_store_generic.h"
#endif
