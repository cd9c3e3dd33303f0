# SPDX-License-Identifier: Apache-2.0
"""Which vertices are the ends of the edges in a pandas table, and what are their names? Equal values are one vertex.

Both columns must be of one kind (numbers, text, dates, …). If one has the number 1 and the other the text "1", they are
refused, since a program has probably read a file wrongly. Numbers stay exact: whole numbers of any width and sign are
distinguished, and floats so great that they cannot represent all whole numbers are refused.
"""
import numbers
from datetime import date, datetime, timedelta

import numpy as np


def column(table, name):
    found = table[name]
    if found.ndim != 1:
        raise ValueError(f"the table has {found.shape[1]} columns {name!r}; one is required")
    return found


def with_values(columns, weight, missing):
    """The columns without the rows that lack a value. Such a row raises ValueError unless `missing` is "drop". Without
    "drop", a NaN in a column of float weights is a weight, which kernels that use weights refuse."""
    lacking = {name: np.asarray(values.isna(), bool) for name, values in columns.items()}
    if missing == "drop":
        keep = ~np.logical_or.reduce(list(lacking.values()))
        return columns if keep.all() else {name: values[keep] for name, values in columns.items()}
    for name, absent in lacking.items():
        is_nan_weight = name == weight and isinstance(columns[name].dtype, np.dtype) and columns[name].dtype.kind == "f"
        if absent.any() and not is_nan_weight:
            raise ValueError(f"the column {name!r} has no value in row {absent.argmax()}, counted from 0; "
                             "missing=\"drop\" skips such rows")
    return columns


def plain(values):
    """A column or an index as a NumPy array; nullable numbers and Arrow's become NumPy's."""
    kind = getattr(values.dtype, "numpy_dtype", values.dtype)
    return values.to_numpy(dtype=kind) if isinstance(kind, np.dtype) and kind.kind in "iufb" else values.to_numpy()


def numbered(columns):
    """Returns (vertices of the column "source", vertices of the column "target", names). Names are in ascending order
    if they can be compared, and None if they are 0, 1, …"""
    import pandas

    coded = {name: _Column(name, *pandas.factorize(columns[name])) for name in ("source", "target")}
    source, target = coded.values()
    if source.codes.size == 0:
        return source.codes, target.codes, None
    _require_one_kind(source, target)
    values = _joined(source, target)
    codes, names = pandas.factorize(values)
    order = _ascending(names)
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    codes, names = rank[codes], names[order]
    counted = names.dtype.kind in "iu" and names[0] == 0 and names[-1] == len(names) - 1
    split = len(source.values)
    return (codes[:split][source.codes], codes[split:][target.codes],
            None if counted else names if names.dtype.kind in "iuf" else names.tolist())


def _kind(value):
    if isinstance(value, (bool, np.bool_)):
        return "truth values"
    if isinstance(value, datetime):
        return "times without a zone" if value.tzinfo is None else "times with a zone"
    for types, kind in ((numbers.Number, "numbers"), (str, "text"), (date, "dates"), (timedelta, "spans of time")):
        if isinstance(value, types):
            return kind
    return type(value).__name__


def _shown(value):
    return repr(value.item() if isinstance(value, np.generic) else value)


class _Column:
    """A column. codes: for each row, the index of its value in `values`, an array of numbers, of bool or of objects."""

    def __init__(self, name, codes, values):
        self.name, self.codes = name, codes
        if hasattr(values.dtype, "categories"):
            values = values.astype(values.dtype.categories.dtype)
        self.values = np.asarray(plain(values)) if values.dtype.kind in "iufb" else _objects(values.tolist())
        if self.values.dtype == object:
            kinds = [_kind(value) for value in self.values]
        else:
            kinds = [_kind(self.values[0])] if len(self.values) else []
        for place, kind in enumerate(kinds):
            if kind != kinds[0]:
                raise ValueError(f"the column {name!r} has {_shown(self.values[place])} in row {self.row(place)}, counted from 0, and "
                                 f"{_shown(self.values[0])} in row {self.row(0)}; ends of one kind are required")
        self.kind = kinds[0] if kinds else None
        self._require_exact()

    def row(self, place):
        """The first row that has the value values[place]."""
        return int((self.codes == place).argmax())

    def _require_exact(self):
        if self.kind != "numbers":
            return
        if self.values.dtype.kind == "f":
            wrong = ~(np.abs(self.values) < 2.0 ** (np.finfo(self.values.dtype).nmant + 1))
        elif self.values.dtype == object:
            wrong = np.array([isinstance(value, float) and not abs(value) < 2**53 for value in self.values])
        else:
            return
        if wrong.any():
            place = int(wrong.argmax())
            raise ValueError(f"the column {self.name!r} has the float {_shown(self.values[place])} in row {self.row(place)}, counted "
                             "from 0, which is too great to represent each whole number; read the column as whole numbers or "
                             "as text")


def _objects(values):
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _require_one_kind(source, target):
    if source.kind != target.kind:
        raise ValueError(f"the column 'source' has {source.kind} ({_shown(source.values[0])}) and 'target' has {target.kind} "
                         f"({_shown(target.values[0])}); ends of one kind are required: convert one of the columns, by astype()")


def _joined(source, target):
    """The values of both columns in one array, of a type that represents each value exactly."""
    both = [source.values, target.values]
    kinds = {values.dtype.kind for values in both}
    if kinds <= set("iuf") and "f" in kinds and kinds != {"f"}:
        if all((values == np.floor(values)).all() for values in both):
            both = [values.astype(np.int64) if values.dtype.kind == "f" else values for values in both]
        elif any(values.dtype.kind in "iu" and (np.abs(values.astype(float)) >= 2**53).any() for values in both):
            both = [_objects(values.tolist()) for values in both]
    if {values.dtype.kind for values in both} == {"i", "u"}:
        least, most = min(int(values.min()) for values in both), max(int(values.max()) for values in both)
        exact = np.int64 if most < 2**63 else np.uint64 if least >= 0 else object
        both = [values.astype(exact) for values in both]
    if object in (both[0].dtype, both[1].dtype):
        both = [_objects(values.tolist()) for values in both]
    return np.concatenate(both)


def _ascending(names):
    """The indices that sort the names, or 0, 1, … if the names cannot be compared."""
    try:
        return np.argsort(names, kind="stable")
    except TypeError:
        return np.arange(len(names))
