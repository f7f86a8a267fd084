#!/usr/bin/env python3
"""Error rates of the checks of a recording, on a collection of voices.

    Benchmarks/recording_checks.py COLLECTION [--holes | --cuts] > RECORD.md

COLLECTION and COLLECTION/more have recordings and MANIFEST.csv (file, speaker, health, kind, channels). Seeds are fixed.
Needs numpy and scipy.

    (default)   verdicts of all checks on the unmodified recordings, and after noise, hum, rumble, gaps, gain and pitch
                changes were added to clean vowels of speakers with odd numbers
    --holes     the checks dropouts and gap on holes inserted into the vowels of speakers without a complaint
    --cuts      the check gap on recorded and synthetic vowels with removed segments; the speakers are split at random,
                and the limit was set on the half "limit"
"""

import argparse, collections, csv, json, pathlib, random, re, subprocess, tempfile

import numpy as np
import scipy.io.wavfile as wavfile
import scipy.signal
import scipy.stats

from degradations import read

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
    """Paths of the recordings with their kind."""
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


def write(path, rate, samples):
    """Writes 16 bits. A peak above full scale is scaled to full scale."""
    wavfile.write(path, rate, np.round(samples / max(1.0, np.abs(samples).max()) * 32767).astype(np.int16))


def table(*titles):
    print(f"\n| {' | '.join(titles)} |\n|{' --- |' * len(titles)}")


def line(*cells):
    print(f"| {' | '.join(map(str, cells))} |")


def tallied(verdicts, among=("pass", "unknown", "warn", "fail")):
    counts = collections.Counter(verdicts)
    return [counts[verdict] for verdict in among]


def colored(samples, rate, slope, rng):
    spectrum = np.fft.rfft(rng.standard_normal(len(samples)))
    frequencies = np.fft.rfftfreq(len(samples), 1 / rate)
    spectrum[1:] *= frequencies[1:] ** slope
    spectrum[frequencies < 20] = 0
    return np.fft.irfft(spectrum, len(samples))


def below(samples, other, decibels):
    return samples + other * np.sqrt(np.var(samples) / np.var(other) * 10 ** (-decibels / 10))


def resampled(samples, heights, rate):
    """Resampled by a pitch contour in semitones."""
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
    """Automatic gain control: clicks reduce the gain by `decibels`; it recovers within half a second."""
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
    ("white noise, SNR in dB", "snr", noise(0), (5, 8, 10, 15, 20, 25, 30, 35, 40)),
    ("pink noise, SNR in dB", "snr", noise(-0.5), (5, 10, 15, 20, 25, 30, 40)),
    ("brown noise, SNR in dB", "snr", noise(-1), (5, 10, 20, 30, 40)),
    ("hum of 50 Hz, dB below the voice", "mains_hum", hum(50), (10, 15, 20, 25, 30, 35, 40, 45, 50)),
    ("hum of 60 Hz, dB below the voice", "mains_hum", hum(60), (10, 15, 20, 25, 30, 35, 40, 45, 50)),
    ("rumble of 19 Hz, dB below the voice", "rumble", tone(19), (5, 10, 15, 20, 25, 30, 35)),
    ("gaps of zeros, s", "dropouts", lambda x, r, v, g: gaps(x, r, v, 0, g),
     (0.001, 0.002, 0.003, 0.004, 0.006, 0.01, 0.02, 0.05)),
    ("gaps attenuated by 60 dB, s", "dropouts", lambda x, r, v, g: gaps(x, r, v, 1e-3, g),
     (0.002, 0.004, 0.01, 0.02, 0.05)),
    ("gain modulation at 1.5 Hz, dB", "level_range", pumped, (2, 4, 6, 8, 10, 12, 16)),
    ("gain reduction by clicks, dB", "level_range", agc, (6, 10, 15, 20)),
    ("glide, semitones", "held_vowel", glide, (0.5, 1, 2, 3, 4, 6, 8)),
    ("sung interval, semitones", "held_vowel", interval, (0.5, 1, 2, 3, 4, 5, 7)),
]


