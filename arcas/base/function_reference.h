// SPDX-License-Identifier: Apache-2.0
// How does a lambda of a header reach compiled code? As two pointers.
#pragma once

namespace arcas::inline v0::detail {

// Refers to a function that outlives the reference.
template <class R, class... A>
class function_reference {
 public:
  template <class F>
  function_reference(const F& f)  // NOLINT: implicit, so that a lambda can be an argument
      : function_(&f), call_(&call<F>) {}
  R operator()(A... a) const { return call_(function_, a...); }

 private:
  template <class F>
  static R call(const void* of, A... a) {
    return (*static_cast<const F*>(of))(a...);
  }

  const void* function_;
  R (*call_)(const void*, A...);
};

}  // namespace arcas::inline v0::detail
