// SPDX-License-Identifier: Apache-2.0
// The stack switch for x86-64 under the System V ABI. All registers but two are declared as
// clobbered, so the compiler saves those that it needs; the other two are saved on the stack that
// is left. The control words of the floating-point units are not switched: a task that changes the
// rounding mode changes it for its rank.
#pragma once

#include <cstddef>

// The first code on a stack: calls the function that prepare() has stored. It tells the unwinder
// that there is no caller.
asm(R"(
  .pushsection .text.arcas_begin_stack, "axG", @progbits, arcas_begin_stack, comdat
  .weak arcas_begin_stack
  .hidden arcas_begin_stack
  .type arcas_begin_stack, @function
arcas_begin_stack:
  .cfi_startproc
  .cfi_undefined rip
  popq %rax
  popq %rdi
  xorl %ebp, %ebp
  callq *%rax
  ud2
  .cfi_endproc
  .size arcas_begin_stack, . - arcas_begin_stack
  .popsection
)");
extern "C" void arcas_begin_stack();

namespace arcas::inline v0::cluster::detail {

class own_switch {
 public:
  void prepare(std::byte* top, std::size_t, void (*entry)(void*), void* argument) {
    // The stack pointer must be a multiple of 16 when `entry` is called.
    void** at = reinterpret_cast<void**>(top) - 2;
    *--at = argument;
    *--at = reinterpret_cast<void*>(entry);
    *--at = reinterpret_cast<void*>(&arcas_begin_stack);
    left_ = at;
  }

  // Called from one function only. So its jump has one target, except in the first swap to a stack,
  // and is predicted.
  static void swap(own_switch& from, own_switch& to) {
    void** from_left = reinterpret_cast<void**>(&from.left_);
    void* to_left = to.left_;
    asm volatile(
        // The compiler may keep data below the stack pointer, which a push would overwrite.
        "leaq -128(%%rsp), %%rsp\n\t"
        "pushq %%rbp\n\t"
        "leaq 1f(%%rip), %%rax\n\t"
        "pushq %%rax\n\t"
        "movq %%rsp, (%[from])\n\t"
        "movq %[to], %%rsp\n\t"
        "popq %%rax\n\t"
        "jmpq *%%rax\n"
        "1:\n\t"
        "popq %%rbp\n\t"
        "leaq 128(%%rsp), %%rsp\n\t"
        : [from] "+D"(from_left), [to] "+S"(to_left)
        :
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
          "xmm12", "xmm13", "xmm14", "xmm15", "mm0", "st", "cc", "memory");
  }

 private:
  void* left_ = nullptr;
};

using stack_switch = own_switch;

}  // namespace arcas::inline v0::cluster::detail
