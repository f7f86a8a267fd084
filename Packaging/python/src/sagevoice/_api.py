"""The functions of the package."""

from __future__ import annotations

import os

from . import _tables
from ._program import SagevoiceError, option_arguments, results, run, version
from ._sources import column, column_names, content, expand, in_memory, is_table, items, label
from ._tables import wide

# Modules that take long to load are imported at their first use: a process for one recording needs none of them.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any, Iterator, Mapping, Sequence, Union

    from ._program import Option

    PathLike = Union[str, os.PathLike[str]]
    Document = dict[str, Any]

# Columns that a manifest, or a table of recordings, fills.
_LABELS = ("recording", "person", "session", "task", "vowel", "repetition")


class _Saved(str):
    """A text that can be saved as a file."""

    _suffix = ""

    def save(self, path: PathLike) -> Path:
        """Writes the file in UTF-8. `run("plot", FILE, "-o", "x.png")` and `run("report", ...)` write PNG and PDF."""
        from pathlib import Path

        target = Path(path)
        if target.suffix.lower() != self._suffix:
            raise ValueError(f"{target.name}: save() writes {self._suffix} files; sagevoice.run() writes PNG and PDF")
        target.write_text(self, encoding="utf-8")
        return target


def _no_output(options: Mapping[str, Option]) -> None:
    if "output" in options:
        raise ValueError("output: use save(), or sagevoice.run() with -o")


class Figure(_Saved):
    """A figure as SVG. A notebook shows it."""

    _suffix = ".svg"

    def _repr_svg_(self) -> str:
        return str(self)


class Page(_Saved):
    """A report page as HTML. A notebook shows it."""

    _suffix = ".html"

    def _repr_html_(self) -> str:
        return str(self)


class Markdown(str):
    """A text with tables. A notebook shows it."""

    def _repr_markdown_(self) -> str:
        return str(self)


def analyze(
    source: Any = None,
    sr: float | None = None,
    *,
    preset: str | None = None,
    praat_version: str | None = None,
    tier: str | None = None,
    measures: str | Sequence[str] | None = None,
    checks: str | None = None,
    manifest: PathLike | None = None,
    jobs: int | None = None,
    as_: str = "pandas",
    **options: Option,
) -> Any:
    """Returns a table with one row per recording and measure, in the order of the recordings.

    The most used columns are `path`, `measure`, `value` (in `unit`), `ci_low` and `ci_high` (the 95 % interval),
    `status`, `reason` (why a value is missing or flagged) and `quality` (the verdict of the recording checks).
    `codebook()` describes all columns. Times are in s, frequencies in Hz, levels in dB, perturbation in %.

    A refused recording raises nothing: its rows have `state` "refused" and the code of the refusal in `reason`.

    Args:
        source: One recording or several (see the module). The other columns of a table are added to its rows.
        sr: Sample rate of arrays in Hz. Floats are relative to full scale; int16 and int32 are PCM.
        preset: `clinical` (default), or `praat` for the values of Praat.
        praat_version: Praat releases to reproduce: `6.1`, `6.3`, `6.4` or `7.0`.
        tier: `comprehensive` (default), or `quick` for F0 only.
        measures: Keys or groups of measures, such as `["jitter", "hnr.mean_db"]`.
        checks: Recording checks: `off`, `basic` or `all`.
        manifest: CSV file with a row per recording, in place of `source`.
        jobs: Number of cores. Default: all.
        as_: `pandas`, `polars`, `arrow`, or `records` for a list of dictionaries without any package.
        options: Other options of `sagevoice analyze`, such as `task="reading"`, `pitch_range="75:600"` or
            `profile="person.json"`.
    """
    arguments = ["analyze", "--format=long", "--raw-cells", "--quiet"] + option_arguments({
        "preset": preset, "praat_version": praat_version, "tier": tier, "checks": checks, "jobs": jobs,
        "measures": measures if measures is None or isinstance(measures, str) else ",".join(measures), **options})
    if manifest is not None:
        if source is not None:
            raise SagevoiceError("Give either a source or a manifest.")
        table = results([*arguments, f"--manifest={os.fspath(manifest)}"])
        return _tables.frame(_tables.columns_of_csv(table), as_)
    if hasattr(source, "__next__"):
        source = list(source)
    parts = in_memory(source)
    if parts:
        from ._stream import streamed_rows

        rows = streamed_rows(arguments, (content(part, sr) for part in parts), len(parts))
        labels = [label(part, index) for index, part in enumerate(parts)]
        return _tables.frame(_labelled(_tables.columns_of_rows(rows), labels), as_)
    with items(source, sr) as found:
        if not found:
            names = [row["name"] for row in codebook(as_="records") if row["table"] in ("both", "long")]
            return _tables.frame({name: [] for name in names}, as_)
        # Lists of paths on standard input have no limit of length, and keep every byte of a name.
        paths = b"".join(os.fsencode(item.path) + b"\0" for item in found)
        columns = _tables.columns_of_csv(results([*arguments, "--files-from=-", "--null"], paths))
    _labelled(columns, [os.path.basename(item.path) if item.is_temporary else None for item in found])
    if is_table(source):
        columns.update(_carried(source, columns))
    return _tables.frame(columns, as_)


