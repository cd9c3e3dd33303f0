# SPDX-License-Identifier: Apache-2.0
"""Are the installed headers those that the components list? Do the public headers compile from the place of the
installation? Are the names in all other headers unreachable through the public headers as arcas::name?

  installed_headers.py SOURCE-TREE PREFIX COMPILER [OPTION...]
"""
import pathlib
import re
import subprocess
import sys
import tempfile

# Warnings of users who do not include the headers as system headers (docs/versioning.md).
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-pedantic", "-Werror"]
NAMESPACE = re.compile(r"^namespace (arcas(?:::(?:inline )?\w+)*)::detail \{", re.MULTILINE)
NAMED = re.compile(r"^namespace (\S.*) \{|^\}  // namespace (\S+)|^class (?:\[\[nodiscard\]\] )?(\w+)", re.MULTILINE)
CLASS = re.compile(r"^(?:class|struct|enum class) (?:alignas\([^)]*\) )?(\w+)[^;\n]*\{", re.MULTILINE)
# Headers for other processors, and for stack switches that this build does not use.
FOREIGN = re.compile(r"_(aarch64|x86_64|boost)\.h$")


def compiled(command, text):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as program:
        program.write(text)
        program.flush()
        return subprocess.run([*command, "-fsyntax-only", "-fmax-errors=0", program.name],
                              capture_output=True, text=True)


def private_names(source, public):
    """["arcas::name", …]: the classes in namespaces `detail` of headers that are not public, named without `detail`."""
    found = set()
    for path in source.glob("arcas/**/*.h"):
        if path.relative_to(source).as_posix() not in public:
            text = path.read_text(encoding="utf-8")
            found |= {f"{space.replace('inline ', '')}::{name}" for space in NAMESPACE.findall(text) for name in CLASS.findall(text)}
    return sorted(found - public_names(source, public))


def public_names(source, public):
    """The classes of public headers: a private class may have the same name in its namespace `detail`."""
    found = set()
    for path in public:
        spaces = []
        for opened, closed, name in NAMED.findall((source / path).read_text(encoding="utf-8")):
            if opened:
                spaces.append(opened.replace("inline ", ""))
            elif closed:
                spaces.pop()
            elif "detail" not in "::".join(spaces).split("::"):
                found.add("::".join((*spaces, name)))
    return found


def main():
    source, prefix = map(pathlib.Path, sys.argv[1:3])
    sys.path.insert(0, str(source / "ci" / "lint"))
    from components import components
    from tree import Tree

    include = prefix / "include"
    installed = {path.relative_to(include).as_posix() for path in include.glob("arcas/**/*.h")}
    known = components(Tree(source)).values()
    public = {header for component in known for header in component.headers()} | {"arcas/arcas.h", "arcas/version.h"}
    detail = {header for component in known for header in component.headers("DETAIL_HEADERS")}
    expected = public | detail
    for optional in ("arcas/cluster", "arcas/parquet"):
        if not any(header.startswith(optional) for header in installed):
            expected = {header for header in expected if not header.startswith(optional)}
    if installed != expected:
        sys.exit(f"installed and not listed: {sorted(installed - expected)}; listed and not installed: "
                 f"{sorted(expected - installed)}")

    command = [*sys.argv[3:], f"-I{include}"]
    headers = sorted(header for header in public & installed if not FOREIGN.search(header))
    # Includes the headers in both orders, since a name of a header may shadow one of a header before it.
    for order in (headers[::-1], headers):
        includes = "".join(f"#include <{header}>\n" for header in order)
        done = compiled([*command, *WARNINGS], includes)
        if done.returncode != 0:
            sys.exit(f"the installed public headers do not compile without warnings:\n{done.stderr}")

    names = private_names(source, public)
    lines = includes + "".join(f"using {name};\n" for name in names)
    first = includes.count("\n") + 1
    refused = {int(line) for line in re.findall(r"\.cpp:(\d+):\d+: error:", compiled(command, lines).stderr)}
    reachable = [name for number, name in enumerate(names, first) if number not in refused]
    if len(names) < 100 or reachable:
        sys.exit(f"{len(names)} names of headers that are not public; reachable are {reachable}")
    print(f"{len(installed)} headers, {len(public & installed)} of them public; none of {len(names)} other names is reachable")


if __name__ == "__main__":
    main()
