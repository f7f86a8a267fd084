#!/usr/bin/env python3
"""A digest of every document that a build writes, to show whether another build changes a number.

    Benchmarks/digest.py write OUT.json [--built DIR] [--voices FOLDER] [--without MEASURE ...] [--keep FOLDER]
    Benchmarks/digest.py compare OLD.json NEW.json

Documents of all recordings in Fixtures/ and in FOLDER: both presets, both tiers, two Praat versions, with contours, with a
profile; AVQI, a baseline and a comparison. Measured members, settings and the rest of each document are hashed apart, without
ids, times, the version and hashes of settings. --without leaves out measures that an older build does not have. --keep FOLDER
keeps the documents, one per line, for `SAGEVOICE_DOCUMENTS=FOLDER swift test -c release --filter KeptDocumentTests`.
`compare` lists the documents that differ; exit status 1 if measured members do.
"""
import argparse, hashlib, json, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROFILE = {"user_id": "digest", "age": 34, "sex_assigned_at_birth": "female"}
MEASURED = ("pitch_range", "segment", "signal_type", "biomarkers", "unavailable", "uncertainty", "contours",
            "quality", "parts", "value")
FLEETING = {"analysis_id", "run", "version", "settings_sha256", "baseline_id", "comparison_id"}

FORMS = {
    "clinical": ["--preset", "clinical"],
    "clinical quick": ["--preset", "clinical", "--tier", "quick"],
    "clinical for a person": ["--preset", "clinical", "--profile", "PROFILE"],
    "praat 6.1": ["--preset", "praat", "--praat-version", "6.1", "--contours"],
    "praat 7.0": ["--preset", "praat", "--praat-version", "7.0", "--contours"],
    "praat 7.0 quick": ["--preset", "praat", "--praat-version", "7.0", "--tier", "quick"],
}
AVQI = [("Fixtures/voices/coswara_21_a.wav", "Fixtures/voices/commonvoice_en_41923362.wav"),
        ("Fixtures/voices/svd_1625_a_n.wav", "Fixtures/voices/svd_0001_a_n.wav")]


def lasting(value):
    if isinstance(value, dict):
        return {key: lasting(v) for key, v in value.items()
                if key not in FLEETING and not key.endswith("_at")}
    return [lasting(v) for v in value] if isinstance(value, list) else value


def short(value):
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:12]


def without(measures, document):
    for measure in measures:
        group, key = measure.split(".")
        if document.get("schema") == "sagevoice/results/1" and document["state"] == "complete":
            document["biomarkers"].get(group, {}).pop(key, None)
            if not document["biomarkers"].get(group, True):
                del document["biomarkers"][group]
            document["unavailable"] = [e for e in document["unavailable"] if e["measure"] != measure]
            for part in document["segment"]["used"]:
                part["measures"] = [m for m in part["measures"] if m != measure]
            document["segment"]["used"] = [p for p in document["segment"]["used"] if p["measures"]]
    return document


def digest(document, left_out):
    document = without(left_out, lasting(document))
    settings = document.get("provenance", {}).pop("settings", None)
    return [short({k: v for k, v in document.items() if k in MEASURED}), short(settings),
            short({k: v for k, v in document.items() if k not in MEASURED})]


def write(options):
    folder = Path(tempfile.mkdtemp(prefix="sagevoice-digest-"))
    profile = folder / "profile.json"
    profile.write_text(json.dumps(PROFILE))
    recordings = sorted(ROOT.glob("Fixtures/**/*.wav"))
    if options.voices:
        recordings += sorted(Path(options.voices).glob("**/*.wav"))
    names = [str(p.relative_to(ROOT)) if p.is_relative_to(ROOT) else "voices/" + str(
        p.relative_to(options.voices)) for p in recordings]
    paths = folder / "list"
    paths.write_text("".join(f"{path}\n" for path in recordings))
    found = {}

    def documents(*arguments):
        return subprocess.run([Path(options.built).resolve() / "sagevoice", *map(str, arguments)], capture_output=True, cwd=ROOT).stdout

    def keep(name, text):
        if options.keep:
            Path(options.keep, name).write_bytes(text)
        return text

    for form, arguments in FORMS.items():
        arguments = [profile if a == "PROFILE" else a for a in arguments]
        text = documents("analyze", "--quiet", "--files-from", paths, *arguments)
        lines = keep(f"{form}.jsonl", text).splitlines()
        if len(lines) != len(names):
            sys.exit(f"{form}: {len(lines)} documents of {len(names)} recordings")
        for name, line in zip(names, lines):
            found[f"{form}: {name}"] = digest(json.loads(line), options.without)
    for vowel, speech in AVQI:
        text = keep(f"avqi {Path(vowel).stem}.json", documents("avqi", "--vowel", vowel, "--speech", speech))
        found[f"avqi: {vowel} {speech}"] = digest(json.loads(text), options.without)
    person = sorted(ROOT.glob("Fixtures/voices/svd_*_a_n.wav"))
    base = folder / "base.json"
    text = documents("baseline", "establish", "--profile", profile, "--device", "digest", "--output", base, *person)
    text = keep("baseline.json", base.read_bytes() if base.exists() else text)
    found["baseline"] = digest(json.loads(text), options.without)
    if base.exists():
        text = keep("comparison.json", documents("baseline", "compare", "--baseline", base, person[0]))
        found["comparison"] = digest(json.loads(text), options.without)
    version = documents("--version").decode().strip()
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value)}" for key, value in sorted(found.items())]
    Path(options.out).write_text(
        '{"version": "%s", "documents": {\n%s\n}}\n' % (version, ",\n".join(lines)))
    print(f"{len(found)} documents of {version}")


def compare(options):
    old, new = (json.loads(Path(p).read_text()) for p in (options.old, options.new))
    parts = ("measured", "settings", "rest")
    moved = {part: [] for part in parts}
    for key in sorted(old["documents"].keys() & new["documents"].keys()):
        for part, before, after in zip(parts, old["documents"][key], new["documents"][key]):
            if before != after:
                moved[part].append(key)
    print(f"{old['version']} and {new['version']}: {len(old['documents'])} and {len(new['documents'])} documents")
    print(f"only in one: {len(old['documents'].keys() ^ new['documents'].keys())}")
    for part, keys in moved.items():
        print(f"{part} differ in {len(keys)}")
        for key in keys[:options.show]:
            print(f"  {key}")
    sys.exit(1 if moved["measured"] else 0)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("write")
    one.add_argument("out")
    one.add_argument("--built", default=ROOT / ".build/release", help="the folder of sagevoice")
    one.add_argument("--voices", default=None)
    one.add_argument("--keep", metavar="FOLDER", default=None)
    one.add_argument("--without", metavar="MEASURE", nargs="*", default=[])
    one.set_defaults(run=write)
    two = commands.add_parser("compare")
    two.add_argument("old")
    two.add_argument("new")
    two.add_argument("--show", type=int, default=10)
    two.set_defaults(run=compare)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
