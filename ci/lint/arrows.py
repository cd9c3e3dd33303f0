# SPDX-License-Identifier: Apache-2.0
# Do arrows between components run downward only? A component includes what its CMakeLists.txt links,
# and links what the table of floors allows.
import re

from components import component_of, components
from tree import Finding

# The floors: who may link whom. base is allowed to all.
MAY_LINK = {
    "base": set(),
    "topology": set(),
    "workers": {"topology"},
    "distribution": {"topology"},
    "memory": {"topology"},
    "runtime": {"topology", "workers", "distribution"},
    "tasks": {"topology", "workers", "runtime"},
    "loops": {"topology", "workers", "distribution", "runtime"},
    "algorithms": {"memory", "runtime", "loops", "tasks"},
    "openmp": {"topology", "workers", "distribution", "tasks"},
    "graph": {"memory", "runtime", "loops", "algorithms"},
    "parquet": {"graph"},
    # Components inside arcas/cluster, a folder each, from the ground up.
    "cluster_transport": set(),
    "cluster_trace": {"cluster_transport"},
    "cluster_tasks": {"cluster_trace"},
    "cluster_messages": {"cluster_transport", "cluster_trace"},
    "cluster_heap": {"cluster_transport"},
    "cluster_completion": {"cluster_transport", "cluster_messages", "cluster_tasks"},
    "cluster_stealing": {"cluster_transport", "cluster_messages", "cluster_tasks", "cluster_completion"},
    "cluster_diagnosis": {
        "cluster_transport", "cluster_trace", "cluster_messages", "cluster_tasks", "cluster_completion", "cluster_stealing"
    },
    "cluster_ranks": {
        "topology", "runtime", "loops", "cluster_transport", "cluster_trace", "cluster_messages", "cluster_tasks",
        "cluster_heap", "cluster_completion", "cluster_stealing", "cluster_diagnosis"
    },
    "cluster_memory": {"cluster_messages", "cluster_tasks", "cluster_heap", "cluster_ranks"},
    "cluster_structures": {
        "cluster_transport", "cluster_messages", "cluster_tasks", "cluster_heap", "cluster_ranks", "cluster_memory"
    },
    "cluster": {
        "topology", "runtime", "loops", "cluster_transport", "cluster_trace", "cluster_messages", "cluster_tasks",
        "cluster_heap", "cluster_completion", "cluster_stealing", "cluster_diagnosis", "cluster_ranks", "cluster_memory",
        "cluster_structures"
    },
    "cluster_files": {"cluster", "cluster_heap", "cluster_ranks", "cluster_memory", "cluster_structures", "graph"},
    "cluster_graph": {
        "cluster", "cluster_files", "cluster_heap", "cluster_ranks", "cluster_memory", "cluster_structures", "graph"
    },
}
# Folders that nothing in the library may include, since they are above the library.
ABOVE = {"bench", "cli", "examples", "python", "sim", "tests"}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')

# Includes nothing, and may be included by any component.
VERSION = "arcas/version.h"

def check(tree):
    known = components(tree)
    for component in known.values():
        yield from _check_floor(component)
    for path in tree.cpp("arcas"):
        component = component_of(path, known)
        if component in known:
            yield from _check_includes(tree, path, known[component], known)


def _check_floor(component):
    name, path, line = component.name, component.path, component.line
    if name not in MAY_LINK:
        yield Finding(path, line, f"{name} has no floor; give it one in ci/lint/arrows.py")
        return
    for wrong in sorted(component.links - MAY_LINK[name] - {"base"}):
        allowed = ", ".join(sorted(MAY_LINK[name] | {"base"} - {name})) or "nothing"
        yield Finding(path, line, f"{name} may not link {wrong}, which is not below it; it may link {allowed}")


def _check_includes(tree, path, component, known):
    for number, text in enumerate(tree.lines(path), 1):
        found = INCLUDE.match(text)
        if not found:
            continue
        parts = found.group(1).split("/")
        if parts[0] in ABOVE and len(parts) > 1:
            yield Finding(path, number, f"the library may not include {parts[0]}/; move what it needs down")
        if parts[0] != "arcas":
            continue
        if found.group(1) == VERSION:
            continue
        if len(parts) == 2:
            yield Finding(path, number, f"{found.group(1)} is for users; include the header that is meant")
        elif (included := component_of(found.group(1), known)) not in component.links | {component.name, "base"}:
            yield Finding(
                path,
                number,
                f"{component.name} does not link {included}; add it to LINKS if its floor allows, "
                "else take the include away",
            )
        elif _check_sees_kernels(path, parts):
            yield Finding(path, number, "a checker shares no code with kernels; write it from the definition")


def _check_sees_kernels(path, parts):
    return path.startswith("arcas/graph/check/") and (
        parts[1] in ("loops", "algorithms") or parts[1:3] == ["graph", "kernels"]
    )
