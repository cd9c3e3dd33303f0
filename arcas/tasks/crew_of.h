// SPDX-License-Identifier: Apache-2.0
// Who runs the tasks of a runtime? Private to tasks/.
#pragma once

namespace arcas {

class crew;
class runtime;

// Of that runtime; null: of runtime::current().
crew& crew_of(runtime* asked);

}  // namespace arcas
