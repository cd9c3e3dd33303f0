# SPDX-License-Identifier: Apache-2.0
# Which rules run, on which tree, and what is printed at the end.
import argparse
import pathlib
import sys

import arrows
import format as clang_format
import headers
import orders
import pages
import phrases
import sizes
import surface
import words
from tree import Tree

RULES = {
    "words": words.check,
    "phrases": phrases.check,
    "sizes": sizes.check,
    "orders": orders.check,
    "arrows": arrows.check,
    "surface": surface.check,
    "format": clang_format.check,
    "pages": pages.check,
    "headers": headers.check,
}


def main():
    here = pathlib.Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(prog="ci/lint.sh")
    parser.add_argument("--root", type=pathlib.Path, default=here, help="the tree to check")
    parser.add_argument("--only", nargs="+", metavar="FILE", help="compile and report only these files")
    parser.add_argument("rules", nargs="*", metavar="RULE", help=", ".join(RULES))
    arguments = parser.parse_args()
    unknown = [rule for rule in arguments.rules if rule not in RULES]
    if unknown:
        parser.error(f"'{unknown[0]}' is not a rule; the rules are {', '.join(RULES)}")

    tree = Tree(arguments.root.resolve(), arguments.only)
    findings = sorted(
        finding
        for rule in arguments.rules or RULES
        for finding in RULES[rule](tree)
        if tree.concerns(finding.path)
    )
    for finding in findings:
        print(finding)
    for note in tree.notes:
        print(f"lint: {note}")
    print(f"lint: {len(findings)} findings in {len(tree.files)} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
