// SPDX-License-Identifier: Apache-2.0
// Which types are ranges for the algorithms? All with r[i] and std::size(r), such as std::vector,
// std::span, std::array and plain arrays. A pair of random-access iterators is a range, too.
//
// Forms. Each algorithm takes a range, sort(v), or two iterators, sort(v.begin(), v.end()). Where
// std takes an output iterator, it also takes a range to write into, transform(v, out, f). The last
// argument of each form is loop_options. The results are those of std: an iterator, or a value.
// Several workers call a function at the same time; it may be a pointer to a member, as in
// count_if(people, &person::retired).
#pragma once

#include <arcas/base/wrong_use.h>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// R has r[i] for each i less than std::size(r).
template <class R>
concept elements = requires(R& r, std::size_t i) {
  r[i];
  std::size(r);
};

// The type of r[i]: a reference or a value.
template <elements R>
using reference_of = decltype(std::declval<R&>()[std::size_t{}]);

// Ranges in which several workers can write different elements at the same time. A
// std::vector<bool> is not such a range, since its elements share words.
template <class R>
concept element_places = elements<R> && std::is_lvalue_reference_v<reference_of<R>>;

// Ranges whose elements can be moved from place to place.
template <class R>
concept movable_elements =
    element_places<R> && std::movable<std::remove_reference_t<reference_of<R>>>;

namespace detail {

// The type of a copy of r[i]: that of the iterators, if r[i] is an object that stands for an
// element, such as a bit.
template <class R>
struct type_of_element {
  using type = std::remove_cvref_t<reference_of<R>>;
};
template <class R>
  requires(!std::is_reference_v<reference_of<R>> &&
           requires(R& r, void (&take)(std::iter_value_t<decltype(std::begin(r))>)) {
             take(r[std::size_t{}]);
           })
struct type_of_element<R> {
  using type = std::iter_value_t<decltype(std::begin(std::declval<R&>()))>;
};

// f can be called with an A, also if f was given as a temporary.
template <class F, class A>
concept called_with = std::invocable<F&, A>;

// The result of f(a...) converts to bool, also by an explicit conversion.
template <class F, class... A>
concept answers =
    std::invocable<F&, A...> && std::constructible_from<bool, std::invoke_result_t<F&, A...>>;

}  // namespace detail

template <elements R>
using element_of = typename detail::type_of_element<const std::remove_reference_t<R>>::type;

namespace detail {

// The type of r[i] if it is a value or a moved element; otherwise a const reference.
template <elements R>
using read_from = std::conditional_t<std::is_lvalue_reference_v<reference_of<const R>>,
                                     const element_of<R>&, reference_of<const R>>;

}  // namespace detail

// f can be called with an element of R, and does not change the element.
template <class F, class R>
concept element_function = elements<R> && std::invocable<F&, const element_of<R>&>;

// f can be called with an element of each range.
template <class F, class R, class S>
concept element_operation =
    elements<R> && elements<S> && std::invocable<F&, const element_of<R>&, const element_of<S>&>;

// f(r[i]...) for elements that are read once: f may take moved elements of std::move_iterator.
template <class F, class... R>
concept element_mapping = (elements<R> && ...) && std::invocable<F&, detail::read_from<R>...>;

// is(e) answers yes or no for an element e of R.
template <class F, class R>
concept element_predicate = elements<R> && detail::answers<F, const element_of<R>&>;

// before(a, b) for elements of R and S, in either order of the arguments.
template <class F, class R, class S = R>
concept element_order =
    elements<R> && elements<S> && detail::answers<F, const element_of<R>&, const element_of<S>&> &&
    detail::answers<F, const element_of<S>&, const element_of<R>&>;

// key(e) for an element e of R, and before(key(a), key(b)).
template <class Key, class R, class Before>
concept element_key = element_function<Key, R> &&
                      detail::answers<Before, std::invoke_result_t<Key&, const element_of<R>&>,
                                      std::invoke_result_t<Key&, const element_of<R>&>>;

