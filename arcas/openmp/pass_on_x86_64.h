// SPDX-License-Identifier: Apache-2.0
// The assembler macro PASS_ON NAME, NUMBER defines a weak function that jumps to the system's
// function of that name. Its first call looks up the address. All argument registers are preserved.
#pragma once

asm(R"(
.macro PASS_ON name, number
.text
.weak \name
.type \name, @function
\name:
  movq arcas_openmp_address_\number(%rip), %r11
  testq %r11, %r11
  jz 1f
  jmpq *%r11
1:
  pushq $\number
  leaq arcas_openmp_address_\number(%rip), %r11
  pushq %r11
  jmp arcas_openmp_look_up
.size \name, .-\name
.local arcas_openmp_address_\number
.comm arcas_openmp_address_\number, 8, 8
.endm

.text
arcas_openmp_look_up:
  pushq %rbp
  movq %rsp, %rbp
  andq $-16, %rsp
  subq $192, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movups %xmm0, 64(%rsp)
  movups %xmm1, 80(%rsp)
  movups %xmm2, 96(%rsp)
  movups %xmm3, 112(%rsp)
  movups %xmm4, 128(%rsp)
  movups %xmm5, 144(%rsp)
  movups %xmm6, 160(%rsp)
  movups %xmm7, 176(%rsp)
  movq 16(%rbp), %rdi
  call arcas_openmp_pass_on
  movq 8(%rbp), %r11
  movq %rax, (%r11)
  movq %rax, %r11
  movups 176(%rsp), %xmm7
  movups 160(%rsp), %xmm6
  movups 144(%rsp), %xmm5
  movups 128(%rsp), %xmm4
  movups 112(%rsp), %xmm3
  movups 96(%rsp), %xmm2
  movups 80(%rsp), %xmm1
  movups 64(%rsp), %xmm0
  movq 48(%rsp), %rax
  movq 40(%rsp), %r9
  movq 32(%rsp), %r8
  movq 24(%rsp), %rcx
  movq 16(%rsp), %rdx
  movq 8(%rsp), %rsi
  movq 0(%rsp), %rdi
  leave
  addq $16, %rsp
  jmpq *%r11
)");
