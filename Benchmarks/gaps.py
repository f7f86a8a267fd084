#!/usr/bin/env python3
"""Whether sound that was cut out of a voice is found, and how often it is said to be missing where it is not.

    Benchmarks/gaps.py COLLECTION [--tool .build/release/sagevoice] > RECORD.md

COLLECTION is a folder of recordings with MANIFEST.csv (file, speaker, kind, channels), itself and in `more/`.
Speakers are halved by lot with a fixed seed: the limit is set on one half, the rates are told of the other. Stretches
are removed from held vowels at random places, with a fixed seed. Needs numpy and scipy.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import tempfile
import warnings

import numpy as np
import scipy.io.wavfile as wavfile
import scipy.stats

SIZES = (1, 2, 3, 5, 10, 20, 50)
PLACES = {5: 4}  # cuts of this size for each voice; one of the others
JITTERS = (0.2, 0.5, 1, 1.5, 2, 2.5, 3)
TRACE = 0.1  # of a period from a whole number of them
EDGE = 0.2  # seconds from where the voice begins and ends
LIMIT = 4
CLEAR_HNR = 20  # dB


def documents(tool, files, *options):
    """One document for each file, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(map(str, files)))
        names.flush()
        run = subprocess.run(
            [tool, "analyze", "--quiet", "--jobs", "1", "--contours", "--measures",
             "f0.median_hz,jitter.local_percent,hnr.mean_db", "--files-from", names.name, *options],
            capture_output=True, text=True)
    made = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(made) == len(files), run.stderr
    return made


def gap(document):
    return next((c for c in document.get("quality", {}).get("checks", []) if c["id"] == "gap"), None)


def told_time(check):
    return float(check["sentence"]["parameters"]["time"])


def recordings(folder):
    """Every recording of one channel with its speaker and what it is."""
    for table in (folder / "MANIFEST.csv", folder / "more" / "MANIFEST.csv"):
        for row in csv.DictReader(open(table)):
            path = table.parent / row["file"]
            if row["channels"] != "1" or not path.exists():
                continue
            kind = ("electroglottogram" if "egg" in row["file"] else
                    "speech, singing" if "vowel" not in row["kind"] or "isolated" in row["kind"] else
                    "vowel at home" if row["file"].startswith("coswara_") else "vowel elsewhere")
            yield path, row["speaker"] or row["file"].split("_")[1], kind


def read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rate, samples = wavfile.read(path)
    scale = {"int16": 2**15, "int32": 2**31}.get(str(samples.dtype), 1)
    return rate, samples.astype(float) / scale


def write(path, rate, samples):
    wavfile.write(path, rate, np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16))


def voiced(document):
    """Times and frequencies of the measured stretch where there is a voice."""
    return np.array([(q["time_s"], q["hz"]) for q in document["contours"]["f0"] if q["hz"]])


def cuts(path, document, rng, folder):
    """Files out of which so many milliseconds were cut, each with how far that is from whole periods."""
    rate, samples = read(path)
    track = voiced(document)
    low, high = track[0, 0] + EDGE, track[-1, 0] - EDGE
    for size in SIZES:
        for _ in range(PLACES.get(size, 1)):
            if high - size / 1000 <= low:
                continue
            at = rng.uniform(low, high - size / 1000)
            first, count = int(at * rate), round(size * rate / 1000)
            near = track[np.argsort(np.abs(track[:, 0] - at - size / 2000))[:7], 1]
            periods = count / rate * np.median(near)
            target = folder / f"{len(list(folder.iterdir()))}.wav"
            write(target, rate, np.concatenate([samples[:first], samples[first + count:]]))
            yield {"size": size, "target": target, "at": at, "rest": abs(periods - round(periods))}


def add_cuts(tool, rows, folder):
    rng = np.random.default_rng(20)
    made = [row | cut for row in rows for cut in cuts(row["path"], row["document"], rng, folder)]
    for one, document in zip(made, documents(tool, [m["target"] for m in made])):
        check = gap(document) or {"verdict": "unknown", "value": None}
        one["verdict"], one["value"] = check["verdict"], check["value"]
        one["found"] = check["verdict"] == "fail" and abs(told_time(check) - one["at"]) < 0.05
    return made


def bound(found, count):
    """The upper end of the one-sided 95 % interval of a share (Clopper and Pearson), percent."""
    return 100 * scipy.stats.beta.ppf(0.95, found + 1, count - found) if found < count else 100


def table(*titles):
    print(f"\n| {' | '.join(titles)} |\n|{' --- |' * len(titles)}")


def line(*cells):
    print(f"| {' | '.join(map(str, cells))} |")


