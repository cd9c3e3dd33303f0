# SPDX-License-Identifier: Apache-2.0
# The files that are checked, and a C++ file seen two ways: its code without comments and strings, and
# its comments.
import dataclasses
import functools
import pathlib
import re
import subprocess

CPP = {".h", ".cpp"}


@dataclasses.dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    sentence: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.sentence}"


class Tree:
    def __init__(self, root, only=None):
        self.root = root
        self.notes = []  # facts to print: checks that were not possible, and figures
        self.only = None if only is None else set(only)  # the files that are asked about; None: all
        self.files = sorted(path for path in _listed(root) if (root / path).is_file())

    def concerns(self, path):
        return self.only is None or path in self.only

    def read(self, path):
        return _text(self.root / path)

    def lines(self, path):
        return self.read(path).split("\n")

    def source(self, path):
        return source_of(self.root / path)

    def cpp(self, *folders):
        return [
            path
            for path in self.files
            if pathlib.PurePath(path).suffix in CPP
            and (not folders or path.split("/")[0] in folders)
        ]

    def cpp_asked_about(self):
        return [path for path in self.cpp() if self.concerns(path)]


def _listed(root):
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [path.relative_to(root).as_posix() for path in root.rglob("*")]


@functools.cache
def _text(path):
    return path.read_text(encoding="utf-8", errors="replace")


@dataclasses.dataclass(frozen=True)
class Source:
    code: list  # per line: the text with comments and the insides of literals blanked out
    comment: list  # per line: the text of its comment, "" where it has none


# A comment, a raw string, a string or a character literal. A quote between digits separates them.
TOKEN = re.compile(
    r"""(?P<line>//(?:\\\n|[^\n])*)
      | (?P<block>/\*.*?\*/)
      | (?P<raw>R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)")
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<char>(?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')""",
    re.VERBOSE | re.DOTALL,
)


def _blank(text, keep_ends):
    blanked = re.sub(r"[^\n]", " ", text)
    return text[0] + blanked[1:-1] + text[-1] if keep_ends else blanked


@functools.cache
def source_of(path):
    text = _text(path)
    comment = [""] * (text.count("\n") + 1)
    code = []
    end = 0
    for token in TOKEN.finditer(text):
        code.append(text[end : token.start()])
        is_comment = token.lastgroup in ("line", "block")
        code.append(_blank(token.group(), keep_ends=not is_comment))
        if is_comment:
            first = text.count("\n", 0, token.start())
            for offset, part in enumerate(token.group().split("\n")):
                comment[first + offset] += part.strip("/* ")
        end = token.end()
    code.append(text[end:])
    return Source("".join(code).split("\n"), comment)
