// SPDX-License-Identifier: Apache-2.0
// The memory of a cluster, programmed as one shared memory. Graphs are in <arcas/cluster_graph/…>;
// arcas/cluster/README.md lists the contents of each header.
#pragma once

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/synchronization.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/ranks/named_counter.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/array_scan.h>
#include <arcas/cluster/structures/array_sort.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/counting_set.h>
#include <arcas/cluster/structures/disjoint_set.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/global_vector.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>
