# SPDX-License-Identifier: Apache-2.0
"""Which arrays are used where they lie, and which are copied into another type?"""
import numpy as np

WEIGHTS = (np.int32, np.int64, np.float32, np.float64)
# Of a graph of the package: its arrays of vertices are int32. The library goes further, to 2^32 - 1.
MOST_VERTICES = 2**31


def refuse(sentence):
    raise ValueError(f"graph arrays: {sentence}")


def array_of(values, name):
    """np.asarray(values), with a sentence for what it refuses, and for masked values, which it would take for others."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{name}: there is no value at {np.argmax(np.ma.getmaskarray(values).ravel())}; masked values are not "
                         "allowed")
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}: rows of different lengths are not allowed; one dimension is required") from None


def one_dimension(array, name):
    array = array_of(array, name)
    if array.ndim != 1:
        refuse(f"{name} have {array.ndim} dimensions; one is required")
    return array


def offsets(array):
    """int32 and int64 as they are: the first kind is widened by the library, 8 bytes a vertex."""
    array = one_dimension(array, "offsets")
    if array.dtype in (np.int32, np.int64):
        return np.ascontiguousarray(array)
    return _whole(array, np.int64, "offsets")


def targets(array):
    """int32 as they are; of other types a copy, since vertices are 32-bit numbers."""
    array = one_dimension(array, "targets")
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    whole = _whole(array, np.int64, "targets")
    if whole.size and not (0 <= whole.min() and whole.max() < MOST_VERTICES):
        wrong = whole.min() if whole.min() < 0 else whole.max()
        refuse(f"target {wrong} is out of range; vertices are counted from 0 and below {MOST_VERTICES}")
    return whole.astype(np.int32)


def require_vertices(count):
    if count > MOST_VERTICES:
        refuse(f"there are {count} vertices; at most {MOST_VERTICES} are allowed")


def ends(array, name):
    return np.ascontiguousarray(_whole(one_dimension(array, name), np.int64, name))


def weights(array, column=None):
    """int32, int64, float32 and float64 as they are; None for bool; of other types a copy, where it is exact. `column` of a
    table has them."""
    if array is None:
        return None
    array = one_dimension(array, "weights")
    if array.dtype == np.bool_:
        return None
    if array.dtype.newbyteorder("=") in WEIGHTS:
        return np.ascontiguousarray(array, array.dtype.newbyteorder("="))
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        return _whole(array, np.int64, "weights")
    for wider in WEIGHTS:
        if array.dtype.kind in "iuf" and np.can_cast(array.dtype, wider, "safe"):
            return array.astype(wider)
    subject = "weights are" if column is None else f"the weights in the column {column!r} are"
    refuse(f"{subject} {array.dtype}; int32, int64, float32 and float64 are allowed, and what fits them")


def _whole(array, dtype, name):
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return np.empty(0, dtype)
        refuse(f"{name} are {array.dtype}; whole numbers are required")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(dtype).max:
        refuse(f"{name} have {array.max()}; at most {np.iinfo(dtype).max} is allowed")
    return array.astype(dtype, copy=False)
