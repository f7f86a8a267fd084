#!/usr/bin/env python3
"""Rates of people beyond limits that were measured on them, one speaker left out at a time.

    sagevoice analyze --gates flag ... FILES > ungated.jsonl
    sagevoice analyze ... FILES > withheld.jsonl
    Benchmarks/limits.py --manifest MANIFEST.csv --group GROUP ... \\
        --limits measured-limits.json --ungated ungated.jsonl [--judged withheld.jsonl]

Reads results documents, one per line (also of recordings with failed checks, as `limits measure --count-failed-checks`),
and the table of the corpus. Computes the limits independently, compares them with the file that `sagevoice limits measure`
wrote, and prints the rates. People of no GROUP are the others. EGGs are skipped.
"""
import argparse, collections, csv, fnmatch, json, math, sys

# Measure: scale, end of the limit, pooled over vowels, by sex.
MEASURES = {
    "f0.sd_semitones": ("log", 1, False, False),
    "jitter.local_percent": ("log", 1, True, False),
    "jitter.rap_percent": ("log", 1, True, False),
    "jitter.ppq5_percent": ("log", 1, True, False),
    "shimmer.local_percent": ("log", 1, False, False),
    "shimmer.local_db": ("log", 1, False, False),
    "shimmer.apq3_percent": ("log", 1, False, False),
    "shimmer.apq5_percent": ("log", 1, False, False),
    "shimmer.apq11_percent": ("log", 1, False, False),
    "hnr.mean_db": ("linear", -1, False, False),
    "hnr.ac_mean_db": ("linear", -1, False, False),
    "voice_quality.cpps_db": ("linear", -1, True, True),
    "voice_quality.subharmonic_ratio": ("log", 1, False, False),
}
DEVIATIONS_OF_80_PERCENT = 1.2815515655446004
RATES = [2.5, 5, 7.5, 10, 12.5, 15, 20, 25, 30, 40, 50]


def percentile(values, percent):
    """Definition 6 of Hyndman & Fan (1996); None beyond the first and the last."""
    rank = percent / 100 * (len(values) + 1)
    if not 1 <= rank <= len(values):
        return None
    low = int(rank)
    if low == len(values):
        return values[-1]
    return values[low - 1] + (rank - low) * (values[low] - values[low - 1])


def transformed(measure, value):
    if MEASURES[measure][0] == "linear":
        return value
    return math.log(value) if value > 0 else None


def back(measure, value):
    return value if MEASURES[measure][0] == "linear" else math.exp(value)


def numbers(document):
    found = {}
    for group, members in (document.get("biomarkers") or {}).items():
        for name, value in members.items():
            key = f"{group}.{name}"
            if key in MEASURES and isinstance(value, (int, float)):
                found[key] = value
    return found


def documents(path):
    with open(path, encoding="utf-8") as lines:
        return {d["recording"]["name"]: d for d in map(json.loads, lines)}


class Sample:
    """One value per person and measure, from recordings of the first available kind."""

    def __init__(self, rows, ungated, kinds):
        self.people = collections.OrderedDict()
        for row in rows:
            kind = next((i for i, names in enumerate(kinds) if fits(row["file"], names)), None)
            document = ungated.get(row["file"])
            if kind is None or document is None or not numbers(document):
                continue
            person = self.people.setdefault(row["speaker"], {"sex": row["sex"], "kinds": {}})
            person["kinds"].setdefault(kind, []).append(numbers(document))
        self.made = {}

    def values(self, measure, sex, leaving_out):
        _, _, is_pooled, is_by_sex = MEASURES[measure]
        values = []
        for name, person in self.people.items():
            kind = min(person["kinds"])
            if name == leaving_out or (kind > 0 and not is_pooled):
                continue
            if is_by_sex and person["sex"] != sex:
                continue
            own = [transformed(measure, n[measure]) for n in person["kinds"][kind] if measure in n]
            own = [value for value in own if value is not None]
            if own:
                values.append(back(measure, sum(own) / len(own)))
        return sorted(values)

    def reference(self, measure, sex, leaving_out=None):
        key = (measure, sex if MEASURES[measure][3] else "", leaving_out)
        if key not in self.made:
            values = self.values(measure, sex, leaving_out)
            self.made[key] = {p: percentile(values, p) for p in (5, 10, 50, 90, 95)}
            self.made[key]["n"] = len(values)
        return self.made[key]

    def deviation(self, measure, value, sex, leaving_out=None):
        """Distance of a value from the median towards its limit, in standard deviations of that side."""
        reference = self.reference(measure, sex, leaving_out)
        place = transformed(measure, value)
        if place is None:
            return None
        middle = transformed(measure, reference[50])
        far = transformed(measure, reference[10 if place < middle else 90])
        unit = abs(far - middle) / DEVIATIONS_OF_80_PERCENT
        return MEASURES[measure][1] * (place - middle) / unit if unit else None

    def is_beyond(self, measure, value, sex, leaving_out=None):
        reference = self.reference(measure, sex, leaving_out)
        return value > reference[95] if MEASURES[measure][1] > 0 else value < reference[5]


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def judge(sample, rows, found):
    """Per recording: row, largest deviation, measures beyond their percentile, measures compared."""
    judged = []
    for row in rows:
        leaving_out = row["speaker"] if row["speaker"] in sample.people else None
        own = numbers(found[row["file"]])
        far = [sample.deviation(m, v, row["sex"], leaving_out) for m, v in own.items()]
        far = [deviation for deviation in far if deviation is not None]
        beyond = sum(sample.is_beyond(m, v, row["sex"], leaving_out) for m, v in own.items())
        judged.append((row, max(far, default=-math.inf), beyond, len(far)))
    return judged


