#!/usr/bin/env python3
"""Sets the limits of two cycles in a repetition on half of the speakers, and scores the other half.

    python3 Benchmarks/two_cycles.py TOOL FOLDER MANIFEST.csv > record.md

Of every vowel in FOLDER, and of synthetic voices of TOOL, the two numbers of `TwoCycles` are computed
anew, with numpy and by other means than in Swift: the median level of the even multiples of the pitch over
the odd ones, and the correlation half a repetition on. The correlation has to be 0.5; the limit of the
levels is put midway between the highest of one cycle and the lowest of two, once on each half of the speakers
and of the synthetic voices, and each is tried on the other half. Which real vowels have two cycles is what
their electroglottograms say, or show without being read (`egg.py`): svd_1340_a_n, svd_1429_a_n,
svd_1429_u_n, svd_1931_a_n. The pitch is that of TOOL under --gates off, so where it finds half of it.
"""
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import wavfile

TWO_CYCLES = ("svd_1340_a_n", "svd_1429_a_n", "svd_1429_u_n", "svd_1931_a_n")
CORRELATION = 0.5
SYNTHETIC = 240


def documents(tool, files):
    run = subprocess.run(
        [tool, "analyze", "--quiet", "--contours", "--gates", "off", "--files-from", "-"],
        input="\n".join(map(str, files)), capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def track(document):
    points = [(p["time_s"], p["hz"]) for p in document.get("contours", {}).get("f0", []) if p["hz"]]
    if len(points) < 16:
        return None, []
    median = np.median([hz for _, hz in points])
    near = [(time, hz) for time, hz in points if max(hz / median, median / hz) <= 1.2]
    return median, near[::max(1, len(near) // 24)]


def levels(samples, rate, time, hz, count):
    half, centre = int(3 / hz * rate), int(round(time * rate))
    if centre - half < 0 or centre + half >= len(samples):
        return None
    frame = samples[centre - half:centre + half + 1] * np.hanning(2 * half + 3)[1:-1]
    turns = np.exp(-2j * np.pi * np.outer(np.arange(1, count + 1) * hz, np.arange(-half, half + 1) / rate))
    return 20 * np.log10(np.abs(turns @ frame) + 1e-12)


def half_correlation(samples, rate, time, hz):
    length, best = int(2 * rate / hz), None
    for lag in range(int(round(0.48 * rate / hz)), int(round(0.52 * rate / hz)) + 1):
        start = int(round(time * rate)) - (length + lag) // 2
        if start < 0 or start + length + lag > len(samples):
            continue
        first, second = samples[start:start + length], samples[start + lag:start + lag + length]
        first, second = first - first.mean(), second - second.mean()
        value = first @ second / np.sqrt((first @ first) * (second @ second) + 1e-30)
        best = value if best is None else max(best, value)
    return best


def numbers(path, document):
    """Even over odd multiples in decibels, and the correlation; None without enough voice."""
    median, frames = track(document)
    rate, samples = wavfile.read(path)
    samples = (samples[:, 0] if samples.ndim > 1 else samples).astype(float)
    samples /= np.abs(samples).max() or 1
    if median is None or (count := min(10, int(min(4000, rate / 2) / median))) < 6:
        return None
    spectra = [levels(samples, rate, time, hz, count) for time, hz in frames]
    halves = [half_correlation(samples, rate, time, hz) for time, hz in frames]
    spectra = [one for one in spectra if one is not None]
    halves = [one for one in halves if one is not None]
    if not spectra or not halves:
        return None
    mean = np.mean(spectra, axis=0)
    over = mean[1:-1] - 0.5 * (mean[:-2] + mean[2:])
    over[1::2] *= -1
    return float(np.median(over)), float(np.median(halves))


def synthetic(tool, folder):
    draw = random.Random(20)
    for seed in range(1, SYNTHETIC + 1):
        f0, alternation = draw.uniform(90, 280), draw.choice((0, 0, 10, 15, 20, 30, 40, 60))
        path = pathlib.Path(folder) / f"{seed}.wav"
        subprocess.run(
            [tool, "synth", "--f0", str(f0), "--jitter", str(draw.choice((0.3, 1, 2))),
             "--shimmer", str(draw.choice((2, 6))), "--hnr", str(draw.choice((15, 25))),
             "--vowel", draw.choice("aiu"), "--amplitude-alternation", str(alternation),
             "--seconds", "1.5", "--seed", str(seed), str(path)], check=True, capture_output=True)
        yield path, f0


def gathered(tool, folder, manifest):
    """(half, kind, has two cycles, numbers) of every voice."""
    listed = [row for row in csv.DictReader(open(manifest, newline=""))
              if "vowel" in row["kind"] and not row["file"].endswith("_egg.wav")]
    speakers = sorted({row["speaker"] for row in listed})
    paths = [pathlib.Path(folder) / row["file"] for row in listed]
    for row, path, document in zip(listed, paths, documents(tool, paths)):
        found = numbers(path, document)
        if found:
            yield speakers.index(row["speaker"]) % 2, "real", path.stem in TWO_CYCLES, found
    with tempfile.TemporaryDirectory() as scratch:
        voices = list(synthetic(tool, scratch))
        for index, ((path, f0), document) in enumerate(
                zip(voices, documents(tool, [path for path, _ in voices]))):
            median, _ = track(document)
            found = numbers(path, document) if median else None
            if found:
                yield index % 2, "synthetic", 0.4 < median / f0 < 0.6, found


def main(tool, folder, manifest):
    voices = list(gathered(tool, folder, manifest))
    print("| set on | limit, dB | scored on | one cycle | taken for two | two cycles | not found |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for half in (0, 1):
        mine = [voice for voice in voices if voice[0] == half and voice[3][1] >= CORRELATION]
        limit = 0.5 * (max(found[0] for _, _, two, found in mine if not two)
                       + min(found[0] for _, _, two, found in mine if two))
        for kind in ("real", "synthetic"):
            others = [voice for voice in voices if voice[0] != half and voice[1] == kind]
            evident = [found[0] >= limit and found[1] >= CORRELATION for _, _, _, found in others]
            ones = [seen for seen, voice in zip(evident, others) if not voice[2]]
            twos = [seen for seen, voice in zip(evident, others) if voice[2]]
            print(f"| half {half + 1} | {limit:.1f} | {kind}, the other half | {len(ones)} | {sum(ones)} |"
                  f" {len(twos)} | {len(twos) - sum(twos)} |")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
