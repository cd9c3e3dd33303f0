// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program, in which no thread can then be created.
#include <pthread.h>

#include <cerrno>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) noexcept {
  return EAGAIN;
}
