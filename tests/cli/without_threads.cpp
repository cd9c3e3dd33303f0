// SPDX-License-Identifier: Apache-2.0
// A library to preload: no thread can be created in the program into which it is loaded.
#include <pthread.h>

#include <cerrno>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) noexcept {
  return EAGAIN;
}
