// SPDX-License-Identifier: Apache-2.0
// Includes zlib with const input pointers. All sources of a unity build must include zlib in this
// way.
#pragma once

#define ZLIB_CONST
#include <zlib.h>
