#!/usr/bin/env python3
"""A watcher that is killed while somebody takes their consent back.

A person has two sessions and a baseline. The consent is taken back by a sidecar that comes late, or by that of a new
recording; the watcher is killed 0.03 to 0.5 s after its start, and started once more. Then nothing may say anything of
the person but the quick answer of the new recording, in any file of store and inbox.

Exits with 1 if anything is left, and writes Records/DATE-people-withdrawal.md with --record.
"""
import argparse, json, random, shutil, signal, subprocess, sys, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from people import Bench
from people_real import Clinic, Voice
from trials import ROOT

USER = "person-of-fourteen"
NEEDLES = [b'"age":55', b'"age": 55', b"case of old", b"MARKDEVICE"]


def consent(is_signed, at):
    return {"signed": is_signed, "at": at, "version": "1", "purposes": ["analysis", "storage"] if is_signed else []}


GIVEN, TAKEN_BACK = consent(True, "2026-01-01T00:00:00Z"), consent(False, "2026-03-01T00:00:00Z")


def sidecar(clinic, stem, day, agreed, reference):
    (clinic.inbox / f"{stem}.json").write_text(json.dumps({
        "profile": {"user_id": USER, "age": 55, "device_model": "MARKDEVICE"}, "session_id": f"S{day}",
        "reference": reference, "recorded_at": f"2026-01-{day:02}T09:30:00Z", "consent": agreed}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", default=None, help="where the store is made")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave the store where it is")
    options = parser.parse_args()
    bench = Bench(options)
    clinic, voice = Clinic(bench, "plain", False), Voice("coswara_14_a.wav", 2.2, 171)
    for day, pieces in ((2, [0, 1, 2]), (4, [3, 4])):
        for number in pieces:
            sidecar(clinic, f"s{day}-{number}", day, GIVEN, "case of old")
            voice.piece(number, clinic.inbox / f"s{day}-{number}.wav")
    assert clinic.watch() == 0
    before = len(clinic.files_with(NEEDLES))
    for place in (clinic.store, clinic.inbox):
        shutil.copytree(place, f"{place}.kept")
    at_work, left, unverified, kept = 0, 0, 0, 0
    for number in range(options.kills):
        for place in (clinic.store, clinic.inbox):
            shutil.rmtree(place)
            shutil.copytree(f"{place}.kept", place)
        if number % 2:
            sidecar(clinic, "s2-1", 2, TAKEN_BACK, "case of old")
        else:
            sidecar(clinic, "s9-5", 9, TAKEN_BACK, "another case")
            voice.piece(5, clinic.inbox / "s9-5.wav")
        process = subprocess.Popen([
            options.tool, "watch", str(clinic.inbox), "--store", str(clinic.store), "--once", "--audio", "delete",
            "--settle", "0.1", "--quiet", "--limits", str(clinic.limits), "--events"])
        time.sleep(bench.random.uniform(0.03, 0.5))
        at_work += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        clinic.watch()
        left += bool(clinic.files_with(NEEDLES))
        unverified += clinic.run("records", "verify").returncode != 0
        kept += any((clinic.store / folder).exists() and any((clinic.store / folder).rglob("*.json"))
                    for folder in ("people", "baselines"))
    bench.found.append(("files with traces of the person before", before))
    bench.expect("kills of a watcher that was at work", f"{at_work} of {options.kills}", at_work > options.kills / 2)
    bench.expect("times that a trace was left", left, left == 0)
    bench.expect("times that a person or a baseline was kept", kept, kept == 0)
    bench.expect("times that records verify found something", unverified, unverified == 0)
    sys.exit(bench.end(options, "withdrawal", "A watcher killed while a consent is taken back",
                       f"`Benchmarks/people_withdrawal.py --kills {options.kills}`: {options.kills} × kill -9, half of them "
                       "of a sidecar that comes late, half of a new recording."))


if __name__ == "__main__":
    main()
