#!/usr/bin/env python3
"""What sagevoice withholds of synthetic voices that are type 1 by construction, cell by cell.

    python3 Benchmarks/missing.py TOOL [--seeds 100] [--jobs 2] > record.md

F0 90, 115, 150, 200 and 250 Hz × jitter 0.3, 0.5, 1, 1.5, 2, 3 % × shimmer 2 and 6 % × HNR 15 and 25 dB, three
seconds of [a] each; the bar is F0 withheld in at most 1 % of every cell and jitter in at most 3 %. Then
voices whose cycles alternate by 10 % and more, in amplitude or in period, of which the octave may be
left open, but not stated wrongly in more than 1 %. Only the standard library is needed.
"""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

F0 = (90, 115, 150, 200, 250)
JITTER = (0.3, 0.5, 1, 1.5, 2, 3)
SHIMMER = (2, 6)
HNR = (15, 25)
ALTERNATION = (10, 20, 40)
ALTERNATING_F0 = (115, 160, 200, 230)


def cells():
    for f0, jitter, shimmer, hnr in itertools.product(F0, JITTER, SHIMMER, HNR):
        yield {"f0": f0, "jitter": jitter, "shimmer": shimmer, "hnr": hnr}


def alternating():
    for kind, percent, f0, hnr in itertools.product(
            ("amplitude", "period"), ALTERNATION, ALTERNATING_F0, HNR):
        yield {"f0": f0, "jitter": 0.5, "shimmer": 2, "hnr": hnr, f"{kind}-alternation": percent}


def analyzed(tool, cell, seeds, tier):
    """The documents of a cell, one for each seed."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for seed in range(1, seeds + 1):
            path = pathlib.Path(folder) / f"{seed}.wav"
            options = [text for name, value in cell.items() for text in (f"--{name}", str(value))]
            subprocess.run(
                [tool, "synth", *options, "--seconds", "3", "--vowel", "a", "--seed", str(seed),
                 str(path)], check=True, capture_output=True)
            files.append(str(path))
        run = subprocess.run(
            [tool, "analyze", "--quiet", "--tier", tier, "--jobs", "1", "--files-from", "-"],
            input="\n".join(files), capture_output=True, text=True)
        return [json.loads(line) for line in run.stdout.splitlines()]


def codes(document, measure):
    return [entry["code"] for entry in document["unavailable"] if entry["measure"] == measure]


def tally(tool, cell, seeds, tier):
    counts = {"f0": 0, "jitter": 0, "wrong": 0, "codes": {}}
    for document in analyzed(tool, cell, seeds, tier):
        stated = document["biomarkers"]["f0"]["median_hz"]
        counts["f0"] += stated is None
        counts["wrong"] += stated is not None and abs(stated / cell["f0"] - 1) > 0.1
        counts["jitter"] += document["biomarkers"]["jitter"]["local_percent"] is None
        for code in codes(document, "jitter.local_percent") + codes(document, "f0.median_hz"):
            counts["codes"][code] = counts["codes"].get(code, 0) + 1
    return counts


def share(part, whole):
    return f"{100 * part / whole:.1f}"


def regular_table(rows, seeds):
    print("| jitter, % | voices | F0 withheld, % | worst cell, % | wrong octave, % | jitter withheld, % |"
          " worst cell, % | codes |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    faults = 0
    for jitter in JITTER:
        mine = [counts for cell, counts in rows if cell["jitter"] == jitter]
        whole = seeds * len(mine)
        tell = {}
        for counts in mine:
            for code, count in counts["codes"].items():
                tell[code] = tell.get(code, 0) + count
        sums = {key: sum(counts[key] for counts in mine) for key in ("f0", "jitter", "wrong")}
        worst = {key: max(counts[key] for counts in mine) for key in ("f0", "jitter")}
        print(f"| {jitter} | {whole} | {share(sums['f0'], whole)} | {share(worst['f0'], seeds)} |"
              f" {share(sums['wrong'], whole)} | {share(sums['jitter'], whole)} |"
              f" {share(worst['jitter'], seeds)} |"
              f" {', '.join(f'{code} {count}' for code, count in sorted(tell.items())) or '–'} |")
        faults += sum(
            counts["f0"] + counts["wrong"] > 0.01 * seeds or counts["jitter"] > 0.03 * seeds
            for counts in mine)
    print(f"\nCells beyond the bar: {faults} of {len(rows)}.\n")
    for cell, counts in rows:
        if counts["f0"] + counts["wrong"] > 0.01 * seeds or counts["jitter"] > 0.03 * seeds:
            print(f"- {cell}: {counts}")
    return faults


def alternating_table(rows, seeds):
    print("\n| alternation | voices | octave open, % | stated wrongly, % | worst cell, % |")
    print("| --- | --- | --- | --- | --- |")
    faults = 0
    for kind, percent in itertools.product(("amplitude", "period"), ALTERNATION):
        mine = [counts for cell, counts in rows if cell.get(f"{kind}-alternation") == percent]
        whole = seeds * len(mine)
        wrong = [counts["wrong"] for counts in mine]
        print(f"| {kind} {percent} % | {whole} | {share(sum(c['f0'] for c in mine), whole)} |"
              f" {share(sum(wrong), whole)} | {share(max(wrong), seeds)} |")
        faults += sum(count > 0.01 * seeds for count in wrong)
    print(f"\nCells beyond the bar: {faults} of {len(rows)}.")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tier", default="comprehensive")
    given = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        def rows(cells):
            cells = list(cells)
            return list(zip(cells, pool.map(
                lambda cell: tally(given.tool, cell, given.seeds, given.tier), cells)))
        regular, alternate = rows(cells()), rows(alternating())
    print(f"{given.seeds} seeds a cell, {given.tier} tier.\n")
    faults = 0
    if given.tier == "comprehensive":
        faults += regular_table(regular, given.seeds)
    faults += alternating_table(alternate, given.seeds)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
