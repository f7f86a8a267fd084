#!/usr/bin/env python3
"""Checks that every recording of a data set is measurable, and lists the others.

    Packaging/action/check.py [--verdict pass|unknown|warn|fail] PATH

Exit status: 0 all measurable, 1 at least one is not, else that of `sagevoice analyze`. SAGEVOICE_BINARY names the
program; default: `sagevoice` on PATH.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import subprocess
import sys

# The verdicts of the recording checks, from best to worst.
VERDICTS = ["pass", "unknown", "warn", "fail"]

# Exit statuses of `analyze` with a row for every recording.
WITH_ROWS = (0, 65, 66)


def reason(row: dict[str, str], verdict: str) -> str | None:
    """Returns why a recording is not measurable; None if it is."""
    if row["state"] == "refused":
        return f"{row['error_code']}: {row['error_message']}"
    if VERDICTS.index(row["quality"]) <= VERDICTS.index(verdict):
        return None
    checks = "; ".join(f"{kind} {row[column]}" for kind, column in
                       (("failed", "failed_checks"), ("warned", "warned_checks")) if row[column])
    return f"verdict {row['quality']}: {checks}"


def annotation(path: str, text: str) -> str:
    """Returns a line that a workflow of GitHub shows at the file."""
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        path, text = path.replace(character, code), text.replace(character, code)
    return f"::error file={path.replace(':', '%3A').replace(',', '%2C')}::{text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--verdict", choices=VERDICTS, default="warn")
    parser.add_argument("path")
    options = parser.parse_args()
    command = [os.environ.get("SAGEVOICE_BINARY", "sagevoice"), "analyze", "--recursive", "--quiet", "--raw-cells",
               "--format", "csv", "--measures", "f0", "--checks", "all", "--", options.path]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(ended.stdout, newline="")))
    if ended.returncode not in WITH_ROWS or not rows:
        return ended.returncode or 70
    found = [(row["path"], text) for row in rows if (text := reason(row, options.verdict))]
    for path, text in found:
        print(annotation(path, text) if os.environ.get("GITHUB_ACTIONS") else f"{path}: {text}")
    print(f"{len(rows)} recordings, {len(found)} not measurable (minimum verdict: {options.verdict})")
    return 1 if found else 0


sys.exit(main())
