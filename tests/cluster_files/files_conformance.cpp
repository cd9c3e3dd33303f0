// SPDX-License-Identifier: Apache-2.0
#include "files_conformance.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster_files/array_files.h>
#include <arcas/cluster_files/line_files.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace arcas::inline v0::cluster::test {
namespace {

void require(bool kept, const std::string& promise) {
  if (!kept) throw std::logic_error("broken: " + promise);
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                std::filesystem::directory_iterator()));
}

std::uint64_t value_of(std::uint64_t i) {
  return i * 0x9e3779b97f4a7c15u;
}

void arrays_come_back(const std::string& folder) {
  for (const char* const name : {"a.bin", "a.bin.zst", "a.bin.gz"}) {
    for (const std::uint64_t n : {0u, 1u, 9u, 1000u, 300'000u}) {
      const std::string path = folder + "/" + name;
      auto a = global_array<std::uint64_t>::make(n, 4);
      forall(a, [](std::uint64_t i, std::uint64_t& x) { x = value_of(i); });
      write_array(path, a);
      auto b = read_array<std::uint64_t>(path, 256);
      require(b.size() == n, "an array has its size when it is read");
      auto wrong = global_array<std::uint64_t>::make(1);
      write(wrong[0], std::uint64_t{0});
      forall(b, [wrong](std::uint64_t i, std::uint64_t& x) {
        if (x != value_of(i)) async_add(wrong[0], std::uint64_t{1});
      });
      require(read(wrong[0]) == 0,
              std::string("an array has its elements when it is read: ") + name);
      wrong.free();
      b.free();
      a.free();
      std::filesystem::remove(path);
    }
  }
}

void an_array_is_its_bytes(const std::string& folder) {
  const std::string path = folder + "/plain.bin";
  std::string bytes;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const std::uint32_t x = i * 7;
    bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  std::ofstream(path, std::ios::binary) << bytes;
  auto a = read_array<std::uint32_t>(path);
  require(read(a[4321]) == 4321 * 7, "an element is where its bytes are");
  std::filesystem::remove(path);
  write_array(path, a);
  require(content_of(path) == bytes, "a file of an array is its bytes");
  a.free();
  std::filesystem::remove(path);
}

// Each line is read once and whole: long and empty lines, with both kinds of line ends, and a last
// line without one.
void lines_are_read_once_each(const std::string& folder) {
  constexpr std::uint64_t n = 20'000;
  std::string text;
  for (std::uint64_t i = 0; i < n; ++i) {
    text += std::to_string(i) + std::string(i % 997 == 0 ? 5000 : i % 7, 'x');
    text += i % 3 == 0 ? "\r\n\n" : "\n";
  }
  text += std::to_string(n);
  const std::string frames = graph::detail::packed_for("x.zst", text.substr(0, 100'001)).value() +
                             graph::detail::packed_for("x.zst", text.substr(100'001)).value();
  const std::pair<const char*, std::string> files[] = {
      {"l.txt", text},
      {"l.txt.zst", frames},
      {"l.txt.gz", graph::detail::packed_for("x.gz", text).value()}};
  for (const auto& [name, content] : files) {
    const std::string path = folder + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    auto seen = global_array<std::uint64_t>::make(n + 2);
    forall(seen, [](std::uint64_t, std::uint64_t& x) { x = 0; });
    for_each_line(path, [seen](std::string_view line) {
      if (line.empty()) return async_add(seen[n + 1], std::uint64_t{1});
      std::uint64_t i = 0;
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), i);
      const auto rest = static_cast<std::uint64_t>(line.data() + line.size() - end);
      const bool right = rest == (i == n ? 0 : i % 997 == 0 ? 5000 : i % 7);
      async_add(seen[i], std::uint64_t{right ? 1u : 1000u});
    });
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i <= n; ++i) wrong += read(seen[i]) != 1;
    require(wrong == 0, std::string("each line is read once: ") + name);
    require(read(seen[n + 1]) == (n + 2) / 3, "and so are empty ones");
    seen.free();
    std::filesystem::remove(path);
  }
  bool refused = false;
  try {
    for_each_line(folder + "/none.txt", [](std::string_view) {});
  } catch (const graph::input_error&) {
    refused = true;
  }
  require(refused, "a text that is not there is refused");
}

struct particle {
  std::array<float, 3> at;
  std::uint32_t number;
  std::uint64_t rank;
};

void records_are_read_once_each(const std::string& folder) {
  constexpr std::uint32_t a_rank = 70'000;
  for (const char* const name : {"p.bin", "p.bin.zst", "p.bin.gz"}) {
    const std::string path = folder + "/" + name;
    write_records<particle>(path, [] {
      std::vector<particle> own(a_rank + self());
      for (std::uint32_t i = 0; i < own.size(); ++i) own[i] = {{1, 2, 3}, i, self()};
      return own;
    });
    std::uint64_t all = 0;
    for (rank_id r = 0; r < ranks(); ++r) all += a_rank + r;
    auto seen = global_array<std::uint64_t>::make(all);
    auto wrong = global_array<std::uint64_t>::make(1);
    forall(seen, [](std::uint64_t, std::uint64_t& x) { x = 0; });
    write(wrong[0], std::uint64_t{0});
    for_each_record<particle>(path, [seen, wrong](std::uint64_t i, const particle& p) {
      std::uint64_t before = 0;
      for (rank_id r = 0; r < p.rank; ++r) before += a_rank + r;
      if (before + p.number != i || p.at[2] != 3) async_add(wrong[0], std::uint64_t{1});
      async_add(seen[i], std::uint64_t{1});
    });
    forall(seen, [wrong](std::uint64_t, std::uint64_t& x) {
      if (x != 1) async_add(wrong[0], std::uint64_t{1});
    });
    require(read(wrong[0]) == 0, std::string("each record once, in the order of ranks: ") + name);
    wrong.free();
    seen.free();
    std::filesystem::remove(path);
  }
}

void pieces_stand_in_their_order(const std::string& folder) {
  const std::string path = folder + "/pieces.txt";
  write_pieces(path, 23,
               [](std::uint64_t p) { return std::string(p % 5, 'a') + std::to_string(p) + '\n'; });
  std::string expected;
  for (std::uint64_t p = 0; p < 23; ++p)
    expected += std::string(p % 5, 'a') + std::to_string(p) + '\n';
  require(content_of(path) == expected, "pieces stand in their order");
  std::filesystem::remove(path);
}

template <class Error, class F>
void require_sentence(const F& f, const std::string& part) {
  try {
    f();
  } catch (const Error& e) {
    const std::string said = e.what();
    require(said.find(part) != said.npos, "the sentence has \"" + part + "\": " + said);
    return;
  }
  require(false, "an error that says \"" + part + "\"");
}

void nothing_is_left_where_something_fails(const std::string& folder) {
  const std::string path = folder + "/x.bin";
  std::ofstream(path) << "before";
  const std::size_t files = files_in(folder);
  require_sentence<std::runtime_error>(
      [&] {
        write_pieces(path, 100, [](std::uint64_t p) {
          if (p == 60) throw std::runtime_error("no such piece");
          return std::string(100, 'x');
        });
      },
      "no such piece");
  require(content_of(path) == "before" && files_in(folder) == files,
          "a file is as it was where a piece fails, and nothing is beside it");
  require_sentence<graph::output_error>(
      [&] { write_pieces(folder + "/none/x.bin", 3, [](std::uint64_t) { return std::string(); }); },
      "/none/x.bin: cannot be made (No such file or directory); check the folder");
  require_sentence<graph::output_error>(
      [&] { write_pieces("/dev/full", 3, [](std::uint64_t) { return std::string("x"); }); },
      "/dev/full: only one process can write to it, but all ranks have to; name a file");
  require_sentence<graph::input_error>(
      [&] { read_array<std::uint64_t>(path); },
      ": has 6 bytes, which is not a multiple of the 8 bytes of an element; check");
  require_sentence<graph::input_error>([&] { read_array<std::uint64_t>(folder + "/none"); },
                                       "/none: cannot open it (No such file or directory)");
  std::filesystem::remove(path);
}

}  // namespace

void files_keep_their_promises(const std::string& folder) {
  arrays_come_back(folder);
  an_array_is_its_bytes(folder);
  lines_are_read_once_each(folder);
  records_are_read_once_each(folder);
  pieces_stand_in_their_order(folder);
  nothing_is_left_where_something_fails(folder);
}

}  // namespace arcas::inline v0::cluster::test
