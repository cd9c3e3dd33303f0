// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/monoid.h>

#include <gtest/gtest.h>

#include <string>

namespace arcas {
namespace {

template <monoid M>
void expect_monoid_laws(const M& m, std::initializer_list<typename M::value_type> values) {
  for (const auto& a : values) {
    EXPECT_EQ(m(m.identity(), a), a);
    EXPECT_EQ(m(a, m.identity()), a);
    for (const auto& b : values) {
      EXPECT_EQ(m(a, b), m(b, a));
      for (const auto& c : values) EXPECT_EQ(m(m(a, b), c), m(a, m(b, c)));
    }
  }
}

TEST(Monoid, ASumBeginsWithWhatItsTypeIsByDefault) {
  EXPECT_EQ(plus<std::string>().identity(), "");
  EXPECT_EQ(plus<int>().identity(), 0);
  struct from_number {
    explicit from_number(int n) : value(n) {}
    int value;
    from_number operator+(const from_number& o) const { return from_number(value + o.value); }
  };
  EXPECT_EQ(plus<from_number>().identity().value, 0);
}

TEST(Monoid, LawsHoldForIntegers) {
  expect_monoid_laws(plus<int>{}, {-3, 0, 1, 1000});
  expect_monoid_laws(multiplies<unsigned>{}, {0U, 1U, 7U, ~0U});
  expect_monoid_laws(minimum<long>{}, {-3, 0, std::numeric_limits<long>::max()});
  expect_monoid_laws(maximum<int>{}, {-3, 0, std::numeric_limits<int>::lowest()});
  expect_monoid_laws(maximum<unsigned>{}, {0U, 5U});
}

TEST(Monoid, LawsHoldForFloatingPointExtremes) {
  const double infinity = std::numeric_limits<double>::infinity();
  expect_monoid_laws(minimum<double>{}, {-infinity, -1.5, 0.0, infinity});
  expect_monoid_laws(maximum<double>{}, {-infinity, -1.5, 0.0, infinity});
  expect_monoid_laws(maximum<float>{}, {-1.0F, std::numeric_limits<float>::lowest()});
}

TEST(Monoid, LawsHoldForTruthValues) {
  expect_monoid_laws(logical_or{}, {false, true});
  expect_monoid_laws(logical_and{}, {false, true});
}

TEST(Monoid, IsAConceptThatOthersCanMeet) {
  struct concatenation {
    using value_type = std::string;
    std::string identity() const { return ""; }
    std::string operator()(const std::string& a, const std::string& b) const { return a + b; }
  };
  struct no_identity {
    using value_type = int;
    int operator()(int a, int b) const { return a + b; }
  };
  static_assert(monoid<concatenation>);
  static_assert(!monoid<no_identity> && !monoid<int>);
  static_assert(is_commutative<plus<int>> && is_commutative<maximum<double>>);
  static_assert(!is_commutative<plus<std::string>> && !is_commutative<concatenation>);
}

}  // namespace
}  // namespace arcas
