// SPDX-License-Identifier: Apache-2.0
// Words that a process has once, however many of its shared objects contain Arcas. They are static members
// of a class template that is instantiated explicitly, in a source of the library:
//
//   template <class T> struct ARCAS_ONCE_IN_PROCESS words { static constinit std::atomic<T*> first; };
//   extern template struct words<thing>;
//
// A program that uses libarcas.so refers to the library's. Of several objects that have the archives in
// them, the dynamic linker makes one copy the copy of all (with gcc: STB_GNU_UNIQUE), unless the object
// hides all its symbols: that one has a runtime of its own (docs/versioning.md).
#pragma once

#define ARCAS_ONCE_IN_PROCESS [[gnu::visibility("default")]]
