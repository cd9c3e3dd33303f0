// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/zip_writer.h>
#include <arcas/graph/zlib_const.h>

#include <initializer_list>

namespace arcas::inline v0::graph::detail {
namespace {

// A little-endian number of the archive.
struct zip_field {
  std::uint64_t value;
  std::size_t size;
};

void append_fields(std::string& to, std::initializer_list<zip_field> all) {
  for (const auto& [value, size] : all) {
    for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 0xFF);
  }
}

constexpr zip_field version{45, 2};  // the first version with zip64
constexpr zip_field no_flags{0, 2};
constexpr zip_field stored{0, 2};
constexpr zip_field first_of_1980{0x21 << 16, 4};  // time and date in the format of DOS
constexpr zip_field in_extension_2{0xFFFF, 2};
constexpr zip_field in_extension_4{0xFFFFFFFF, 4};
constexpr zip_field sizes_extension{1, 2};
constexpr zip_field first_disk{0, 4};

}  // namespace

std::string numpy_header(std::string_view type, std::string_view shape) {
  std::string header = "{'descr': " + std::string(type) +
                       ", 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
  // Magic number, version and length take ten bytes; the values start at a multiple of 64.
  constexpr std::size_t before = 10;
  header.append(63 - (before + header.size()) % 64, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  append_fields(text, {{1, 2}, {header.size(), 2}});
  return text + header;
}

void zip_writer::write(std::string_view bytes) {
  file_.write(bytes);
  at_ += bytes.size();
}

void zip_writer::add(std::string_view name, const std::function<void(const sink&)>& produce) {
  std::uint64_t size = 0;
  uLong check = crc32_z(0, nullptr, 0);
  produce([&](std::string_view piece) {
    size += piece.size();
    check = crc32_z(check, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
  });
  const zip_field sum{check, 4};
  const zip_field length{name.size(), 2};
  const std::uint64_t header_at = at_;
  std::string header = "PK\x03\x04";
  append_fields(header, {version,
                         no_flags,
                         stored,
                         first_of_1980,
                         sum,
                         in_extension_4,
                         in_extension_4,
                         length,
                         {20, 2}});
  header += name;
  append_fields(header, {sizes_extension, {16, 2}, {size, 8}, {size, 8}});
  write(header);
  produce([this](std::string_view piece) { write(piece); });

  directory_ += "PK\x01\x02";
  constexpr zip_field no_comment{0, 2}, disk{0, 2}, kind{0, 2}, attributes{0, 4};
  append_fields(directory_, {version,
                             version,
                             no_flags,
                             stored,
                             first_of_1980,
                             sum,
                             in_extension_4,
                             in_extension_4,
                             length,
                             {28, 2},
                             no_comment,
                             disk,
                             kind,
                             attributes,
                             in_extension_4});
  directory_ += name;
  append_fields(directory_, {sizes_extension, {24, 2}, {size, 8}, {size, 8}, {header_at, 8}});
  ++members_;
}

void zip_writer::finish() {
  const std::uint64_t directory_at = at_;
  write(directory_);
  const std::uint64_t end_at = at_;
  std::string end = "PK\x06\x06";
  append_fields(end, {{44, 8},
                      version,
                      version,
                      first_disk,
                      first_disk,
                      {members_, 8},
                      {members_, 8},
                      {directory_.size(), 8},
                      {directory_at, 8}});
  end += "PK\x06\x07";
  append_fields(end, {first_disk, {end_at, 8}, {1, 4}});
  end += "PK\x05\x06";
  append_fields(end, {in_extension_2,
                      in_extension_2,
                      in_extension_2,
                      in_extension_2,
                      in_extension_4,
                      in_extension_4,
                      {0, 2}});
  write(end);
}

}  // namespace arcas::inline v0::graph::detail
