#!/usr/bin/env python3
"""What the whole phonation of recordings shows, by where they come from and what their table says.

    phonation.py MANIFEST.csv --recordings FOLDER --praat REFERENCE.jsonl [--tool TOOL] > RECORD.md

Both presets on every mono recording of the table but electroglottograms. The praat preset, by raw
cross-correlation as in the reference, must count the breaks that Praat counts of the whole file, and break off
for as long.
"""
import argparse, csv, json, subprocess, sys
from pathlib import Path

KEYS = ("duration_s", "voice_breaks", "degree_of_voice_breaks_percent", "unvoiced_fraction",
        "onset_to_steady_s")


def phonation(tool, path, *options):
    run = subprocess.run([tool, "analyze", "--quiet", "--measures", "phonation", *options, path],
                         capture_output=True, text=True)
    document = json.loads(run.stdout)
    if document["state"] != "complete":
        return None
    found = dict(document["biomarkers"]["phonation"])
    found["reasons"] = {e["measure"].split(".")[1]: e["code"] for e in document["unavailable"]
                        if e["measure"].startswith("phonation.")}
    found["seconds"] = document["recording"]["duration_s"]
    return found


def group(row):
    place = row["file"].split("_")[0]
    return place, "healthy" if "healthy" in row["health"] else "other"


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def table(rows):
    print("| from | speakers | recordings | with a break | unvoiced above 0.01 | degree, 90 % below | "
          "onset: steady at once | 90 % within | never steady | withheld |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for key in sorted({group(row) for row, _ in rows}):
        some = [(row, found) for row, found in rows if group(row) == key]
        breaks = [f["voice_breaks"] for _, f in some if f["voice_breaks"] is not None]
        degrees = [f["degree_of_voice_breaks_percent"] for _, f in some
                   if f["degree_of_voice_breaks_percent"] is not None]
        unvoiced = [f["unvoiced_fraction"] for _, f in some if f["unvoiced_fraction"] is not None]
        onsets = [f["onset_to_steady_s"] for _, f in some if f["onset_to_steady_s"] is not None]
        unsteady = [f for _, f in some if f["reasons"].get("onset_to_steady_s") in ("not_steady", "too_short")]
        withheld = [f for _, f in some if "signal_type" in f["reasons"].values()]
        print(f"| {key[0]}, {key[1]} | {len({r['speaker'] for r, _ in some})} | {len(some)} | "
              f"{sum(b > 0 for b in breaks)} of {len(breaks)} | "
              f"{sum(u > 0.01 for u in unvoiced)} of {len(unvoiced)} | {quantile(degrees, 0.9):.1f} % | "
              f"{sum(o == 0 for o in onsets)} of {len(onsets)} | {quantile(onsets, 0.9):.2f} s | "
              f"{len(unsteady)} | {len(withheld)} |")


def against_praat(options, rows):
    praat = {}
    for line in open(options.praat):
        record = json.loads(line)
        praat[record["file"]] = record.get("voice_report")
    compared, counts, worst = 0, 0, 0.0
    for row in rows:
        report = praat.get(row["file"])
        if not report or report["pulses"] < 2:
            continue
        found = phonation(options.tool, str(options.recordings / row["file"]), "--preset", "praat",
                          "--pitch-method", "cc", "--praat-version", "6.1")
        if not found or found["voice_breaks"] is None:
            continue
        compared += 1
        counts += found["voice_breaks"] == report["voice_breaks"]
        ours = found["degree_of_voice_breaks_percent"] * found["duration_s"] / found["seconds"]
        worst = max(worst, abs(ours - report["degree_voice_breaks_percent"]))
    print(f"\nPraat 6.1.38 (raw cc): {counts} of {compared} recordings have Praat's number of breaks; the degree, "
          f"made one of the whole file, differs by {worst:.1e} points of percent at most (Praat prints three decimals).")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest")
    parser.add_argument("--recordings", type=Path, required=True)
    parser.add_argument("--praat", required=True)
    parser.add_argument("--tool", default="sagevoice")
    options = parser.parse_args()
    rows = [row for row in csv.DictReader(open(options.manifest))
            if row["channels"] == "1" and not row["file"].endswith("_egg.wav")
            and row["kind"].startswith("sustained")]
    measured = []
    for row in rows:
        found = phonation(options.tool, str(options.recordings / row["file"]))
        if found:
            measured.append((row, found))
    print(f"{len(rows)} recordings, {len(measured)} measured by the clinical preset.\n")
    table(measured)
    print("\n| recording | breaks | degree | unvoiced | onset |\n| --- | --- | --- | --- | --- |")
    for row, found in measured:
        if found["voice_breaks"] or (found["unvoiced_fraction"] or 0) > 0.01:
            values = [found[key] for key in KEYS[1:]]
            print(f"| {row['file']} | " + " | ".join("null" if v is None else f"{v:.4g}" for v in values) + " |")
    against_praat(options, rows)


if __name__ == "__main__":
    sys.exit(main())
