# SPDX-License-Identifier: Apache-2.0
"""docs/papers: does each row name a place that is there, and a verdict with its decision?"""

import glob
import os
import re
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERDICT = re.compile(r"same|(?:different|not done) \(decision (\d{4})\)")
PLACE = re.compile(r"`([^`:]+): ([^`]+)`")
# Headings that each page must have, with a row below each: the sections of the text.
SECTIONS = {
    "callisto.md": ["Abstract", "1", "2", "2.1", "2.2", "3", "4", "4.1", "4.2", "4.3", "5", "6"],
    "callisto-slides.md": ["Slides"],
    "low-burden.md": ["Abstract", "Introduction"],
    "locality-queues.md": ["Abstract", "1", "2.1", "2.2", "3"],
    "grappa.md": ["1", "3", "3.1", "3.2", "3.3", "3.4", "3.5"],
}
COLUMNS = 4
MOST_WORDS = 20


def rows(text):
    """(line number, section, cells) of each row below the head of a table; section: its heading's first word."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            section = line.split()[1].rstrip(".:")
        elif line.startswith("|") and not re.match(r"\|(?:[\s|:-]+|\s*Place\s*\|.*)$", line):
            yield number, section, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def findings(page, root=ROOT):
    """A sentence for each row that names nothing, and for each section without rows."""
    with open(page, encoding="utf-8") as text:
        found = list(rows(text.read()))
    name = os.path.basename(page)
    for number, _, cells in found:
        if len(cells) != COLUMNS:
            yield f"{name}:{number}: {len(cells)} cells in place of {COLUMNS}"
            continue
        for problem in (*_of_place(cells[2], root), *_of_verdict(cells[3], root)):
            yield f"{name}:{number}: {problem}"
        if len(cells[1].split()) > MOST_WORDS:
            yield f"{name}:{number}: more than {MOST_WORDS} words: say it shorter"
    with_rows = {section for _, section, _ in found}
    for section in SECTIONS.get(name, []):
        if section not in with_rows:
            yield f"{name}: section {section} has no row"


def _of_place(cell, root):
    match = PLACE.fullmatch(cell)
    if not match:
        yield f"no `path: words` but {cell}"
        return
    path, words = match.groups()
    if not os.path.isfile(os.path.join(root, path)):
        yield f"{path} is not a file"
        return
    with open(os.path.join(root, path), encoding="utf-8") as text:
        if " ".join(words.split()) not in " ".join(re.sub(r"\n\s*//\s?", " ", text.read()).split()):
            yield f"{path} does not have the words {words!r}"


def _of_verdict(cell, root):
    match = VERDICT.fullmatch(cell)
    if not match:
        yield f"no verdict: {cell}"
    elif match.group(1) and not glob.glob(os.path.join(root, "docs", "decisions", match.group(1) + "-*.md")):
        yield f"decision {match.group(1)} does not exist"


class Papers(unittest.TestCase):
    def test_each_page_is_there_and_each_row_holds(self):
        pages = {os.path.basename(p): p for p in glob.glob(os.path.join(ROOT, "docs", "papers", "*.md"))}
        self.assertEqual(set(pages), set(SECTIONS))
        self.assertEqual([f for page in pages.values() for f in findings(page)], [])

    def test_the_index_links_each_page(self):
        with open(os.path.join(ROOT, "docs", "papers.md"), encoding="utf-8") as text:
            linked = set(re.findall(r"\(papers/([\w-]+\.md)\)", text.read()))
        self.assertEqual(linked, set(SECTIONS))

    def test_what_names_nothing_is_found(self):
        head = "## Abstract\n\n| Place | What it says | Here | Verdict |\n|---|---|---|---|\n"
        for row, part in {
            "| a | b | `Makefile: verify` |": "3 cells",
            "| a | b | Makefile | same |": "no `path: words`",
            "| a | b | `no/such/file.h: x` | same |": "is not a file",
            "| a | b | `Makefile: words that are not there` | same |": "does not have the words",
            "| a | b | `Makefile: verify` | better |": "no verdict",
            "| a | b | `Makefile: verify` | different |": "no verdict",
            "| a | b | `Makefile: verify` | not done (decision 9999) |": "does not exist",
            "| a | " + "word " * 21 + "| `Makefile: verify` | same |": "more than 20 words",
        }.items():
            with tempfile.TemporaryDirectory() as folder:
                page = os.path.join(folder, "low-burden.md")
                with open(page, "w", encoding="utf-8") as out:
                    out.write(head + row + "\n")
                self.assertIn(part, " ".join(findings(page)), row)
                self.assertIn("section Introduction has no row", " ".join(findings(page)))


if __name__ == "__main__":
    unittest.main()
