// SPDX-License-Identifier: Apache-2.0
// Global arrays and records in files. A file has only the bytes of the elements, in order, as they
// are in memory, with the padding between the members of a class.
//
//   auto a = read_array<double>("x.bin");            the number of elements is that of the file
//   auto b = read_array<double>("x.bin.zst", 4096);  blocks of 4,096 elements (global_array.h)
//   write_array("y.bin", a);
//   for_each_record<particle>("in.bin", f);          f(i, record) once for each record, on any
//                                                    rank: f is portable, and may wait
//   write_records<particle>("out.bin", f);           f() on each rank returns its records, as a
//                                                    std::vector, in the order of the ranks
//
// A record is a value of any size; the size of an element of a global array is a power of two.
// One task calls these functions; all ranks take part. Each rank reads or writes its part of the
// file, so all ranks must be able to open it. In addition to its part of the array, a rank holds
// about a megabyte at a time. A file that is written appears under its name only when it is
// complete. Files may be packed, as .zst or .gz: file_pieces.h. Throws graph::input_error and
// graph::output_error.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster_files/file_pieces.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// Rank `home` has some of the elements [first, last). They consist of runs that are contiguous both
// on that rank and in the array. For each run, calls run(k, i, length): the rank has k of the
// elements before the run, and the run's first element has index first + i in the array.
template <class T, class Run>
void for_each_run(const global_array<T>& a, std::uint64_t first, std::uint64_t last, rank_id home,
                  const Run& run) {
  const std::uint64_t begin = a.local_count_before(first, home);
  const std::uint64_t end = a.local_count_before(last, home);
  for (std::uint64_t k = begin; k < end;) {
    const std::uint64_t length = std::min(end - k, a.block() - k % a.block());
    run(k - begin, a.global_index_on(k, home) - first, length);
    k += length;
  }
}

template <class T>
std::vector<T> fetch_slice(const global_array<T>& a, std::uint64_t first, std::uint64_t last) {
  std::vector<std::pair<rank_id, future<std::vector<T>>>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::uint64_t begin = a.local_count_before(first, r);
    const std::uint64_t end = a.local_count_before(last, r);
    if (begin == end) continue;
    asked.emplace_back(r, future_call(r, [a, begin, end] {
                         return std::vector<T>(a.local_data() + begin, a.local_data() + end);
                       }));
  }
  std::vector<T> slice(last - first);
  for (auto& [home, answer] : asked) {
    const std::vector<T> theirs = answer.get();
    for_each_run(a, first, last, home,
                 [&](std::uint64_t in_theirs, std::uint64_t at, std::uint64_t n) {
                   std::memcpy(slice.data() + at, theirs.data() + in_theirs, n * sizeof(T));
                 });
  }
  return slice;
}

// Stores elements from index `first` on, at their homes. Part of the enclosing finish().
template <class T>
void async_store_slice(const global_array<T>& a, std::uint64_t first, const std::string& bytes) {
  const std::uint64_t last = first + bytes.size() / sizeof(T);
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::uint64_t begin = a.local_count_before(first, r);
    const std::uint64_t end = a.local_count_before(last, r);
    if (begin == end) continue;
    std::vector<T> theirs(end - begin);
    for_each_run(
        a, first, last, r, [&](std::uint64_t in_theirs, std::uint64_t at, std::uint64_t n) {
          std::memcpy(theirs.data() + in_theirs, bytes.data() + at * sizeof(T), n * sizeof(T));
        });
    async(
        r,
        [a, begin](const std::vector<T>& own) {
          std::memcpy(a.local_data() + begin, own.data(), own.size() * sizeof(T));
        },
        std::move(theirs));
  }
}

}  // namespace detail

template <detail::portable T>
global_array<T> read_array(const std::string& path, std::size_t block = 0) {
  const detail::record_source source = detail::open_records(path, sizeof(T));
  global_array<T> a = global_array<T>::make(source.records, block);
  std::exception_ptr wrong;
  try {
    detail::read_pieces(source, sizeof(T), [a](std::uint64_t first, const std::string& bytes) {
      detail::async_store_slice(a, first, bytes);
    });
  } catch (const graph::input_error&) {
    wrong = std::current_exception();
  }
  if (!wrong) return a;
  a.free();
  std::rethrow_exception(wrong);
}

template <detail::portable T>
void write_array(const std::string& path, const global_array<T>& a) {
  const std::uint64_t in_piece = detail::records_in_piece(sizeof(T));
  const std::uint64_t pieces = a.size() / in_piece + (a.size() % in_piece != 0);
  write_pieces(path, pieces, [a, in_piece](std::uint64_t p) {
    const std::uint64_t first = p * in_piece;
    return detail::fetch_slice(a, first, std::min(a.size(), first + in_piece));
  });
}

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
