// SPDX-License-Identifier: Apache-2.0
// A file that all ranks write together, in pieces that stand in it in their order:
//
//   write_pieces("lines.txt.zst", n, [a](std::uint64_t p) { return text_of_piece(a, p); });
//
//   what     piece p is what make(p) returns: a std::string or a std::vector of portable values. Pieces may differ in length
//   where    rank p mod P makes piece p, in a task that may wait; make is portable. A rank holds one piece at a time
//   who      one task calls it; all ranks take part, and must see the folder of the file
//   file     has its name when it is whole, or not at all: until then it is beside its place under another name
//   packed   where the name ends with .zst or .gz: each piece in frames of its own, so that a reader unpacks parts at once
//   throws   graph::output_error, one sentence, where a rank cannot write; what make() has thrown, as
//            std::runtime_error. The file is as it was before then
//   cost     a message for each piece
#pragma once

#include <arcas/cluster/memory/global_ptr.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// What a rank has of a file that all write.
class output_part {
 public:
  output_part() = default;
  ~output_part();
  output_part(const output_part&) = delete;
  output_part& operator=(const output_part&) = delete;

  // Returns what is wrong, or nothing, as the next two do.
  std::string open(const std::string& path, const std::string& place);
  std::string write(std::uint64_t at, std::string_view bytes);
  // A network file system tells of a full disk here.
  std::string close();

  // Where the next piece of this rank begins: known when the one before has been made.
  void set_position(std::uint64_t at);
  std::uint64_t wait_for_position();
  const std::string& path() const { return path_; }

 private:
  std::string refusal(const char* what, int error) const;

  std::string path_;
  int descriptor_ = -1;
  std::optional<std::uint64_t> position_;
  task* waiter_ = nullptr;
};

// In place of a position: an earlier piece could not be made, and no piece need be.
inline constexpr std::uint64_t no_position = ~std::uint64_t{0};

using output_parts = distributed<output_part>;

// The first fault by its place, of those that ranks tell.
struct output_fault {
  std::uint64_t piece = ~std::uint64_t{0};
  std::string sentence;
  bool is_of_maker = false;

  void take(std::uint64_t at, const std::string& what, bool of_maker) {
    if (at >= piece && !sentence.empty()) return;
    piece = at;
    sentence = what;
    is_of_maker = of_maker;
  }
};

// Makes the file, opens it on all ranks, calls write(parts, fault) and gives the file its name.
class shared_output {
 public:
  // Throws graph::output_error.
  explicit shared_output(const std::string& path);
  ~shared_output();
  const output_parts& parts() const { return parts_; }
  // Throws graph::output_error or std::runtime_error where there was a fault.
  void finish(const output_fault& fault);

 private:
  class file;
  std::unique_ptr<file> file_;
  output_parts parts_;
};

// Nothing where the file is not packed.
std::optional<std::string> packed_piece(const std::string& path, std::string_view bytes);
inline std::string_view bytes_of(const std::string& piece) {
  return piece;
}
template <class T>
std::string_view bytes_of(const std::vector<T>& piece) {
  static_assert(portable<T>, "a file has the bytes of values: they must be portable");
  return {reinterpret_cast<const char*>(piece.data()), piece.size() * sizeof(T)};
}
template <class Piece>
inline constexpr bool is_piece = std::is_same_v<Piece, std::string>;
template <class T>
inline constexpr bool is_piece<std::vector<T>> = true;

// The pieces of this rank, each behind the ones of the others before it.
template <class Make>
void write_own_pieces(const output_parts& parts, std::uint64_t pieces, const Make& make,
                      global_ptr<output_fault> fault) {
  using made_piece = std::remove_cvref_t<std::invoke_result_t<const Make&, std::uint64_t>>;
  static_assert(is_piece<made_piece>,
                "write_pieces(path, n, make): make(p) must return a std::string or a std::vector, "
                "the bytes of piece p");
  const auto tell = [fault](std::uint64_t piece, const std::string& what, bool of_maker) {
    async(
        fault.home(),
        [fault, piece, of_maker](const std::string& text) {
          fault.local()->take(piece, text, of_maker);
        },
        what);
  };
  output_part& own = parts.local();
  bool good = true;
  for (std::uint64_t p = self(); p < pieces; p += ranks()) {
    std::optional<made_piece> piece;
    std::optional<std::string> packed;
    std::string_view bytes;
    bool made = false;
    if (good) {
      try {
        bytes = bytes_of(piece.emplace(make(p)));
        packed = packed_piece(own.path(), bytes);
        if (packed) {
          bytes = *packed;
          piece.reset();
        }
        made = true;
      } catch (const std::exception& e) {
        tell(p, e.what(), true);
      }
    }
    const std::uint64_t at = own.wait_for_position();
    good = good && made && at != no_position;
    const std::uint64_t next = good ? at + bytes.size() : no_position;
    if (p + 1 < pieces) {
      async(static_cast<rank_id>((p + 1) % ranks()),
            [parts, next] { parts.local().set_position(next); });
    }
    if (!good) continue;
    const std::string wrong = own.write(at, bytes);
    if (!wrong.empty()) tell(p, wrong, false);
  }
}

}  // namespace detail

template <class Make>
void write_pieces(const std::string& path, std::uint64_t pieces, const Make& make) {
  detail::require_portable<Make>();
  detail::shared_output output(path);
  detail::output_fault fault;
  const auto at = export_to_all(fault);
  const detail::output_parts parts = output.parts();
  if (pieces == 0) {
    // A packed file without content has a frame, too.
    const std::string wrong =
        parts.local().write(0, detail::packed_piece(path, {}).value_or(std::string()));
    if (!wrong.empty()) fault.take(0, wrong, false);
  } else {
    call(0, [parts] { parts.local().set_position(0); });
    on_all_ranks([parts, pieces, make, at] { detail::write_own_pieces(parts, pieces, make, at); });
  }
  output.finish(fault);
}

}  // namespace arcas::inline v0::cluster
