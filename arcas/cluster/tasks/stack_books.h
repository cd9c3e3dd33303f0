// SPDX-License-Identifier: Apache-2.0
// What a sanitizer is told when a thread goes over to another stack. One file each:
//   leave(from, to)     before; null `from`: that stack is never used again
//   arrive(self, left)  first thing after, on the stack of `self`
//   open, close         when a stack is made, and when it has been left for good
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <arcas/cluster/tasks/stack_books_address.h>
#elif defined(__SANITIZE_THREAD__)
#include <arcas/cluster/tasks/stack_books_thread.h>
#else
#include <arcas/cluster/tasks/stack_books_none.h>
#endif
