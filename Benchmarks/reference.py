#!/usr/bin/env python3
"""Reference values and limits from results documents, with the rates of people outside who were left out.

    sagevoice analyze --files-from FILES --quiet > documents.jsonl
    Benchmarks/reference.py --documents documents.jsonl --manifest healthy/MANIFEST.csv --manifest more/MANIFEST.csv

Writes measured-limits.json, Benchmarks/Records/reference-values.{csv,json} and Documentation/ReferenceValues.md. The
manifests have the columns file, speaker, sex, age, health and vowel. Only recordings at the usual pitch that pass the
checks count, with one value per speaker and vowel (table) or per speaker and device (limits). EGGs are skipped.
"""
import argparse, collections, csv, json, math, random
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Family: (representing measure, context measures). The representing measure decides, a choice of this project.
FAMILIES = {
    "F0 steadiness": ["f0.sd_semitones"],
    "F0 modulation": ["f0.modulation_fast_cents", "f0.modulation_slow_cents"],
    "jitter": ["jitter.local_percent", "jitter.rap_percent", "jitter.ppq5_percent"],
    "harmonics": ["hnr.mean_db", "hnr.ac_mean_db", "shimmer.local_percent", "shimmer.local_db", "shimmer.apq3_percent",
                  "shimmer.apq5_percent", "shimmer.apq11_percent"],
    "cepstrum": ["voice_quality.cpps_db"],
    "noise": ["voice_quality.gne"],
    "subharmonics": [None, "voice_quality.subharmonic_ratio"],
}
LOWER = {"hnr.mean_db", "hnr.ac_mean_db", "voice_quality.cpps_db", "voice_quality.gne"}
LINEAR = LOWER - {"voice_quality.gne"}
# Comparable between devices. Limits of HNR from the studio exclude 9 of 25 people with own devices, so HNR is not.
TRAVELS = ("f0.", "jitter.")
BY_SEX = {"voice_quality.cpps_db"}
DEVICES = {"svd": ("studio", "studio headset"), "coswara": ("own", "phones and laptops")}
ALL_DEVICES = (None, "studio headset, phones and laptops")
VOWELS = "aeio"
LEAST, SMALL, SHOWN, ALLOWED, DRAWS = 20, 120, 10, 0.08, 2000
QUANTILES = (5, 25, 50, 75, 95)   # percent, as in ReferenceLimit.quantilePercents
UNITS = {"semitones": "semitones", "cents": "cents", "percent": "%", "db": "dB", "hz": "Hz"}
PERIODS = {"period_floor_s": [0.0001], "period_ceiling_s": [0.02], "maximum_period_factor": [1.3]}
HARMONICITY = {"harmonicity_floor_hz": [75.0], "harmonicity_time_step_s": [0.01], "harmonicity_silence_threshold": [0.1],
               "harmonicity_high_pass_f0_ratio": [0.45], "harmonicity_high_pass_flank_f0_ratio": [0.05]}
SETTINGS = {
    "f0": {"f0_variation_segment": ["vowel"]},
    "jitter": PERIODS,
    "shimmer": PERIODS | {"maximum_amplitude_factor": [1.6], "amplitude_high_pass_f0_ratio": [0.45],
                          "amplitude_high_pass_flank_f0_ratio": [0.05]},
    "hnr.mean_db": HARMONICITY | {"harmonicity_method": ["cc"], "harmonicity_periods_per_window": [1.0]},
    "hnr.ac_mean_db": HARMONICITY | {"harmonicity_ac_periods_per_window": [4.5]},
    "voice_quality.cpps_db": {"cpps_definition": ["praat_6.1"]},
    "voice_quality.gne": {"gne_frames": ["praat_7.0"]},
}
EVERY = {"pitch_method": ["ac"], "pitch_range_rule": ["two_pass", "given"], "preset": ["clinical"], "segment": ["steady"]}
AGES = ["13-15", "16-17", "18-59", "60-90"]
CITATION = ("Saarbruecken Voice Database, M. Pützer and W. J. Barry, https://doi.org/10.5281/zenodo.16874898, CC BY 4.0; "
            "Coswara-Data, (c) 2021 LEAP Lab, Indian Institute of Science, https://github.com/iiscleap/Coswara-Data, CC BY 4.0")


def scale(measure, value):
    if measure in LINEAR:
        return value
    if measure == "voice_quality.gne":
        return math.log(value / (1 - value)) if 0 < value < 1 else None
    return math.log(value) if value > 0 else None


def back(measure, value):
    if measure in LINEAR:
        return value
    return 1 / (1 + math.exp(-value)) if measure == "voice_quality.gne" else math.exp(value)


