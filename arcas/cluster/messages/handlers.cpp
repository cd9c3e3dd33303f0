// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/handlers.h>

#include <elf.h>
#include <link.h>

#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

struct entry {
  run_function run;
  const char* name;
};

// Filled while the program is loaded, and constant from then on. All ranks of the process use it.
std::vector<entry>& table() {
  static std::vector<entry> entries;
  return entries;
}

// FNV-1a, 64 bits.
constexpr std::uint64_t hash_start = 0xcbf29ce484222325u;
void mix(std::uint64_t& hash, const void* bytes, std::size_t n) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < n; ++i) hash = (hash ^ byte[i]) * 0x100000001b3u;
}

constexpr std::size_t padded4(std::size_t n) {
  return (n + 3) & ~std::size_t{3};
}

// Adds the build id, which the linker has written into a note of the executable. dl_iterate_phdr()
// passes the executable first; the result 1 ends the iteration.
int mix_build_id(dl_phdr_info* object, std::size_t, void* hash) {
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) & segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
    const char* const end = at + segment.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* const name = at + sizeof note;
      const char* const text = name + padded4(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && std::memcmp(name, "GNU", 4) == 0) {
        mix(*static_cast<std::uint64_t*>(hash), text, note.n_descsz);
      }
      at = text + padded4(note.n_descsz);
    }
  }
  return 1;
}

}  // namespace

handler_id add_handler(run_function run, const char* name) {
  if (table().size() > std::numeric_limits<handler_id>::max()) {
    throw std::length_error("a program has more than 65536 kinds of messages");
  }
  table().push_back({run, name});
  return static_cast<handler_id>(table().size() - 1);
}

run_function handler(handler_id id) {
  return table()[id].run;
}

const char* handler_name(handler_id id) {
  return table()[id].name;
}

std::uint64_t fingerprint() {
  std::uint64_t hash = hash_start;
  dl_iterate_phdr(&mix_build_id, &hash);
  for (const entry& e : table()) mix(hash, e.name, std::strlen(e.name) + 1);
  return hash;
}

}  // namespace arcas::inline v0::cluster::detail
