// SPDX-License-Identifier: Apache-2.0
#include "measuring_program.h"
#include "runtime_tbb.h"

int main(int argc, char** argv) {
  return bench::measuring_program<bench::tbb_runtime>(argc, argv);
}