def share(rows):
    return f"{sum(r['found'] for r in rows)} of {len(rows)}" if rows else "–"


def tell_untouched(rows):
    print("\n## Recordings as they are")
    table("half", "what", "recordings", "speakers", "not judged", "judged", "found", "95 % bound, %", "median", "95 %",
          "largest that passes")
    for key in sorted({(r["half"], r["what"]) for r in rows}):
        here = [r for r in rows if (r["half"], r["what"]) == key]
        judged = [r for r in here if r["check"]["verdict"] != "unknown"]
        found = [r for r in judged if r["check"]["verdict"] == "fail"]
        values = [r["check"]["value"] for r in judged if r not in found]
        line(*key, len(here), len({r["speaker"] for r in here}), len(here) - len(judged), len(judged), len(found),
             f"{bound(len(found), len(judged)):.1f}" if judged else "–",
             *[f"{np.quantile(values, q):.2f}" for q in (0.5, 0.95, 1)] if values else "–––")
    print("\nThe largest that pass:\n")
    passed = [r for r in rows if r["check"]["verdict"] == "pass"]
    for row in sorted(passed, key=lambda r: -r["check"]["value"])[:8]:
        print(f"- {row['path'].name} ({row['what']}): {row['check']['value']:.2f}")


def best_lag(samples, first, count, period):
    window = samples[first:first + count]
    lags = range(round(0.9 * period), round(1.1 * period) + 1)
    return max(lags, key=lambda lag: np.corrcoef(window, samples[first - lag:first - lag + count])[0, 1])


def evidence(tool, row):
    """What one period before and after foretell of 3 ms to either side of the sharpest join near a found place, with
    all samples of the file: shares of the power that are left, percent."""
    rate, samples = read(row["path"])
    at = told_time(row["check"])
    # The place may lie outside of the measured stretch, of which alone the document has F0.
    track = voiced(documents(tool, [row["path"]], "--segment", "whole")[0])
    period = rate / np.median(track[np.argsort(np.abs(track[:, 0] - at))[:9], 1])
    centre, count = int(at * rate), int(0.9 * period)
    past = best_lag(samples, centre - int(1.6 * period), count, period)
    future = best_lag(samples, centre + int(2 * period), count, period)
    zone = np.arange(centre - int(period), centre + int(period))
    left, right = samples[zone] - samples[zone - past], samples[zone] - samples[zone + future]
    total = np.concatenate([[0], np.cumsum(left**2)]) + np.concatenate([np.cumsum((right**2)[::-1])[::-1], [0]])
    join = int(np.argmin(total))
    near = int(0.003 * rate)
    power = np.mean((samples[zone] - np.mean(samples[zone]))**2)
    rest = lambda part: f"{100 * np.mean(part**2) / power:.0f}"
    before, after = slice(max(0, join - near), join), slice(join, join + near)
    return (f"{(zone[0] + join) / rate:.4f}", rest(left[before]), rest(right[before]), rest(left[after]),
            rest(right[after]))


def tell_found(tool, rows):
    found = [r for r in rows if r["check"]["verdict"] == "fail"]
    print("\n## What was found in recordings as they are\n")
    print("How much of the 3 ms before and after the sharpest join is left, percent of the power, by what lies one period "
          "before (past) and after (future). Where something was cut out, the past is right up to one sample and wrong from "
          "there on, and the future the other way round.")
    table("recording", "half", "value", "join at, s", "before: past", "before: future", "after: past", "after: future")
    for row in found:
        line(row["path"].name, row["half"], f"{row['check']['value']:.1f}", *evidence(tool, row))


def tell_limit(rows, made):
    set_on = [r["check"]["value"] for r in rows if r["half"] == "limit" and r["check"]["verdict"] == "pass"]
    clear = [m["value"] for m in made if m["half"] == "limit" and m["voice"] == "clear" and m["size"] == 5
             and m["rest"] >= 0.15 and m["value"] is not None]
    print("\n## The limit\n")
    print(f"In the half that it was set on, the largest value of {len(set_on)} recordings that pass is {max(set_on):.2f}, and of "
          f"{len(clear)} cuts of 5 ms out of clear voices, 0.15 of a period or more from a whole number of them, the lowest 2 % "
          f"have {np.quantile(clear, 0.02):.2f} at most. The geometric middle is "
          f"{np.sqrt(max(set_on) * np.quantile(clear, 0.02)):.1f}; the limit is {LIMIT}.")


def tell_cuts(made, voices, title):
    print(f"\n## {title}")
    table("voice", "cut, ms", "n", "all found", f"{TRACE} of a period or more from a whole number", "not judged",
          f"less than {TRACE}")
    for voice in voices:
        for size in SIZES:
            here = [m for m in made if m["voice"] == voice and m["size"] == size]
            trace = [m for m in here if m["rest"] >= TRACE]
            if here:
                line(voice, size, len(here), share(here), share(trace),
                     sum(m["verdict"] == "unknown" for m in trace), share([m for m in here if m["rest"] < TRACE]))


