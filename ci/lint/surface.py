# SPDX-License-Identifier: Apache-2.0
# Is the public surface what the components' CMakeLists.txt say? HEADERS are public. DETAIL_HEADERS are exactly the
# other headers that public ones reach by includes; these are installed as well. A header that is not public declares
# its names in a namespace `detail`, so that no private name is reachable as arcas::name. Both kinds together are at
# most MOST_INSTALLED.
import re

from components import components
from tree import Finding

INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"](arcas/[^>\"]+)[>\"]", re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (arcas(?:::(?:inline )?\w+)*) \{", re.MULTILINE)
FORWARD = re.compile(r"(?:\s*(?:class|struct) \w+;)*\s*\}")
# docs/decisions/0057: a new header replaces another, or is a section of one.
MOST_INSTALLED = 160
ALL = {"arcas/arcas.h", "arcas/version.h"}  # of the target arcas::arcas, which is not a component


def check(tree):
    known = components(tree)
    public = {header for component in known.values() for header in component.headers()} | ALL & set(tree.files)
    for component in known.values():
        for keyword in ("HEADERS", "DETAIL_HEADERS"):
            for header in component.headers(keyword):
                if header not in tree.files:
                    yield Finding(component.path, component.line, f"{keyword} names {header}, which does not exist")
    yield from _check_number(known, public)
    yield from _check_reached(tree, known, public)
    for path in tree.cpp("arcas"):
        if path.endswith(".h") and path not in public:
            yield from _check_detail(tree, path)


def _check_number(known, public):
    installed = public.union(*(component.headers("DETAIL_HEADERS") for component in known.values()))
    if len(installed) > MOST_INSTALLED:
        yield Finding(
            "ci/lint/surface.py",
            1,
            f"{len(installed)} headers are installed, where {MOST_INSTALLED} are the limit; add to a header of the same "
            "subject, or keep the new one private",
        )


def _check_reached(tree, known, public):
    reached, ahead = set(), sorted(public)
    while ahead:
        path = ahead.pop()
        if path in tree.files and path not in reached:
            reached.add(path)
            ahead += INCLUDE.findall(tree.read(path))
    for component in known.values():
        listed = set(component.headers("DETAIL_HEADERS"))
        for header in sorted(listed - reached):
            yield Finding(
                component.path, component.line, f"no public header includes {header}; take it out of DETAIL_HEADERS"
            )
        reached -= listed
    for header in sorted(reached - public):
        yield Finding(header, 1, "a public header includes this one; name it in DETAIL_HEADERS of its component")


def _check_detail(tree, path):
    code = "\n".join(tree.source(path).code)
    for found in NAMESPACE.finditer(code):
        if "::detail" in found.group(1) or FORWARD.match(code, found.end()):
            continue
        yield Finding(
            path,
            code.count("\n", 0, found.start()) + 1,
            f"this header is not public: its names belong in {found.group(1)}::detail, or it in HEADERS",
        )
