#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies headers into a folder, with their plain comments made Doxygen's.

  comments.py FOLDER HEADER...          headers as paths from the current folder

A comment above or behind a declaration documents it; the head of a file documents the file; comments inside
functions, and those behind the end of a scope, document nothing. Lines of a comment that are indented, or have
columns, are shown unchanged. Declarations for wrong calls (base/wrong_use.h) are left out, with a comment that
begins "Wrong calls", "A wrong call", "Wrong uses", "A wrong use" or "Chosen for calls".
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lint"))
from tree import source_of  # noqa: E402  (found by the line above)

SCOPE = re.compile(r"\b(namespace|class|struct|union|enum)\b")
SPECIAL = re.compile(r"([\\@<>&#%$])")
CODE = re.compile(r"`([^`]*)`")
# A line of a table or of an example: indented, or with a gap between columns.
INDENTED = re.compile(r"\s{2,}\S|.*\S   +\S")


def without_templates(head):
    """The text before a brace, without the parts in angle brackets."""
    while True:
        shorter = re.sub(r"<[^<>]*>", " ", head)
        if shorter == head:
            return head
        head = shorter


def declares(code):
    """For each line: whether it begins outside all functions."""
    scopes, head = [], ""
    for line in code:
        yield not any(scopes)
        if line.lstrip().startswith("#"):
            continue
        for character in line + " ":
            if character == "{":
                scopes.append(not SCOPE.search(without_templates(head)))
            elif character == "}" and scopes:
                scopes.pop()
            head = "" if character in "{};" else head + character


def text_of(line):
    """The text of a line's comment, behind its slashes."""
    return line.partition("//")[2]


def escaped(text):
    return CODE.sub(r"<code>\1</code>", SPECIAL.sub(r"\\\1", text))


def block(lines, mark):
    """One comment: (indentation, text) of each line, as Doxygen's with this mark."""
    indented = False
    for before, text in lines:
        if bool(INDENTED.match(text)) != indented and text.strip():
            indented = not indented
            yield rf"{before}{mark} \{'' if indented else 'end'}verbatim"
        yield f"{before}{mark}{text if indented else escaped(text)}"
    if indented:
        yield rf"{before}{mark} \endverbatim"


def converted(source, lines):
    outside = list(declares(source.code))
    at, first_block = 0, True
    while at < len(lines):
        code, comment = source.code[at].rstrip(), source.comment[at]
        begin = at
        if not comment or "SPDX-" in comment or not outside[at] or code.lstrip().startswith("}"):
            yield lines[at]
            at += 1
            continue
        # The lines of this comment: those that follow and have nothing but a comment.
        at += 1
        while at < len(lines) and source.code[at].strip() == "" and lines[at].lstrip().startswith("//"):
            at += 1
        if code:
            yield f"{code}  ///<{escaped(text_of(lines[begin][len(code):]))}"
            rest = [(line.partition("//")[0], text_of(line)) for line in lines[begin + 1:at]]
            yield from (f"{before}///<{escaped(text)}" for before, text in rest)
            continue
        if first_block and begin == 1:
            yield r"/// \file"
        first_block = False
        yield from block([(line.partition("//")[0], text_of(line)) for line in lines[begin:at]], "///")


WRONG = re.compile(r"\s*/// (?:(?:A w|W)rong (?:call|use)|Chosen for calls)")


def for_right_calls(lines):
    """The lines without the declarations for wrong calls, and without the macros that make them."""
    kept, dropping, in_macro = [], False, False
    for line in lines:
        if in_macro or re.match(r"#(define|undef) ARCAS_(WRONG|ELSEWHERE)", line):
            in_macro = line.endswith("\\")
            continue
        if re.search(r"\bARCAS_(WRONG|ELSEWHERE)\(", line):
            dropping = True
            while kept and not re.search(r"^$|[;{}:]$|^\s*///", kept[-1]):
                kept.pop()
            begin = len(kept)
            while begin and kept[begin - 1].lstrip().startswith("/// "):
                begin -= 1
            if begin < len(kept) and WRONG.match(kept[begin]):
                del kept[begin:]
        if not dropping:
            kept.append(line)
        elif line.endswith(";"):
            dropping = False
    return kept


def main():
    folder = pathlib.Path(sys.argv[1])
    for header in sys.argv[2:]:
        copy = folder / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        lines = pathlib.Path(header).read_text(encoding="utf-8").split("\n")
        documented = for_right_calls(list(converted(source_of(pathlib.Path(header)), lines)))
        copy.write_text("\n".join(documented), encoding="utf-8")


if __name__ == "__main__":
    main()
