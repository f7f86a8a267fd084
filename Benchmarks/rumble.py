#!/usr/bin/env python3
"""How far low sounds move what is measured of a voice, and what of that the check `rumble` takes back.

    Benchmarks/rumble.py COLLECTION [--tool .build/release/sagevoice] [--of NAME...] > RECORD.md

COLLECTION is a folder of recordings with MANIFEST.csv (file, speaker, health), itself and in `more/`. Bases are
the steady stretches of vowels of people without a complaint, of a second or more and with little rumble of
their own. Low sounds are added to them: noise, tones, and what lies below the voice in the recordings that fail
the check; and for comparison white noise that no check remarks upon. The level is what the check reads: power
from 5 to 45 Hz over all other power. Everything is measured whole, and every number stays (`--gates flag`). Each
NAME is a recording that is looked at by itself, with what an electroglottogram beside it says. Fixed seeds; needs
numpy and scipy.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.io.wavfile as wavfile
import scipy.signal as signal

LEVELS = (-30, -25, -20, -15, -10, -5, 0)
LITTLE = -30
RATIOS = [("jitter", "local_percent"), ("shimmer", "local_percent"), ("shimmer", "apq11_percent"),
          ("f0", "mean_hz"), ("formants", "f1_hz")]
DIFFERENCES = [("hnr", "mean_db"), ("voice_quality", "cpps_db"), ("voice_quality", "h1_h2_db"),
               ("stability", "score_percent")]


def documents(tool, files, *options):
    """One document for each file, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(map(str, files)))
        names.flush()
        run = subprocess.run([tool, "analyze", "--quiet", "--jobs", "2", "--files-from", names.name,
                              *options], capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def read(path):
    rate, samples = wavfile.read(path)
    samples = samples if samples.ndim == 1 else samples[:, 0]
    scale = {"int16": 2**15, "int32": 2**31}.get(str(samples.dtype), 1)
    return rate, samples.astype(float) / scale


def write(path, rate, samples):
    peak = max(1.0, np.abs(samples).max() / 0.98)
    wavfile.write(path, rate, np.round(samples / peak * 32767).astype(np.int16))


def vowels(folder):
    """Vowels of the studio with the speaker and whether there is a complaint."""
    for table in (folder / "MANIFEST.csv", folder / "more" / "MANIFEST.csv"):
        for row in csv.DictReader(open(table)):
            if row["file"].startswith("svd_") and "egg" not in row["file"]:
                yield table.parent / row["file"], row["file"].split("_")[1], row["health"] == "healthy"


def check(document, name):
    return next(c for c in document["quality"]["checks"] if c["id"] == name)


def band(samples, rate, low, high):
    """All from one frequency to another, without a shift in time."""
    spectrum = np.fft.rfft(samples)
    frequencies = np.fft.rfftfreq(len(samples), 1 / rate)
    spectrum[(frequencies < low) | (frequencies > high)] = 0
    return np.fft.irfft(spectrum, len(samples))


def above(samples, rate, cut):
    steep = signal.butter(4, cut, "high", fs=rate, output="sos")
    return signal.sosfiltfilt(steep, samples)


def stretched(low, count):
    """As many samples of a low sound, there and back again."""
    both = np.concatenate([low, low[::-1]])
    return np.tile(both, count // len(both) + 1)[:count]


def noise(rate, count, rng):
    return band(rng.standard_normal(count), rate, 5, 40)


def falling(rate, count, rng):
    return band(np.cumsum(rng.standard_normal(count)), rate, 5, 40)


def tone(rate, count, rng):
    return np.sin(2 * np.pi * rng.uniform(8, 38) * np.arange(count) / rate + rng.uniform(0, 6))


def white(samples, rate, level, rng):
    return samples + rng.standard_normal(len(samples)) * samples.std() * 10 ** (level / 20)


def kinds(sources):
    """Low sounds by name: what makes so many samples of one at a rate."""
    def recorded(whole):
        def make(rate, count, rng):
            own, low, part = sources[rng.integers(len(sources))]
            assert own == rate, "recordings of one rate"
            return stretched(low if whole else part, count)
        return make
    return {"noise, 5 to 40 Hz": noise, "the same, falling by 6 dB an octave": falling,
            "a tone of 8 to 38 Hz": tone, "recorded, 5 to 45 Hz": recorded(False),
            "recorded, 5 Hz to 0.6 F0": recorded(True)}


def with_low(samples, low, rate, level):
    """The sound with a low one added so that the check reads the level."""
    part = band(low * np.hanning(len(low)), rate, 5, 45)
    other = samples * np.hanning(len(samples))
    wanted = 10 ** (level / 10)
    own, power = np.var(part), np.var(low * np.hanning(len(low))) - np.var(part)
    # Of the low sound what lies above 45 Hz counts with the voice.
    gain = wanted * np.var(other) / max(own - wanted * power, 1e-3 * own)
    return samples + low * np.sqrt(gain)


def value(document, key):
    return (document["biomarkers"][key[0]] or {}).get(key[1])


def changes(pairs, key):
    both = [(value(a, key), value(b, key)) for a, b in pairs]
    both = [(a, b) for a, b in both if a is not None and b is not None]
    if key in RATIOS:
        return np.array([100 * (b / a - 1) for a, b in both])
    return np.array([b - a for a, b in both])


def cell(values):
    if len(values) < 3:
        return "–"
    return f"{np.median(values):+.1f} / {np.quantile(np.abs(values), 0.95):.1f}"


def tell(kind, results):
    print(f"\n### {kind}\n")
    heads = [".".join(key) for key in RATIOS + DIFFERENCES]
    print("| level, dB | the check reads | warn, fail | of type 1 | " + " | ".join(heads) + " |")
    print("| --- | --- | --- | --- |" + " --- |" * len(heads))
    for level, pairs in results.items():
        made = [b for _, b in pairs]
        read_as = [check(b, "rumble")["value"] for b in made]
        verdicts = [check(b, "rumble")["verdict"] for b in made]
        regular = sum(b["signal_type"]["type"] == 1 for b in made)
        cells = [cell(changes(pairs, key)) for key in RATIOS + DIFFERENCES]
        print(f"| {level} | {np.median([v for v in read_as if v is not None]):.1f} | "
              f"{verdicts.count('warn')}, {verdicts.count('fail')} | {regular} of {len(made)} | "
              + " | ".join(cells) + " |")


def jitter_kept(kind, results):
    """Of what would be kept, how far jitter is moved, and how often out of the interval that was told of it."""
    for level, pairs in results.items():
        kept = [(a, b) for a, b in pairs if b["signal_type"]["type"] == 1]
        moved, points, beyond = changes(kept, RATIOS[0]), [], 0
        for a, b in kept:
            low, high = a["uncertainty"]["jitter.local_percent"]["ci95"]
            beyond += not low <= value(b, RATIOS[0]) <= high
            points.append(abs(value(b, RATIOS[0]) - value(a, RATIOS[0])))
        points = f"{np.quantile(points, 0.95):.2f}" if len(points) > 2 else "–"
        yield (f"| {kind} | {level} | {len(kept)} of {len(pairs)} | {cell(moved)} | {points} | "
               f"{sum(abs(moved) > 5)} | {beyond} |")


def one(tool, path, folder):
    """A recording by itself: what is left of it above some frequency, and what its spectrum holds."""
    rate, samples = read(path)
    whole = documents(tool, [path], "--gates", "flag")[0]
    first, last = whole["segment"]["start_s"], whole["segment"]["end_s"]
    stretch = samples[int(first * rate):int(last * rate)]
    f0 = value(whole, ("f0", "mean_hz"))
    print(f"\n## {path.name}\n\nF0 {f0:.1f} Hz, steady from {first:.2f} to {last:.2f} s. Power of its bands "
          "over that of all from 160 Hz up:\n")
    frequencies, power = signal.welch(stretch - stretch.mean(), rate, nperseg=32768, noverlap=24576)
    voice = power[frequencies >= 160].sum()
    edges = (5, 20, 45, 60, 75, 90, 120, 160, 250, 350, 450, 800, 2000, 5000)
    print("| Hz | dB |\n| --- | --- |")
    for low, high in zip(edges, edges[1:]):
        here = power[(frequencies >= low) & (frequencies < high)].sum()
        print(f"| {low} to {high} | {10 * np.log10(here / voice):.1f} |")
    cuts = (0, 20, 40, 50, 60, 65, 70, 75, 80, 90, 120, 150)
    files = []
    for cut in cuts:
        target = folder / f"above_{cut}.wav"
        write(target, rate, above(samples, rate, cut) if cut else samples)
        files.append(target)
    beside = path.with_name(path.stem + "_egg.wav")
    results = documents(tool, files, "--gates", "flag", "--from", str(first), "--to", str(last))
    names = [f"all above {cut} Hz" if cut else "as it is" for cut in cuts]
    if beside.exists():
        results += documents(tool, [beside], "--preset", "praat", "--pitch-range", "75:600", "--from",
                             str(first), "--to", str(last))
        names.append("electroglottogram beside it")
    print("\nWithout what lies below a frequency (Butterworth, order 4, there and back), in the same stretch:\n")
    print("| what | rumble, dB | type | why | F0, Hz | jitter (local), % | shimmer (local), % | APQ11, % | "
          "HNR, dB | CPPS, dB |\n|" + " --- |" * 10)
    for name, found in zip(names, results):
        level = [c for c in found["quality"]["checks"] if c["id"] == "rumble"]
        level = f"{level[0]['value']:.1f}" if level and level[0]["value"] is not None else "–"
        kind = found["signal_type"]
        numbers = [value(found, key) for key in (("f0", "mean_hz"), *RATIOS[:3], *DIFFERENCES[:2])]
        numbers = ["–" if n is None else f"{n:.2f}" for n in numbers]
        print(f"| {name} | {level} | {kind['type'] or '–'} | {kind['reasons'][0]} | "
              + " | ".join(numbers) + " |")


def bases(tool, folder, target):
    """Steady stretches of clear vowels, and the low sounds of others that fail the check."""
    rows = list(vowels(folder))
    clear, sources = [], []
    for (path, speaker, healthy), found in zip(rows, documents(
            tool, [path for path, _, _ in rows], "--gates", "flag")):
        if found["state"] != "complete":
            continue
        level, f0 = check(found, "rumble"), value(found, ("f0", "median_hz"))
        first, last = found["segment"]["start_s"], found["segment"]["end_s"]
        rate, samples = read(path)
        part = samples[int(first * rate):int(last * rate)]
        if level["verdict"] == "fail" and f0 and last - first >= 1:
            low = band(part, rate, 5, 0.6 * f0)
            sources.append((rate, low, band(part, rate, 5, 45)))
        if (healthy and last - first >= 1 and level["value"] is not None and level["value"] < LITTLE
                and found["signal_type"]["type"] == 1):
            clear.append(target / f"base_{path.name}")
            write(clear[-1], rate, part)
    return clear, sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=pathlib.Path)
    parser.add_argument("--tool", default=".build/release/sagevoice")
    parser.add_argument("--of", nargs="*", default=[], help="recordings that are looked at by themselves")
    arguments = parser.parse_args()
    whole = ("--segment", "whole", "--gates", "flag")
    with tempfile.TemporaryDirectory() as name:
        folder, rng = pathlib.Path(name), np.random.default_rng(16)
        for own in arguments.of:
            one(arguments.tool, next(arguments.collection.rglob(own)), folder)
        clear, sources = bases(arguments.tool, arguments.collection, folder)
        clean = documents(arguments.tool, clear, *whole)
        print(f"\n## Low sounds added\n\nTo {len(clear)} vowels without a complaint, each of a rumble below "
              f"{LITTLE} dB; recorded ones are of {len(sources)} recordings that fail. Median of the change / 95 % "
              "of its size: percent, of dB and of the score the difference.")
        kept = []
        for kind, make in kinds(sources).items():
            results = {}
            for level in LEVELS:
                files = []
                for path in clear:
                    rate, samples = read(path)
                    files.append(folder / f"{len(files)}_{path.name}")
                    write(files[-1], rate,
                          with_low(samples, make(rate, len(samples), rng), rate, level))
                results[level] = list(zip(clean, documents(arguments.tool, files, *whole)))
            tell(kind, results)
            kept += jitter_kept(kind, results)
        results = {}
        for level in (-60, -50, -40):
            files = [folder / f"white_{path.name}" for path in clear]
            for path, target in zip(clear, files):
                rate, samples = read(path)
                write(target, rate, white(samples, rate, level, rng))
            results[level] = list(zip(clean, documents(arguments.tool, files, *whole)))
        kept += jitter_kept("white noise, for comparison", results)
        print("\n## Jitter (local) where the signal type keeps it\n\n| low sound | level, dB | kept | median of the "
              "change / 95 % of its size, % | 95 % of its size, points | moved by more than 5 % | out of the vowel's "
              "own interval of 95 % |\n|" + " --- |" * 7)
        print("\n".join(kept))


if __name__ == "__main__":
    main()
