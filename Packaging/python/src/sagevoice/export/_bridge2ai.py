"""Static features of Bridge2AI Voice (b2aiprep 4.0, senselab 1.3)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from .._program import SagevoiceError, results
from .._sources import items
from ._documents import COLUMNS, codebook, documents, renamed, rows, write_json, write_tsv

if TYPE_CHECKING:
    from .._program import Option

_KEYS = {
    "participant_id": "Identifier of the participant.",
    "session_id": "Identifier of the session.",
    "task_name": "Task of the recording."}

_PROVENANCE = ("preset", "version", "settings_sha256")


#: Unit of a column of senselab, and the measure of sagevoice that is nearest to it.
_COLUMNS: dict[str, tuple[str, str | None]] = {
    "mean_f0_hertz": ("Hz", "f0.mean_hz"), "std_f0_hertz": ("Hz", "f0.sd_hz"),
    "mean_intensity_db": ("dB", "voice_quality.intensity_mean_db"), "std_intensity_db": ("dB", None),
    "range_ratio_intensity_db": ("1", None), "mean_hnr_db": ("dB", None), "std_hnr_db": ("dB", None),
    "spectral_slope": ("dB", None), "spectral_tilt": ("dB/Hz", None),
    "cepstral_peak_prominence_mean": ("dB", "voice_quality.cpps_db"), "cepstral_peak_prominence_std": ("dB", None),
    "mean_f1_loc": ("Hz", "formants.f1_hz"), "std_f1_loc": ("Hz", None),
    "mean_b1_loc": ("Hz", "formants.b1_hz"), "std_b1_loc": ("Hz", None),
    "mean_f2_loc": ("Hz", "formants.f2_hz"), "std_f2_loc": ("Hz", None),
    "mean_b2_loc": ("Hz", "formants.b2_hz"), "std_b2_loc": ("Hz", None),
    "spectral_gravity": ("Hz", None), "spectral_std_dev": ("Hz", None),
    "spectral_skewness": ("1", None), "spectral_kurtosis": ("1", None),
    "local_jitter": ("1", "jitter.local_percent"), "localabsolute_jitter": ("s", "jitter.local_absolute_us"),
    "rap_jitter": ("1", "jitter.rap_percent"), "ppq5_jitter": ("1", "jitter.ppq5_percent"),
    "ddp_jitter": ("1", "jitter.ddp_percent"), "local_shimmer": ("1", "shimmer.local_percent"),
    "localDB_shimmer": ("dB", "shimmer.local_db"), "apq3_shimmer": ("1", "shimmer.apq3_percent"),
    "apq5_shimmer": ("1", "shimmer.apq5_percent"), "apq11_shimmer": ("1", "shimmer.apq11_percent"),
    "dda_shimmer": ("1", "shimmer.dda_percent")}

#: Measures of sagevoice by column.
_MEASURES = {column: measure for column, (_, measure) in _COLUMNS.items() if measure}

#: Settings in which the measures of sagevoice differ, by group.
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
    `features/sagevoice_features.tsv` has all measures with units, intervals and the reasons of missing values, also
    those of missing columns of senselab.

    Args:
        source: Recordings or results documents.
        out: Folder of the bundle. Both tables are overwritten.
        sr: Sample rate of arrays in Hz.
        labels: One dictionary per recording with `participant_id`, `session_id` and `task_name`. Repetitions have
            numbered tasks, such as `prolonged-vowel-1`.
        as_senselab: Fills all 35 columns with the values of senselab 1.3 (`sagevoice senselab`): of the whole recording
            at 16 kHz, without checks. Otherwise 20 columns have measures of sagevoice, and the others are left out.
        options: Other options of `sagevoice analyze`.
    """
    found = documents(source, sr, **options)
    keys = [{name: label[name] for name in _KEYS} for label in labels]
    if len(keys) != len(found):
        raise SagevoiceError(f"{len(found)} recordings have {len(keys)} labels.")
    if len({tuple(key.values()) for key in keys}) != len(keys):
        raise SagevoiceError("Two recordings have the same participant, session and task: number the tasks.")
    folder = Path(out, "features")
    folder.mkdir(parents=True, exist_ok=True)
    lines = _senselab(source, sr) if as_senselab else []
    features = [line.get("features", {}) for line in lines] if as_senselab else [
        {"duration": document["recording"]["duration_s"], **renamed(document, _MEASURES)} for document in found]
    static = [{**key, **row} for key, row in zip(keys, features)]
    ours = [
        {**document["provenance"], **key, **row} for key, document in zip(keys, found) for row in rows(document)]
    ours += [
        {**key, "measure": name, "unit": _COLUMNS[name][0], "status": "missing", "reason": reason}
        for key, line in zip(keys, lines) for name, reason in _reasons(line).items()]
    columns = [*_KEYS, "duration", *(_COLUMNS if as_senselab else _MEASURES)]
    write_tsv(folder / "static_features.tsv", columns, static, missing="")
    write_tsv(folder / "sagevoice_features.tsv", [*_KEYS, *COLUMNS, *_PROVENANCE], ours, missing="")
    write_json(folder / "static_features.json", _dictionary(as_senselab))
    return folder / "static_features.tsv"


def _dictionary(as_senselab: bool) -> dict[str, dict[str, Any]]:
    dictionary: dict[str, dict[str, Any]] = {name: {"description": text} for name, text in _KEYS.items()}
    dictionary["duration"] = {"description": "Duration of the recording.", "unit": "s"}
    for name, (unit, measure) in _COLUMNS.items():
        if as_senselab:
            dictionary[name] = {"description": f"{name} of senselab 1.3 with Praat 6.1.", "unit": unit}
        elif measure:
            differs = {"differs": text for group, text in _DIFFERS.items() if measure.startswith(group)}
            dictionary[name] = {
                "description": codebook("measure")[measure]["label"], "unit": unit, "measure": measure, **differs}
    return dictionary


def _senselab(source: Any, sr: float | None) -> list[dict[str, Any]]:
    """The lines of `sagevoice senselab`."""
    with items(source, sr) as found:
        paths = b"".join(os.fsencode(item.path) + b"\0" for item in found)
        lines = results(["senselab", "--quiet", "--files-from=-", "--null"], paths).splitlines()
    return [json.loads(line) for line in lines]


def _reasons(line: Mapping[str, Any]) -> dict[str, str]:
    """The reason of every missing feature of senselab."""
    if "error" in line:
        return dict.fromkeys(_COLUMNS, line["error"]["code"])
    reasons: dict[str, str] = line["reasons"]
    return reasons
