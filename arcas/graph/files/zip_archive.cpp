// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/files/zip_archive.h>
#include <arcas/graph/zlib_const.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

[[noreturn]] void refuse_archive(const std::string& name, const std::string& fault) {
  throw input_error(name + ": " + fault + "; write the file again, as scipy.sparse.save_npz does");
}

// Reads little-endian numbers of the archive, and checks that they are within it.
class fields {
 public:
  fields(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::uint64_t at(std::uint64_t position, std::size_t size) const {
    const std::string_view digits = part(position, size);
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(digits[i]);
    }
    return value;
  }
  std::string_view part(std::uint64_t position, std::uint64_t size) const {
    if (position > bytes_.size() || size > bytes_.size() - position) {
      refuse_archive(name_, "the zip archive ends early");
    }
    return bytes_.substr(static_cast<std::size_t>(position), static_cast<std::size_t>(size));
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
};

constexpr std::uint64_t in_extension = 0xFFFFFFFF;

// An entry of the central directory, with sizes from the zip64 extension.
struct directory_entry {
  std::uint64_t packed;
  std::uint64_t size;
  std::uint64_t header;

  void read_extension(const fields& directory, std::uint64_t at, std::uint64_t end) {
    while (at + 4 <= end) {
      const std::uint64_t kind = directory.at(at, 2);
      const std::uint64_t length = directory.at(at + 2, 2);
      std::uint64_t field = at + 4;
      for (std::uint64_t* value : {&size, &packed, &header}) {
        if (kind != 1 || *value != in_extension) continue;
        *value = directory.at(field, 8);
        field += 8;
      }
      at += 4 + length;
    }
  }
};

// A small archive could expand to many times its size if its members shared their data.
void require_apart(const std::map<std::string, zip_member>& members, const std::string& name) {
  std::vector<std::string_view> packed;
  for (const auto& [called, member] : members) packed.push_back(member.packed);
  std::ranges::sort(packed, {}, [](std::string_view one) { return one.data(); });
  for (std::size_t i = 1; i < packed.size(); ++i) {
    if (packed[i - 1].data() + packed[i - 1].size() > packed[i].data())
      refuse_archive(name, "members of the zip archive share their data");
  }
}

}  // namespace

std::map<std::string, zip_member> members_of(std::string_view archive, const std::string& name,
                                             std::uint64_t most) {
  const std::size_t end = archive.rfind("PK\x05\x06");
  if (end == archive.npos) refuse_archive(name, "the zip archive has no directory at its end");
  const fields file(archive, name);
  std::uint64_t count = file.at(end + 10, 2);
  std::uint64_t at = file.at(end + 16, 4);
  if (at == in_extension) {
    const std::uint64_t locator = end - std::min<std::uint64_t>(end, 20);
    if (file.part(locator, 4) != "PK\x06\x07") refuse_archive(name, "the zip archive is damaged");
    const std::uint64_t longer_end = file.at(locator + 8, 8);
    if (file.part(longer_end, 4) != "PK\x06\x06")
      refuse_archive(name, "the zip archive is damaged");
    count = file.at(longer_end + 32, 8);
    at = file.at(longer_end + 48, 8);
  }
  std::map<std::string, zip_member> members;
  std::uint64_t size = 0;  // of all members
  for (std::uint64_t i = 0; i < count; ++i) {
    if (file.part(at, 4) != "PK\x01\x02") refuse_archive(name, "the zip archive is damaged");
    const std::uint64_t method = file.at(at + 10, 2);
    const std::uint64_t name_size = file.at(at + 28, 2);
    const std::uint64_t extra_size = file.at(at + 30, 2);
    directory_entry entry{file.at(at + 20, 4), file.at(at + 24, 4), file.at(at + 42, 4)};
    const std::uint64_t extra = at + 46 + name_size;
    entry.read_extension(file, extra, extra + extra_size);
    if (method != 0 && method != 8) refuse_archive(name, "a member is neither stored nor deflated");
    size = entry.size > most ? entry.size : size + entry.size;
    require_budget(name, size, most);
    const std::uint64_t data =
        entry.header + 30 + file.at(entry.header + 26, 2) + file.at(entry.header + 28, 2);
    const std::string_view packed = file.part(data, entry.packed);
    const std::string called(file.part(at + 46, name_size));
    const auto check = static_cast<std::uint32_t>(file.at(at + 16, 4));
    if (!members.try_emplace(called, zip_member{packed, entry.size, check, method == 8}).second) {
      refuse_archive(name, "two members have the name '" + called + "'");
    }
    at = extra + extra_size + file.at(at + 32, 2);
  }
  require_apart(members, name);
  return members;
}

std::string unpacked(const zip_member& member, const std::string& name) {
  // zlib uses unsigned int for sizes.
  constexpr std::uint64_t most_at_once = std::numeric_limits<unsigned>::max();
  if (!member.deflated) {
    if (member.packed.size() != member.size) refuse_archive(name, "a member has two sizes");
    return std::string(member.packed);
  }
  // deflate cannot expand this much; a larger claim means corruption.
  constexpr std::uint64_t greatest_growth = 1100;
  if (member.size / greatest_growth > member.packed.size()) {
    refuse_archive(name, "a member of the zip archive is damaged");
  }
  std::string bytes(static_cast<std::size_t>(member.size), '\0');
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  std::uint64_t taken = 0;
  std::uint64_t made = 0;
  for (int state = Z_OK; state == Z_OK;) {
    const auto in =
        static_cast<unsigned>(std::min<std::uint64_t>(member.packed.size() - taken, most_at_once));
    const auto out =
        static_cast<unsigned>(std::min<std::uint64_t>(bytes.size() - made, most_at_once));
    stream.next_in = reinterpret_cast<const Bytef*>(member.packed.data() + taken);
    stream.avail_in = in;
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + made);
    stream.avail_out = out;
    state = inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    made += out - stream.avail_out;
    if (state == Z_STREAM_END) break;
    if (state != Z_OK || (in == stream.avail_in && out == stream.avail_out)) {
      refuse_archive(name, "a member of the zip archive is damaged");
    }
  }
  const auto* const data = reinterpret_cast<const Bytef*>(bytes.data());
  if (made != bytes.size() || crc32_z(0, data, bytes.size()) != member.check) {
    refuse_archive(name, "a member of the zip archive is damaged");
  }
  return bytes;
}

}  // namespace arcas::inline v0::graph::detail
