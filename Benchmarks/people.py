#!/usr/bin/env python3
"""What an onboarding promises, tried on the built tool.

    people.py kill    `sagevoice onboard` killed at random moments while people are led to their baselines
    people.py inbox   people through the watched folder: baseline, change, alert, withdrawal

Each trial exits with 1 if a promise is broken, and writes Records/DATE-people-NAME.md with --record.
"""
import argparse, json, os, random, shutil, signal, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, write_record

PERSON = {"user_id": "nobody", "age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female",
          "voice_conditions": ["None"], "diagnosed_conditions": ["None"], "device_model": "microphone",
          "consent": {"signed": True, "at": "2026-01-01T09:00:00Z", "version": "1",
                      "purposes": ["analysis", "storage"]}}


class Bench:
    def __init__(self, options):
        self.tool, self.random = options.tool, random.Random(options.seed)
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-people-", dir=options.folder))
        self.store, self.inbox = self.folder / "store", self.folder / "in"
        self.inbox.mkdir()
        self.profile = self.folder / "person.json"
        self.profile.write_text(json.dumps(PERSON))
        self.found, self.broken = [], []

    def run(self, *arguments):
        return subprocess.run([self.tool, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def vowel(self, seed, jitter=0.4, shimmer=2.0):
        path = self.folder / f"{seed}-{jitter}.wav"
        if not path.exists():
            made = self.run("synth", "--f0", 160 + seed % 90, "--jitter", jitter, "--shimmer", shimmer,
                            "--hnr", 25, "--seconds", 2.5, "--vowel", "a", "--seed", seed, path)
            assert made.returncode == 0, made.stderr
        return path

    def expect(self, what, value, is_kept):
        self.found.append((what, value if is_kept else f"{value} **broken**"))
        if not is_kept:
            self.broken.append(what)
        print(f"{what}: {value}{'' if is_kept else '  BROKEN'}", flush=True)

    def verify(self):
        status = self.run("records", "verify", "--store", self.store).returncode
        self.expect("records verify, exit status", status, status == 0)

    def end(self, options, name, title, how):
        if options.record:
            write_record(name, title, how, self.tool, ("What", "Found"), self.found, group="people")
        if not options.keep:
            shutil.rmtree(self.folder)
        return 1 if self.broken else 0


def kill(bench, options):
    """Each person is led until they have a baseline; the program is killed as often as is asked for."""
    people, kills = options.people or 50, options.kills or 100
    left, during, outcomes = kills, 0, []
    for number in range(people):
        user = f"person-{number}"
        files = [bench.vowel(1000 + 10 * number + take) for take in range(3)]
        journey, quota = None, kills * (number + 1) // people - kills * number // people
        while True:
            done = journey is not None and journey["step"] == "completed"
            take = journey["take"] if journey and journey["step"] == "sustained_vowel_test" else 1
            arguments = ["onboard", "--store", bench.store, "--user", user, "--profile", bench.profile,
                         *([] if done else files[take - 1:])]
            if quota > 0:
                quota, left = quota - 1, left - 1
                process = subprocess.Popen([bench.tool, *map(str, arguments)],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(bench.random.uniform(0.01, 0.6))
                during += process.poll() is None
                process.send_signal(signal.SIGKILL)
                process.wait()
                # Where it is now, without a recording to go on with.
                asked = bench.run("onboard", "--store", bench.store, "--user", user,
                                  "--profile", bench.profile)
                journey = json.loads(asked.stdout) if asked.stdout else None
                continue
            ended = bench.run(*arguments)
            assert ended.stdout, f"{user}: {ended.returncode} {ended.stderr}"
            journey = json.loads(ended.stdout)
            break
        outcomes.append((user, journey))
    bench.expect("kills", kills - left, left == 0)
    bench.expect("kills of a program that was at work", during, during > kills / 2)
    held = [journey for _, journey in outcomes if journey["phase"] == "baseline_held"]
    bench.expect("journeys that ended with a baseline", len(held), len(held) == people)
    attempts = [len(journey["attempts"]) for _, journey in outcomes]
    bench.expect("attempts in all", sum(attempts), sum(attempts) == 3 * people)
    sessions = [attempt["session_id"] for _, journey in outcomes for attempt in journey["attempts"]]
    bench.expect("sessions of attempts, each once", len(set(sessions)), len(set(sessions)) == 3 * people)
    stored = [path.name for path in (bench.store / "sessions").iterdir()]
    bench.expect("sessions in the store", len(stored), sorted(stored) == sorted(sessions))
    whole = 0
    for user, journey in outcomes:
        history = json.loads(bench.run("records", "history", "--store", bench.store, "--user", user).stdout)
        rows = history["sessions"]
        whole += len(rows) == 1 and rows[0]["usable_vowels"] == 3
    bench.expect("people with one session of three vowels", whole, whole == people)
    left = list((Path(str(bench.store) + ".spool") / ".sagevoice/work").iterdir())
    bench.expect("left in the spool", len(left), not left)
    bench.verify()
    return bench.end(options, "kill", "An onboarding killed at random moments",
                     f"`Benchmarks/people.py kill`: {people} people are led from signing up to a baseline by "
                     f"`sagevoice onboard`, each with three recordings of 2.5 s; {kills} × kill -9, 0.01 … 0.6 s after a start.")


def inbox(bench, options):
    """Sessions that are as usual, then changed ones, all through the folder, without sound kept."""
    people = options.people or 20
    changed = set(bench.random.sample(range(people), people // 2))

    def deliver(number, session, jitter, shimmer):
        for take in range(3):
            stem = f"p{number}-s{session}-{take}"
            profile = {"user_id": f"person-{number}"}
            if session == 1:
                profile |= {"age": 34, "sex_assigned_at_birth": "female"}
            (bench.inbox / f"{stem}.json").write_text(json.dumps({
                "profile": profile, "session_id": f"S{session}",
                "recorded_at": f"2026-01-{2 * session:02}T09:3{take}:00Z"}))
            sound = bench.vowel(100 * number + 10 * session + take, jitter, shimmer)
            shutil.copy(sound, bench.inbox / f"{stem}.part")
            (bench.inbox / f"{stem}.part").rename(bench.inbox / f"{stem}.wav")

    for session in range(1, 6):
        for number in range(people):
            # Half of the people have three times the jitter and the shimmer in the last two sessions.
            is_changed = number in changed and session >= 4
            deliver(number, session, 1.2 if is_changed else 0.4, 6.0 if is_changed else 2.0)
        status = bench.run("watch", bench.inbox, "--store", bench.store, "--once", "--audio", "delete",
                           "--settle", "0.1", "--quiet").returncode
        bench.expect(f"status of the watcher after session {session}", status, status == 0)
    bench.expect("recordings kept", sum(1 for _ in bench.store.rglob("audio.wav")), not list(bench.store.rglob("audio.wav")))
    alerts = [json.loads(line) for line in bench.run(
        "records", "alerts", "--store", bench.store).stdout.splitlines()]
    told = {int(alert["user_id"].split("-")[1]) for alert in alerts}
    bench.expect("people whose voice changed, told", f"{len(told & changed)} of {len(changed)}", told >= changed)
    bench.expect("people whose voice did not, told", f"{len(told - changed)} of {people - len(changed)}", not told - changed)
    for alert in alerts:
        bench.run("records", "acknowledge", "--store", bench.store, "--user", alert["user_id"],
                  "--alert", alert["id"], "--note", "seen")
    still = bench.run("records", "alerts", "--store", bench.store, "--open").stdout.splitlines()
    bench.expect("alerts open after they were acknowledged", len(still), not still)
    gone = "person-1"
    purged = bench.run("records", "purge", "--store", bench.store, "--user", gone, "--reason", "withdrawn", "--yes")
    needles = [b"person-1\"", b"p1-s"]
    files = [path for path in bench.store.rglob("*") if path.is_file()]
    found = [str(path.relative_to(bench.store)) for path in files
             if any(needle in path.read_bytes() for needle in needles)]
    bench.expect("status of the withdrawal", purged.returncode, purged.returncode == 0)
    bench.expect("files that name who withdrew", len(found), not found)
    bench.verify()
    return bench.end(options, "inbox", "People through the watched folder",
                     f"`Benchmarks/people.py inbox`: {people} synthetic people, five sessions of three vowels of 2.5 s, "
                     "`--audio delete`; half of them have three times the jitter and shimmer in the last two.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    trials = {"kill": kill, "inbox": inbox}
    parser.add_argument("trial", choices=trials)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", default=None, help="where store and inbox are made")
    parser.add_argument("--people", type=int)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave store and inbox where they are")
    options = parser.parse_args()
    sys.exit(trials[options.trial](Bench(options), options))


if __name__ == "__main__":
    main()
