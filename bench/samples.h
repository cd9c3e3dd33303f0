// SPDX-License-Identifier: Apache-2.0
// How is a sample recorded? As one line of JSON with everything on which the sample depends:
// runtime, configuration, machine, compiler, flags and commit. So a line has its meaning without
// other lines.
#pragma once

#include "request.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

// Builds one line; print() writes it to standard output.
class sample_line {
 public:
  sample_line& text(std::string_view name, std::string_view value);
  sample_line& number(std::string_view name, double value);
  sample_line& count(std::string_view name, std::uint64_t value);
  // Processor, number of hardware threads, the system's kernel, compiler, flags and commit.
  sample_line& origin(std::string_view commit);
  // Name of the measurement, runtime, schedule, grain and workers.
  sample_line& configuration(std::string_view runtime, const request& ask);
  // Adds the measured cycles and the origin, which end every sample.
  template <class Cycles>
  sample_line& timed(unsigned sample, Cycles sequential, Cycles parallel, const request& ask) {
    count("sample", sample);
    cycles("sequential_cycles", sequential);
    cycles("parallel_cycles", parallel);
    return number("tsc_hz", ask.tsc_hz).origin(ask.commit);
  }
  void print() const;

 private:
  void name(std::string_view name);
  void cycles(std::string_view name, double value) { number(name, value); }
  void cycles(std::string_view name, std::uint64_t value) { count(name, value); }
  std::string line_ = "{";
};

}  // namespace bench
