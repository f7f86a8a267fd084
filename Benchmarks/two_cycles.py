#!/usr/bin/env python3
"""Sets the limits of two cycles in a repetition on half of the speakers, and scores the other half.

    python3 Benchmarks/two_cycles.py TOOL FOLDER MANIFEST.csv > record.md

Of every vowel in FOLDER, and of synthetic voices of TOOL, the numbers of `TwoCycles` are computed anew, with
numpy and by other means than in Swift: the median level of the even multiples of the pitch over the odd ones, the
correlation half a repetition on, and the second peak of the residual of linear prediction, laid over itself. Two
cycles are evident if the first reaches its limit and the correlation 0.5, or if the third reaches its own. Each
limit is put midway between the highest of one cycle and the lowest of two that it alone has to find (amplitudes
that alternate, periods that do), once on each half of the speakers and of the synthetic voices, and tried on the
other half. Which real vowels have two cycles is what their electroglottograms say, or show without being read
(`egg.py`): svd_1340_a_n, svd_1429_a_n, svd_1429_u_n, svd_1931_a_n. The pitch is that of TOOL under --gates
off, so where it finds half of it.
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
from scipy.linalg import solve_toeplitz
from scipy.ndimage import gaussian_filter1d
from scipy.signal import firwin, lfilter

TWO_CYCLES = ("svd_1340_a_n", "svd_1429_a_n", "svd_1429_u_n", "svd_1931_a_n")
CORRELATION = 0.5
SYNTHETIC = 360
HIGHEST_RATE = 225.0    # of repetitions whose residual is looked at
ORDER, PARTS = 14, 40


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


def residual_peak(samples, rate, frames):
    """The second peak of the folded residual over the first, the median of the frames; 0 without enough."""
    step = max(1, int(rate // 10_000))
    if step > 1:
        samples = lfilter(firwin(16 * step + 1, 0.9 / step), 1, samples)[8 * step::step]
    rate, heights = rate / step, []
    flat = np.r_[samples[0], samples[1:] - 0.97 * samples[:-1]]
    for time, hz in frames[::max(1, len(frames) // 12)]:
        period, centre = rate / hz, int(time * rate)
        half = int(3 * period)
        if centre - half < ORDER or centre + half > len(flat):
            continue
        frame = flat[centre - half - ORDER:centre + half]
        window = frame * np.hanning(len(frame))
        lags = np.correlate(window, window, "full")[len(window) - 1:len(window) + ORDER]
        lags[0] *= 1.0001
        if lags[0] <= 0:
            continue
        residual = lfilter(np.r_[1, solve_toeplitz(lags[:-1], -lags[1:])], 1, frame)[ORDER:]
        part = ((np.arange(len(residual)) / period) % 1 * PARTS).astype(int)
        power = np.bincount(part, residual ** 2, PARTS) / np.maximum(1, np.bincount(part, minlength=PARTS))
        fold = np.sqrt(gaussian_filter1d(power, 1.0, mode="wrap"))
        fold = np.roll(fold, -fold.argmax())
        place = 11 + fold[11:30].argmax()
        trough = max(fold[2:place].min(), fold[place + 1:39].min())
        heights.append(max(0, fold[place] - trough) / (fold[0] - fold.min() + 1e-12))
    return float(np.median(heights)) if len(heights) >= 5 else 0.0


def numbers(path, document):
    """Even over odd multiples in decibels, correlation, second peak; None without enough voice."""
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
    peak = residual_peak(samples, rate, frames) if median <= HIGHEST_RATE else 0.0
    return float(np.median(over)), float(np.median(halves)), peak


def synthetic(tool, folder):
    draw = random.Random(20)
    for seed in range(1, SYNTHETIC + 1):
        f0, alternation = draw.uniform(90, 280), draw.choice((0, 0, 10, 15, 20, 30, 40))
        kind = draw.choice(("amplitude", "period"))
        path = pathlib.Path(folder) / f"{seed}.wav"
        subprocess.run(
            [tool, "synth", "--f0", str(f0), "--jitter", str(draw.choice((0.3, 1, 2))),
             "--shimmer", str(draw.choice((2, 6))), "--hnr", str(draw.choice((15, 25))),
             "--vowel", draw.choice("aiu"), f"--{kind}-alternation", str(alternation),
             "--seconds", "1.5", "--seed", str(seed), str(path)], check=True, capture_output=True)
        yield path, f0, kind


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
        for index, ((path, f0, kind), document) in enumerate(
                zip(voices, documents(tool, [path for path, _, _ in voices]))):
            median, _ = track(document)
            found = numbers(path, document) if median else None
            # Of what is neither one cycle nor two, as with periods of 3 to 2, nothing is asked here.
            if found and (0.4 < median / f0 < 0.6 or 0.9 < median / f0 < 1.1):
                yield index % 2, kind, median / f0 < 0.6, found


def midway(ones, twos):
    return 0.5 * (max(ones) + min(twos))


def main(tool, folder, manifest):
    voices = list(gathered(tool, folder, manifest))
    print("| set on | levels, dB | second peak | scored on | one cycle | taken for two | two cycles | not found |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for half in (0, 1):
        mine = [voice for voice in voices if voice[0] == half]
        levels_limit = midway(
            [found[0] for _, _, two, found in mine if not two and found[1] >= CORRELATION],
            [found[0] for _, kind, two, found in mine if two and kind == "amplitude"])
        peak_limit = midway(
            [found[2] for _, _, two, found in mine if not two],
            [found[2] for _, kind, two, found in mine if two and kind == "period"])
        for kind in ("real", "amplitude", "period"):
            others = [voice for voice in voices if voice[0] != half and voice[1] == kind]
            evident = [found[0] >= levels_limit and found[1] >= CORRELATION or found[2] >= peak_limit
                       for _, _, _, found in others]
            ones = [seen for seen, voice in zip(evident, others) if not voice[2]]
            twos = [seen for seen, voice in zip(evident, others) if voice[2]]
            print(f"| half {half + 1} | {levels_limit:.1f} | {peak_limit:.2f} | {kind}, the other half | {len(ones)} |"
                  f" {sum(ones)} | {len(twos)} | {len(twos) - sum(twos)} |")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
