# SPDX-License-Identifier: Apache-2.0
"""Arcas as numba's threading layer: `prange` loops and parallel ufuncs run on the workers of Arcas."""
import types

from . import _arcas


def enable():
    """To be called before the first parallel function of numba runs in this process.

    numba.set_num_threads(n) limits the workers of a loop. Arcas takes the place of the layer "workqueue", which
    numba.threading_layer() goes on to name; numba's own scheduling functions stay.

    Raises
    ------
    RuntimeError
        Where numba has started another layer already.
    """
    import numba
    from numba.np import ufunc
    from numba.np.ufunc import parallel, workqueue

    if getattr(workqueue, "is_arcas", False):
        return
    if parallel._is_initialized:
        raise RuntimeError(f"numba runs on {numba.threading_layer()} already; call arcas.numba.enable() before the "
                           "first parallel function")
    layer = types.ModuleType("numba.np.ufunc.workqueue", enable.__doc__)
    layer.__dict__.update({name: value for name, value in vars(workqueue).items() if not name.startswith("__")})
    layer.__dict__.update(_arcas.numba_layer(), is_arcas=True)
    ufunc.workqueue = layer
    numba.config.THREADING_LAYER = "workqueue"
    parallel._launch_threads()
