// SPDX-License-Identifier: Apache-2.0
// Reads files that were written for ui.perfetto.dev. The field numbers are from Perfetto's protocol
// files, independently of the writer.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perfetto_reader {

struct field {
  std::uint64_t number = 0;
  std::uint64_t value = 0;
  std::string_view text = {};
};

inline std::uint64_t varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.at(0));
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
}

inline std::uint64_t eight_bytes(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes.at(i))} << (8 * i);
  }
  bytes.remove_prefix(8);
  return value;
}

inline std::vector<field> fields_of(std::string_view bytes) {
  std::vector<field> all;
  while (!bytes.empty()) {
    const std::uint64_t key = varint(bytes);
    field f{key >> 3};
    const std::uint64_t wire = key & 7;
    if (wire > 2) throw std::runtime_error("wire type " + std::to_string(wire));
    f.value = wire == 1 ? eight_bytes(bytes) : varint(bytes);
    if (wire == 2) {
      if (f.value > bytes.size()) throw std::runtime_error("a text that ends with the file");
      f.text = bytes.substr(0, f.value);
      bytes.remove_prefix(f.value);
    }
    all.push_back(f);
  }
  return all;
}

inline field found(std::string_view message, std::uint64_t number) {
  for (const field& f : fields_of(message)) {
    if (f.number == number) return f;
  }
  return {};
}

struct track {
  std::string name;
  std::uint64_t parent = 0;
  bool counts = false;
};

enum class kind : std::uint64_t { begin = 1, end = 2, instant = 3, counter = 4 };

struct event {
  std::uint64_t at = 0;
  kind type = kind::begin;
  std::uint64_t track = 0;
  std::string name;  // empty for the end of a slice
  std::int64_t value = 0;
  std::map<std::string, std::uint64_t> about;
  std::uint64_t flow = 0;  // 0: none; the same holds for flow_end
  std::uint64_t flow_end = 0;
};

struct trace {
  std::map<std::uint64_t, perfetto_reader::track> tracks;
  std::vector<event> events;  // in the order of the file
};

class reader {
 public:
  trace read(std::string_view file) {
    for (const field& packet : fields_of(file)) {
      if (packet.number != 1) throw std::runtime_error("something between packets");
      take(packet.text);
    }
    return std::move(read_);
  }

 private:
  // The names that a sequence of packets has defined, by the number of the table and of the name.
  using names = std::map<std::pair<std::uint64_t, std::uint64_t>, std::string>;

  void take(std::string_view packet) {
    const std::uint64_t sequence = found(packet, 10).value;
    if ((found(packet, 13).value & 1) != 0) names_[sequence].clear();
    for (const field& table : fields_of(found(packet, 12).text)) {
      names_[sequence][{table.number, found(table.text, 1).value}] = found(table.text, 2).text;
    }
    if (const field about = found(packet, 60); about.number != 0) take_track(about.text);
    if (const field e = found(packet, 11); e.number != 0) {
      take_event(found(packet, 8).value, e.text, names_[sequence]);
    }
  }

  void take_track(std::string_view about) {
    track& t = read_.tracks[found(about, 1).value];
    t.name = found(about, 2).text;
    t.parent = found(about, 5).value;
    t.counts = found(about, 8).number != 0;
  }

  void take_event(std::uint64_t at, std::string_view bytes, names& known) {
    constexpr std::uint64_t event_names = 2;
    constexpr std::uint64_t annotation_names = 3;
    event e;
    e.at = at;
    for (const field& f : fields_of(bytes)) {
      if (f.number == 4) {
        const std::string& name = known.at({annotation_names, found(f.text, 1).value});
        e.about[name] = found(f.text, 4).value;
      }
      if (f.number == 9) e.type = static_cast<kind>(f.value);
      if (f.number == 10) e.name = known.at({event_names, f.value});
      if (f.number == 11) e.track = f.value;
      if (f.number == 30) e.value = static_cast<std::int64_t>(f.value);
      if (f.number == 47) e.flow = f.value;
      if (f.number == 48) e.flow_end = f.value;
    }
    read_.events.push_back(std::move(e));
  }

  trace read_;
  std::map<std::uint64_t, names> names_;
};

inline trace read(std::string_view file) {
  return reader().read(file);
}

}  // namespace perfetto_reader
