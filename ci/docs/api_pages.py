# SPDX-License-Identifier: Apache-2.0
"""Writes one page of the API reference for each component that a list of headers names.

  api_pages.py LIST FOLDER
"""
import pathlib
import sys


def components(text):
    """[(heading, headers)] of the list."""
    found, heading = [], None
    for line in text.splitlines():
        if line.startswith("# ") and ": " in line:
            heading = line[2:]
        elif line and not line.startswith("#"):
            if not found or found[-1][0] != heading:
                found.append((heading, []))
            found[-1][1].append(line)
    return found


def main():
    source, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for heading, headers in components(source.read_text(encoding="utf-8")):
        name = heading.partition(":")[0]
        page = [f"# {heading}"]
        for header in headers:
            page += [f"## `<{header}>`", "```{doxygenfile} " + header, "```"]
        (folder / f"{name}.md").write_text("\n\n".join(page).replace("\n\n```\n", "\n```\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
