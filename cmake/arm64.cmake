# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for 64-bit Arm with Debian's compiler. Libraries other than the C and C++ libraries come from the root
# file system of the emulated machine, which ci/emulated.sh makes.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../build/emulated/arm/root ABSOLUTE)
set(libraries ${root}/usr/lib/aarch64-linux-gnu)
# -idirafter: the compiler's own folders come first, since the root file system contains C library headers too.
set(CMAKE_CXX_FLAGS_INIT "-idirafter ${root}/usr/include -idirafter ${root}/usr/include/aarch64-linux-gnu")
foreach(kind IN ITEMS EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-Wl,-rpath-link,${libraries}:${root}/lib/aarch64-linux-gnu")
endforeach()

set(CMAKE_FIND_ROOT_PATH ${root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${root})
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig:${root}/usr/share/pkgconfig)
