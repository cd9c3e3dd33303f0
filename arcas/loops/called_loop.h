// SPDX-License-Identifier: Apache-2.0
// Loops that call their body through a pointer, once for each chunk. They serve the library's own
// loops, whose chunks are long. For them the code that claims chunks and splits ranges is compiled
// once, in the library. parallel_for() compiles that code again with each body, and each body three
// times. Private to loops/, algorithms/ and graph/.
#pragma once

#include <arcas/base/race_detector.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <source_location>
#include <type_traits>

namespace arcas::inline v0::detail {

// A body as the loop sees it: two pointers.
template <class R>
class chunk_call {
 public:
  // The loop calls run(body, first, end) for a chunk; `run` is a function object without data.
  template <class Body, class Run>
  chunk_call(Body& body, const Run&) : body_(&body), run_(&call<Body, Run>) {}
  R operator()(std::size_t first, std::size_t end) const { return run_(body_, first, end); }

 private:
  // A small body is called as a copy, whose fields can be in registers.
  template <class Body, class Run>
  static R call(const void* of, std::size_t first, std::size_t end) {
    using called = called_body<Body, std::size_t>;
    using held = std::conditional_t<is_copied<called>, called, called&>;
    const race_detector::part of_work(of);
    held body = *static_cast<called*>(const_cast<void*>(of));
    return Run{}(body, first, end);
  }

  const void* body_;
  R (*run_)(const void*, std::size_t, std::size_t);
};

// body(i) for each index of a chunk, or body(first, end).
struct run_chunk {
  template <class Body>
  void operator()(Body& body, std::size_t first, std::size_t end) const {
    using I = checked_for<std::size_t, std::size_t, Body>::index;
    if constexpr (index_body<Body, I>) {
      for (I i = first; i != end; ++i) body(i);
    } else {
      body(first, end);
    }
  }
};

// parallel_for(0, n, body, options, where). `site` is the call site of the body. This is not a
// template: the linker keeps one of a template's copies, perhaps one that was compiled without
// optimization or without the marks that a race detector needs.
void called_for(std::size_t n, const chunk_call<void>& body, const loop_options& options,
                call_site& site, const std::source_location& where);

template <loop_body<std::size_t> Body>
void called_for(std::size_t n, Body& body, const loop_options& options,
                const std::source_location& where) {
  const race_detector::whole work(&body), looks(options.stop.looks());
  called_for(n, {body, run_chunk{}}, options, site_of<Body>, where);
}

}  // namespace arcas::inline v0::detail