def faulty(rows, folder, rng):
    """Files of clean vowels with one added fault."""
    for index, (name, check, make, sizes) in enumerate(FAULTS):
        for size in sizes:
            for path, _ in rows:
                rate, samples = read(path)
                target = folder / f"{index}_{size}_{path.name}"
                write(target, rate, make(samples, rate, size, rng))
                yield (name, check, size), path.name, target


def joined(pairs, folder):
    """Two vowels of one speaker in sequence, with a crossfade of 30 ms."""
    for first, second in pairs:
        (rate, one), (other_rate, other) = read(first), read(second)
        if rate == other_rate:
            fade = int(0.03 * rate)
            one, other = one[:int(1.2 * rate)], other[:int(1.2 * rate)]
            other = other * np.sqrt(np.var(one) / np.var(other))
            ramp = np.linspace(0, 1, fade)
            target = folder / f"joined_{first.stem}_{second.stem}.wav"
            write(target, rate, np.concatenate([one[:-fade], one[-fade:] * (1 - ramp) + other[:fade] * ramp, other[fade:]]))
            yield target


# MARK: - All checks

CYCLE_MEASURES = (("jitter", "local_percent"), ("shimmer", "local_percent"), ("shimmer", "apq11_percent"), ("hnr", "mean_db"))


def median_changes(pairs):
    """Pairs of documents with numbers, and medians over them: the ratio of each measure, and the difference of HNR."""
    cells, most = [], 0
    for group, key in CYCLE_MEASURES:
        both = [(a["biomarkers"][group][key], b["biomarkers"][group][key]) for a, b in pairs]
        values = [b - a if group == "hnr" else b / a for a, b in both if a and b]
        cells.append(f"{np.median(values):.2f}" if len(values) > 2 else "-")
        most = max(most, len(values))
    return most, *cells


def print_collection(found):
    print("## Unmodified recordings\n\nEach cell: pass, unknown, warn, fail.")
    table("kind", "n", *CHECKS)
    for kind in sorted({kind for _, kind, _ in found}):
        here = [checks(document) for _, k, document in found if k == kind]
        line(kind, len(here), *(" ".join(map(str, tallied(c[check]["verdict"] for c in here if check in c))) for check in CHECKS))
    print("\nAll failures:\n")
    for path, kind, document in found:
        for check in CHECKS:
            entry = checks(document).get(check, {})
            if entry.get("verdict") == "fail":
                print(f"- {path.name} ({kind}): {check} {entry['value']:.3g} {entry['unit']}")


def print_faults(results, clean):
    """Verdicts on recordings with faults, and the effect of noise, hum and rumble on measures."""
    groups = collections.defaultdict(list)
    for key, original, document in results:
        if document["state"] == "complete":
            groups[key].append((clean[original], document))
    print("\n## Faults added to clean vowels of speakers with odd numbers")
    table("fault", "check", "size", "pass", "unknown", "warn", "fail")
    for (name, check, size), pairs in groups.items():
        line(name, check, size, *tallied(checks(document)[check]["verdict"] for _, document in pairs))
    print("\n## Effect on measures\n\nMedian ratio to the clean recording, of HNR the difference in dB; clinical preset.")
    table("fault", "size", "n", "jitter (local)", "shimmer (local)", "APQ11", "HNR")
    for (name, check, size), pairs in groups.items():
        if check in ("snr", "mains_hum", "rumble"):
            line(name, size, *median_changes(pairs))


