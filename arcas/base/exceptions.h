// SPDX-License-Identifier: Apache-2.0
// Exceptions in headers that programs also compile with -fno-exceptions, where functions of the
// program throw none and their handlers vanish. The library itself is compiled with exceptions.
#pragma once

#include <exception>

namespace arcas::inline v0::detail {

// The exception that a handler of all has caught. Ends the program with a sentence where it is none:
// by pthread_cancel or pthread_exit, the C library unwinds a thread that owes others its iterations.
std::exception_ptr caught_exception() noexcept;
// throw; in a handler.
[[noreturn]] void throw_again();
// Throws std::logic_error.
[[noreturn]] void refuse_use(const char* sentence);

}  // namespace arcas::inline v0::detail

// try and catch (...): keywords that such a compiler refuses also in templates. So do the macros of
// libstdc++ that are called __try and __catch.
#ifdef __cpp_exceptions
#define ARCAS_TRY try
#define ARCAS_CATCH_ALL catch (...)
#else
#define ARCAS_TRY if constexpr (true)
#define ARCAS_CATCH_ALL else
#endif