def _labelled(columns: _tables.Columns, labels: Sequence[str | None]) -> _tables.Columns:
    """Sets path and name of the recordings that have a label."""
    blocks = list(_tables.blocks(columns))
    if len(blocks) != len(labels):
        raise SagevoiceError(f"{len(labels)} recordings have {len(blocks)} results: a path is empty.")
    for name, rows in zip(labels, blocks):
        if name is not None:
            for row in rows:
                columns["path"][row] = columns["name"][row] = name
    return columns


def _carried(source: Any, columns: _tables.Columns) -> _tables.Columns:
    """The other columns of a table of recordings, for every row. One with the name of a result gets `_source`."""
    carried: _tables.Columns = {}
    for name in column_names(source):
        if name != "path":
            free = name not in columns or name in _LABELS
            carried[name if free else name + "_source"] = [
                value for value, rows in zip(column(source, name), _tables.blocks(columns)) for _ in rows]
    return carried


def document(source: Any, sr: float | None = None, **options: Option) -> Document:
    """Returns the results document of one recording, with every check and reason, as `sagevoice analyze` prints it.

    Keys end in their unit. `contours=True` adds F0 frames (Hz), pulse times (s) and harmonicity frames (dB). A refused
    recording has `state` "refused" and an `error`.
    """
    with items(source, sr) as found:
        return _json(["analyze", "--format=json", "--quiet", *option_arguments(options), "--", found.one.path])


def avqi(
    vowel: Any, speech: Any, sr: float | None = None, *, language: str | None = None, **options: Option
) -> Document:
    """Returns the Acoustic Voice Quality Index 03.01 of a held vowel and of speech, with its six parts and reasons.

    `sr` is the sample rate of arrays in Hz. `language` (`nl`, `de`, `pt-BR` …) selects published thresholds. The index,
    `value`, has no unit.
    """
    return _index("avqi", vowel, speech, sr, {"language": language, **options})


def abi(
    vowel: Any, speech: Any, sr: float | None = None, *, language: str | None = None, **options: Option
) -> Document:
    """Returns the Acoustic Breathiness Index of a held vowel and of speech, with its nine parts and reasons.

    Arguments and result are those of `avqi`.
    """
    return _index("abi", vowel, speech, sr, {"language": language, **options})


def _index(name: str, vowel: Any, speech: Any, sr: float | None, options: Mapping[str, Option]) -> Document:
    with items(vowel, sr) as first, items(speech, sr) as second:
        return _json([
            "index", name, "--quiet", f"--vowel={first.one.path}", f"--speech={second.one.path}",
            *option_arguments(dict(options))])