def percentile(values, percent):
    """Definition 6 of Hyndman & Fan (1996), clamped to the sample."""
    rank = min(max(percent / 100 * (len(values) + 1), 1), len(values))
    low = min(int(rank), len(values) - 1)
    return values[low - 1] + (rank - low) * (values[low] - values[low - 1])


def binomial(n, p):
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def rank_interval(values, percent):
    """90 % confidence interval of a percentile from the ranks; None at an end beyond the sample."""
    total, low, high = 0.0, None, None
    for k, mass in enumerate(binomial(len(values), percent / 100)):
        if total + mass > 0.05 and low is None:
            low = k
        total += mass
        if total >= 0.95 and high is None:
            high = k + 1
    return (values[low - 1] if low >= 1 else None, values[high - 1] if high <= len(values) else None)


def wilson(count, n, z=1.96):
    if not n:
        return (None, None)
    share, width = count / n, z * z / n
    middle = (share + width / 2) / (1 + width)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + width)
    return (max(0, middle - half), min(1, middle + half))


def normal_quantile(share):
    from statistics import NormalDist
    return NormalDist().inv_cdf(share)


class Recording:
    def __init__(self, row, document):
        self.file, self.speaker, self.sex = row["file"], row["speaker"], row["sex"].upper()
        self.age, self.vowel = int(row["age"]), row["vowel"][:1]
        self.collection = row["file"].split("_")[0]
        self.is_healthy = row["health"].startswith(("healthy", "self-reported healthy"))
        self.pitch = {"h": "high", "l": "low"}.get(row["file"][:-4].rsplit("_", 1)[-1], "usual")
        self.is_usual = self.pitch == "usual" and self.vowel in VOWELS
        failed = {c["id"] for c in document["quality"]["checks"] if c["verdict"] == "fail"}
        self.is_sound = document["state"] == "complete" and not failed - {"rumble", "mains_hum"}
        self.type = (document.get("signal_type") or {}).get("type")
        self.values = {f"{g}.{n}": v for g, members in (document.get("biomarkers") or {}).items()
                       for n, v in members.items() if isinstance(v, (int, float))}

    @property
    def band(self):
        return "18-59" if self.age < 60 else "60-90"


def per_speaker(recordings, measure):
    """Sorted mean per speaker on the scale of the measure."""
    found = collections.defaultdict(list)
    for r in recordings:
        value = scale(measure, r.values[measure]) if measure in r.values else None
        if value is not None:
            found[r.speaker].append(value)
    return sorted(sum(v) / len(v) for v in found.values())


def spread(values, measure):
    """Standard deviation towards the limit, from the 10th or 90th percentile: single people do not set it."""
    far = percentile(values, 10 if measure in LOWER else 90)
    return abs(far - percentile(values, 50)) / normal_quantile(0.9)


class Limits:
    def __init__(self, people, measures, deviations=None):
        """People: recordings that count. Without deviations they follow from the allowed share of people outside."""
        self.decide = [f[0] for f in FAMILIES.values() if f[0] in measures]
        self.measures = measures
        studio = [r for r in people if r.collection == "svd"]
        speakers = {r.speaker for r in studio}
        typed = {r.speaker for r in studio if (r.type or 1) > 1}
        self.typed = len(typed) / max(1, len(speakers))
        left = max(ALLOWED - self.typed, 0.02) / max(1, len(self.decide))
        self.share = 1 - left if deviations is None else None
        self.deviations = normal_quantile(1 - left) if deviations is None else deviations
        self.made = {}
        self.people = people

    def sample(self, measure, device, sex):
        own = [r for r in self.people if device is None or DEVICES[r.collection][0] == device]
        return per_speaker([r for r in own if sex is None or r.sex == sex], measure)

    def all_spread(self, measure):
        """Spread of all people about the median of their device."""
        centred = []
        for device, _ in DEVICES.values():
            values = self.sample(measure, device, None)
            centred += [v - percentile(values, 50) for v in values] if values else []
        return spread(sorted(centred), measure)

    def limit(self, measure, device, sex=None, draws=300):
        """In force, interval and number of people; None for too few people or a measure that does not travel."""
        key = (measure, device, sex)
        if key not in self.made:
            values = self.sample(measure, device, sex)
            if len(values) < LEAST or (device is None and not measure.startswith(TRAVELS)):
                self.made[key] = None
            else:
                # A small sample: the spread of all people, and the far end of the interval.
                is_small = len(values) < SMALL
                shared = self.all_spread(measure) if is_small else None
                sign = -1 if measure in LOWER else 1
                place = lambda v: percentile(v, 50) + sign * self.deviations * (shared or spread(v, measure))
                chance = random.Random(f"{measure} {device} {sex}")
                drawn = sorted(place(sorted(chance.choices(values, k=len(values)))) for _ in range(draws))
                ends = (percentile(drawn, 5), percentile(drawn, 95))
                force = ends[0 if sign < 0 else 1] if is_small else place(values)
                self.made[key] = (force, ends, len(values))
        return self.made[key]

    def of(self, measure, device, sex):
        if measure in BY_SEX:
            found = self.limit(measure, device, sex)
            if found or device == "studio":
                return found
        return self.limit(measure, device) or self.limit(measure, None)

    def judge(self, r, device):
        """Measures outside and signal type above 1; None without a comparison."""
        if not r.is_sound:
            return None
        outside, compared = [], 0
        for measure in self.decide:
            found = self.of(measure, device, r.sex)
            value = scale(measure, r.values[measure]) if measure in r.values else None
            if found is None or value is None:
                continue
            compared += 1
            if (value < found[0]) if measure in LOWER else (value > found[0]):
                outside.append(measure)
        if (r.type or 1) > 1:
            outside.append("signal type")
        return outside if compared or outside else None


