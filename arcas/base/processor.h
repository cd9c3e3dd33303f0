// SPDX-License-Identifier: Apache-2.0
// The few instructions that C++ has no name for: pause() and cycles(). One file a processor.
#pragma once

#if defined(__x86_64__)
#include <arcas/base/processor_x86_64.h>
#elif defined(__aarch64__)
#include <arcas/base/processor_aarch64.h>
#else
#error "Arcas knows x86-64 and aarch64: add arcas/base/processor_NAME.h for this processor"
#endif
