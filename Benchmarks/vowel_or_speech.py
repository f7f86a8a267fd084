#!/usr/bin/env python3
"""How often a held vowel is taken for speech by `sagevoice avqi`, and speech for a held vowel.

vowel_or_speech.py TOOL COLLECTION

COLLECTION holds MANIFEST.csv and more/MANIFEST.csv, with the columns file, speaker and kind. The rule is that of
VoicingPattern.swift, read off the documents of TOOL: the longest unbroken voice over all voice, and the standard
deviation of F0 in it. Limits were chosen on the half of the speakers whose name hashes to an even number; the
other half is reported beside it.
"""
import argparse, csv, hashlib, json, pathlib, subprocess

HELD_SHARE, SPOKEN_SHARE, HELD_SPREAD = 0.8, 0.7, 0.6


def recordings(collection):
    for folder in (collection, collection / "more"):
        manifest = folder / "MANIFEST.csv"
        if not manifest.exists():
            continue
        for row in csv.DictReader(manifest.open()):
            kind = row["kind"]
            if kind.startswith(("sustained vowel", "isolated vowel")):
                wanted = "vowel"
            elif kind in ("read speech", "isolated word/digit"):
                wanted = "speech"
            elif kind == "singing":
                wanted = "singing"
            else:
                continue
            yield folder / row["file"], row["speaker"], wanted


def documents(tool, paths):
    run = subprocess.run([tool, "analyze", "--quiet", "--jobs", "1"] + [str(path) for path in paths],
                         stdout=subprocess.PIPE, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def pattern(document):
    """The share of the longest voice and the spread of F0 in it; None without a voice."""
    segment = document.get("segment")
    if not segment or segment["rule"] != "steady":
        return None
    seconds = {}
    for piece in segment["excluded"]:
        seconds[piece["reason"]] = seconds.get(piece["reason"], 0) + piece["end_s"] - piece["start_s"]
    longest = segment["end_s"] - segment["start_s"] + sum(
        seconds.get(reason, 0) for reason in ("onset", "offset", "less_steady"))
    return longest / (longest + seconds.get("shorter_sound", 0)), document["biomarkers"]["f0"]["sd_semitones"]


def verdict(found):
    if found is None or found[1] is None:
        return "neither"
    share, spread = found
    if share >= HELD_SHARE and spread <= HELD_SPREAD:
        return "held"
    return "spoken" if share < SPOKEN_SHARE and spread > HELD_SPREAD else "neither"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("collection", type=pathlib.Path)
    options = parser.parse_args()
    rows = list(recordings(options.collection))
    table, named, seen = {}, [], set()
    for (path, speaker, wanted), document in zip(rows, documents(options.tool, [row[0] for row in rows])):
        sha = document["recording"].get("sha256")
        if document["state"] != "complete" or sha in seen:
            continue
        seen.add(sha)
        half = "set" if int(hashlib.sha256(speaker.encode()).hexdigest(), 16) % 2 == 0 else "reported"
        found = verdict(pattern(document))
        counts, speakers = table.setdefault((wanted, half), ({}, set()))
        counts[found] = counts.get(found, 0) + 1
        speakers.add(speaker)
        if (wanted, found) in (("vowel", "spoken"), ("speech", "held")):
            named.append(path.name)
    print("| given | half of the speakers | speakers | recordings | held | spoken | neither |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (wanted, half), (counts, speakers) in sorted(table.items()):
        total = sum(counts.values())
        print(f"| {wanted} | {half} | {len(speakers)} | {total} | "
              + " | ".join(str(counts.get(found, 0)) for found in ("held", "spoken", "neither")) + " |")
    print("\nTaken for the other:", ", ".join(named) or "none")


if __name__ == "__main__":
    main()
