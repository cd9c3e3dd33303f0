// SPDX-License-Identifier: Apache-2.0
// A wait of a fraction of a microsecond that lets the core save power, where the processor has one.
#pragma once

namespace arcas::detail {

// On x86 with WAITPKG (Intel since Tremont and Alder Lake,
// AMD since Zen 5) in the light sleep state C0.1; elsewhere one pause().
void doze() noexcept;

}  // namespace arcas::detail
