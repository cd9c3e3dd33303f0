// SPDX-License-Identifier: Apache-2.0
// Two assembler macros. SAME NAME gives the function of that name the version VERSION, too.
// REFUSE NAME, NUMBER defines a weak function that ends the program with the sentence of refuse().
#pragma once

// Called by the entry points; the number is that of the name in arcas_kmp_refused.
extern "C" [[noreturn]] void arcas_kmp_refuse(unsigned number);
extern "C" const char* const arcas_kmp_refused[];

asm(R"(
.macro SAME name
.text
.globl arcas_kmp_\name
.type arcas_kmp_\name, @function
arcas_kmp_\name:
  jmp \name@PLT
.size arcas_kmp_\name, .-arcas_kmp_\name
.symver arcas_kmp_\name, \name@VERSION
.endm

.macro REFUSE name, number
.text
.weak \name
.type \name, @function
\name:
  movl $\number, %edi
  jmp arcas_kmp_refuse@PLT
.size \name, .-\name
.endm
)");