def print_rumble(tool, found, folder):
    """Changes of measures by a high-pass filter at 48 Hz in recordings with rumble."""
    made = []
    for path, kind, document in found:
        f0, level = document["biomarkers"]["f0"]["median_hz"], checks(document)["rumble"]["value"]
        if "a condition" in kind and f0 and f0 > 90 and level is not None:
            rate, samples = read(path)
            steep = scipy.signal.butter(4, 48, "high", fs=rate, output="sos")
            for sound in (scipy.signal.sosfiltfilt(steep, samples), samples):
                made.append((level, folder / f"high_{len(made)}.wav"))
                write(made[-1][1], rate, 0.8 * sound)
    print("\n## Rumble of real recordings\n\nMedian ratio to the same recording high-passed at 48 Hz (F0 above 90 Hz, steady "
          "segment), of HNR the difference in dB. The clinical preset has its own high-pass filter below the voice.")
    for preset in ("praat", "clinical"):
        results = documents(tool, [target for _, target in made], "--preset", preset, "--segment", "steady",
                            "--measures", "jitter,shimmer,hnr")
        table(f"rumble, dB ({preset} preset)", "n", "jitter (local)", "shimmer (local)", "APQ11", "HNR")
        for low, high in ((-99, -40), (-40, -30), (-30, -25), (-25, -20), (-20, 9)):
            here = [index for index in range(0, len(made), 2) if low < made[index][0] <= high]
            line(f"{low} to {high}", *median_changes([(results[i], results[i + 1]) for i in here]))


def all_checks(tool, found, folder):
    print_collection(found)
    clean = [(path, document) for path, kind, document in found
             if kind == "without a condition, odd" and document["recording"]["duration_s"] > 1.2
             and all(checks(document)[check]["verdict"] in ("pass", "unknown") for check in CHECKS)]
    print(f"\n{len(clean)} clean vowels of at least 1.2 s get added faults.")
    made = list(faulty(clean, folder, np.random.default_rng(1)))
    results = documents(tool, [target for *_, target in made])
    print_faults([(key, name, document) for (key, name, _), document in zip(made, results)],
                 {path.name: document for path, document in clean})
    print_rumble(tool, found, folder)
    vowels = [path for path, kind, _ in found if kind == "without a condition, odd" and path.stem.endswith("_n")]
    pairs = [(a, b) for a in vowels for b in vowels if a < b and a.name.split("_")[1] == b.name.split("_")[1]]
    tally = collections.Counter(checks(document)["held_vowel"]["verdict"] for document in documents(tool, list(joined(pairs, folder)))
                                if document["state"] == "complete")
    print("\nTwo vowels of one speaker in sequence with a crossfade of 30 ms: verdicts of held_vowel "
          + ", ".join(f"{verdict} {count}" for verdict, count in sorted(tally.items())) + ".")


# MARK: - Holes

def zeros(samples, first, end, rate):
    samples[first:end] = 0


def held(samples, first, end, rate):
    samples[first:end] = samples[first - 1]


def turned_down(samples, first, end, rate):
    samples[first:end] *= 1e-3


def repeated(samples, first, end, rate):
    """The 20 ms before the hole, repeated up to its end."""
    samples[first:end] = np.resize(samples[first - int(0.02 * rate):first].copy(), end - first)


def faded(samples, first, end, rate):
    """Zeros, with ramps of 10 ms before and after."""
    ramp = np.linspace(1, 0, int(0.01 * rate))
    samples[first:end] = 0
    samples[first - len(ramp):first] *= ramp
    samples[end:end + len(ramp)] *= ramp[::-1][:len(samples[end:end + len(ramp)])]


HOLES = [("zeros", zeros), ("last value held", held), ("attenuated by 60 dB", turned_down),
         ("preceding 20 ms repeated", repeated), ("zeros, faded over 10 ms", faded)]
HOLE_SECONDS = (0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3)
HOLE_MEASURES = ("voice_breaks", "degree_of_voice_breaks_percent", "unvoiced_fraction", "duration_s", "onset_to_steady_s")


