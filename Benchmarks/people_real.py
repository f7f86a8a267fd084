#!/usr/bin/env python3
"""Real voices through the onboarding, from the first recording to the last trace.

Pieces of two long vowels (Fixtures/voices/coswara_14_a.wav, a woman of 55, and coswara_47_a.wav, a man of 72)
stand for recordings of several days; no speaker of the collection has six vowels that are long enough. A voice
that changed is the same pieces, their periods made irregular by moving each cycle in time. All of it once with a
plain store and once with a sealed one, through the watched folder and through `sagevoice onboard`, which submits
to the library; the sound is deleted everywhere.

Exits with 1 if a promise is broken, and writes Records/DATE-people-real.md with --record.
"""
import argparse, array, json, os, random, sys, wave
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from people import Bench, PERSON
from trials import ROOT

VOICES = ROOT / "Fixtures/voices"
LIMITS = ROOT / "Sources/BaselineService/Limits/measured-limits.json"
LENGTH = 1.8
LARGER = "larger_than_usual_variation"
# The clinic of this trial accepts vowels as short as the pieces are.
MINIMUMS = [{"property": "f0_confidence", "unit": "%", "category": "any", "pass": 80, "warn": 60,
             "basis": "engineering", "citation": "trial"},
            {"property": "voiced_ratio", "unit": "1", "category": "any", "pass": 0.95, "warn": 0.9,
             "basis": "engineering", "citation": "trial"},
            {"property": "voiced_duration", "unit": "s", "category": "any", "pass": 1, "warn": 0.8,
             "basis": "engineering", "citation": "trial"}]


class Voice:
    """Pieces of a long vowel."""

    def __init__(self, name, begin, f0):
        with wave.open(str(VOICES / name)) as file:
            assert file.getsampwidth() == 2 and file.getnchannels() == 1
            self.rate, self.begin, self.f0 = file.getframerate(), begin, f0
            self.samples = array.array("h", file.readframes(file.getnframes()))

    def piece(self, number, path, moved=0.0, seed=0):
        """One piece; every cycle is moved by so much of a period, one standard deviation."""
        start = int((self.begin + number * LENGTH) * self.rate)
        end = start + int(LENGTH * self.rate)
        assert end <= len(self.samples), f"there is no piece {number}"
        samples = self.samples[start:end]
        if moved:
            samples = self.irregular(samples, moved, random.Random(seed))
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes(samples.tobytes())
        return path

    def irregular(self, samples, moved, draws):
        period = self.rate / self.f0
        shifts = [draws.gauss(0, moved * period) for _ in range(int(len(samples) / period) + 2)]
        made = array.array("h", bytes(2 * len(samples)))
        for index in range(len(samples)):
            cycle, part = divmod(index / period, 1)
            place = index + shifts[int(cycle)] * (1 - part) + shifts[int(cycle) + 1] * part
            place = min(max(place, 0), len(samples) - 2)
            left = int(place)
            made[index] = round(samples[left] + (place - left) * (samples[left + 1] - samples[left]))
        return made


class Clinic:
    """A store, an inbox and the commands that a clinic gives."""

    def __init__(self, bench, name, sealed):
        self.bench, self.name = bench, name
        self.store, self.inbox = bench.folder / f"{name}-store", bench.folder / f"{name}-in"
        self.inbox.mkdir()
        self.key = []
        if sealed:
            path = bench.folder / "key"
            path.write_bytes(os.urandom(32))
            path.chmod(0o600)
            self.key = ["--key-file", path]
        limits = json.loads(LIMITS.read_text())
        limits |= {"version": "trial", "minimums": MINIMUMS}
        self.limits = bench.folder / "limits.json"
        self.limits.write_text(json.dumps(limits))

    def run(self, *arguments):
        return self.bench.run(*arguments, "--store", self.store, *self.key)

    def document(self, *arguments):
        return json.loads(self.run(*arguments).stdout)

    def watch(self):
        done = self.run("watch", self.inbox, "--once", "--audio", "delete", "--settle", "0.1", "--quiet",
                        "--limits", self.limits, "--events")
        return done.returncode

    def session(self, voice, user, day, pieces, moved=0.0, **told):
        for take, number in enumerate(pieces):
            stem = f"{user}-{day}-{take}"
            (self.inbox / f"{stem}.json").write_text(json.dumps({
                "profile": {"user_id": user} | told, "session_id": f"S{day}", "reference": f"case of {user}",
                "task": "sustained_vowel", "vowel": "a", "recorded_at": f"2026-01-{day:02}T09:3{take}:00Z"}))
            voice.piece(number, self.inbox / f"{stem}.wav", moved, seed=100 * day + take)
        return self.watch()

    def history(self, user):
        return self.document("records", "history", "--user", user)["sessions"]

    def alerts(self, *more):
        return [json.loads(line) for line in self.run("records", "alerts", *more).stdout.splitlines()]

    def files_with(self, needles):
        places = [self.store, Path(f"{self.store}.spool"), self.inbox]
        return [path for place in places for path in place.rglob("*")
                if path.is_file() and any(needle in path.read_bytes() for needle in needles)]


