// SPDX-License-Identifier: Apache-2.0
// zlib, whose input is const. Sources that are compiled as one must all include it in this way.
#pragma once

#define ZLIB_CONST
#include <zlib.h>
