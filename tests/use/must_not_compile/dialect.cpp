// SPDX-License-Identifier: Apache-2.0
// C++17, the default of g++ 12.
// flags: -std=c++17
// says: Arcas requires C++20: compile with -std=c++20
#include <arcas/arcas.h>

int main() {
  arcas::parallel_for(0, 10, [](int) {});
}