def holed(path, document, seconds, make, count, rng, target):
    """A recording with holes at random times of its phonation; None if it is too short."""
    rate, samples = read(path)
    voice = [e for e in document["segment"]["excluded"] if e["reason"] == "unvoiced"]
    start = voice[0]["end_s"] if voice and voice[0]["start_s"] == 0 else 0.0
    room = (document["biomarkers"]["phonation"]["duration_s"] - 0.1) / count
    if room < seconds + 0.05:
        return None
    for number in range(count):
        first = start + 0.05 + number * room + rng.uniform(0, room - seconds - 0.02)
        make(samples, int(first * rate), int((first + seconds) * rate), rate)
    write(target, rate, samples)
    return target


def print_holes(tool, found, folder):
    rng, bases = np.random.default_rng(3), [(path, document) for path, kind, document in found if kind.startswith("without")]
    print(f"\n## Holes in {len(bases)} vowels of speakers without a complaint\n\nHoles at random times of the phonation. Columns: failures "
          "of dropouts, failures with the length within 1 ms, failures of gap, failures of either check.")
    table("content of the hole", "ms", "holes", "n", "dropouts", "length within 1 ms", "gap", "either")
    zeroed = []
    for name, make in HOLES:
        for count, seconds in [(1, s) for s in HOLE_SECONDS] + [(3, 0.02), (3, 0.05)]:
            made = [(document, holed(path, document, seconds, make, count, rng, folder / f"hole_{index}.wav"))
                    for index, (path, document) in enumerate(bases)]
            made = [(document, target) for document, target in made if target]
            results = documents(tool, [target for _, target in made], "--gates", "flag")
            if make is zeros and count == 1:
                zeroed.append((seconds, [(a, b) for (a, _), b in zip(made, results)]))
            tests = [checks(document) for document in results]
            dropouts, gap = ([t[check]["verdict"] == "fail" for t in tests] for check in ("dropouts", "gap"))
            right = sum(abs(t["dropouts"]["value"] - seconds) < 0.001 for t, failed in zip(tests, dropouts) if failed)
            line(name, f"{1000 * seconds:g}", count, len(tests), sum(dropouts), right, sum(gap), sum(map(max, dropouts, gap)))
    print("\nVowels with another value after one hole of zeros (`--gates flag`); durations and times by more than 50 ms.")
    table("ms", "n", *HOLE_MEASURES)
    for seconds, pairs in zeroed:
        cells = []
        for key in HOLE_MEASURES:
            slack = 0.05 if key.endswith("_s") else 1e-9
            both = [(a["biomarkers"]["phonation"][key], b["biomarkers"]["phonation"][key]) for a, b in pairs]
            cells.append(sum(a is not None and (b is None or abs(a - b) > slack) for a, b in both))
        line(f"{1000 * seconds:g}", len(pairs), *cells)


def print_untouched(tool, folder):
    """The check dropouts on every recording."""
    files, verdicts, failed = sorted([*folder.glob("*.wav"), *(folder / "more").glob("*.wav")]), collections.defaultdict(list), []
    for path, document in zip(files, documents(tool, files)):
        test = checks(document).get("dropouts", {"verdict": "refused"})
        verdicts["electroglottogram" if "egg" in path.name else path.name.split("_")[0]].append(test["verdict"])
        if test["verdict"] == "fail":
            failed.append(f"{path.name} {1000 * test['value']:.1f}")
    print("\n## Unmodified recordings, check dropouts")
    table("collection", "n", "pass", "unknown", "fail", "refused")
    for kind, found in sorted(verdicts.items()):
        line(kind, len(found), *tallied(found, ("pass", "unknown", "fail", "refused")))
    print("\nFailures with the longest hole in ms: " + ", ".join(failed) + ".")


# MARK: - Cuts

CUT_MS = (1, 2, 3, 5, 10, 20, 50)
CUTS = {5: 4}  # Cuts of 5 ms per voice; one of each other length.
JITTERS = (0.2, 0.5, 1, 1.5, 2, 2.5, 3)
OUT_OF_STEP = 0.1  # Distance of the length from a whole number of periods, in periods.
EDGE = 0.2  # Seconds from the ends of the voice.
CLEAR_HNR = 20  # dB
CUT_OPTIONS = ("--contours", "--measures", "f0.median_hz,jitter.local_percent,hnr.mean_db")