def share(judged, test):
    return 100 * sum(map(test, judged)) / len(judged) if judged else float("nan")


def table(name, people, others, threshold=None):
    print(f"\n### {name}\n")
    groups = [
        ("people", people),
        ("of them studio", [j for j in people if j[0]["file"].startswith("svd_")]),
        ("of them own devices", [j for j in people if not j[0]["file"].startswith("svd_")]),
        ("others", others),
        ("others, [a]", [j for j in others if j[0]["file"].endswith("_a_n.wav")]),
    ]
    print("| placed so that of people | deviations | " + " | ".join(g for g, _ in groups) + " |")
    print("| --- | --- |" + " --- |" * len(groups))
    print("| recordings | | " + " | ".join(str(len(j)) for _, j in groups) + " |")
    print("| plain 95th percentiles | | " + " | ".join(f"{share(j, lambda x: x[2] > 0):.1f} %" for _, j in groups) + " |")
    far = sorted(j[1] for j in people)
    for rate in RATES:
        place = percentile(far, 100 - rate)
        if place is None:
            continue
        cells = " | ".join(f"{share(j, lambda x: x[1] > place):.1f} %" for _, j in groups)
        print(f"| {rate} % | {place:.2f} | {cells} |")
    nested = sum(
        j[1] > percentile(sorted(k[1] for k in people if k[0]["speaker"] != j[0]["speaker"]), 90)
        for j in people
    )
    print(f"\nAt 10 %, the place made without the speaker too: {100 * nested / len(people):.1f} % of people.")
    if threshold is not None:
        cells = ", ".join(f"{g} {share(j, lambda x: x[1] > threshold):.1f} %" for g, j in groups)
        print(f"At the place of the file, {threshold:.3f}: {cells}.")
    expected = sum(j[3] for j in people) * 0.05 / len(people)
    counted = sum(j[2] for j in people) / len(people)
    print(f"Beyond a 95th percentile: {counted:.2f} numbers a recording of people, by chance {expected:.2f}.")
    return far


def compare(sample, path):
    """Prints the largest relative difference between the limits of the file and those computed here."""
    with open(path, encoding="utf-8") as text:
        file = json.load(text)
    place = file["joint"]["shares"]["10"]
    worst = 0.0
    for limit in file["limits"]:
        measure = limit["measure"]
        if limit["category"] == "combined":
            continue
        reference = sample.reference(measure, limit["category"].lower())
        end = 95 if MEASURES[measure][1] > 0 else 5
        middle = transformed(measure, reference[50])
        far = transformed(measure, reference[90 if end == 95 else 10])
        expected = back(measure, middle + (far - middle) / DEVIATIONS_OF_80_PERCENT * place)
        if limit["kind"] == "typical":
            expected = (min if end == 95 else max)(reference[end], expected)
        found = limit.get("high", limit.get("low"))
        worst = max(worst, abs(found - expected) / abs(expected))
    print(f"Limits of the file: {len(file['limits'])}; the largest difference from those made here: {worst:.2%}.")
    return place


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--group", action="append", required=True)
    parser.add_argument("--recordings", action="append", required=True)
    parser.add_argument("--limits")
    parser.add_argument("--ungated", required=True)
    parser.add_argument("--judged")
    options = parser.parse_args()
    with open(options.manifest, encoding="utf-8") as text:
        rows = [r for r in csv.DictReader(text) if r["sex"] and r["age"] and "_egg" not in r["file"]]
    kinds = [kind.split("|") for kind in options.recordings]
    people = [r for r in rows if r["health"] in options.group]
    complaints = [r for r in rows if r["health"] not in options.group and "healthy" not in r["health"]]
    ungated = documents(options.ungated)
    sample = Sample(people, ungated, kinds)
    sexes = collections.Counter(p["sex"] for p in sample.people.values())
    print(f"{len(sample.people)} people ({sexes['f']} F, {sexes['m']} M); numbers of people per measure:")
    print(", ".join(f"{m} {sample.reference(m, 'f')['n']}" for m in MEASURES) + " (CPPS: women).")
    place = compare(sample, options.limits) if options.limits else None
    runs = [("Without gates", ungated)] + ([("With gates", documents(options.judged))] if options.judged else [])
    for name, found in runs:
        judged = [[r for r in group if r["file"] in found] for group in (people, complaints)]
        table(name, judge(sample, judged[0], found), judge(sample, judged[1], found), place)
    return 0


if __name__ == "__main__":
    sys.exit(main())
