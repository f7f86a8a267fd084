#!/usr/bin/env python3
"""Rates of withheld F0 and jitter of synthetic voices of signal type 1.

    Benchmarks/missing.py [--seeds 100] [--jobs 2] > RECORD.md

[a] of 3 s: F0 90 to 250 Hz × jitter 0.3 to 3 % × shimmer 2 and 6 % × HNR 15 and 25 dB. Limits for every cell: F0 withheld or
wrong by an octave in at most 1 %, jitter withheld in at most 3 %. Voices with alternating amplitudes or periods: the octave
may be ambiguous (withheld), and wrong in at most 1 %. Exit status 1 if a limit is exceeded.
"""
import argparse, collections, concurrent.futures, itertools, json, pathlib, subprocess, sys, tempfile

F0, SHIMMER, HNR = (90, 115, 150, 200, 250), (2, 6), (15, 25)
JITTER = (0.3, 0.5, 1, 1.5, 2, 3)
ALTERNATION, ALTERNATING_F0 = (10, 20, 40), (115, 160, 200, 230)


def regular():
    for f0, jitter, shimmer, hnr in itertools.product(F0, JITTER, SHIMMER, HNR):
        yield {"f0": f0, "jitter": jitter, "shimmer": shimmer, "hnr": hnr}


def alternating():
    for kind, percent, f0, hnr in itertools.product(("amplitude", "period"), ALTERNATION, ALTERNATING_F0, HNR):
        yield {"f0": f0, "jitter": 0.5, "shimmer": 2, "hnr": hnr, f"{kind}-alternation": percent}


def documents(tool, cell, seeds):
    """The documents of a cell, one per seed."""
    with tempfile.TemporaryDirectory() as folder:
        files = [str(pathlib.Path(folder) / f"{seed}.wav") for seed in range(1, seeds + 1)]
        options = [text for name, value in cell.items() for text in (f"--{name}", str(value))]
        for seed, file in enumerate(files, 1):
            subprocess.run([tool, "synth", *options, "--seconds", "3", "--vowel", "a", "--seed", str(seed), file], check=True,
                           capture_output=True)
        run = subprocess.run([tool, "analyze", "--quiet", "--tier", "comprehensive", "--jobs", "1", "--files-from", "-"],
                             input="\n".join(files), capture_output=True, text=True)
        return [json.loads(line) for line in run.stdout.splitlines()]


def counts(tool, cell, seeds):
    """Voices of a cell with F0 withheld, with a wrong octave, with jitter withheld, and the codes."""
    found = collections.Counter()
    for document in documents(tool, cell, seeds):
        stated = document["biomarkers"]["f0"]["median_hz"]
        found["f0"] += stated is None
        found["wrong"] += stated is not None and abs(stated / cell["f0"] - 1) > 0.1
        found["jitter"] += document["biomarkers"]["jitter"]["local_percent"] is None
        found.update(entry["code"] for entry in document["unavailable"]
                     if entry["measure"] in ("jitter.local_percent", "f0.median_hz"))
    return found


def is_missed(cell, found, seeds):
    if any("alternation" in key for key in cell):
        return found["wrong"] > 0.01 * seeds
    return found["f0"] + found["wrong"] > 0.01 * seeds or found["jitter"] > 0.03 * seeds


def print_table(titles, groups, keys, seeds):
    """A row per group of cells: for each key the share over all voices or, with "worst", of the worst cell."""
    print(f"\n| {' | '.join(titles)} |\n|{' --- |' * len(titles)}")
    for name, cells in groups.items():
        total = sum(cells, collections.Counter())
        shares = [100 * max(cell[key.split()[1]] for cell in cells) / seeds if key.startswith("worst") else
                  100 * total[key] / seeds / len(cells) for key in keys]
        codes = ", ".join(f"{code} {count}" for code, count in sorted(total.items()) if code not in ("f0", "wrong", "jitter"))
        row = [name, seeds * len(cells), *(f"{share:.1f}" for share in shares), codes or "–"]
        print("| " + " | ".join(map(str, row[:len(titles)])) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", type=pathlib.Path, default=".build/release", help="folder of sagevoice")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    cells = [*regular(), *alternating()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda cell: counts(options.built / "sagevoice", cell, options.seeds), cells))
    by_jitter, by_alternation = collections.defaultdict(list), collections.defaultdict(list)
    for cell, one in zip(cells, found):
        kind = next((key for key in cell if "alternation" in key), None)
        group = by_alternation[f"{kind.split('-')[0]} {cell[kind]} %"] if kind else by_jitter[cell["jitter"]]
        group.append(one)
    print(f"{options.seeds} seeds per cell.")
    print_table(["jitter, %", "voices", "F0 withheld, %", "worst cell, %", "wrong octave, %", "jitter withheld, %", "worst cell, %",
                 "codes"], by_jitter, ["f0", "worst f0", "wrong", "jitter", "worst jitter"], options.seeds)
    print_table(["alternation", "voices", "F0 withheld, %", "wrong octave, %", "worst cell, %"], by_alternation,
                ["f0", "wrong", "worst wrong"], options.seeds)
    missed = [(cell, dict(one)) for cell, one in zip(cells, found) if is_missed(cell, one, options.seeds)]
    print(f"\nCells above a limit: {len(missed)} of {len(cells)}.\n")
    for cell, one in missed:
        print(f"- {cell}: {one}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
