# SPDX-License-Identifier: Apache-2.0
# Sphinx's settings. The pages are the repository's Markdown files at their own paths, so their links work; a
# link to a file that is not a page (a source, a folder) becomes plain text.
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

project = "Arcas"
version = release = re.search(r"project\(arcas VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
extensions = ["breathe", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.graphviz", "sphinx.ext.napoleon"]
# Python's reference is made of the sources: what they import is not compiled, or not installed.
sys.path.insert(0, str(ROOT / "python"))
autodoc_mock_imports = ["arcas._arcas", "numpy"]
autodoc_member_order = "bysource"
autodoc_type_aliases = {name: name for name in ("Progress", "Stop")}
python_use_unqualified_type_names = True
default_role = "literal"
breathe_projects = {"arcas": str(ROOT / "build" / "docs" / "doxygen" / "xml")}
breathe_default_project = "arcas"
highlight_language = "none"
# The warning is about an ellipsis in an example, which is not C++.
suppress_warnings = ["misc.highlighting_failure"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Arcas {version}"
html_static_path = ["static"]
html_css_files = ["narrow.css"]
html_use_index = False
graphviz_output_format = "svg"
html_show_sphinx = html_show_copyright = False
pygments_style = "friendly"

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()#\s]+)(#[^()\s]*)?\)")
MERMAID = re.compile(r"```mermaid\nflowchart TD\n(.*?)```", re.DOTALL)


def without_links_to_sources(app, name, text):
    page = pathlib.Path(app.srcdir) / name

    def kept(found):
        target = (page.parent / found[2]).resolve()
        is_source = not target.is_file() and (ROOT / target.relative_to(app.srcdir)).exists() \
            if target.is_relative_to(app.srcdir) else False
        return found[1] if is_source else found[0]

    text[0] = MERMAID.sub(as_graphviz, LINK.sub(kept, text[0]))


def as_graphviz(drawing):
    """A flowchart in the words of Graphviz: Mermaid needs a script to be drawn."""
    quoted = re.sub(r"\w+", r'"\g<0>"', drawing[1])  # "graph" is a word of Graphviz
    edges = re.sub(r"-->(.*)", lambda below: f"-> {{{below[1].replace('&', '')}}}", quoted)
    return f"```{{graphviz}}\ndigraph {{\nbgcolor=white\nnode [shape=box, fontname=sans, height=0.3]\n{edges}}}\n```"


def setup(app):
    app.connect("source-read", without_links_to_sources)
