"""Static features of Bridge2AI Voice (b2aiprep 4.0, senselab 1.3)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from .._program import SagevoiceError
from .._sources import items
from ._documents import COLUMNS, Document, analyzed, codebook, documents, renamed, rows, write_json, write_tsv

if TYPE_CHECKING:
    from .._program import Option

_KEYS = {
    "participant_id": "Identifier of the participant.",
    "session_id": "Identifier of the session.",
    "task_name": "Task of the recording."}

_PROVENANCE = ("preset", "version", "settings_sha256")


#: Measures by column of senselab.
_COLUMNS = {
    "mean_f0_hertz": "f0.mean_hz", "std_f0_hertz": "f0.sd_hz",
    "mean_intensity_db": "voice_quality.intensity_mean_db",
    "cepstral_peak_prominence_mean": "voice_quality.cpps_db",
    "mean_f1_loc": "formants.f1_hz", "mean_b1_loc": "formants.b1_hz",
    "mean_f2_loc": "formants.f2_hz", "mean_b2_loc": "formants.b2_hz",
    "local_jitter": "jitter.local_percent", "localabsolute_jitter": "jitter.local_absolute_us",
    "rap_jitter": "jitter.rap_percent", "ppq5_jitter": "jitter.ppq5_percent", "ddp_jitter": "jitter.ddp_percent",
    "local_shimmer": "shimmer.local_percent", "localDB_shimmer": "shimmer.local_db",
    "apq3_shimmer": "shimmer.apq3_percent", "apq5_shimmer": "shimmer.apq5_percent",
    "apq11_shimmer": "shimmer.apq11_percent", "dda_shimmer": "shimmer.dda_percent"}

#: Settings in which senselab differs, also with `as_senselab`, by group of measures.
_DIFFERS = {
    "f0": "senselab has a frame every 5 ms, sagevoice every quarter of the window.",
    "formants": "senselab averages over the pulses, sagevoice over all frames of the segment.",
    "voice_quality": "senselab averages CPPS over the voiced intervals above 4 dB, and has an intensity frame every "
                     "5 ms. sagevoice measures CPPS of the segment, and intensity every 0.8 periods of the floor."}


def bridge2ai(
    source: Any,
    out: str | os.PathLike[str],
    sr: float | None = None,
    *,
    labels: Sequence[Mapping[str, str]],
    as_senselab: bool = False,
    **options: Option,
) -> Path:
    """Writes `features/static_features.tsv` and its data dictionary into the folder `out`, and returns its path.

    The columns have the names and units of Bridge2AI: perturbation as fractions, absolute jitter in s, levels in dB.
    `features/sagevoice_features.tsv` has all measures with units, intervals and the reasons of missing values.

    Args:
        source: Recordings or results documents.
        out: Folder of the bundle. Both tables are overwritten.
        sr: Sample rate of arrays in Hz.
        labels: One dictionary per recording with `participant_id`, `session_id` and `task_name`. Repetitions have
            numbered tasks, such as `prolonged-vowel-1`.
        as_senselab: Uses the pitch range of senselab (60-250 Hz below a mean F0 of 170 Hz, else 100-500 Hz) and Praat
            6.1. senselab also resamples to 16 kHz, which this function does not.
        options: Other options of `sagevoice analyze`.
    """
    found = _as_senselab(source, sr) if as_senselab else documents(source, sr, **options)
    keys = [{name: label[name] for name in _KEYS} for label in labels]
    if len(keys) != len(found):
        raise SagevoiceError(f"{len(found)} recordings have {len(keys)} labels.")
    if len({tuple(key.values()) for key in keys}) != len(keys):
        raise SagevoiceError("Two recordings have the same participant, session and task: number the tasks.")
    folder = Path(out, "features")
    folder.mkdir(parents=True, exist_ok=True)
    static = [
        {**key, "duration": document["recording"]["duration_s"], **renamed(document, _COLUMNS)}
        for key, document in zip(keys, found)]
    ours = [
        {**document["provenance"], **key, **row} for key, document in zip(keys, found) for row in rows(document)]
    write_tsv(folder / "static_features.tsv", [*_KEYS, "duration", *_COLUMNS], static, missing="")
    write_tsv(folder / "sagevoice_features.tsv", [*_KEYS, *COLUMNS, *_PROVENANCE], ours, missing="")
    write_json(folder / "static_features.json", _dictionary())
    return folder / "static_features.tsv"


def _dictionary() -> dict[str, dict[str, Any]]:
    dictionary: dict[str, dict[str, Any]] = {name: {"description": text} for name, text in _KEYS.items()}
    dictionary["duration"] = {"description": "Duration of the recording.", "unit": "s"}
    for name, measure in _COLUMNS.items():
        entry = codebook("measure")[measure]
        dictionary[name] = {
            "description": entry["label"], "unit": {"%": "1", "µs": "s"}.get(entry["unit"], entry["unit"]),
            "measure": measure,
            **{"differs": text for group, text in _DIFFERS.items() if measure.startswith(group)}}
    return dictionary


def _as_senselab(source: Any, sr: float | None) -> list[Document]:
    """Documents of Praat's measures, with the pitch range that senselab selects for each recording."""
    praat: dict[str, Option] = {"preset": "praat", "praat_version": "6.1"}
    with items(source, sr) as found:
        paths = [item.path for item in found]
        ranges = [
            _pitch_range(document)
            for document in analyzed(paths, pitch_range="50:600", measures="f0", contours=True, **praat)]
        measured = {
            own: iter(analyzed([path for path, its in zip(paths, ranges) if its == own], pitch_range=own, **praat))
            for own in set(ranges)}
        return [next(measured[own]) for own in ranges]


def _pitch_range(document: Document) -> str:
    """senselab 1.3, `extract_pitch_values`: from the mean of the F0 frames within two standard deviations."""
    f0 = [frame["hz"] for frame in (document.get("contours") or {"f0": []})["f0"] if frame["hz"]]
    mean = sum(f0) / max(1, len(f0))
    spread = (sum((hz - mean) ** 2 for hz in f0) / max(1, len(f0))) ** 0.5
    kept = [hz for hz in f0 if abs(hz - mean) <= 2 * spread]
    return "60:250" if kept and sum(kept) / len(kept) < 170 else "100:500"