def synthetic(tool, folder, count):
    """Voices of which jitter, shimmer and HNR are known: half of them hoarse."""
    rng = np.random.default_rng(21)
    for index in range(count):
        jitter, hoarse = JITTERS[index % len(JITTERS)], index // len(JITTERS) % 2 == 1
        target = folder / f"{index}.wav"
        shimmer, hnr = (rng.uniform(4, 8), rng.uniform(10, 16)) if hoarse else (rng.uniform(0.5, 4), rng.uniform(20, 35))
        subprocess.run(
            [tool, "synth", "--f0", f"{np.exp(rng.uniform(np.log(85), np.log(330))):.1f}", "--jitter", str(jitter),
             "--shimmer", f"{shimmer:.2f}", "--hnr", f"{hnr:.1f}", "--seconds", "3", "--vowel", "aiu"[index % 3],
             "--seed", str(9000 + index), str(target)], check=True, capture_output=True)
        yield {"path": target, "voice": f"{'hoarse' if hoarse else 'clear'}, jitter {jitter} %"}


def tell_synthetic(rows):
    print("\n## Synthetic voices as they are\n")
    print("F0 85 to 330 Hz, /a/, /i/ and /u/. Clear: shimmer 0.5 to 4 %, HNR 20 to 35 dB; hoarse: 4 to 8 %, 10 to 16 dB.")
    table("voice", "n", "not judged", "found", "largest that passes")
    for voice in sorted({r["voice"] for r in rows}):
        here = [r["check"] for r in rows if r["voice"] == voice]
        line(voice, len(here), sum(c["verdict"] == "unknown" for c in here), sum(c["verdict"] == "fail" for c in here),
             f"{max((c['value'] for c in here if c['verdict'] == 'pass'), default=0):.2f}")
    judged = [r for r in rows if r["check"]["verdict"] != "unknown"]
    found = sum(r["check"]["verdict"] == "fail" for r in judged)
    print(f"\nFound in all: {found} of {len(judged)} (95 % bound {bound(found, len(judged)):.1f} %).")


def judged_by(tool, rows):
    """The rows of which there are numbers, each with its document and check."""
    for row, document in zip(rows, documents(tool, [r["path"] for r in rows])):
        if document["state"] == "complete" and gap(document) and len(voiced(document)):
            yield row | {"document": document, "check": gap(document)}


def voice_of(document):
    hnr = document["biomarkers"]["hnr"]["mean_db"]
    return "clear" if document["signal_type"]["type"] == 1 and (hnr or 0) >= CLEAR_HNR else "hoarse"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=pathlib.Path)
    parser.add_argument("--tool", default=".build/release/sagevoice")
    parser.add_argument("--synthetic", type=int, default=420)
    arguments = parser.parse_args()
    listed = list(recordings(arguments.collection))
    speakers = sorted({speaker for _, speaker, _ in listed})
    random.Random(20).shuffle(speakers)
    half = {speaker: ("limit", "rates")[index % 2] for index, speaker in enumerate(speakers)}
    rows = list(judged_by(arguments.tool, [
        {"path": path, "speaker": speaker, "what": what, "half": half[speaker]} for path, speaker, what in listed]))
    for row in rows:
        row["voice"] = voice_of(row["document"])
    with tempfile.TemporaryDirectory() as name:
        folders = [pathlib.Path(name) / part for part in ("cut", "drawn", "drawn-cut")]
        for folder in folders:
            folder.mkdir()
        made = add_cuts(arguments.tool, [
            r for r in rows if r["what"].startswith("vowel") and r["check"]["verdict"] == "pass"], folders[0])
        drawn = list(judged_by(arguments.tool, list(synthetic(arguments.tool, folders[1], arguments.synthetic))))
        drawn_cuts = add_cuts(arguments.tool, [r for r in drawn if r["check"]["verdict"] == "pass"], folders[2])
    tell_untouched(rows)
    tell_found(arguments.tool, rows)
    tell_limit(rows, made)
    for title, part in (("of the half that the limit was not set on", "rates"), ("of the other half", "limit")):
        tell_cuts([m for m in made if m["half"] == part], ("clear", "hoarse"), f"Cuts out of the vowels {title}")
    tell_synthetic(drawn)
    tell_cuts(drawn_cuts, sorted({r["voice"] for r in drawn}), "Cuts out of synthetic voices")


if __name__ == "__main__":
    main()
