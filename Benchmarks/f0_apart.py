#!/usr/bin/env python3
"""How often `sagevoice baseline establish` names another person's recordings by their F0, and one person's own.

f0_apart.py TOOL COLLECTION

COLLECTION holds MANIFEST.csv and more/MANIFEST.csv, with the columns file, speaker, sex and kind. Held vowels at
usual pitch, of which the clinical document of TOOL has a mean F0 and is of type 1. The rule is that of
ApartVoices.swift: neighbours in the order of F0 that lie more than so many semitones apart. It was chosen on the
speakers whose name hashes to an even number; the others are reported.
"""
import argparse, collections, csv, hashlib, itertools, json, math, pathlib, subprocess

GAPS = (2, 3, 4, 5, 6, 7)


def speakers(tool, collection):
    """The F0 in semitones of each vowel of a speaker, with the speaker's sex."""
    rows = []
    for folder in (collection, collection / "more"):
        for row in csv.DictReader((folder / "MANIFEST.csv").open()):
            usual = not any(mark in row["file"] for mark in ("_h.", "_l.", "_note_"))
            if row["kind"].startswith("sustained vowel") and usual:
                rows.append((folder / row["file"], row["speaker"], row["sex"]))
    run = subprocess.run([tool, "analyze", "--quiet", "--jobs", "1"] + [str(row[0]) for row in rows],
                         stdout=subprocess.PIPE, check=False)
    found = collections.defaultdict(list)
    for (path, speaker, sex), line in zip(rows, run.stdout.splitlines()):
        document = json.loads(line)
        if document["state"] != "complete" or document["signal_type"]["type"] != 1:
            continue
        f0 = document["biomarkers"]["f0"]["mean_hz"]
        if f0 is not None:
            found[speaker, sex].append(12 * math.log2(f0))
    return found


def widest(values):
    ascending = sorted(values)
    return max((b - a for a, b in zip(ascending, ascending[1:])), default=0)


def share(values, gap):
    return f"{sum(value > gap for value in values)} of {len(values)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("collection", type=pathlib.Path)
    options = parser.parse_args()
    found = speakers(options.tool, options.collection)
    print("| half of the speakers | gap | one person, named | two people, named | of one sex |")
    print("| --- | --- | --- | --- | --- |")
    for half in (0, 1):
        people = {key: values for key, values in sorted(found.items())
                  if int(hashlib.sha256(key[0].encode()).hexdigest(), 16) % 2 == half}
        own = [widest(values) for values in people.values() if len(values) > 1]
        pairs = list(itertools.combinations(people.items(), 2))
        both = [widest(first[1] + second[1]) for first, second in pairs]
        alike = [widest(first[1] + second[1]) for first, second in pairs if first[0][1] == second[0][1]]
        for gap in GAPS:
            print(f"| {('set', 'reported')[half]} | {gap} | {share(own, gap)} | {share(both, gap)} | {share(alike, gap)} |")


if __name__ == "__main__":
    main()
