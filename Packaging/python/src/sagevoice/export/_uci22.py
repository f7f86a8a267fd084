"""The 22 voice measures of data set 174 of the UCI Machine Learning Repository."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _tables
from ._documents import documents, renamed

if TYPE_CHECKING:
    from .._program import Option

#: Measures by column, in the order of the table.
_COLUMNS = {
    "MDVP:Fo(Hz)": "f0.mean_hz", "MDVP:Fhi(Hz)": "f0.max_hz", "MDVP:Flo(Hz)": "f0.min_hz",
    "MDVP:Jitter(%)": "jitter.local_percent", "MDVP:Jitter(Abs)": "jitter.local_absolute_us",
    "MDVP:RAP": "jitter.rap_percent", "MDVP:PPQ": "jitter.ppq5_percent", "Jitter:DDP": "jitter.ddp_percent",
    "MDVP:Shimmer": "shimmer.local_percent", "MDVP:Shimmer(dB)": "shimmer.local_db",
    "Shimmer:APQ3": "shimmer.apq3_percent", "Shimmer:APQ5": "shimmer.apq5_percent",
    "MDVP:APQ": "shimmer.apq11_percent", "Shimmer:DDA": "shimmer.dda_percent",
    "NHR": "voice_quality.nhr", "HNR": "hnr.mean_db"}

#: Columns without a measure of this program.
_EMPTY = dict.fromkeys(("RPDE", "DFA", "spread1", "spread2", "D2", "PPE"))


def uci22(source: Any, sr: float | None = None, *, as_: str = "pandas", **options: Option) -> Any:
    """Returns the 22 columns of the table, one row per recording, after the column `name`.

    Jitter and shimmer are fractions, also in `MDVP:Jitter(%)`, as in the table. Absolute jitter is in s, F0 in Hz, HNR
    and `MDVP:Shimmer(dB)` in dB. `RPDE`, `DFA`, `spread1`, `spread2`, `D2` and `PPE` are empty: sagevoice does not
    measure them. The values have Praat's definitions. Those named MDVP are of another program in the table, so its
    values and limits do not apply to them.

    `source` has recordings or results documents, `sr` is the sample rate of arrays in Hz, `as_` is that of
    `sagevoice.analyze`, and options are those of `sagevoice analyze`.
    """
    table: list[dict[str, Any]] = [
        {"name": document["recording"]["name"], **renamed(document, _COLUMNS), **_EMPTY}
        for document in documents(source, sr, **options)]
    numbers = {name: [row[name] for row in table] for name in (*_COLUMNS, *_EMPTY)}
    return _tables.frame({"name": [row["name"] for row in table], **numbers}, as_, frozenset(numbers))
