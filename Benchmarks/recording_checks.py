#!/usr/bin/env python3
"""What the checks of a recording let through and what they stop.

    Benchmarks/recording_checks.py COLLECTION [--tool .build/release/sagevoice] [--holes] > RECORD.md

COLLECTION is a folder of recordings with MANIFEST.csv (file, speaker, health, kind), itself and in `more/`.
The tables keep speakers with even and with odd numbers apart. Faults are added
to clean vowels of the latter by the recipes below, with fixed seeds. With --holes it tells of holes alone, put
into every vowel without a complaint, and of all recordings as they are. Needs numpy and scipy.
"""

import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import scipy.io.wavfile as wavfile
import scipy.signal

CHECKS = ["snr", "mains_hum", "rumble", "dropouts", "noise_gate", "level_range", "held_vowel"]
SPOKEN = ("arctic_", "commonvoice_", "jfk", "sr_english_mono-16", "opensauce_", "ingest_pcm-24",
          "jpivarski_", "voicelab_female_stereo", "voicelab_male_stereo")
CHANGING = ("vocadito_", "lyon_aeiou", "world_vaiueo2d")


def documents(tool, files, *options):
    """One document for each file, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(map(str, files)))
        names.flush()
        run = subprocess.run(
            [tool, "analyze", "--quiet", "--jobs", "1", "--files-from", names.name,
             *options],
            capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def checks(document):
    return {check["id"]: check for check in document["quality"]["checks"]}


def kinds(folder):
    """Recordings that are measured, with their kind."""
    rows = []
    for table in (folder / "MANIFEST.csv", folder / "more" / "MANIFEST.csv"):
        for row in csv.DictReader(open(table)):
            name, health = row["file"], row.get("health", "")
            if "egg" in name:
                continue
            if name.startswith("svd_"):
                odd = int(re.sub(r"\D", "", row["speaker"] or name.split("_")[1])) % 2
                kind = ("without" if health == "healthy" else "with") + " a condition, "
                kind += "odd" if odd else "even"
            elif name.startswith("coswara_"):
                odd = int(re.sub(r"\D", "", row["speaker"])) % 2
                kind = "at home, " + ("odd" if odd else "even")
            elif name.startswith(SPOKEN):
                kind = "speech"
            elif name.startswith(CHANGING):
                kind = "singing, vowels in a row"
            elif name.startswith(("vocobox_", "figshare_")):
                kind = "other vowels and notes"
            else:
                continue
            rows.append((table.parent / name, kind))
    return rows


def read(path):
    rate, samples = wavfile.read(path)
    samples = samples if samples.ndim == 1 else samples[:, 0]
    scale = {"int16": 2**15, "int32": 2**31}.get(str(samples.dtype), 1)
    return rate, samples.astype(float) / scale


def colored(samples, rate, slope, rng):
    spectrum = np.fft.rfft(rng.standard_normal(len(samples)))
    frequencies = np.fft.rfftfreq(len(samples), 1 / rate)
    spectrum[1:] *= frequencies[1:] ** slope
    spectrum[frequencies < 20] = 0
    return np.fft.irfft(spectrum, len(samples))


def below(samples, other, decibels):
    return samples + other * np.sqrt(np.var(samples) / np.var(other) * 10 ** (-decibels / 10))


def resampled(samples, heights, rate):
    """Played faster or slower: heights in semitones over time."""
    steps = 2 ** (heights / 12)
    places = np.cumsum(steps)
    places = places[places < len(samples) - 1]
    return np.interp(places, np.arange(len(samples)), samples)


def gaps(samples, rate, seconds, gain, _):
    out = samples.copy()
    for start in np.arange(0.35, len(samples) / rate - 0.3, 0.25):
        first = int(start * rate)
        out[first:first + int(seconds * rate)] *= gain
    return out


def pumped(samples, rate, depth, _):
    time = np.arange(len(samples)) / rate
    return samples * 10 ** (0.5 * depth * np.sin(2 * np.pi * 1.5 * time) / 20)


def agc(samples, rate, decibels, rng):
    """Clicks that duck the gain by so many decibels, which comes back within half a second."""
    gain, out = 0.0, np.empty(len(samples))
    back = np.exp(-1 / (0.25 * rate))
    ducked = {int(t * rate) for t in np.arange(0.4, len(samples) / rate, 0.7)}
    for index, sample in enumerate(samples):
        gain = -decibels if index in ducked else gain * back
        out[index] = sample * 10 ** (gain / 20)
    return out


def tone(frequency):
    def add(samples, rate, decibels, _):
        return below(
            samples, np.sin(2 * np.pi * frequency * np.arange(len(samples)) / rate), decibels)
    return add


def hum(base):
    def add(samples, rate, decibels, _):
        time = np.arange(len(samples)) / rate
        wave = sum(np.sin(2 * np.pi * base * k * time + k) / k for k in (1, 2, 3))
        return below(samples, wave, decibels)
    return add


def noise(slope):
    return lambda samples, rate, decibels, rng: below(
        samples, colored(samples, rate, slope, rng), decibels)


def glide(samples, rate, semitones, _):
    return resampled(samples, np.linspace(-semitones / 2, semitones / 2, len(samples)), rate)


def interval(samples, rate, semitones, _):
    heights = np.where(np.arange(len(samples)) < len(samples) / 2, 0.0, semitones)
    return resampled(samples, heights, rate)


FAULTS = [
    ("white noise, dB below", "snr", noise(0), (5, 8, 10, 15, 20, 25, 30, 35, 40)),
    ("pink noise, dB below", "snr", noise(-0.5), (5, 10, 15, 20, 25, 30, 40)),
    ("brown noise, dB below", "snr", noise(-1), (5, 10, 20, 30, 40)),
    ("hum of 50 Hz, dB below", "mains_hum", hum(50), (10, 15, 20, 25, 30, 35, 40, 45, 50)),
    ("hum of 60 Hz, dB below", "mains_hum", hum(60), (10, 15, 20, 25, 30, 35, 40, 45, 50)),
    ("rumble of 19 Hz, dB below", "rumble", tone(19), (5, 10, 15, 20, 25, 30, 35)),
    ("gaps of zeros, s", "dropouts", lambda x, r, v, g: gaps(x, r, v, 0, g),
     (0.001, 0.002, 0.003, 0.004, 0.006, 0.01, 0.02, 0.05)),
    ("gaps 60 dB down, s", "dropouts", lambda x, r, v, g: gaps(x, r, v, 1e-3, g),
     (0.002, 0.004, 0.01, 0.02, 0.05)),
    ("gain that swings, dB", "level_range", pumped, (2, 4, 6, 8, 10, 12, 16)),
    ("gain that ducks, dB", "level_range", agc, (6, 10, 15, 20)),
    ("glide, semitones", "held_vowel", glide, (0.5, 1, 2, 3, 4, 6, 8)),
    ("sung interval, semitones", "held_vowel", interval, (0.5, 1, 2, 3, 4, 5, 7)),
]


def faulty(rows, folder, rng):
    """Files of faults on clean vowels."""
    for name, check, make, sizes in FAULTS:
        for size in sizes:
            for path, _ in rows:
                rate, samples = read(path)
                made = make(samples, rate, size, rng)
                target = folder / f"{FAULTS.index((name, check, make, sizes))}_{size}_{path.name}"
                peak = max(1.0, np.abs(made).max())
                wavfile.write(target, rate, np.round(made / peak * 32767).astype(np.int16))
                yield (name, check, size), target


def joined(pairs, folder):
    """Two vowels of one speaker, one after the other."""
    for first, second in pairs:
        rate, one = read(first)
        _, other = read(second)
        if rate == read(second)[0]:
            target = folder / f"joined_{first.stem}_{second.stem}.wav"
            fade = int(0.03 * rate)
            one, other = one[:int(1.2 * rate)], other[:int(1.2 * rate)]
            other = other * np.sqrt(np.var(one) / np.var(other))
            ramp = np.linspace(0, 1, fade)
            middle = one[-fade:] * (1 - ramp) + other[:fade] * ramp
            made = np.concatenate([one[:-fade], middle, other[fade:]])
            wavfile.write(
                target, rate, np.round(made / max(1, np.abs(made).max()) * 32767).astype(np.int16))
            yield target


def zeros(samples, first, end, rate):
    samples[first:end] = 0


def held(samples, first, end, rate):
    samples[first:end] = samples[first - 1]


def turned_down(samples, first, end, rate):
    samples[first:end] *= 1e-3


def repeated(samples, first, end, rate):
    """The packet before the hole over again, up to its end."""
    packet = samples[first - int(0.02 * rate):first].copy()
    samples[first:end] = np.resize(packet, end - first)


def faded(samples, first, end, rate):
    """Zeros, down to and up from which it takes 10 ms."""
    ramp = np.linspace(1, 0, int(0.01 * rate))
    samples[first:end] = 0
    samples[first - len(ramp):first] *= ramp
    samples[end:end + len(ramp)] *= ramp[::-1][:len(samples[end:end + len(ramp)])]


HOLES = [("zeros", zeros), ("the last value held", held), ("60 dB down", turned_down),
         ("the packet of 20 ms before it repeated", repeated), ("zeros, faded over 10 ms", faded)]
HOLE_SECONDS = (0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3)
HOLE_MEASURES = ("voice_breaks", "degree_of_voice_breaks_percent", "unvoiced_fraction", "duration_s",
                 "onset_to_steady_s")


def holed(path, document, seconds, make, count, rng, target):
    """A recording with holes at random times of its phonation; None where they find no room."""
    rate, samples = read(path)
    voice = [e for e in document["segment"]["excluded"] if e["reason"] == "unvoiced"]
    start = voice[0]["end_s"] if voice and voice[0]["start_s"] == 0 else 0.0
    end = start + document["biomarkers"]["phonation"]["duration_s"]
    room = (end - start - 0.1) / count
    if room < seconds + 0.05:
        return None
    for number in range(count):
        first = start + 0.05 + number * room + rng.uniform(0, room - seconds - 0.02)
        make(samples, int(first * rate), int((first + seconds) * rate), rate)
    wavfile.write(target, rate, np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16))
    return target


def tell_holes(tool, found, folder, rng):
    """Holes in voices without a complaint: what is seen of them, and what they make of the phonation."""
    bases = [(path, document) for path, kind, document in found if kind.startswith("without")]
    print(f"\n## Holes put into {len(bases)} vowels without a complaint\n\nAt random times between the first and "
          "the last voice, anywhere in a cycle. Of dropouts the failures, and those of which the length is told "
          "within 1 ms; of gap the failures; whether either or both withhold the jitter that the vowel has.\n")
    print("| in the hole | ms | holes | n | dropouts | length told | gap | either |\n| --- |" + " --- |" * 7)
    zeroed = []
    for name, make in HOLES:
        for count, seconds in [(1, s) for s in HOLE_SECONDS] + [(3, 0.02), (3, 0.05)]:
            made = [(document, holed(path, document, seconds, make, count, rng,
                                     folder / f"hole_{index}.wav"))
                    for index, (path, document) in enumerate(bases)]
            made = [(document, target) for document, target in made if target]
            results = documents(tool, [target for _, target in made], "--gates", "flag")
            if make is zeros and count == 1:
                zeroed.append((seconds, [(a, b) for (a, _), b in zip(made, results)]))
            tests = [checks(document) for document in results]
            dropouts = [t["dropouts"]["verdict"] == "fail" for t in tests]
            right = [abs(t["dropouts"]["value"] - seconds) < 0.001 for t, d in zip(tests, dropouts) if d]
            gap = [t["gap"]["verdict"] == "fail" for t in tests]
            either = sum(a or b for a, b in zip(dropouts, gap))
            print(f"| {name} | {1000 * seconds:g} | {count} | {len(tests)} | {sum(dropouts)} | {sum(right)} | "
                  f"{sum(gap)} | {either} |")
    print("\nWhat one hole of zeros makes of the phonation (every number stays with `--gates flag`): vowels in "
          "which a number is another than without the hole, of durations and times by more than 50 ms.\n")
    print("| ms | n | " + " | ".join(HOLE_MEASURES) + " |\n| --- |" + " --- |" * 6)
    for seconds, pairs in zeroed:
        cells = []
        for key in HOLE_MEASURES:
            slack = 0.05 if key.endswith("_s") else 1e-9
            both = [(a["biomarkers"]["phonation"][key], b["biomarkers"]["phonation"][key])
                    for a, b in pairs]
            cells.append(str(sum(a is not None and (b is None or abs(a - b) > slack) for a, b in both)))
        print(f"| {1000 * seconds:g} | {len(pairs)} | " + " | ".join(cells) + " |")


def tell_untouched(tool, folder):
    """Every recording that is measured at all, as it is."""
    files = sorted([*folder.glob("*.wav"), *(folder / "more").glob("*.wav")])
    tally, failed = collections.Counter(), []
    for path, document in zip(files, documents(tool, files)):
        kind = "electroglottogram" if "egg" in path.name else path.name.split("_")[0]
        test = checks(document).get("dropouts", {"verdict": "refused"})
        tally[kind, test["verdict"]] += 1
        if test["verdict"] == "fail":
            failed.append((path.name, test["value"]))
    print("\n## All recordings as they are\n\n| of | n | pass | unknown | fail | refused |\n| --- |"
          + " --- |" * 5)
    for kind in sorted({kind for kind, _ in tally}):
        cells = [tally[kind, verdict] for verdict in ("pass", "unknown", "fail", "refused")]
        print(f"| {kind} | {sum(cells)} | " + " | ".join(map(str, cells)) + " |")
    print("\nThose that fail, with the longest hole in ms: "
          + ", ".join(f"{name} {1000 * value:.1f}" for name, value in failed) + ".")


def share(count, total):
    return f"{count} of {total}"


def tell_collection(found):
    print("## Recordings as they are\n\n| kind | n | " + " | ".join(CHECKS) + " |")
    print("| --- | --- |" + " --- |" * len(CHECKS))
    for kind in sorted({kind for _, kind, _ in found}):
        here = [checks(document) for _, k, document in found if k == kind]
        cells = []
        for check in CHECKS:
            tally = collections.Counter(c[check]["verdict"] for c in here if check in c)
            cells.append(" ".join(str(tally[v]) for v in ("pass", "unknown", "warn", "fail")))
        print(f"| {kind} | {len(here)} | " + " | ".join(cells) + " |")
    print("\nEach cell: pass, unknown, warn, fail.\n\nEvery failure:\n")
    for path, kind, document in found:
        for check in CHECKS:
            entry = checks(document).get(check, {})
            if entry.get("verdict") == "fail":
                print(f"- {path.name} ({kind}): {check} {entry['value']} {entry['unit']}")


def tell_faults(results):
    print("\n## Faults added to clean vowels of speakers with odd numbers\n")
    table = collections.defaultdict(collections.Counter)
    for (name, check, size), document in results:
        if document["state"] == "complete":
            table[name, check, size][checks(document)[check]["verdict"]] += 1
    print("| fault | check | size | pass | unknown | warn | fail |\n| --- |" + " --- |" * 6)
    for (name, check, size), tally in table.items():
        cells = " | ".join(str(tally[v]) for v in ("pass", "unknown", "warn", "fail"))
        print(f"| {name} | {check} | {size} | {cells} |")


def tell_effect(results, clean):
    print("\n## What faults do to measures\n\nMedian of the ratio to the clean recording, of HNR the "
          "difference in dB; where both have a number (gates of the clinical preset).\n")
    print("| fault | size | n | jitter (local) | shimmer (local) | APQ11 | HNR |\n| --- |" + " --- |" * 6)
    keys = [("jitter", "local_percent"), ("shimmer", "local_percent"), ("shimmer", "apq11_percent"),
            ("hnr", "mean_db")]
    grouped = collections.defaultdict(list)
    for (name, check, size), original, document in results:
        if document["state"] == "complete" and check in ("snr", "mains_hum", "rumble"):
            grouped[name, size].append((clean[original], document))
    for (name, size), pairs in grouped.items():
        cells, counts = [], []
        for group, key in keys:
            both = [(a["biomarkers"][group][key], b["biomarkers"][group][key]) for a, b in pairs]
            both = [(a, b) for a, b in both if a and b]
            counts.append(len(both))
            values = [b - a if group == "hnr" else b / a for a, b in both]
            cells.append(f"{np.median(values):.2f}" if len(values) > 2 else "-")
        print(f"| {name} | {size} | {max(counts)} | " + " | ".join(cells) + " |")


def tell_rumble(tool, found, folder):
    """Real rumble: what measures become when all below 48 Hz is taken out."""
    print("\n## What the rumble of real recordings does\n\nMedians of the ratio to the same recording "
          "high-passed at 48 Hz (F0 above 90 Hz; praat preset, steady stretch), of HNR the difference.\n")
    made = []
    for path, kind, document in found:
        f0 = document["biomarkers"]["f0"]["median_hz"]
        level = checks(document)["rumble"]["value"]
        if "a condition" in kind and f0 and f0 > 90 and level is not None:
            rate, samples = read(path)
            steep = scipy.signal.butter(4, 48, "high", fs=rate, output="sos")
            for sound in (samples, scipy.signal.sosfiltfilt(steep, samples)):
                target = folder / f"high_{len(made)}.wav"
                scaled = sound * 0.8 / max(1, np.abs(sound).max())
                wavfile.write(target, rate, np.round(scaled * 32767).astype(np.int16))
                made.append((level, target))
    results = documents(tool, [target for _, target in made], "--preset", "praat", "--segment", "steady",
                        "--measures", "jitter,shimmer,hnr")
    print("| rumble, dB | n | jitter (local) | shimmer (local) | APQ11 | HNR |\n| --- |" + " --- |" * 5)
    keys = [("jitter", "local_percent"), ("shimmer", "local_percent"), ("shimmer", "apq11_percent"),
            ("hnr", "mean_db")]
    for low, high in ((-99, -40), (-40, -30), (-30, -25), (-25, -20), (-20, 9)):
        here = [index for index in range(0, len(made), 2) if low < made[index][0] <= high]
        cells = []
        for group, key in keys:
            both = [(results[i]["biomarkers"][group][key], results[i + 1]["biomarkers"][group][key])
                    for i in here]
            values = [a - b if group == "hnr" else a / b for a, b in both if a and b]
            cells.append(f"{np.median(values):.2f}" if values else "-")
        print(f"| {low} to {high} | {len(here)} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=pathlib.Path)
    parser.add_argument("--tool", default=".build/release/sagevoice")
    parser.add_argument("--holes", action="store_true", help="tell of holes alone")
    arguments = parser.parse_args()
    rows = kinds(arguments.collection)
    found = [(path, kind, document) for (path, kind), document in
             zip(rows, documents(arguments.tool, [path for path, _ in rows]))
             if document["state"] == "complete"]
    if arguments.holes:
        with tempfile.TemporaryDirectory() as name:
            tell_untouched(arguments.tool, arguments.collection)
            tell_holes(arguments.tool, found, pathlib.Path(name), np.random.default_rng(3))
        return
    tell_collection(found)
    clean = [(path, document) for path, kind, document in found
             if kind == "without a condition, odd"
             and document["recording"]["duration_s"] > 1.2
             and all(checks(document)[c]["verdict"] in ("pass", "unknown") for c in CHECKS)]
    print(f"\n{len(clean)} clean vowels of 1.2 s and more are the bases of faults.")
    with tempfile.TemporaryDirectory() as name:
        folder, rng = pathlib.Path(name), np.random.default_rng(1)
        made = list(faulty(clean, folder, rng))
        results = documents(arguments.tool, [target for _, target in made])
        tell_faults(list(zip([key for key, _ in made], results)))
        originals = {path.name: document for path, document in clean}
        tell_effect([(key, target.name.split("_", 2)[2], document)
                     for (key, target), document in zip(made, results)], originals)
        tell_rumble(arguments.tool, found, folder)
        vowels = [path for path, kind, _ in found
                  if kind == "without a condition, odd" and path.stem.endswith("_n")]
        pairs = [(a, b) for a in vowels for b in vowels
                 if a < b and a.name.split("_")[1] == b.name.split("_")[1]]
        tally = collections.Counter(
            (checks(d)["held_vowel"]["verdict"])
            for d in documents(arguments.tool, list(joined(pairs, folder))) if d["state"] == "complete")
        print("\nTwo vowels of one speaker, one after the other within 30 ms: held_vowel "
              + ", ".join(f"{verdict} {count}" for verdict, count in sorted(tally.items())) + ".")


if __name__ == "__main__":
    main()