// Numbers of different types are compared as by < and ==, without a warning in the program of the
// caller, who has chosen the types.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wfloat-equal"
struct less_than {
  template <class A, class B>
    requires requires(const A& a, const B& b) { bool(a < b); }
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};

namespace detail {

struct equal_to {
  template <class A, class B>
    requires requires(const A& a, const B& b) { bool(a == b); }
  constexpr bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};

}  // namespace detail
#pragma GCC diagnostic pop

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// r[i] for an unsigned i, also if the index of r is signed, as in std::views.
template <class R>
constexpr decltype(auto) element_at(R& r, std::size_t i) {
  if constexpr (
      std::is_class_v<std::remove_cv_t<R>> && !requires { typename R::size_type; } &&
      requires { r.begin() - r.begin(); }) {
    return r[static_cast<decltype(r.begin() - r.begin())>(i)];
  } else {
    return r[i];
  }
}

// f(r[i]...) as a value if an r[i] is a temporary, into which f may return a reference; otherwise
// what f returns.
template <class F, class... R>
constexpr decltype(auto) value_at(std::size_t i, F& f, R&... r) {
  if constexpr ((std::is_lvalue_reference_v<decltype(element_at(r, i))> && ...)) {
    return f(element_at(r, i)...);
  } else {
    auto value = f(element_at(r, i)...);
    return value;
  }
}

// Iterators i with i[k], also those of which std knows it only by their category, such as
// std::move_iterator.
template <class I>
concept indexed_iterator = std::input_or_output_iterator<I> &&
                           requires(const I& i, std::iter_difference_t<I> k) {
                             i[k];
                             i + k;
                             { i - i } -> std::convertible_to<std::iter_difference_t<I>>;
                           } &&
                           (std::random_access_iterator<I> ||
                            std::derived_from<typename std::iterator_traits<I>::iterator_category,
                                              std::random_access_iterator_tag>);

// The elements from `first` on, of which the caller knows the number.
template <indexed_iterator I>
class beginning_at {
 public:
  using size_type = std::size_t;
  explicit beginning_at(I first) : first_(first) {}
  decltype(auto) operator[](std::size_t i) const {
    return first_[static_cast<std::iter_difference_t<I>>(i)];
  }
  I begin() const { return first_; }
  auto* data() const
    requires std::contiguous_iterator<I> {
    return std::to_address(first_);
  }

 private:
  I first_;
};

// The elements of [first, last); none if last is before first.
template <indexed_iterator I>
class between : public beginning_at<I> {
 public:
  between(I first, I last)
      : beginning_at<I>(first),
        size_(last - first > 0 ? static_cast<std::size_t>(last - first) : 0) {}
  std::size_t size() const { return size_; }
  I end() const { return this->begin() + static_cast<std::iter_difference_t<I>>(size_); }

 private:
  std::size_t size_;
};

// The range that an iterator form works on.
template <indexed_iterator I>
between<I> range_of(I first, I last) {
  return {first, last};
}

// Iterators whose elements several workers can write at the same time.
template <class I>
concept place_iterator =
    indexed_iterator<I> && std::is_lvalue_reference_v<std::iter_reference_t<I>>;

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// What an algorithm can write into: a range, or an iterator to the first of enough elements. Not
// the elements of a std::vector<bool>, which share words; nor an inserter, which has no places.
template <class Out>
concept output_places = element_places<Out> || detail::place_iterator<std::remove_cvref_t<Out>>;

// Ranges that outlive the call, and ranges whose iterators stay valid without the range object.
template <class R>
concept lasting = std::is_lvalue_reference_v<R> || !requires(R& r) { std::begin(r); } ||
                  std::ranges::enable_borrowed_range<std::remove_cvref_t<R>>;

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// The places of an output, by r[i].
template <output_places Out>
decltype(auto) places_of(Out& out) {
  if constexpr (element_places<Out>) {
    return (out);
  } else {
    return beginning_at<std::remove_cv_t<Out>>(out);
  }
}

