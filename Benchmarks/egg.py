#!/usr/bin/env python3
"""Compares F0 of sagevoice with simultaneous electroglottograms.

    Benchmarks/egg.py FOLDER [MANIFEST.csv] > RECORD.md

FOLDER has NAME.wav and NAME_egg.wav. Needs numpy and scipy. Exit status 1 if an F0 of sagevoice is wrong.

An electroglottogram (EGG) follows the contact of the vocal folds, so it counts cycles without a pitch tracker. This
script reads it twice in the segment that sagevoice measured, in frames of three periods of 50 Hz, and takes medians:

closures     peaks of the derivative of the EGG, band-passed from 60 Hz to 1.5 kHz, that are at least half as steep as
             the steepest within 25 ms
periodicity  the shortest lag of the normalised autocorrelation of the EGG within 0.01 of the best

If both agree within 2 %, the EGG has an F0. If there are two closures per period, it alternates: each closure is a cycle,
but the signal repeats every second cycle. Any other EGG is unreadable.

The last table has the vowels with withheld measures. The jitter of the closures is the mean absolute difference of
successive intervals between closures, in percent of the mean interval.
"""
import argparse, csv, json, pathlib, subprocess, sys

import numpy as np
from scipy.io import wavfile
from scipy.ndimage import maximum_filter1d
from scipy.signal import butter, find_peaks, sosfiltfilt

AGREEMENT = 0.02        # of two F0 values, as a ratio
LOWEST, HIGHEST = 50.0, 600.0
BAND = (60.0, 1500.0)   # of the EGG, in hertz
CLOSURE_SHARE = 0.5     # of the largest slope nearby
NEARBY = 0.025          # seconds on either side
FRAME = 3 / LOWEST
STEP = 0.01
SAME_HEIGHT = 0.01      # of correlation peaks
LEAST_HEIGHT = 0.5
SHOWN = ["f0.mean_hz", "jitter.local_percent", "shimmer.local_percent", "hnr.mean_db", "voice_quality.cpps_db"]


def read(path):
    rate, samples = wavfile.read(path)
    samples = samples[:, 0] if samples.ndim > 1 else samples
    return samples.astype(float), rate


def glottal_slope(egg, rate):
    """The derivative of the EGG, closures upward."""
    band = sosfiltfilt(butter(3, BAND, "band", fs=rate, output="sos"), egg)
    slope = np.gradient(band)
    # Closing is the faster of the two changes.
    return band, slope if np.mean(slope**3) > 0 else -slope


def closures(slope, rate):
    """The closures of a segment, in samples."""
    nearby = maximum_filter1d(slope, 2 * int(NEARBY * rate) + 1)
    peaks, _ = find_peaks(slope, distance=max(1, int(rate / HIGHEST)))
    return peaks[slope[peaks] > CLOSURE_SHARE * nearby[peaks]]


def counted(peaks, start, end, rate):
    """Closures per second between two samples; nan with fewer than three."""
    inside = peaks[(peaks >= start) & (peaks < end)]
    if len(inside) < 3:
        return np.nan
    return rate * (len(inside) - 1) / (inside[-1] - inside[0])


def jitter(path, start, end):
    """The jitter of the closures of an EGG, in percent; nan with fewer than three intervals."""
    egg, rate = read(path)
    peaks = closures(glottal_slope(egg, rate)[1], rate)
    intervals = np.diff(peaks[(peaks >= start * rate) & (peaks < end * rate)])
    return 100 * np.mean(np.abs(np.diff(intervals))) / intervals.mean() if len(intervals) > 2 else np.nan


def withheld(document):
    """Codes of the withheld measures that the table shows, by measure."""
    codes = {entry["measure"]: entry["code"] for entry in document["unavailable"]}
    return {measure: codes[measure] for measure in SHOWN if measure in codes}


def period(frame, rate):
    """The shortest lag that is nearly as good as the best, in samples; nan without any."""
    longest = int(rate / LOWEST)
    kept = len(frame) - longest
    head = frame[:kept]
    products = np.array([head @ frame[lag:lag + kept] for lag in range(longest)])
    squares = np.concatenate([[0.0], np.cumsum(frame**2)])
    energies = squares[kept:kept + longest] - squares[:longest]
    correlation = products / np.sqrt(products[0] * energies + 1e-30)
    peaks, _ = find_peaks(correlation)
    peaks = peaks[peaks >= rate / HIGHEST]
    if len(peaks) == 0 or correlation[peaks].max() < LEAST_HEIGHT:
        return np.nan
    return peaks[correlation[peaks] >= correlation[peaks].max() - SAME_HEIGHT][0]


def near(first, second):
    return abs(first / second - 1) <= AGREEMENT


