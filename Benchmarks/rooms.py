#!/usr/bin/env python3
"""What a room between mouth and microphone makes of what is said about a voice.

    Benchmarks/rooms.py FOLDER MANIFEST.csv [--tool .build/release/sagevoice] > RECORD.md

Vowels of speakers without a complaint (SVD) are heard through rooms of noise that dies away by 60 dB in a time, so many
decibels below the direct sound. A voice that ends goes on in the room, out of step. Needs numpy and scipy.
"""
import argparse
import collections
import csv
import json
import math
import subprocess
import tempfile
from pathlib import Path

import numpy
import scipy.io.wavfile
import scipy.signal

SECONDS = (0.2, 0.4, 0.7)
DECIBELS = (10, 5, 0, -5)
FIRST_ECHO = 0.0025
OTHER_OCTAVE = 0.3
MOVED = 0.25
COLUMNS = ("vowels", "F0 withheld", "octave left open", "F0 an octave off", "gap fails", "jitter withheld",
           "jitter moved by a quarter")


def room(rate, seconds, decibels, random):
    """An impulse response: the direct sound, and noise that dies away."""
    count = int(seconds * rate)
    echoes = random.standard_normal(count) * 10 ** (-3 * numpy.arange(count) / count)
    echoes[: int(FIRST_ECHO * rate)] = 0
    echoes *= 10 ** (-decibels / 20) / numpy.sqrt(numpy.sum(echoes**2))
    echoes[0] = 1
    return echoes


def documents(tool, paths):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("".join(f"{path}\n" for path in paths))
        names.flush()
        # Recordings that are refused end it with another status.
        out = subprocess.run([tool, "analyze", "--quiet", "--files-from", names.name],
                             capture_output=True, text=True, check=False).stdout
    return {found["recording"]["name"]: found for found in map(json.loads, out.splitlines())}


def numbers(document):
    return document["biomarkers"]["f0"]["median_hz"], document["biomarkers"]["jitter"]["local_percent"]


def count(row, document, plain):
    """Adds a vowel in a room to a row of the table, beside the same without one."""
    codes = {lack["measure"]: lack["code"] for lack in document["unavailable"]}
    (f0, jitter), (plain_f0, plain_jitter) = numbers(document), numbers(plain)
    row["vowels"] += 1
    if plain_f0 is not None:
        if f0 is None:
            is_open = codes["f0.median_hz"] == "octave_ambiguous"
            row["octave left open" if is_open else "F0 withheld"] += 1
        elif abs(math.log2(f0 / plain_f0)) > OTHER_OCTAVE:
            row["F0 an octave off"] += 1
    failed = {check["id"] for check in document["quality"]["checks"] if check["verdict"] == "fail"}
    row["gap fails"] += "gap" in failed
    if plain_jitter is not None:
        row["with jitter"] += 1
        if jitter is None:
            row["jitter withheld"] += 1
        elif abs(jitter / plain_jitter - 1) > MOVED:
            row["jitter moved by a quarter"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("manifest")
    parser.add_argument("--tool", default=".build/release/sagevoice")
    options = parser.parse_args()
    with open(options.manifest, encoding="utf-8") as text:
        vowels = [row["file"] for row in csv.DictReader(text)
                  if row["health"] == "healthy" and row["file"].startswith("svd") and "_egg" not in row["file"]]
    plain = documents(options.tool, [options.folder / name for name in vowels])
    random = numpy.random.default_rng(11)
    print("| dies away in, s | direct over room, dB |", " | ".join(COLUMNS), "|")
    print("| --- " * (2 + len(COLUMNS)) + "|")
    for seconds in SECONDS:
        for decibels in DECIBELS:
            row = collections.Counter()
            with tempfile.TemporaryDirectory() as folder:
                for name in vowels:
                    rate, samples = scipy.io.wavfile.read(options.folder / name)
                    heard = scipy.signal.fftconvolve(
                        samples.astype(float), room(rate, seconds, decibels, random))
                    heard *= 0.5 * 32767 / numpy.abs(heard).max()
                    scipy.io.wavfile.write(Path(folder, name), rate, heard.astype(numpy.int16))
                found = documents(options.tool, [Path(folder, name) for name in vowels])
            for name, document in found.items():
                count(row, document, plain[name])
            cells = [str(row[column]) + (f" of {row['with jitter']}" if column.startswith("jitter") else "")
                     for column in COLUMNS]
            print(f"| {seconds} | {decibels} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