def plot(source: Any, kind: str = "overview", sr: float | None = None, **options: Option) -> Figure:
    """Returns a figure: `overview`, `spectrogram`, `pitch`, `cycles`, `spectrum` or `cepstrum`.

    Axes are in s, Hz and dB. Options are those of `sagevoice plot`: `start` and `end` (s), `theme`, `language`.
    """
    _no_output(options)
    with items(source, sr) as found:
        arguments = ["plot", f"--figure={kind}", "--quiet", *option_arguments(options), "--", found.one.path]
        return Figure(results(arguments).decode())


def report(source: Any, sr: float | None = None, **options: Option) -> Page:
    """Returns a report page with measures, limits and figures, of one recording or of results documents of one person.

    Options are those of `sagevoice report`: `profile`, `baseline`, `theme`, `language`, `compare` for two recordings.
    """
    _no_output(options)
    with items(source, sr) as found:
        arguments = ["report", "--quiet", *option_arguments(options), "--", *(item.path for item in found)]
        return Page(results(arguments).decode())


def baseline(
    recordings: Any,
    profile: PathLike | Mapping[str, Any],
    sr: float | None = None,
    *,
    sessions: PathLike | Sequence[Mapping[str, str]] | None = None,
    **options: Option,
) -> Document:
    """Returns a personal baseline of held vowels, or a document with the reasons of a rejection.

    Args:
        recordings: Recordings, one vowel each.
        profile: Self-reported data of the speaker; only `user_id` is required.
        sr: Sample rate of arrays in Hz.
        sessions: One dictionary per recording with `session_id` and `recorded_at`, or a CSV file. Default: one session.
        options: Options of `sagevoice baseline establish`, such as `one_person=True`.
    """
    with items(recordings, sr) as found, items(profile) as person, _sessions(sessions, found) as table:
        return _json([
            "baseline", "establish", "--quiet", f"--profile={person[0].path}",
            *option_arguments({"sessions": table, **options}), "--", *(item.path for item in found)])


def change(
    baseline: PathLike | Mapping[str, Any],
    recordings: Any,
    sr: float | None = None,
    *,
    sessions: PathLike | Sequence[Mapping[str, str]] | None = None,
    **options: Option,
) -> Document:
    """Returns the comparison of new recordings with a baseline: value, change and day-to-day variation by measure.

    `baseline` is a document of `baseline` or its file. Options are those of `sagevoice baseline compare`.
    """
    with items(recordings, sr) as found, items(baseline) as stored, _sessions(sessions, found) as table:
        return _json([
            "baseline", "compare", "--quiet", f"--baseline={stored[0].path}",
            *option_arguments({"sessions": table, **options}), "--", *(item.path for item in found)])


def explain(name: str) -> str:
    """Returns definition, formula, unit, settings and source of a measure, such as `jitter.local_percent` or `PPQ5`."""
    return results(["explain", "--", name]).decode()


def codebook(as_: str = "pandas") -> Any:
    """Returns a table of all columns and measures: name, table, label, unit, values, formula and source."""
    return _tables.frame(_tables.columns_of_csv(results(["codebook"])), as_)


def limits(path: PathLike | None = None) -> Markdown:
    """Returns the reference limits in force, or those of a file: value, unit, number of people, interval and basis."""
    return Markdown(results(["limits", "show", *([] if path is None else [os.fspath(path)])]).decode())


def synth(
    f0: float = 120,
    *,
    jitter: float = 0,
    shimmer: float = 0,
    hnr: float | None = None,
    seconds: float = 3,
    vowel: str = "a",
    seed: int = 1,
    sample_rate: int = 44100,
    **options: Option,
) -> tuple[Any, Document]:
    """Returns a synthetic voice and its true values: a NumPy array of int16, and the document that `synth` writes.

    `f0` and `sample_rate` are in Hz, `jitter` and `shimmer` in %, `hnr` in dB (None: no noise). Other options are those
    of `sagevoice synth`, such as `vibrato`. Needs numpy.
    """
    import json
    import tempfile
    import wave
    from pathlib import Path

    import numpy

    with tempfile.TemporaryDirectory(prefix="sagevoice-python-") as folder:
        path = Path(folder, "voice.wav")
        ended = run("synth", *option_arguments({
            "f0": f0, "jitter": jitter, "shimmer": shimmer, "hnr": hnr, "seconds": seconds, "vowel": vowel,
            "seed": seed, "sample_rate": sample_rate, **options}), path)
        if ended.returncode != 0:
            raise SagevoiceError(ended.stderr.decode("utf-8", "replace").strip())
        with wave.open(str(path)) as file:
            samples = numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
        return samples, json.loads(path.with_suffix(".json").read_bytes())


