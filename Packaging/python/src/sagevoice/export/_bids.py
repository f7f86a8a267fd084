"""BIDS with the audio files of BEP047, a draft of July 2026."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._program import SagevoiceError, version
from .._sources import items
from ._documents import COLUMNS, Document, analyzed, codebook, rows, write_json, write_tsv

if TYPE_CHECKING:
    from .._program import Option

#: Sample encoding of the document: name of FFmpeg, bits per sample.
_CODECS = {
    "pcm_8": ("pcm_u8", 8), "pcm_16": ("pcm_s16le", 16), "pcm_24": ("pcm_s24le", 24), "pcm_32": ("pcm_s32le", 32),
    "float_32": ("pcm_f32le", 32), "float_64": ("pcm_f64le", 64)}


def bids(
    source: Any,
    out: str | os.PathLike[str],
    sr: float | None = None,
    *,
    subject: str,
    session: str | None = None,
    task: str = "vowel",
    device: str | None = None,
    **options: Option,
) -> Path:
    """Adds the recordings of a subject and their measures to the BIDS dataset `out`, and returns its path.

    Recordings are copied to `sub-*/ses-*/beh/` as runs 01, 02, ..., with the measured seconds in `_events.tsv`. The
    measures and reasons are in `derivatives/sagevoice`; a missing value is `n/a`. Files of the dataset itself are
    written if they are missing. An existing recording of the subject, session and task is an error.

    BEP047 is a draft: `.bidsignore` hides its files from the validator, and a later version of BIDS can change them.

    Args:
        source: Recordings as WAV files or in memory.
        out: Folder of the dataset.
        sr: Sample rate of arrays in Hz.
        subject: Label of the subject: letters and digits, without `sub-`. So are `session` and `task`.
        device: Microphone or recorder.
        options: Options of `sagevoice analyze`.
    """
    for name, text in (("subject", subject), ("session", session or "1"), ("task", task)):
        if not re.fullmatch("[A-Za-z0-9]+", text):
            raise SagevoiceError(f"{name}='{text}' is no BIDS label: use letters and digits.")
    root = Path(out)
    place = Path(f"sub-{subject}", *([f"ses-{session}"] if session else []), "beh")
    stem = "_".join([*place.parts[:-1], f"task-{task}"])
    with items(source, sr) as found:
        if list((root / place).glob(f"{stem}_run-*_audio.*")):
            raise SagevoiceError(f"{root / place} already has recordings of the task {task}.")
        measured = analyzed([item.path for item in found], **options)
        _describe(root, f"sub-{subject}")
        raw, derived = root / place, root / "derivatives/sagevoice" / place
        for folder in (raw, derived):
            folder.mkdir(parents=True, exist_ok=True)
        for run, (item, document) in enumerate(zip(found, measured), 1):
            if document["state"] == "complete":
                shutil.copyfile(item.path, raw / f"{stem}_run-{run:02}_audio.wav")
                _write_recording(f"{raw}/{stem}_run-{run:02}", document, task, device)
            _write_measures(f"{derived}/{stem}_run-{run:02}_desc-voice_beh", document)
    return root


def _describe(root: Path, participant: str) -> None:
    """Writes the missing files of the dataset, and adds the participant."""
    derivatives = root / "derivatives/sagevoice"
    derivatives.mkdir(parents=True, exist_ok=True)
    made_by = [{"Name": "sagevoice", "Version": version()}]
    named = {"Name": "Voice recordings", "BIDSVersion": "1.10.0"}
    for path, value in {
        root / "dataset_description.json": {**named, "DatasetType": "raw"},
        derivatives / "dataset_description.json": {**named, "DatasetType": "derivative", "GeneratedBy": made_by},
        root / "participants.json": {"participant_id": {"Description": "Identifier of the participant."}},
    }.items():
        if not path.exists():
            write_json(path, value)
    for path, text in {
        root / "README.md": "# Voice recordings\n\nAudio files follow BEP047, a draft that is not yet part of BIDS.\n",
        root / ".bidsignore": "*_audio.wav\n*_audio.json\n",
        root / "participants.tsv": "participant_id\n",
    }.items():
        if not path.exists():
            path.write_text(text, encoding="utf-8")
    table = root / "participants.tsv"
    header, *known = table.read_text(encoding="utf-8").splitlines()
    if participant not in [row.split("\t")[0] for row in known]:
        with open(table, "a", encoding="utf-8") as file:
            file.write(participant + "\tn/a" * header.count("\t") + "\n")


def _write_recording(stem: str, document: Document, task: str, device: str | None) -> None:
    recording, segment = document["recording"], document["segment"]
    codec, bits = _CODECS[recording["encoding"]]
    write_json(Path(stem + "_audio.json"), {
        "TaskName": task, **({"Device": device} if device else {}), "RecordingDuration": recording["duration_s"],
        "AudioCodec": codec, "AudioSampleRate": recording["sample_rate_hz"],
        "AudioChannelCount": recording["channels"], "AudioBitDepth": bits})
    parts = [{**segment, "reason": "measured"}, *segment.get("excluded", ())] if segment else []
    events = [
        {"onset": part["start_s"], "duration": part["end_s"] - part["start_s"], "trial_type": part["reason"]}
        for part in sorted(parts, key=lambda part: float(part["start_s"]))]
    write_tsv(Path(stem + "_events.tsv"), ("onset", "duration", "trial_type"), events, missing="n/a")
    write_json(Path(stem + "_events.json"), {"TaskName": task, "trial_type": {
        "Description": "Whether the seconds are measured, or the reason why they are excluded."}})


def _write_measures(stem: str, document: Document) -> None:
    write_tsv(Path(stem + ".tsv"), COLUMNS, rows(document), missing="n/a")
    columns = codebook("both", "long")
    sidecar: dict[str, Any] = {name: {"Description": columns[name]["label"]} for name in COLUMNS}
    sidecar["measure"]["Levels"] = {name: entry["label"] for name, entry in codebook("measure").items()}
    write_json(Path(stem + ".json"), {**sidecar, "Sagevoice": {
        "AnalysisID": document["analysis_id"], "RecordingSHA256": document["recording"]["sha256"],
        **document["provenance"]}})
