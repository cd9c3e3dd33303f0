// SPDX-License-Identifier: Apache-2.0
// Whose workers run a task? Tasks know pools of workers, their users know runtimes, which stand
// above both: loops/ defines this function.
#pragma once

namespace arcas {

class pool;
class runtime;

// The workers of that runtime; null: of runtime::current().
pool& home_of_tasks(runtime* asked);

}  // namespace arcas
