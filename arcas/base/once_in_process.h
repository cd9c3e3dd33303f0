// SPDX-License-Identifier: Apache-2.0
// Words of which a process has one copy, even if several of its shared objects contain Arcas. They
// are static members of a class template that a source of the library instantiates explicitly:
//
//   template <class T>
//   struct ARCAS_ONCE_IN_PROCESS words { static constinit std::atomic<T*> first; };
//   extern template struct words<thing>;
//
// A program that uses libarcas.so refers to the library's words. If several objects contain the
// archives, the dynamic linker selects one copy for all (gcc: STB_GNU_UNIQUE). An object that hides
// all its symbols has a runtime of its own (docs/versioning.md).
#pragma once

#define ARCAS_ONCE_IN_PROCESS [[gnu::visibility("default")]]
