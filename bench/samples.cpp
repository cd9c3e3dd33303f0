// SPDX-License-Identifier: Apache-2.0
#include "samples.h"

#include <sys/utsname.h>

#include <cstdio>
#include <fstream>
#include <thread>

namespace bench {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string quoted(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out + '"';
}

}  // namespace

void sample_line::name(std::string_view name) {
  if (line_.size() > 1) line_ += ", ";
  line_ += quoted(name) + ": ";
}

sample_line& sample_line::text(std::string_view name, std::string_view value) {
  this->name(name);
  line_ += quoted(value);
  return *this;
}

sample_line& sample_line::number(std::string_view name, double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  this->name(name);
  line_ += digits;
  return *this;
}

sample_line& sample_line::count(std::string_view name, std::uint64_t value) {
  this->name(name);
  line_ += std::to_string(value);
  return *this;
}

sample_line& sample_line::origin(std::string_view commit) {
  utsname system{};
  uname(&system);
  return text("processor", processor_name())
      .count("hardware_threads", std::thread::hardware_concurrency())
      .text("kernel", system.release)
      .text("compiler", BENCH_COMPILER)
      .text("flags", BENCH_FLAGS)
      .text("commit", commit);
}

sample_line& sample_line::configuration(std::string_view runtime, const request& ask) {
  text("measure", ask.measure);
  text("runtime", ask.label.empty() ? runtime : ask.label);
  text("schedule", ask.schedule.empty() ? "default" : ask.schedule);
  return count("grain", ask.grain).count("workers", ask.workers);
}

void sample_line::print() const {
  std::printf("%s}\n", line_.c_str());
  std::fflush(stdout);
}

}  // namespace bench