def rate(name, device, how, judged):
    """One row of rates: judged is a list of (measures outside or None)."""
    found = [j for j in judged if j is not None]
    outside = sum(1 for j in found if j)
    low, high = wilson(outside, len(found))
    percent = lambda x: None if x is None else round(100 * x, 1)
    return {"group": name, "device": device, "left_out": how, "recordings": len(judged), "compared": len(found),
            "outside": outside, "percent": percent(outside / len(found)) if found else None,
            "low_percent": percent(low), "high_percent": percent(high),
            "decided_by": dict(collections.Counter(m for j in found for m in j).most_common())}


def first_of_each(recordings):
    """One recording per speaker: [a], else [e], [i], [o]."""
    chosen = {}
    for r in sorted(recordings, key=lambda r: (VOWELS.index(r.vowel), r.file)):
        chosen.setdefault(r.speaker, r)
    return list(chosen.values())


def rates(people, others, measures, limits):
    rows = []
    sound = [r for r in people if r.is_sound]
    for collection, (device, _) in DEVICES.items():
        own = first_of_each([r for r in people if r.collection == collection])
        judged = [Limits([p for p in sound if p.speaker != r.speaker], measures).judge(r, device) for r in own]
        rows.append(rate("reference", device, "speaker", judged))
        rest = Limits([p for p in sound if p.collection != collection], measures)
        rows.append(rate("reference", device, "collection", [rest.judge(r, None) for r in own]))
    for name, chosen in (("others", others), ("others, [a]", [r for r in others if r.vowel == "a"])):
        rows.append(rate(name, "studio", "speaker", [limits.judge(r, "studio") for r in chosen]))
    rest = Limits([p for p in sound if p.collection != "svd"], measures)
    rows.append(rate("others", "studio", "collection", [rest.judge(r, None) for r in others]))
    return rows


def digits(number, count=3):
    return None if number is None else float(f"{number:.{count}g}")


def unit(measure):
    return UNITS.get(measure.rsplit("_", 1)[-1], "1")


def text(number):
    """As the program prints a number: no exponent, no trailing zero."""
    return f"{digits(number):.10f}".rstrip("0").rstrip(".")


def note(key, *values):
    """A text of `Texts/*/notes.json` by its key, with its parameters."""
    return {"id": key, "parameters": {str(number): str(value) for number, value in enumerate(values, 1)}}


def rows_of_limits(limits, percent):
    rows = []
    for family in FAMILIES.values():
        for measure in [m for m in family if m in limits.measures]:
            for device, name in [*DEVICES.values(), ALL_DEVICES]:
                for sex in (["F", "M", None] if measure in BY_SEX and device == "studio" else [None]):
                    found = limits.limit(measure, device, sex, DRAWS)
                    if found is None:
                        continue
                    force, ends, n = found
                    ends = sorted(back(measure, e) for e in ends)
                    row = {"measure": measure, "kind": "typical" if measure == family[0] else "context",
                           "low" if measure in LOWER else "high": digits(back(measure, force)), "unit": unit(measure),
                           "bands": AGES, "category": sex or ("combined" if measure in BY_SEX and device == "studio" else "any")}
                    if device:
                        row["device"] = device
                    small = "; small sample, far end of the interval" if n < SMALL else ""
                    sample = limits.sample(measure, device, sex)
                    quantiles = [digits(back(measure, percentile(sample, p))) for p in QUANTILES]
                    row |= {"basis": "measured", "speakers": n} | ({} if n < SMALL else {"quantiles": quantiles}) | {"citation": CITATION,
                            "sample": f"{n} speakers of 18-90 years, one value each, [a], [e], [i] or [o] at the usual pitch; "
                                      f"percentile {percent}{small}",
                            "algorithm": "praat",
                            "settings": EVERY | SETTINGS.get(measure, SETTINGS.get(measure.split(".")[0], {})),
                            "label": f"measured, n = {n}, {name}",
                            "caution": note("edge_between", *map(text, ends))}
                    if measure.startswith(("jitter.", "shimmer.")):
                        row["signal_types"] = [1]
                    rows.append(row)
    return rows