def reading(path, start, end):
    """Closures per second, periods per second, and the kind of the EGG."""
    egg, rate = read(path)
    band, slope = glottal_slope(egg, rate)
    first, last = int(start * rate), int(end * rate)
    peaks = closures(slope, rate)
    length = int(FRAME * rate)
    frames = [(at, at + length) for at in range(first, last - length, int(STEP * rate))]
    both = [(counted(peaks, low, high, rate), rate / period(band[low:high], rate))
            for low, high in frames]
    both = np.array([pair for pair in both if np.all(np.isfinite(pair))])
    if len(both) < 5:
        return np.nan, np.nan, "unreadable"
    count, repetition = np.median(both, axis=0)
    if near(count, repetition):
        return count, repetition, "F0"
    if near(count, 2 * repetition):
        return count, repetition, "alternates"
    return count, repetition, "unreadable"


def documents(tool, files):
    run = subprocess.run(
        [tool, "analyze", "--quiet", "--files-from", "-"], input="\n".join(map(str, files)),
        capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def verdict(kind, truth, stated, codes):
    if kind == "unreadable":
        return "–"
    if stated is None:
        return codes or "null"
    if kind == "alternates":
        return "rate of closures" if near(stated, truth) else "WRONG"
    return "within 2 %" if near(stated, truth) else "WRONG"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("manifest", nargs="?", help="table with the columns file and health")
    parser.add_argument("--built", type=pathlib.Path, default=".build/release", help="folder of sagevoice")
    options = parser.parse_args()
    people = {row["file"]: row for row in csv.DictReader(open(options.manifest, newline=""))} if options.manifest else {}
    files = sorted(path for path in options.folder.glob("*.wav") if path.with_name(path.stem + "_egg.wav").exists())
    print("| vowel | closures, Hz | periodicity, Hz | EGG | F0 of sagevoice, Hz | result |")
    print("| --- | --- | --- | --- | --- | --- |")
    tally, faults, missing, regular = {}, 0, [], []
    for path, document in zip(files, documents(options.built / "sagevoice", files)):
        segment = document["segment"]
        count, repetition, kind = reading(
            path.with_name(path.stem + "_egg.wav"), segment["start_s"], segment["end_s"])
        stated = document["biomarkers"]["f0"]["median_hz"]
        codes = ", ".join(entry["code"] for entry in document["unavailable"] if entry["measure"] == "f0.median_hz")
        result = verdict(kind, count, stated, codes)
        health = people.get(path.name, {}).get("health", "")
        speaker = "without" if "healthy" in health else "others" if health else "unknown"
        # A healthy voice with an F0 in its EGG is not ambiguous.
        fault = result == "WRONG" or (speaker == "without" and result == "octave_ambiguous")
        faults += fault
        tally[(kind, result, speaker)] = tally.get((kind, result, speaker), 0) + 1
        numbers = ["–" if not np.isfinite(value or np.nan) else f"{value:.1f}"
                   for value in (count, repetition, stated)]
        irregularity = jitter(path.with_name(path.stem + "_egg.wav"), segment["start_s"], segment["end_s"])
        codes = withheld(document)
        if codes:
            missing.append((path.stem, (document["signal_type"] or {}).get("type") or "–", kind, irregularity,
                            segment["end_s"] - segment["start_s"], codes))
        else:
            regular.append(irregularity)
        print(f"| {path.stem} | {numbers[0]} | {numbers[1]} | {kind} | {numbers[2]} | {result} |")
    print("\n| EGG | F0 of sagevoice | speakers without complaint | others | unknown |")
    print("| --- | --- | --- | --- | --- |")
    for kind, result in sorted({key[:2] for key in tally}):
        counts = [tally.get((kind, result, speaker), 0) for speaker in ("without", "others", "unknown")]
        print(f"| {kind} | {result} | {counts[0]} | {counts[1]} | {counts[2]} |")
    print(f"\nWrong F0 values: {faults} of {len(files)}.")
    print("\n| vowel | segment, s | signal type | EGG | jitter of the closures, % | withheld |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, kind_of_signal, kind, irregularity, seconds, codes in missing:
        listed = ", ".join(f"{measure.split('.')[0]} {code}" for measure, code in codes.items())
        print(f"| {name} | {seconds:.2f} | {kind_of_signal} | {kind} | {irregularity:.1f} | {listed} |")
    print(f"\nWithheld: {sum(len(entry[-1]) for entry in missing)} values of {len(missing)} vowels. Jitter of the closures of the "
          f"{len(regular)} other vowels: median {np.nanmedian(regular):.1f} %, "
          f"90th percentile {np.nanpercentile(regular, 90):.1f} %.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
