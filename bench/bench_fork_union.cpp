// SPDX-License-Identifier: Apache-2.0
#include "measuring_program.h"
#include "runtime_fork_union.h"

int main(int argc, char** argv) {
  return bench::measuring_program<bench::fork_union_runtime>(argc, argv);
}
