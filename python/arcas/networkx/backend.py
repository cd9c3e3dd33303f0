# SPDX-License-Identifier: Apache-2.0
"""The object that NetworkX loads when it dispatches a function to this backend."""
from . import groups, paths, rankings  # noqa: F401: they fill the registry
from .conversion import from_networkx, to_networkx
from .registry import can_run, implemented, runner, should_run


class _Backend:
    """The implemented functions as attributes, and the four functions of the interface of backends."""

    convert_from_nx = staticmethod(from_networkx)
    convert_to_nx = staticmethod(to_networkx)
    can_run = staticmethod(can_run)
    should_run = staticmethod(should_run)


backend = _Backend()
for _name in implemented:
    setattr(backend, _name, runner(_name))
