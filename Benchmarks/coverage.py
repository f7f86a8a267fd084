#!/usr/bin/env python3
"""Estimates the wander of sustained vowels, and the coverage of 95 % intervals within the same phonation.

    Benchmarks/coverage.py --voices FOLDER [--voices FOLDER] [--sagevoice PATH] [--record OUT.md]

FOLDER has recordings (16-bit PCM) and MANIFEST.csv (file, speaker, kind, seconds, encoding). Needs Python 3.11 with numpy;
takes a minute. The sounding part of a sustained vowel of 7 s or more is cut into pieces of 3 s, and sagevoice measures
every piece. A phonation counts if two or more pieces have signal type 1. `--gates flag` states withheld values, too.

The difference d of a piece and the mean of the other pieces of its phonation has the variance w² + s² + r². s is the
sampling error of the piece, r that of the mean of the others, and w the wander constant. w² is the mean of d² − s² − r² over
speakers; the phonations of a speaker, and the pieces of a phonation, have equal weights. F0, jitter and shimmer are on a
natural logarithmic scale.

The half width of an interval is √((t·s)² + (u·w)²), with Student's t for the blocks of the piece and u for the speakers of
the constant. The interval covers the other pieces if |d| ≤ √((t·s)² + (t·r)² + (u·w)²). The half of a speaker is the parity
of the MD5 of the speaker id. The constants of each half are tested on the speakers of the other half (cross-validation).
The constants in sagevoice are from all speakers. Exit status 1 if a coverage is outside 90 to 98 %.
"""
import argparse, collections, csv, dataclasses, datetime, hashlib, json, math, pathlib, subprocess, sys, tempfile, textwrap
import wave

import numpy as np

SHORTEST, PIECE, EDGE = 7.0, 3.0, 0.1    # seconds: minimum of a recording, of a piece, excluded at onset and offset
FRAME, DEPTH = 0.05, 25.0                # seconds of a level frame; dB from the loud frames to silence
BLOCKS = 30                              # of 0.1 s in a piece
LIMITS = (90, 98)                        # coverage in percent


@dataclasses.dataclass(frozen=True)
class Measure:
    key: str
    title: str
    unit: str         # "%" on a logarithmic scale
    wander: float     # the constant of the program, in this unit

    def scaled(self, value):
        return 100 * math.log(value) if self.unit == "%" else value

    def unscaled(self, value):
        return math.exp(value / 100) if self.unit == "%" else value


# The constants of Sources/DSPCore/Uncertainty/Wander.swift.
MEASURES = [Measure("f0.mean_hz", "mean F0", "%", 1.7),
            Measure("f0.median_hz", "median F0", "%", 1.5),
            Measure("f0.sd_hz", "SD of F0 (Hz)", "%", 58),
            Measure("f0.sd_semitones", "SD of F0 (semitones)", "%", 57),
            Measure("jitter.local_percent", "jitter (local)", "%", 28),
            Measure("jitter.local_absolute_us", "jitter (absolute)", "%", 28),
            Measure("jitter.rap_percent", "RAP", "%", 34),
            Measure("jitter.ppq5_percent", "PPQ5", "%", 25),
            Measure("jitter.ddp_percent", "DDP", "%", 34),
            Measure("shimmer.local_percent", "shimmer (local)", "%", 25),
            Measure("shimmer.local_db", "shimmer (dB)", "%", 29),
            Measure("shimmer.apq3_percent", "APQ3", "%", 35),
            Measure("shimmer.apq5_percent", "APQ5", "%", 27),
            Measure("shimmer.apq11_percent", "APQ11", "%", 23),
            Measure("shimmer.dda_percent", "DDA", "%", 35),
            Measure("hnr.mean_db", "HNR", "dB", 2.4),
            Measure("voice_quality.cpps_db", "CPPS", "dB", 0.99),
            Measure("stability.score_percent", "stability", "points", 11)]
SPEAKERS_OF_CONSTANTS = 14


def student(freedom):
    """The 97.5 % point of Student's t: Abramowitz & Stegun (1964), 26.7.5."""
    z, inverse = 1.959963984540054, 1 / freedom
    return z + inverse * (z * (z**2 + 1) / 4 + inverse * (
        z * (5 * z**4 + 16 * z**2 + 3) / 96 + inverse * z * (3 * z**6 + 19 * z**4 + 17 * z**2 - 15) / 384))


# MARK: Pieces

def half(speaker):
    return int(hashlib.md5(speaker.encode()).hexdigest(), 16) % 2


def phonations(folders):
    """Path and speaker of each sustained vowel, each file name once."""
    seen = set()
    for folder in folders:
        with open(folder / "MANIFEST.csv", newline="") as file:
            for row in csv.DictReader(file):
                is_long = float(row["seconds"] or 0) >= SHORTEST and row["encoding"] == "PCM_16"
                if is_long and row["kind"] == "sustained vowel" and row["file"] not in seen:
                    seen.add(row["file"])
                    yield folder / row["file"], row["speaker"]


