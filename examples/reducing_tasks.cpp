// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reducing_tasks.h>

#include <string>

struct concatenation {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(std::string a, const std::string& b) const { return std::move(a += b); }
};

// Appends the last digits of the numbers in [first, last) in order, although the tasks run in any
// order.
void say(arcas::reducer<concatenation>& digits, int first, int last) {
  if (last - first == 1) {
    digits.view() += static_cast<char>('0' + first % 10);
    return;
  }
  const int middle = (first + last) / 2;
  arcas::invoke(
      into(digits), [&] { say(digits, first, middle); }, [&] { say(digits, middle, last); });
}

int main() {
  arcas::reducer<concatenation> digits;
  say(digits, 0, 20);

  arcas::reducing_group group(into(digits));
  for (int i = 20; i < 40; ++i) group.run([&digits, i] { say(digits, i, i + 1); });
  group.wait();
  return digits.get() == "0123456789012345678901234567890123456789" ? 0 : 1;
}
