// SPDX-License-Identifier: Apache-2.0
// Makes sparse matrices of SciPy: zip archives of arrays whose sizes agree, with values that may be
// wrong.
#include "mutation.h"
#include "packing.h"

#include <array>
#include <vector>

namespace fuzz {
namespace {

using namespace std::string_view_literals;

class zip {
 public:
  void add(std::string_view name, const std::string& content, bool packed) {
    const std::string stored = packed ? deflated(content, without_header, 6) : content;
    const auto check = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
    std::string facts;  // equal in the member's header and in the directory
    put(facts, std::uint16_t{20});
    put(facts, std::uint16_t{0});
    put(facts, static_cast<std::uint16_t>(packed ? 8 : 0));
    put(facts, std::uint32_t{0});
    put(facts, check);
    put(facts, static_cast<std::uint32_t>(stored.size()));
    put(facts, static_cast<std::uint32_t>(content.size()));
    put(facts, static_cast<std::uint16_t>(name.size()));
    put(facts, std::uint16_t{0});
    directory_ += "PK\x01\x02\x14\x00"sv;
    directory_ += facts;
    directory_.append(10, '\0');
    put(directory_, static_cast<std::uint32_t>(bytes_.size()));
    directory_ += name;
    bytes_ += "PK\x03\x04"sv;
    bytes_ += facts;
    bytes_ += name;
    bytes_ += stored;
    ++members_;
  }
  std::string finished() {
    const auto at = static_cast<std::uint32_t>(bytes_.size());
    bytes_ += directory_;
    bytes_ += "PK\x05\x06\x00\x00\x00\x00"sv;
    put(bytes_, members_);
    put(bytes_, members_);
    put(bytes_, static_cast<std::uint32_t>(directory_.size()));
    put(bytes_, at);
    put(bytes_, std::uint16_t{0});
    return bytes_;
  }

 private:
  std::string bytes_, directory_;
  std::uint16_t members_ = 0;
};

// A .npy file of the values. type: NumPy's descr; its last digit is the number of bytes of an
// element.
std::string array_of(const std::vector<std::uint64_t>& values, std::string_view type,
                     const std::string& shape, dice& random) {
  std::string header = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " +
                       (random.one_in(100) ? "(3, 3)" : shape) + ", }\n";
  std::string bytes = "\x93NUMPY";
  put(bytes, std::uint16_t{1});
  put(bytes, static_cast<std::uint16_t>(header.size()));
  bytes += header;
  const auto size = static_cast<std::size_t>(type.back() - '0');
  for (const std::uint64_t value : values) {
    std::uint64_t bits = value;
    const double real = static_cast<double>(value) / 2;
    const auto single = static_cast<float>(real);
    if (type[1] == 'f')
      std::memcpy(&bits, size == 8 ? static_cast<const void*>(&real) : &single, size);
    if (random.one_in(100)) bits = ~std::uint64_t{0} - random.below(3);
    bytes.append(reinterpret_cast<const char*>(&bits), size);
  }
  return bytes;
}

std::string made(const std::string&, dice& random, std::size_t most) {
  constexpr std::array forms = {"csr"sv, "csc"sv, "coo"sv, "bsr"sv};
  constexpr std::array wholes = {"<i4"sv, "<i8"sv, "<u4"sv, "<i2"sv, "|u1"sv, "|i1"sv};
  constexpr std::array reals = {"<f8"sv, "<f4"sv, "|b1"sv, "<i4"sv, "<u8"sv, "<i1"sv};
  const std::string_view form = random.one_of(forms);
  const std::string_view type = random.one_of(wholes);
  const std::size_t vertices = random.below(8);
  const std::size_t entries = vertices == 0 ? 0 : random.below(10);
  std::vector<std::uint64_t> rows, columns, values, starts{0};
  for (std::size_t i = 0; i < entries; ++i) {
    rows.push_back(random.below(vertices));
    columns.push_back(random.below(vertices));
    values.push_back(random.below(7));
  }
  std::ranges::sort(rows);
  for (std::size_t v = 0; v < vertices; ++v)
    starts.push_back(static_cast<std::uint64_t>(std::ranges::upper_bound(rows, v) - rows.begin()));
  const bool coordinates = form == "coo";
  const auto shape = [](std::size_t size) { return "(" + std::to_string(size) + ",)"; };
  zip archive;
  const auto add = [&](std::string_view name, const std::string& content) {
    if (!random.one_in(100)) archive.add(name, content, random.one_in(2));
  };
  add(coordinates ? "row.npy" : "indptr.npy",
      array_of(coordinates ? rows : starts, type, shape((coordinates ? rows : starts).size()),
               random));
  add(coordinates ? "col.npy" : "indices.npy", array_of(columns, type, shape(entries), random));
  std::string text = array_of({}, "|S3", "()", random);
  add("format.npy", text + std::string(form));
  add("shape.npy", array_of({vertices, vertices}, "<i8", "(2,)", random));
  add("data.npy", array_of(values, random.one_of(reals), shape(entries), random));
  const std::string bytes = archive.finished();
  return random.one_in(4) ? changed_bytes(bytes, most) : bytes;
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate(data, size, most, seed, fuzz::made);
}