def gap_of(document):
    return checks(document).get("gap") if document["state"] == "complete" else None


def single_channel(folder):
    """Every recording of one channel with its speaker and kind."""
    for place in (folder, folder / "more"):
        for row in csv.DictReader(open(place / "MANIFEST.csv")):
            path = place / row["file"]
            if row["channels"] == "1" and path.exists():
                kind = ("electroglottogram" if "egg" in row["file"] else
                        "speech, singing" if "vowel" not in row["kind"] or "isolated" in row["kind"] else
                        "vowel at home" if row["file"].startswith("coswara_") else "vowel elsewhere")
                yield {"path": path, "speaker": row["speaker"] or row["file"].split("_")[1], "kind": kind}


def voiced(document):
    """Times and frequencies of the voiced frames."""
    return np.array([(frame["time_s"], frame["hz"]) for frame in document["contours"]["f0"] if frame["hz"]])


def judged(tool, rows):
    """The rows with a document, each with its check and its kind of voice."""
    for row, document in zip(rows, documents(tool, [row["path"] for row in rows], *CUT_OPTIONS)):
        if (check := gap_of(document)) and len(voiced(document)):
            is_clear = document["signal_type"]["type"] == 1 and (document["biomarkers"]["hnr"]["mean_db"] or 0) >= CLEAR_HNR
            yield {"voice": "clear" if is_clear else "hoarse"} | row | {"document": document, "check": check}


def cuts(row, rng, folder):
    """Files with a removed segment of each length, and the distance of its length from whole periods."""
    rate, samples = read(row["path"])
    track = voiced(row["document"])
    low, high = track[0, 0] + EDGE, track[-1, 0] - EDGE
    for size in CUT_MS:
        for _ in range(CUTS.get(size, 1) if high - size / 1000 > low else 0):
            at = rng.uniform(low, high - size / 1000)
            first, count = int(at * rate), round(size * rate / 1000)
            near = track[np.argsort(np.abs(track[:, 0] - at - size / 2000))[:7], 1]
            periods = count / rate * np.median(near)
            target = folder / f"cut_{len(list(folder.iterdir()))}.wav"
            write(target, rate, np.concatenate([samples[:first], samples[first + count:]]))
            yield row | {"size": size, "target": target, "at": at, "rest": abs(periods - round(periods))}


def cut_results(tool, rows, folder):
    rng = np.random.default_rng(20)
    made = [cut for row in rows if row["check"]["verdict"] == "pass" for cut in cuts(row, rng, folder)]
    for one, document in zip(made, documents(tool, [cut["target"] for cut in made], *CUT_OPTIONS)):
        check = gap_of(document) or {"verdict": "unknown"}
        place = float(check["sentence"]["parameters"]["time"]) if check["verdict"] == "fail" else None
        yield one | {"verdict": check["verdict"], "found": place is not None and abs(place - one["at"]) < 0.05}


def synthetic(tool, folder, count):
    """Voices of known jitter; half of them hoarse."""
    rng = np.random.default_rng(21)
    for index in range(count):
        jitter, hoarse = JITTERS[index % len(JITTERS)], index // len(JITTERS) % 2 == 1
        target = folder / f"synthetic_{index}.wav"
        shimmer, hnr = (rng.uniform(4, 8), rng.uniform(10, 16)) if hoarse else (rng.uniform(0.5, 4), rng.uniform(20, 35))
        subprocess.run(
            [tool, "synth", "--f0", f"{np.exp(rng.uniform(np.log(85), np.log(330))):.1f}", "--jitter", str(jitter),
             "--shimmer", f"{shimmer:.2f}", "--hnr", f"{hnr:.1f}", "--seconds", "3", "--vowel", "aiu"[index % 3],
             "--seed", str(9000 + index), str(target)], check=True, capture_output=True)
        yield {"path": target, "half": "–", "kind": f"{'hoarse' if hoarse else 'clear'}, jitter {jitter} %"}


