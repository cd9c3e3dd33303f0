// SPDX-License-Identifier: Apache-2.0
// Reductions.
#include <arcas/arcas.h>

#include <functional>

// An initial value is not a monoid.
// says: the third argument is a value, not a monoid
void initial_value() {
#ifdef WRONG
  arcas::parallel_reduce(0, 10, 0.0, [](int i) { return i * 0.5; });
#else
  arcas::parallel_reduce(0, 10, arcas::plus<double>{}, [](int i) { return i * 0.5; });
#endif
}

// A sum of integers over numbers with a fraction would be 0.
// says: the body returns a floating-point number
void lost_fraction() {
#ifdef WRONG
  arcas::parallel_reduce(0, 10, arcas::plus<int>{}, [](int) { return 0.5; });
#else
  arcas::parallel_reduce(0, 10, arcas::plus<double>{}, [](int) { return 0.5; });
#endif
}

// The standard library's plus has no identity.
// says: the third argument is not a monoid, which has value_type
void operation_without_identity() {
#ifdef WRONG
  arcas::parallel_reduce(0, 10, std::plus<>{}, [](int i) { return i; });
#else
  arcas::parallel_reduce(0, 10, arcas::plus<int>{}, [](int i) { return i; });
#endif
}

// A reduction requires an operation and its identity.
// says: the third argument is not a monoid, which has value_type
void reduction_without_identity() {
#ifdef WRONG
  arcas::parallel_reduce(0, 10, [](int a, int b) { return a + b; }, [](int i) { return i; });
#else
  arcas::parallel_reduce(0, 10, 0, [](int a, int b) { return a + b; }, [](int i) { return i; });
#endif
}