def batch(
    paths: Any, out: PathLike, *, resume: bool = True, size: int = 200, progress: bool = False, **options: Any
) -> Path:
    """Measures files into a Parquet file with the rows of `analyze`, and returns its path. Needs pyarrow.

    Every `size` recordings are stored in a folder next to `out`. An interrupted call continues there, if settings and
    version are the same and `resume` is true. A later call with more files adds their rows to `out`; files are known by
    their path. `options` are those of `analyze`.
    """
    import hashlib
    from pathlib import Path

    from pyarrow import parquet

    out = Path(out)
    key = hashlib.sha256(repr((version(), sorted(options.items()))).encode()).hexdigest()[:16]
    folder = out.with_name(f"{out.name}.{key}.parts")
    folder.mkdir(parents=True, exist_ok=True)
    parts = sorted(folder.glob("*.parquet"))
    if not resume:
        for part in parts:
            part.unlink()
        parts = []
    if resume and out.exists() and (parquet.read_schema(out).metadata or {}).get(b"sagevoice_batch") == key.encode():
        parts.insert(0, out)
    known = {path for part in parts for path in parquet.read_table(part, columns=["path"])["path"].to_pylist()}
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else column(paths, "path") if is_table(paths) else paths
    waiting = [path for given in listed for path in expand(os.fspath(given)) if path not in known]
    waiting = list(dict.fromkeys(waiting))
    for start in range(0, len(waiting), size):
        table = analyze(waiting[start : start + size], as_="arrow", **options)
        parts.append(folder / f"{len(known) + start:09}.parquet")
        _store(parquet, [table], parts[-1], {})
        if progress:
            print(f"{min(start + size, len(waiting))} of {len(waiting)} recordings")
    if parts != [out]:
        tables = (parquet.read_table(part) for part in parts) if parts else iter([analyze([], as_="arrow")])
        _store(parquet, tables, out, {b"sagevoice_batch": key.encode()})
    for part in parts:
        if part != out:
            part.unlink()
    folder.rmdir()
    return out


def _store(parquet: Any, tables: Any, path: Path, metadata: Mapping[bytes, bytes]) -> None:
    """Writes tables of one schema into a file that appears when it is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    writer: Any = None
    for table in tables:
        table = table.replace_schema_metadata(metadata)
        writer = writer or parquet.ParquetWriter(unfinished, table.schema)
        writer.write_table(table)
    writer.close()
    os.replace(unfinished, path)


def _json(arguments: Sequence[str]) -> Document:
    import json

    parsed: Document = json.loads(results(arguments))
    return parsed


def _sessions(
    given: PathLike | Sequence[Mapping[str, str]] | None, recordings: items
) -> AbstractContextManager[str | None]:
    """The path of a table of sessions. Dictionaries are in the order of the recordings."""
    import contextlib

    return contextlib.contextmanager(_session_table)(given, recordings)


def _session_table(
    given: PathLike | Sequence[Mapping[str, str]] | None, recordings: items
) -> Iterator[str | None]:
    if given is None or isinstance(given, (str, os.PathLike)):
        yield None if given is None else os.fspath(given)
        return
    if len(given) != len(recordings):
        raise SagevoiceError(f"{len(recordings)} recordings have {len(given)} sessions.")
    import csv
    import tempfile

    names = dict.fromkeys(name for row in given for name in row if name != "file")
    with tempfile.TemporaryDirectory(prefix="sagevoice-python-") as folder:
        path = os.path.join(folder, "sessions.csv")
        with open(path, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, ["file", *names])
            table.writeheader()
            table.writerows({**row, "file": os.path.abspath(item.path)} for row, item in zip(given, recordings))
        yield path
