# SPDX-License-Identifier: Apache-2.0
"""Rewrites Doxygen's XML in place so that Breathe shows a file's declarations on the file's page, and once.

  members_by_file.py FOLDER

Members of a namespace move from the namespace to the files that declare them, under their qualified names. Private
members are removed, and so are initialisers, since Breathe cannot parse all of C++20. Text between \\verbatim and
\\endverbatim loses its slashes.
"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as xml


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.xml"))
    trees = {path: xml.parse(path) for path in paths if path.name not in ("index.xml", "Doxyfile.xml")}
    members = collections.defaultdict(lambda: collections.defaultdict(list))  # by file, then by kind of section
    for tree in trees.values():
        compound = tree.getroot().find("compounddef")
        for private in [part for part in compound if (part.get("kind") or part.get("prot") or "").startswith("private")]:
            compound.remove(private)
        for section in compound.findall("sectiondef"):
            for member in section.findall("memberdef"):
                for initializer in member.findall("initializer"):
                    member.remove(initializer)
                if compound.get("kind") == "namespace":
                    member.find("name").text = f"{compound.findtext('compoundname')}::{member.findtext('name')}"
                    members[member.find("location").get("file")][section.get("kind")].append(member)
        for verbatim in compound.iter("verbatim"):
            verbatim.text = re.sub(r"(?m)^\s*///[ ]?", "", verbatim.text or "").strip("\n")
    for path, tree in trees.items():
        compound = tree.getroot().find("compounddef")
        if compound.get("kind") == "file":
            for namespace in compound.findall("innernamespace"):
                compound.remove(namespace)
            for kind, found in members[compound.find("location").get("file")].items():
                xml.SubElement(compound, "sectiondef", kind=kind).extend(found)
        tree.write(path, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    main()