def sounding(samples, rate):
    """First and last sample of the longest run of loud frames."""
    size = int(FRAME * rate)
    count = len(samples) // size
    level = 10 * np.log10(np.mean(samples[:count * size].reshape(count, size).astype(float) ** 2, axis=1) + 1e-9)
    best, start = (0, 0), None
    for index, is_loud in enumerate([*(level > np.quantile(level, 0.9) - DEPTH), False]):
        if is_loud:
            start = index if start is None else start
        elif start is not None:
            best, start = max(best, (start, index), key=lambda run: run[1] - run[0]), None
    return best[0] * size, best[1] * size


def cut(path, folder):
    """Files of the pieces of a phonation; none if it has fewer than two."""
    with wave.open(str(path)) as source:
        rate, channels, width, count = source.getframerate(), source.getnchannels(), source.getsampwidth(), source.getnframes()
        data = source.readframes(count)
    start, end = sounding(np.frombuffer(data, "<i2")[::channels], rate)
    start, end, size = start + int(EDGE * rate), end - int(EDGE * rate), int(PIECE * rate)
    firsts, files = range(start, end - size + 1, size), []
    for number, first in enumerate(firsts if len(firsts) > 1 else []):
        files.append(folder / f"{path.stem}-{number}.wav")
        with wave.open(str(files[-1]), "wb") as piece:
            piece.setparams((channels, width, rate, size, "NONE", ""))
            piece.writeframes(data[first * channels * width:(first + size) * channels * width])
    return files


def measured(tool, files):
    keys = ",".join(measure.key for measure in MEASURES)
    run = subprocess.run([tool, "analyze", "--quiet", "--segment", "whole", "--gates", "flag", "--measures", keys, "--files-from", "-"],
                         input="\n".join(map(str, files)), capture_output=True, text=True)
    documents = [json.loads(line) for line in run.stdout.splitlines()]
    if len(documents) != len(files):
        sys.exit(f"{len(documents)} documents of {len(files)} files: {run.stderr[:500]}")
    return documents


def sampled(measure, document):
    """Value and 95 % half width of its sampling error, both scaled; None if the document has no interval."""
    bounds = document.get("uncertainty", {}).get(measure.key, {}).get("ci95")
    group, name = measure.key.split(".")
    if not bounds or (measure.unit == "%" and min(bounds) <= 0):
        return None
    value = measure.scaled(document["biomarkers"][group][name])
    half_width = max(abs(measure.scaled(bound) - value) for bound in bounds)
    # Versions with resamples stated the sampling error alone.
    has_wander = "interval_resamples" not in document["provenance"]["settings"]
    wander = measure.wander * student(SPEAKERS_OF_CONSTANTS - 1) if has_wander else 0
    return value, math.sqrt(max(0, half_width**2 - wander**2))


def sampling_interval(key, document):
    """The 95 % interval of the sampling error of a value; None if the document has no interval."""
    measure = next((measure for measure in MEASURES if measure.key == key), None)
    found = sampled(measure, document) if measure else None
    return found and [measure.unscaled(found[0] - found[1]), measure.unscaled(found[0] + found[1])]


@dataclasses.dataclass
class Difference:
    """A piece minus the mean of the others."""
    speaker: str
    phonation: str
    d: float
    s: float
    r: float


def differences(measure, documents):
    """The differences of all pieces; `documents` has those of each phonation."""
    for (speaker, phonation), pieces in documents.items():
        stated = [piece for piece in (sampled(measure, document) for document in pieces) if piece]
        values, errors = np.array(stated).reshape(-1, 2).T
        errors = errors / student(BLOCKS - 1)
        for index in range(len(stated) if len(stated) > 1 else 0):
            others = np.delete(errors, index)
            yield Difference(speaker, phonation, values[index] - np.delete(values, index).mean(), errors[index],
                             math.sqrt(sum(others**2)) / len(others))


# MARK: Constants and coverage

def averaged(found, number):
    """Mean over speakers of the mean over their phonations of the mean over pieces."""
    tree = collections.defaultdict(lambda: collections.defaultdict(list))
    for piece in found:
        tree[piece.speaker][piece.phonation].append(number(piece))
    return float(np.mean([np.mean([np.mean(pieces) for pieces in speaker.values()]) for speaker in tree.values()]))


def speakers(found):
    return len({piece.speaker for piece in found})


def wander(found):
    return math.sqrt(max(0, averaged(found, lambda piece: piece.d**2 - piece.s**2 - piece.r**2)))


def covers(piece, constant):
    """Whether the interval of a piece contains the mean of the others. `constant` includes its factor u."""
    return abs(piece.d) <= math.hypot(student(BLOCKS - 1) * math.hypot(piece.s, piece.r), constant)


