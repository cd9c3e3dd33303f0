# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of the tutorial and compares their output with the tutorial's."""
import doctest
import re

from conftest import ROOT

PAGE = ROOT / "docs" / "tutorial" / "8-python.md"


def test_examples_of_the_tutorial():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) >= 7
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    shown = []
    runner = doctest.DocTestRunner()
    failed, tried = runner.run(example, out=shown.append)
    assert failed == 0, "".join(shown)
    assert tried >= 25


def test_the_tutorial_counts_the_functions_of_networkx():
    from arcas import _networkx_info

    assert f"{len(_networkx_info.FUNCTIONS)} functions are implemented" in PAGE.read_text()
