"""Tables: rows of the program as records, pandas, polars or Arrow."""

from __future__ import annotations

import io

# The module csv loads the module of regular expressions.
from _csv import reader

from ._program import SagevoiceError
from ._sources import column, column_names, is_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Mapping, Sequence

    Columns = dict[str, list[Any]]

# Columns of a row. All other columns except the labels of a manifest describe the recording.
_OF_MEASURE = (
    "measure", "value", "unit", "status", "reason", "ci_low", "ci_high", "standing",
    "smallest_change_recording", "smallest_change_session")

_NUMBERS = frozenset([
    "value", "ci_low", "ci_high", "duration_s", "sample_rate_hz", "signal_type", "segment_start_s", "segment_end_s",
    "pitch_floor_hz", "pitch_ceiling_hz", "smallest_change_recording", "smallest_change_session"])


def columns_of_csv(text: bytes) -> Columns:
    """Parses a CSV table. Numbers are doubles, an empty cell is None."""
    return columns_of_rows(reader(io.StringIO(text.decode("utf-8"), newline="")))


def columns_of_rows(rows: Iterator[list[str]]) -> Columns:
    """Returns the columns of a table whose first row has the names."""
    names = next(rows)
    cells = list(zip(*rows)) or [()] * len(names)
    return {name: _parsed(name, values) for name, values in zip(names, cells)}


def _parsed(name: str, cells: Sequence[str]) -> list[Any]:
    if name in _NUMBERS:
        return [float(cell) if cell else None for cell in cells]
    return [cell or None for cell in cells]


def blocks(columns: Columns) -> Iterator[range]:
    """Returns the rows of each recording. Every recording has the same measures in the same order."""
    measures = columns["measure"]
    starts = [row for row, measure in enumerate(measures) if measure == measures[0]] + [len(measures)]
    return (range(start, end) for start, end in zip(starts, starts[1:]))


def frame(columns: Columns, as_: str, numbers: frozenset[str] = _NUMBERS) -> Any:
    """Returns columns as `records` (a list of dictionaries), or a table of `pandas`, `polars` or `arrow`.

    `numbers` are the names of the columns of doubles.
    """
    if as_ == "records":
        return [dict(zip(columns, row)) for row in zip(*columns.values())]
    if as_ not in ("pandas", "polars", "arrow"):
        raise SagevoiceError(f"as_='{as_}' is none of 'pandas', 'polars', 'arrow' and 'records'.")
    import importlib

    package = {"arrow": "pyarrow"}.get(as_, as_)
    try:
        module = importlib.import_module(package)
    except ImportError as error:
        raise SagevoiceError(
            f"as_='{as_}' needs the package {package}: pip install {package}. as_='records' needs none.") from error
    if as_ == "pandas":
        types = {name: "float64" for name in columns if name in numbers}
        return module.DataFrame({n: module.Series(values, dtype=types.get(n)) for n, values in columns.items()})
    number, text = (module.Float64, module.String) if as_ == "polars" else (module.float64(), module.string())
    types = {
        name: number if name in numbers else text for name, values in columns.items()
        if name in numbers or all(value is None for value in values)}
    if as_ == "polars":
        return module.DataFrame(columns, schema_overrides=types)
    return module.table({n: module.array(values, types.get(n)) for n, values in columns.items()})


def kind(table: Any) -> str:
    """Returns the `as_` of a table."""
    if isinstance(table, list):
        return "records"
    package = type(table).__module__.split(".")[0]
    return "arrow" if package == "pyarrow" else package


def columns_of(table: Any) -> Columns:
    """Returns the columns of any table of `frame`. Missing values are None."""
    if is_table(table):
        return {name: [None if _is_nan(v) else v for v in column(table, name)] for name in column_names(table)}
    return {name: [row[name] for row in table] for name in (table[0] if table else {})}


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value


def wide(table: Any) -> Any:
    """Returns one row per recording, of a table of `analyze` and of the same kind.

    The columns are those of the recording, one per measure in the order of `codebook`, `error_code` of a refused
    recording, and `unavailable` and `flags`: `measure=reason` for values that are missing or have a flag, separated by
    semicolons. Names end in the unit: `_hz`, `_percent`, `_db`, `_us` (µs), `_s`, `_semitones` or `_cents`. Measures
    without ending have no unit.
    """
    columns = columns_of(table)
    if not columns.get("measure"):
        return table
    recordings: list[Mapping[str, Any]] = []
    for rows in blocks(columns):
        first = rows[0]
        row = {name: values[first] for name, values in columns.items() if name not in _OF_MEASURE}
        row.update((columns["measure"][i], columns["value"][i]) for i in rows)
        is_refused = row["state"] == "refused"
        row["error_code"] = columns["reason"][first] if is_refused else None
        for name, status in (("unavailable", "missing"), ("flags", "flagged")):
            found = [f"{columns['measure'][i]}={columns['reason'][i]}" for i in rows if columns["status"][i] == status]
            row[name] = None if is_refused else ";".join(found) or None
        recordings.append(row)
    pivoted = {name: [row[name] for row in recordings] for name in recordings[0]}
    return frame(pivoted, kind(table), _NUMBERS | frozenset(columns["measure"]))
