// SPDX-License-Identifier: Apache-2.0
#include "measuring_program.h"
#include "runtime_worklist.h"

int main(int argc, char** argv) {
  return bench::measuring_program<bench::worklist_runtime>(argc, argv);
}
