// SPDX-License-Identifier: Apache-2.0
// Loaded before a program: there are no threads to be had.
#include <pthread.h>

#include <cerrno>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) noexcept {
  return EAGAIN;
}
