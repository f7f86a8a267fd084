"""Results documents as rows of measures, and tables as files."""

from __future__ import annotations

import csv
import functools
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from .._program import option_arguments, results
from .._sources import items

if TYPE_CHECKING:
    from .._program import Option

Document = Mapping[str, Any]
Row = dict[str, Any]

COLUMNS = ("measure", "value", "unit", "status", "reason", "ci_low", "ci_high")


def documents(source: Any, sr: float | None = None, **options: Option) -> list[Document]:
    """Returns the results documents of recordings in their order. Documents are returned unchanged."""
    given = [source] if isinstance(source, Mapping) else source
    if isinstance(given, list) and all(isinstance(part, Mapping) for part in given):
        return given
    with items(source, sr) as found:
        return analyzed([item.path for item in found], **options)


def analyzed(paths: Sequence[str], **options: Option) -> list[Document]:
    """Returns the results documents of files."""
    arguments = ["analyze", "--format=json", "--quiet", *option_arguments(options), "--files-from=-", "--null"]
    lines = results(arguments, b"".join(os.fsencode(path) + b"\0" for path in paths)).splitlines() if paths else []
    return [json.loads(line) for line in lines]


@functools.lru_cache(maxsize=None)
def codebook(*tables: str) -> dict[str, Row]:
    """Returns `label`, `unit`, `formula` and `source` of measures (table `measure`) or of columns, by name."""
    entries = csv.DictReader(results(["codebook"]).decode().splitlines())
    return {entry["name"]: entry for entry in entries if entry["table"] in tables}


def rows(document: Document) -> list[Row]:
    """Returns one row per measure, with the status and the reason codes of `sagevoice.analyze`."""
    refusal = document["error"]["code"] if document["state"] == "refused" else None
    reasons: dict[str, list[str]] = {}
    for entry in (*document.get("unavailable", ()), *document.get("flags", ())):
        reasons.setdefault(entry["measure"], []).append(entry["code"])
    table: list[Row] = []
    for name, entry in codebook("measure").items():
        group, key = name.split(".")
        value = None if refusal else document["biomarkers"][group][key]
        interval = document.get("uncertainty", {}).get(name, {}).get("ci95") or (None, None)
        reason = refusal or ";".join(reasons.get(name, ())) or None
        status = "missing" if value is None else "flagged" if reason else "measured"
        table.append(dict(zip(COLUMNS, (name, value, entry["unit"], status, reason, *interval))))
    return table


def renamed(document: Document, columns: Mapping[str, str]) -> dict[str, float | None]:
    """Returns the values of measures by column, with fractions for % and seconds for µs. A missing value is None."""
    divisors = {"%": 100, "µs": 1e6}
    found = {
        row["measure"]: None if row["value"] is None else row["value"] / divisors.get(row["unit"], 1)
        for row in rows(document)}
    return {name: found[measure] for name, measure in columns.items()}


def write_tsv(path: Path, columns: Sequence[str], table: Iterable[Mapping[str, Any]], missing: str) -> None:
    """Writes a table with tabs. Numbers have the shortest digits of their double."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([missing if row.get(name) is None else row[name] for name in columns] for row in table)


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
