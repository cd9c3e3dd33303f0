// SPDX-License-Identifier: Apache-2.0
// A zstd decompression context that accepts any frame that zstd writes.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <new>

namespace arcas::inline v0::graph::detail {

using zstd_context = std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)>;

inline zstd_context make_zstd_context() {
  zstd_context context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  // Files packed with --long need a window larger than the default limit.
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, sizeof(void*) == 8 ? 31 : 30);
  return context;
}

}  // namespace arcas::inline v0::graph::detail
