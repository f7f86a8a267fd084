"""Recordings, and the program on the command line that the tests compare with."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest

import sagevoice

ROOT = Path(__file__).resolve().parents[3]
VOICES = ROOT / "Fixtures/voices"
MALFORMED = ROOT / "Fixtures/malformed"
VOWEL = VOICES / "coswara_21_a.wav"

# The columns of numbers, stated here again.
NUMBERS = [
    "value", "ci_low", "ci_high", "duration_s", "sample_rate_hz", "signal_type", "segment_start_s", "segment_end_s",
    "pitch_floor_hz", "pitch_ceiling_hz", "smallest_change_recording", "smallest_change_session"]

Row = Dict[str, Any]


def command(*arguments: object) -> bytes:
    """Returns the standard output of the program that the wheel was made of."""
    program = os.environ["SAGEVOICE_COMMAND"]
    return subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def rows_of_command(*arguments: object) -> List[Row]:
    text = command("analyze", "--format", "long", "--raw-cells", *arguments).decode()
    return [parsed(row) for row in csv.DictReader(io.StringIO(text))]


def parsed(row: Dict[str, str]) -> Row:
    """A cell of a number has the shortest digits of its double, so equal doubles have equal digits."""
    return {name: None if cell == "" else float(cell) if name in NUMBERS else cell for name, cell in row.items()}


def values(table: Any, status: str = "measured") -> Dict[str, float]:
    """The values of one recording by measure."""
    return {row["measure"]: row["value"] for row in table if row["status"] == status}


@pytest.fixture(scope="session", autouse=True)
def installed() -> None:
    assert "site-packages" in sagevoice.__file__, "test.sh tests the wheel, not the source"


@pytest.fixture(scope="session")
def voices() -> List[Row]:
    """The rows of all voices, by the command line."""
    return rows_of_command("--recursive", VOICES)
