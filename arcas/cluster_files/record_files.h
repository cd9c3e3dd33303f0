// SPDX-License-Identifier: Apache-2.0
// Files of records: values of one class, byte for byte, one after another. A record may have any
// size; the size of an element of a global array must be a power of two.
//
//   for_each_record<particle>("in.bin", f)    f(i, record) once for each record, on any rank: each
//                                             rank has an equal part of the file; f is portable,
//                                             and may wait
//   write_records<particle>("out.bin", f)     f() on each rank returns its records, as a
//                                             std::vector; the file has them in the order of the
//                                             ranks
//
// The calling task, exceptions and packed files are as in array_files.h. Padding between the
// members of a class is written as it is.
#pragma once

#include <arcas/cluster_files/file_pieces.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::cluster {

template <detail::portable T, class F>
void for_each_record(const std::string& path, const F& f) {
  detail::require_portable<F>();
  const detail::record_source source = detail::open_records(path, sizeof(T));
  detail::read_pieces(source, sizeof(T), [f](std::uint64_t first, const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
      T record;
      std::memcpy(&record, bytes.data() + at, sizeof record);
      f(first + at / sizeof(T), record);
    }
  });
}

template <detail::portable T, class F>
void write_records(const std::string& path, const F& f) {
  static_assert(std::is_same_v<std::remove_cvref_t<std::invoke_result_t<const F&>>, std::vector<T>>,
                "arcas: write_records<T>(path, f): f() must return a std::vector<T>, the records "
                "of its rank");
  write_pieces(path, ranks(), [f](std::uint64_t) { return f(); });
}

}  // namespace arcas::inline v0::cluster