def tried(found, constants=True):
    """Whether each interval covers, with the constant of the other half or with the sampling error alone."""
    for number in (0, 1):
        others = [piece for piece in found if half(piece.speaker) != number]
        constant = student(speakers(others) - 1) * wander(others) if constants else 0
        for piece in found:
            if half(piece.speaker) == number:
                yield piece.speaker, covers(piece, constant)


def percent(hits):
    return 100 * float(np.mean([hit for _, hit in hits]))


def spread(hits, draws=2000):
    """95 % interval of the percent, by a bootstrap over speakers with a fixed seed."""
    names = sorted({name for name, _ in hits})
    groups = {name: [hit for other, hit in hits if other == name] for name in names}
    rng = np.random.default_rng(1)
    shares = [100 * np.mean(sum((groups[name] for name in rng.choice(names, len(names))), [])) for _ in range(draws)]
    return np.quantile(shares, [0.025, 0.975])


def rows(documents):
    """Cells of each measure, and whether its coverage is within the limits."""
    for measure in MEASURES:
        found = list(differences(measure, documents))
        constants = [wander([piece for piece in found if half(piece.speaker) == number]) for number in (0, 1)]
        hits, alone = list(tried(found)), percent(tried(found, constants=False))
        low, high = spread(hits)
        error = math.sqrt(averaged(found, lambda piece: piece.s**2))
        cells = [measure.title, measure.unit, f"{error:.2g}", f"{wander(found):.3g}", f"{constants[0]:.2g}, {constants[1]:.2g}",
                 f"{measure.wander:g}", speakers(found), len(found), f"{alone:.0f}",
                 f"**{percent(hits):.0f}** ({low:.0f}–{high:.0f})"]
        yield cells, LIMITS[0] <= round(percent(hits)) <= LIMITS[1]


# MARK: Record

TITLES = ["measure", "unit", "sampling error", "wander", "wander of each half", "constant in sagevoice", "speakers", "pieces",
          "coverage of the sampling error alone, %", "coverage, %"]


def record(documents, recordings, counted, version):
    yield from ["# Record: coverage of the intervals", ""]
    yield from textwrap.wrap(
        "Wander of sustained vowels between pieces of 3 s, and coverage: the percent of 95 % intervals of a piece that contain "
        "the mean of the other pieces of its phonation. `Benchmarks/coverage.py --record` writes this file and defines the terms.", 120)
    names = {speaker for speaker, _ in documents}
    pieces = sum(len(found) for found in documents.values())
    yield from ["", f"- {datetime.date.today().isoformat()}, sagevoice {version}: {len(names)} speakers, {len(documents)} "
                f"phonations of {recordings} recordings of {SHORTEST:g} s or more, {pieces} pieces.",
                "- F0, jitter and shimmer: percent is 100 times the natural logarithm of a ratio.",
                "- Coverage is cross-validated: each half of the speakers with the constants of the other half. Its 95 % interval is",
                f"  a bootstrap over speakers. Expected: {LIMITS[0]} to {LIMITS[1]} %.",
                "- *Constant in sagevoice* is the table `Wander.constants`, from all speakers.",
                "- The recordings are of phones and laptops (Coswara), and the pieces extend to the end of the breath.", ""]
    yield f"| {' | '.join(TITLES)} |"
    yield f"|{' --- |' * len(TITLES)}"
    for cells in counted:
        yield f"| {' | '.join(map(str, cells))} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--voices", type=pathlib.Path, action="append", required=True, help="folder with recordings and MANIFEST.csv")
    parser.add_argument("--sagevoice", default=".build/release/sagevoice")
    parser.add_argument("--record", type=pathlib.Path, help="Markdown file for the table")
    options = parser.parse_args()
    absent = [str(folder) for folder in options.voices if not (folder / "MANIFEST.csv").exists()]
    if absent:
        sys.exit(f"no recordings: MANIFEST.csv is missing in {', '.join(absent)}")
    with tempfile.TemporaryDirectory() as folder:
        files = {(speaker, path.name): cut(path, pathlib.Path(folder)) for path, speaker in phonations(options.voices)}
        results = iter(measured(options.sagevoice, [file for pieces in files.values() for file in pieces]))
        documents = {name: [next(results) for _ in pieces] for name, pieces in files.items()}
    documents = {name: [piece for piece in pieces if piece["signal_type"]["type"] == 1] for name, pieces in documents.items()}
    documents = {name: pieces for name, pieces in documents.items() if len(pieces) > 1}
    counted = list(rows(documents))
    version = next(iter(documents.values()))[0]["provenance"]["version"]
    lines = list(record(documents, len(files), [cells for cells, _ in counted], version))
    print("\n".join(lines))
    if options.record:
        options.record.write_text("\n".join(lines) + "\n")
    sys.exit(not all(is_within for _, is_within in counted))


if __name__ == "__main__":
    main()