def print_gaps(rows, title):
    """False alarms: the check gap on unmodified recordings."""
    print(f"\n## {title}\n\nBound: upper end of the one-sided 95 % interval (Clopper and Pearson).")
    table("half", "kind", "n", "unknown", "false alarms", "bound, %", "largest value that passes")
    for half, kind in sorted({(row["half"], row["kind"]) for row in rows}):
        here = [row["check"] for row in rows if (row["half"], row["kind"]) == (half, kind)]
        passed, unknown, found = tallied((check["verdict"] for check in here), ("pass", "unknown", "fail"))
        bound = 100 * scipy.stats.beta.ppf(0.95, found + 1, passed) if passed else 100
        largest = max((check["value"] for check in here if check["verdict"] == "pass"), default=0)
        line(half, kind, len(here), unknown, found, f"{bound:.1f}", f"{largest:.2f}")
    print("\nFalse alarms: " + ", ".join(f"{row['path'].name} {row['check']['value']:.1f}" for row in rows if row["check"]["verdict"] == "fail"))


def print_cuts(made, key, title):
    share = lambda rows: f"{sum(row['found'] for row in rows)} of {len(rows)}"
    print(f"\n## {title}")
    table("voice", "cut, ms", "detected", f"detected, ≥ {OUT_OF_STEP} periods from a whole number", "unknown among these", f"detected, < {OUT_OF_STEP} periods")
    for voice in sorted({row[key] for row in made}):
        for size in CUT_MS:
            here = [row for row in made if row[key] == voice and row["size"] == size]
            far = [row for row in here if row["rest"] >= OUT_OF_STEP]
            line(voice, size, share(here), share(far), sum(row["verdict"] == "unknown" for row in far),
                 share([row for row in here if row["rest"] < OUT_OF_STEP]))


def print_all_cuts(tool, collection, folder, count):
    listed = list(single_channel(collection))
    speakers = sorted({row["speaker"] for row in listed})
    random.Random(20).shuffle(speakers)
    half = {speaker: ("limit", "rates")[index % 2] for index, speaker in enumerate(speakers)}
    rows = list(judged(tool, [row | {"half": half[row["speaker"]]} for row in listed]))
    made = list(cut_results(tool, [row for row in rows if row["kind"].startswith("vowel")], folder))
    drawn = list(judged(tool, list(synthetic(tool, folder, count))))
    print_gaps(rows, "Unmodified recordings, check gap")
    for part in ("rates", "limit"):
        print_cuts([row for row in made if row["half"] == part], "voice", f"Cuts in recorded vowels, half \"{part}\"")
    print_gaps(drawn, "Unmodified synthetic voices, check gap")
    print_cuts(list(cut_results(tool, drawn, folder)), "kind", "Cuts in synthetic voices")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=pathlib.Path)
    parser.add_argument("--built", type=pathlib.Path, default=".build/release", help="folder of sagevoice")
    parser.add_argument("--holes", action="store_true")
    parser.add_argument("--cuts", action="store_true")
    parser.add_argument("--synthetic", type=int, default=420, help="synthetic voices of --cuts")
    options = parser.parse_args()
    tool = str(options.built / "sagevoice")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.cuts:
            return print_all_cuts(tool, options.collection, folder, options.synthetic)
        rows = kinds(options.collection)
        found = [(path, kind, document) for (path, kind), document in zip(rows, documents(tool, [path for path, _ in rows]))
                 if document["state"] == "complete"]
        if options.holes:
            print_untouched(tool, options.collection)
            print_holes(tool, found, folder)
        else:
            all_checks(tool, found, folder)


if __name__ == "__main__":
    main()