def reference_rows(recordings, measures):
    """Percentiles by device, vowel, pitch, sex and age; at least SHOWN people, the 5th and 95th of at least LEAST."""
    rows, cells = [], collections.defaultdict(list)
    for r in recordings:
        for sex, band in ((r.sex, r.band), ("F and M", "18-90")):
            cells[DEVICES[r.collection][0], r.vowel, r.pitch, sex, band].append(r)
    for measure in measures:
        for (device, vowel, pitch, sex, band), own in sorted(cells.items()):
            values = sorted(back(measure, v) for v in per_speaker(own, measure))
            if len(values) < SHOWN:
                continue
            row = {"measure": measure, "unit": unit(measure), "device": device, "vowel": vowel, "pitch": pitch, "sex": sex,
                   "ages": band, "n": len(values), "small": len(values) < SMALL}
            for p in (5, 50, 95):
                is_known = p == 50 or len(values) >= LEAST
                low, high = rank_interval(values, p) if is_known else (None, None)
                row |= {f"p{p}": digits(percentile(values, p)) if is_known else None,
                        f"p{p}_low": digits(low), f"p{p}_high": digits(high)}
            rows.append(row)
    return rows


def article(rows, found, limits, version, percent):
    def cell(row, p):
        if row[f"p{p}"] is None:
            return "-"
        ends = ["?" if row[f"p{p}_{e}"] is None else text(row[f"p{p}_{e}"]) for e in ("low", "high")]
        return f"{text(row[f'p{p}'])} ({ends[0]} to {ends[1]})"

    lines = ["# Reference values", "",
             f"Percentiles of this pipeline (sagevoice {version}, clinical preset). `Benchmarks/reference.py` writes this page, "
             ""
             "`measured-limits.json`,", "[the open table](../Benchmarks/Records/reference-values.csv) and its JSON from results documents. [Limits](Limits.md) describes their use.",
             "", f"One value per speaker and vowel, recordings that pass the checks, groups without a reported voice condition. A row needs",
             f"{SHOWN} people, its 5th and 95th percentile {LEAST}. \\* marks fewer than {SMALL} (CLSI EP28). Brackets: 90 % confidence interval of the",
             "percentile from the ranks, `?` beyond the sample. Studio: Saarbruecken Voice Database (one headset). Own device: Coswara",
             "(phones and laptops over a browser; `a` as in *made*).", "",
             "| measure | unit | device | vowel | pitch | sex | ages | n | 5th | median | 95th |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for r in rows:
        lines.append(f"| {r['measure']} | {r['unit']} | {r['device']} | {r['vowel']} | {r['pitch']} | {r['sex']} | {r['ages']} | {r['n']}"
                     f"{' *' if r['small'] else ''} | {cell(r, 5)} | {cell(r, 50)} | {cell(r, 95)} |".replace(" *", "\\*"))
    lines += ["", "## Limits in force", "",
              f"Percentile {percent}. For fewer than {SMALL} people the far end of the 90 % bootstrap interval. `any other`: devices of no",
              "measured kind.", "",
              "| measure | role | device | group | n | limit | 90 % interval |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for r in limits:
        sign, value = ("≥", r["low"]) if "low" in r else ("≤", r["high"])
        lines.append(f"| {r['measure']} | {'decides' if r['kind'] == 'typical' else 'context'} | {r.get('device', 'any other')} | "
                     f"{r['category']} | {r['speakers']} | {sign} {text(value)} {r['unit'] if r['unit'] != '1' else ''} | "
                     f"{' to '.join(r['caution']['parameters'].values())} |".replace("  |", " |"))
    lines += ["", "## Rates", "",
              f"Recordings with any finding: a deciding measure beyond its limit (percentile {percent}) or a signal type above 1. One",
              "recording per person of the reference groups; all recordings of the others. 95 % Wilson interval. Left out: the speaker,",
              "or the whole collection (then only limits of all devices apply).", "",
              "| group | device | left out | recordings | compared | with a finding | decided by |",
              "| --- | --- | --- | --- | --- | --- | --- |"]
    for r in found:
        by = ", ".join(f"{m} {n}" for m, n in r["decided_by"].items()) or "-"
        share = f"{r['outside']}: {r['percent']} % ({r['low_percent']} to {r['high_percent']})" if r["compared"] else "-"
        lines.append(f"| {r['group']} | {r['device']} | {r['left_out']} | {r['recordings']} | {r['compared']} | {share} | {by} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", required=True)
    parser.add_argument("--manifest", action="append", required=True, type=Path, help="MANIFEST.csv or its folder")
    parser.add_argument("--name", default="measured-svd-coswara-5")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    manifests = [path / "MANIFEST.csv" if path.is_dir() else path for path in options.manifest]
    absent = [path for path in [Path(options.documents), *manifests] if not path.exists()]
    if absent:
        raise SystemExit(f"missing: {', '.join(map(str, absent))}")
    with open(options.documents, encoding="utf-8") as lines:
        documents = {d["recording"]["name"]: d for d in map(json.loads, lines)}
    recordings = []
    for path in manifests:
        with open(path, encoding="utf-8") as table:
            for row in csv.DictReader(table):
                known = row["file"] in documents and row["sex"] and row["age"] and "_egg" not in row["file"]
                if known and row["file"].split("_")[0] in DEVICES:
                    recordings.append(Recording(row, documents[row["file"]]))
    people = [r for r in recordings if r.is_healthy and r.is_usual]
    others = [r for r in recordings if not r.is_healthy]
    sound = [r for r in people if r.is_sound]
    measures = {m for r in sound for m in r.values}
    measures = [m for f in FAMILIES.values() for m in f if m in measures]
    provenance = documents[people[0].file]["provenance"]
    limits = Limits(sound, measures)
    percent = f"{100 * limits.share:.2f}"
    found = rates(people, others, measures, limits)
    rows = rows_of_limits(limits, percent)
    table = reference_rows([r for r in recordings if r.is_healthy and r.is_sound], ["f0.mean_hz"] + measures)
    base = json.loads((options.root / "Sources/BaselineService/Limits/reference-limits.json").read_text(encoding="utf-8"))
    counts = [r["speakers"] for r in rows]
    document = {
        "schema": "sagevoice/limits/1", "version": options.name,
        "note": f"Written by Benchmarks/reference.py from documents of sagevoice {provenance['version']}, settings SHA-256 "
                f"{provenance['settings_sha256']}. {len({r.speaker for r in sound})} speakers. Percentile {percent}: {100 * ALLOWED:.0f} % of people with a "
                f"finding, less the {100 * limits.typed:.1f} % with a signal type above 1, shared among {len(limits.decide)} deciding measures (a choice).",
        "limits": rows, "rates": found,
        "cautions": [
            {"bands": AGES, "categories": ["any"], "basis": "measured", "citation": CITATION,
             "text": note("the_measured_limits_rest", min(counts), max(counts), "studio_headset_phones_and")},
            {"bands": AGES[:2], "categories": ["any"], "basis": "engineering", "citation": "a choice of this project: one limit before and after 18 years",
             "text": note("the_measured_limits_come")}],
        "minimums": base["minimums"]}
    compact = lambda value: json.dumps(value, ensure_ascii=False)
    members = [f'  "{key}": ' + ("[\n" + ",\n".join("    " + compact(v) for v in value) + "\n  ]" if isinstance(value, list)
                                else compact(value)) for key, value in document.items()]
    (options.root / "Sources/BaselineService/Limits/measured-limits.json").write_text(
        "{\n" + ",\n".join(members) + "\n}\n", encoding="utf-8")
    records = options.root / "Benchmarks/Records"
    with open(records / "reference-values.csv", "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    values = ",\n".join(json.dumps(r, ensure_ascii=False) for r in table)
    (records / "reference-values.json").write_text(
        f'{{"software_version": "{provenance["version"]}", "settings_sha256": "{provenance["settings_sha256"]}", '
        f'"citation": {json.dumps(CITATION, ensure_ascii=False)}, "values": [\n{values}\n]}}\n', encoding="utf-8")
    page = article(table, found, rows, provenance["version"], percent)
    (options.root / "Documentation/ReferenceValues.md").write_text(page, encoding="utf-8")
    print(page[page.index("## Rates"):])
    for r in rows:
        print(r["measure"], r["kind"], r.get("device", "all"), r["category"], r.get("low", r.get("high")), *r["caution"]["parameters"].values(), r["speakers"])


if __name__ == "__main__":
    main()