def through_the_folder(clinic, voice, say):
    user = "person-of-fourteen"
    status = clinic.session(voice, user, 2, [0, 1, 2], age=55, sex_assigned_at_birth="female",
                            device_model="a telephone of mine")
    rows = clinic.history(user)
    say("three recordings and a sidecar make a baseline", f"status {status}, {rows[0]['usable_vowels']} vowels",
        status == 0 and len(rows) == 1 and rows[0]["in_baseline"])
    clinic.session(voice, user, 4, [3, 4, 5])
    row = clinic.history(user)[1]
    far = [v["measure"] for v in row["measures"] if v["classification"] == LARGER]
    say("a session within the usual range", f"larger: {len(far)}, alerts: {len(row['alerts'])}",
        not far and not row["alerts"] and row["baseline_id"] is not None)
    clinic.session(voice, user, 6, [0, 3, 4], moved=MOVED)
    row = clinic.history(user)[2]
    far = [v["measure"] for v in row["measures"] if v["classification"] == LARGER]
    lasting = [alert for alert in clinic.alerts() if alert["rule"] == "two_sessions"]
    say("one beyond it", f"larger: {', '.join(far)}; alerts that it lasts: {len(lasting)}", far and not lasting)
    clinic.session(voice, user, 8, [1, 2, 5], moved=MOVED)
    lasting = [alert for alert in clinic.alerts() if alert["rule"] == "two_sessions"]
    say("the alert after the second", ", ".join(lasting[0]["families"]) if lasting else "none",
        len(lasting) == 1 and "jitter" in lasting[0]["families"])
    for alert in clinic.alerts("--open"):
        clinic.run("records", "acknowledge", "--user", user, "--alert", alert["id"], "--note", "seen by telephone")
    say("open after they were acknowledged", len(clinic.alerts("--open")), not clinic.alerts("--open"))
    return user, [user.encode(), b"a telephone of mine", b"case of", b"seen by telephone"]


def through_the_library(clinic, voice, say):
    """A journey with a refused recording, of a guest who signs up afterwards."""
    bench = clinic.bench
    profile = bench.folder / "guest.json"
    profile.write_text(json.dumps(PERSON | {"age": 72, "gender_identity": "man", "sex_assigned_at_birth": "male"}))
    speech = VOICES / "commonvoice_en_41923362.wav"
    takes = [voice.piece(number, bench.folder / f"{clinic.name}-take-{number}.wav") for number in range(3)]
    done = clinic.run("onboard", "--profile", profile, "--limits", clinic.limits, "--delete-audio",
                      takes[0], speech, takes[1], takes[2])
    journey = json.loads(done.stdout)
    chain = [(attempt["take"], attempt["state"]) for attempt in journey["attempts"]]
    say("a refused recording and its chain of attempts", "; ".join(f"vowel {t}: {o}" for t, o in chain),
        done.returncode == 0 and chain == [(1, "usable"), (2, "refused"), (2, "usable"), (3, "usable")])
    guest, user = journey["person"], "person-of-fortyseven"
    adopted = clinic.run("records", "adopt", "--guest", guest, "--user", user)
    again = clinic.run("records", "adopt", "--guest", guest, "--user", user)
    made = clinic.run("baseline", "establish", "--user", user, "--limits", clinic.limits)
    rows = clinic.history(user)
    say("a guest who signs up keeps the history", f"{sum(row['usable_vowels'] for row in rows)} vowels",
        (adopted.returncode, again.returncode, made.returncode) == (0, 0, 0)
        and sum(row["usable_vowels"] for row in rows) == 3)
    return user, [user.encode(), guest.encode(), b"-take-"]


def one_clinic(bench, sealed):
    kind = "sealed" if sealed else "plain"
    clinic = Clinic(bench, kind, sealed)
    say = lambda what, found, kept: bench.expect(f"{kind}: {what}", found, kept)
    people = [through_the_folder(clinic, Voice("coswara_14_a.wav", 2.2, 171), say),
              through_the_library(clinic, Voice("coswara_47_a.wav", 3.3, 128), say)]
    say("sound kept", len(list(clinic.store.rglob("audio.wav*"))), not list(clinic.store.rglob("audio.wav*")))
    verified = clinic.run("records", "verify").returncode
    say("records verify, exit status", verified, verified == 0)
    for user, needles in people:
        # What was measured is of the person too: means as the documents print them.
        numbers = [repr(value["value"]).encode() for row in clinic.history(user) for value in row["measures"]
                   if value["value"] and len(repr(value["value"])) > 8]
        before = len(clinic.files_with(needles + numbers))
        purged = clinic.run("records", "purge", "--user", user, "--reason", "withdrawn", "--yes")
        after = clinic.files_with(needles + numbers)
        say(f"files with traces of who withdraws, before and after", f"{before}, {len(after)}",
            purged.returncode == 0 and not after and (sealed or before > 0))
        for path in after:
            print("   left in", path.relative_to(bench.folder))
    verified = clinic.run("records", "verify").returncode
    say("records verify afterwards, exit status", verified, verified == 0)


MOVED = 0.02


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", default=None, help="where stores and inboxes are made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave the stores where they are")
    options = parser.parse_args()
    bench = Bench(options)
    for sealed in (False, True):
        one_clinic(bench, sealed)
    sys.exit(bench.end(options, "real", "Real voices from onboarding to withdrawal",
                       "`Benchmarks/people_real.py`: pieces of 1.8 s of two long vowels, as its first lines say; "
                       "`--audio delete`."))


if __name__ == "__main__":
    main()
