// SPDX-License-Identifier: Apache-2.0
// The exception for memory that is refused; and exceptions in headers that programs may also
// compile with -fno-exceptions. In such a program the user's functions do not throw, and the
// handlers vanish. The library itself is compiled with exceptions.
#pragma once

#include <exception>
#include <new>

namespace arcas::inline v0 {

// Thrown if memory is not available: a std::bad_alloc that says how much was requested. The text is
// a member array, since there may be no memory for a string.
class out_of_memory : public std::bad_alloc {
 public:
  // The format and arguments of printf. A text that is longer than `room` is cut.
  [[gnu::format(printf, 2, 3)]] explicit out_of_memory(const char* format, ...) noexcept;
  const char* what() const noexcept override { return text_; }

 private:
  static constexpr int room = 256;
  char text_[room];
};

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// The exception that a catch-all handler has caught. If there is none, the C library is unwinding
// the thread (pthread_cancel, pthread_exit), although other threads wait for its iterations. The
// program is then ended with an error message.
std::exception_ptr caught_exception() noexcept;
// Rethrows the exception that the calling handler has caught.
[[noreturn]] void throw_again();
// Throws std::logic_error.
[[noreturn]] void refuse_use(const char* sentence);

}  // namespace arcas::inline v0::detail

// try and catch (...). With -fno-exceptions the compiler rejects these keywords even in templates;
// the macros then run the first block, and the compiler discards the handler.
#ifdef __cpp_exceptions
#define ARCAS_TRY try
#define ARCAS_CATCH_ALL catch (...)
#else
#define ARCAS_TRY if constexpr (true)
#define ARCAS_CATCH_ALL else
#endif
