# SPDX-License-Identifier: Apache-2.0
"""Which arrays does a graph use without a copy, and which are converted to another type?"""
import numpy as np

WEIGHTS = (np.int32, np.int64, np.float32, np.float64)
# The limit of this package, whose arrays of vertices are int32; the C++ library allows 2^32 - 1.
MOST_VERTICES = 2**31


def refuse(sentence):
    raise ValueError(f"graph arrays: {sentence}")


def array_of(values, name):
    """np.asarray(values). Raises ValueError for rows of different lengths, and for masked values, whose mask np.asarray
    would ignore."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{name}: the value at index {np.argmax(np.ma.getmaskarray(values).ravel())} is masked; masked values "
                         "are not allowed")
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
    """The offsets of rows: int32 and int64 as they are, other integers converted to int64. The library widens int32 in
    a copy of 8 bytes per vertex."""
    array = one_dimension(array, "offsets")
    if array.dtype in (np.int32, np.int64):
        return np.ascontiguousarray(array)
    return _whole(array, np.int64, "offsets")


def targets(array):
    """The targets of edges: int32 without a copy, other integers converted to int32."""
    array = one_dimension(array, "targets")
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    whole = _whole(array, np.int64, "targets")
    if whole.size and not (0 <= whole.min() and whole.max() < MOST_VERTICES):
        wrong = whole.min() if whole.min() < 0 else whole.max()
        refuse(f"target {wrong} is out of range; it must be between 0 and {MOST_VERTICES - 1}")
    return whole.astype(np.int32)


def require_vertices(count):
    if count > MOST_VERTICES:
        refuse(f"there are {count} vertices; at most {MOST_VERTICES} are allowed")


def ends(array, name):
    return np.ascontiguousarray(_whole(one_dimension(array, name), np.int64, name))


def weights(array, column=None):
    """The weights of edges: int32, int64, float32 and float64 without a copy, other types converted to one of these if
    the conversion is exact; None for bool. column: the name of the table's column, for the error."""
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
    refuse(f"{subject} {array.dtype}; allowed are int32, int64, float32, float64 and types that convert to one of these exactly")


def _whole(array, dtype, name):
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return np.empty(0, dtype)
        refuse(f"{name} are {array.dtype}; whole numbers are required")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(dtype).max:
        refuse(f"{name} contain {array.max()}; at most {np.iinfo(dtype).max} is allowed")
    return array.astype(dtype, copy=False)