// An E can be assigned to the elements of Out.
template <class E, class Out>
concept writes_into = output_places<Out> && requires(Out& out) {
  requires std::is_assignable_v<decltype(places_of(out)[std::size_t{}]), E>;
};

// Whether n elements have room in `out`, as far as that is known.
template <output_places Out>
bool has_room(Out& out, std::size_t n) {
  if constexpr (element_places<Out>) {
    return std::size(out) >= n;
  } else {
    return true;
  }
}

// The iterator to element i of a range, or i if the range has no iterators.
template <class R>
auto iterator_at(R& r, std::size_t i) {
  if constexpr (indexed_iterator<std::remove_cv_t<R>>) {
    return r + static_cast<std::iter_difference_t<R>>(i);
  } else if constexpr (requires { std::begin(r) + std::ptrdiff_t{}; }) {
    return std::begin(r) + static_cast<std::iter_difference_t<decltype(std::begin(r))>>(i);
  } else {
    return i;
  }
}

// The object in which std::invoke finds a member of C: e, *e, or that of a std::reference_wrapper.
template <class C, class E>
constexpr decltype(auto) owner_in(E&& e) {
  if constexpr (std::convertible_to<std::remove_cvref_t<E>*, const volatile C*>) {
    return static_cast<E&&>(e);
  } else if constexpr (requires { *e; }) {
    return *static_cast<E&&>(e);
  } else {
    return e.get();
  }
}

// A function object that calls a member or reads it, as std::invoke does.
template <class M, class C>
constexpr auto caller_of(M C::* member) {
  if constexpr (std::is_function_v<M>) {
    return [member](auto&& e, auto&&... more) -> decltype(auto) {
      return (owner_in<C>(static_cast<decltype(e)>(e)).*
              member)(static_cast<decltype(more)>(more)...);
    };
  } else {
    return [member](auto&& e) -> decltype(auto) {
      return (owner_in<C>(static_cast<decltype(e)>(e)).*member);
    };
  }
}

// f, or a function object in place of a pointer to a member.
template <class F>
constexpr decltype(auto) function_of(F& f) {
  if constexpr (std::is_member_pointer_v<std::remove_cv_t<F>>) {
    return caller_of(f);
  } else {
    return (f);
  }
}

// A value that elements of R can be compared with.
template <class T, class R>
concept equals_element_of = elements<R> && std::invocable<equal_to, const element_of<R>&, const T&>;

// before(key(a), key(b)).
template <class Before, class Key>
auto by_key(const Before& before, Key& key) {
  return [&before, &key](const auto& a, const auto& b) {
    auto&& of = function_of(key);
    return bool(before(of(a), of(b)));
  };
}

// The type of f(e), of f(r[i]...) for elements that are read once, and of a[k] * b[k].
template <class F, class R>
using value_from = std::invoke_result_t<F&, const element_of<R>&>;
template <class F, class... R>
using mapped_from = std::invoke_result_t<F&, read_from<R>...>;
template <class A, class B>
using product_of =
    decltype(std::declval<const element_of<A>&>() * std::declval<const element_of<B>&>());

// The first argument of a wrong call: any range or iterator. Each algorithm has an overload with
// this parameter, whose attribute tells what to write. The compiler chooses it only if no other
// overload fits, since all others take the argument without a conversion.
struct unfit_range {
  template <class A>
    requires(elements<A> || std::input_or_output_iterator<std::decay_t<A>> ||
             requires(A& a) { std::begin(a) == std::end(a); })
  unfit_range(A&& a);
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The wrong calls of the histograms of two headers, group_by.h and histogram.h.
template <class Map = void, class... More>
ARCAS_WRONG(
    "write histogram(r, key) or histogram(first, last, key), of <arcas/algorithms/group_by.h>, or, "
    "if the keys are numbers below `bins`, histogram(r, bins, key), of "
    "<arcas/algorithms/histogram.h>, also with options {.grain = n}; r has r[i] and a size (no "
    "std::list); key(e) returns the key of an element")
void histogram(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
