#!/usr/bin/env python3
"""Whether Praat reads the objects of `analyze --praat-objects`, and computes our numbers from them.

    praat_objects.py [--tool T] [--record]

Needs praat-parselmouth and praatio. Of every recording of Fixtures/voices that keeps jitter or shimmer in the praat
preset: jitter (local, rap, ppq5) from our PointProcess, shimmer (local, apq3, apq11) from it and the sound, by
Praat; the mean of our Pitch; and the tiers by both readers. Then the way back: Praat labels the middle half of
each recording and saves the TextGrid; mean F0 of `--segment-from` against Praat's of the part that it extracts there.
Exits with 1 where a number deviates by more than 1e-9.
"""
import argparse, json, shutil, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, write_record

PERIODS = (1e-4, 0.02, 1.3)
JITTER = {"local_percent": "Get jitter (local)", "rap_percent": "Get jitter (rap)", "ppq5_percent": "Get jitter (ppq5)"}
SHIMMER = {"local_percent": "Get shimmer (local)", "apq3_percent": "Get shimmer (apq3)", "apq11_percent": "Get shimmer (apq11)"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    options = parser.parse_args()
    import parselmouth
    from parselmouth.praat import call
    from praatio import textgrid

    folder = Path(tempfile.mkdtemp(prefix="sagevoice-objects-"))
    files = sorted((ROOT / "Fixtures/voices").glob("*.wav"))
    done = subprocess.run([options.tool, "analyze", "--preset", "praat", "--quiet", "--praat-objects", folder, *files],
                          capture_output=True, text=True)
    groups = ("jitter", "shimmer", "F0 of our Pitch", "F0 of a labelled stretch")
    worst, compared, read = dict.fromkeys(groups, 0.0), dict.fromkeys(groups, 0), 0

    def compare(group, ours, theirs):
        worst[group] = max(worst[group], abs(theirs / ours - 1))
        compared[group] += 1

    labels = folder / "labels"
    labels.mkdir()
    parts = {}
    for file, line in zip(files, done.stdout.splitlines()):
        document = json.loads(line)
        if document["state"] != "complete":
            continue
        pulses = parselmouth.read(str(folder / f"{file.stem}.PointProcess"))
        sound = parselmouth.Sound(str(file))
        if sound.n_channels > 1:
            sound = sound.extract_channel(1)
        grid = parselmouth.read(str(folder / f"{file.stem}.TextGrid"))
        parselmouth.read(str(folder / f"{file.stem}.PitchTier"))
        tiers = textgrid.openTextgrid(str(folder / f"{file.stem}.TextGrid"), includeEmptyIntervals=True).tierNames
        assert call(grid, "Get number of tiers") == len(tiers) == 4, tiers
        assert call(grid, "Get number of points", 3) == call(pulses, "Get number of points")
        read += 1
        for group, queries in (("jitter", JITTER), ("shimmer", SHIMMER)):
            for key, query in queries.items():
                ours = document["biomarkers"][group][key]
                if ours is None:
                    continue
                theirs = call(pulses, query, 0, 0, *PERIODS) if group == "jitter" else \
                    call([sound, pulses], query, 0, 0, *PERIODS, 1.6)
                compare(group, ours, 100 * theirs)
        mean = document["biomarkers"]["f0"]["mean_hz"]
        if mean is not None:
            pitch = parselmouth.read(str(folder / f"{file.stem}.Pitch"))
            compare("F0 of our Pitch", mean, call(pitch, "Get mean", 0, 0, "Hertz"))
        # On the edges of samples, so that there is no doubt which lie between.
        count = sound.n_samples
        start, end = count // 4 * sound.dx, count // 4 * 3 * sound.dx
        chosen = call(sound, "To TextGrid", "others mine", "")
        call(chosen, "Insert boundary", 2, start)
        call(chosen, "Insert boundary", 2, end)
        call(chosen, "Set interval text", 2, 2, "chosen")
        call(chosen, "Save as short text file" if read % 2 else "Save as text file", str(labels / f"{file.stem}.TextGrid"))
        # A sound of its own: the part keeps a rounding of the times that it was cut at, which alone can move
        # Praat's mean by 8e-7.
        part = sound.extract_part(start, end)
        parts[file] = parselmouth.Sound(part.values, sampling_frequency=part.sampling_frequency)
    chosen = subprocess.run(
        [options.tool, "analyze", "--preset", "praat", "--praat-version", "6.1", "--quiet", "--segment-from",
         f"{labels}:mine:chosen", *parts], capture_output=True, text=True)
    for part, line in zip(parts.values(), chosen.stdout.splitlines()):
        document = json.loads(line)
        mean = document["biomarkers"]["f0"]["mean_hz"] if document["state"] == "complete" else None
        if mean is None:
            continue
        theirs = call(call(part, "To Pitch (ac)", 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600),
                      "Get mean", 0, 0, "Hertz")
        compare("F0 of a labelled stretch", mean, theirs)
    found = [("recordings whose objects Praat and praatio read", read)]
    for group in worst:
        kept = worst[group] <= 1e-9 and compared[group] > 0
        found.append((f"{group}: numbers compared, worst relative deviation",
                      f"{compared[group]}, {worst[group]:.1e}{'' if kept else ' **broken**'}"))
    for row in found:
        print(*row, sep=": ")
    shutil.rmtree(folder)
    if options.record:
        write_record("by-Praat", "Our pulses in Praat", "`Benchmarks/praat_objects.py`, "
                     f"Praat {parselmouth.PRAAT_VERSION}: `analyze --preset praat --praat-objects` of `Fixtures/voices`.",
                     options.tool, ("What", "Found"), found, group="objects")
    sys.exit(1 if any("broken" in str(row[1]) for row in found) else 0)


if __name__ == "__main__":
    main()
