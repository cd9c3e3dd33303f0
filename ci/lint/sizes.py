# SPDX-License-Identifier: Apache-2.0
# Is every file and every function short enough to be read in one go? A function of C++ begins at a brace that follows a parameter
# list and is not inside another function. (clang-tidy's readability-function-size would need clang in every build.)
import ast
import pathlib
import re

from tree import CPP, Finding

FILE_LINES = 400
FUNCTION_LINES = 60
README_LINES = 150
FILE_BYTES = 1 << 20  # outside data/; a larger file is what a build or a measurement has left

CODE = CPP | {".py", ".sh", ".cmake"}
NAMES = {"CMakeLists.txt", "Makefile"}

# What may stand before the brace of a scope that holds functions.
SCOPE = re.compile(r'\b(namespace|class|struct|union|enum|extern\s*"\s*")')
# A parameter list and what may follow it before the body.
SIGNATURE = re.compile(
    r"\)\s*(?:const|noexcept(?:\s*\(.*\))?|override|final|mutable|&&?|->.*|requires\b.*|:.*|\s)*$",
    re.DOTALL,
)
# A constructor's head that ends with the name of a member whose braces follow. INITIALISED: these
# braces are open.
INITIALISER = re.compile(r"\)[^{};?]*(?<!:):(?!:).*[\w>]$", re.DOTALL)
INITIALISED = re.compile(r"\)[^{};?]*(?<!:):(?!:).*[\w>]\{[^{}]*$", re.DOTALL)
ACCESS = re.compile(r"\s*(?:public|private|protected)\s*:")


def check(tree):
    for path in tree.files:
        pure = pathlib.PurePath(path)
        size = (tree.root / path).stat().st_size
        if size > FILE_BYTES and not path.startswith("data/"):
            yield Finding(path, 1, f"{size} bytes where {FILE_BYTES} are the limit; remove it, or ignore it in .gitignore")
        if pure.name == "README.md":
            yield from _check_length(tree, path, README_LINES, "a README is read in one go; shorten it")
        elif pure.suffix in CODE or pure.name in NAMES:
            yield from _check_length(tree, path, FILE_LINES, "split it by the questions it answers")
        if pure.suffix in CPP:
            for line, last in functions(tree.source(path)):
                yield from _check_function(path, line, last)
        elif pure.suffix == ".py":
            yield from _check_python(tree, path)


def _check_length(tree, path, limit, remedy):
    length = tree.read(path).count("\n")
    if length > limit:
        yield Finding(path, limit + 1, f"{length} lines where {limit} are the limit; {remedy}")


def _check_function(path, line, last):
    length = last - line + 1
    if length > FUNCTION_LINES:
        yield Finding(
            path,
            line,
            f"a function of {length} lines where {FUNCTION_LINES} are the limit; "
            "what needs a heading inside it is a function",
        )


def _check_python(tree, path):
    try:
        module = ast.parse(tree.read(path))
    except SyntaxError as error:
        yield Finding(path, error.lineno or 1, f"not Python: {error.msg}; correct it")
        return
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _check_function(path, node.lineno, node.end_lineno)


def functions(source):
    """(first line, last line) of each function, counted from 1. A nested function is part of the outer one."""
    code = [("" if line.lstrip().startswith("#") else line) for line in source.code]
    stack = []  # for each open brace: the function's first line, or None for any other brace
    head, head_line, parentheses = "", None, 0
    for number, line in enumerate(code, 1):
        for character in line + "\n":
            # Braces in an argument list are initialisers or lambdas: part of what surrounds them.
            parentheses = max(0, parentheses + (character == "(") - (character == ")"))
            ends_head = parentheses == 0 and character in "{};"
            if parentheses == 0 and character == "{":
                # A member's initialiser belongs to the head of its constructor.
                ends_head = not INITIALISER.search(head)
                stack.append(head_line if not any(stack) and _opens_function(head) else None)
            elif parentheses == 0 and character == "}" and stack:
                ends_head = not (INITIALISED.search(head) and not stack[-1])
                first = stack.pop()
                if first:
                    yield first, number
            head += character
            if ends_head or ACCESS.fullmatch(head):
                head, head_line = "", None
            elif head_line is None and not character.isspace():
                head_line = number


def _opens_function(head):
    signature = re.sub(r"template\s*<[^{}]*?>\s*(?=\w)", "", head)
    if SCOPE.match(signature.lstrip()) or re.search(r"=\s*$|\breturn\s*$", head):
        return False
    return bool(SIGNATURE.search(head)) and not INITIALISER.search(head)
