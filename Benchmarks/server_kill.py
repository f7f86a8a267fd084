#!/usr/bin/env python3
"""A server that is killed at random moments while people onboard.

Twenty people at a time are led from signing up to a baseline over HTTP; whoever has arrived is followed by the next one,
until the server was killed often enough. It is killed 0.05 to 1 s after it took requests, or while it begins. Whoever got
no answer looks where their journey is, and goes on from there, as the page does; a recording that was not acknowledged is
sent again. Nothing that was acknowledged may be lost, nothing be there twice, and every journey has to arrive.

Exits with 1 if anything is broken, and writes Records/DATE-server-kill.md with --record.
"""
import collections, itertools, random, sys, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from server_trial import CONSENT, PROFILE, Bench, Person, at_once, parser, sha256

STEPS = ["sign_up", "explainer", "user_info_form", "sustained_vowel_test", "reading_prompt", "completed"]


class Trial:
    def __init__(self, bench, options):
        self.bench, self.options = bench, options
        self.lock, self.closing = threading.Lock(), threading.Event()
        self.numbers = itertools.count()
        # Session by SHA-256, of recordings that were acknowledged.
        self.acknowledged, self.sent = {}, set()
        self.problems, self.arrived, self.broken_off = [], [], collections.Counter()
        self.deaf, self.stood_in, self.last_kill = 0, 0, 0.0

    def problem(self, text):
        with self.lock:
            self.problems.append(text)
            print("PROBLEM", text, flush=True)

    def persevere(self, what, step):
        """Does a step until it is answered; one that was not may have been done."""
        is_first = True
        while True:
            try:
                return step(), is_first
            except OSError:
                is_first = False
                with self.lock:
                    self.broken_off[what] += 1
                time.sleep(0.02)

    def look(self, person, at_least, attempts):
        """Where the journey is, which is never behind what was acknowledged."""
        answer, _ = self.persevere("look", lambda: person.ask("GET", "/v1/me/journey"))
        if answer.status in (500, 503):
            self.deaf += 1
            time.sleep(0.05)
            return self.look(person, at_least, attempts)
        if answer.status != 200:
            self.problem(f"a journey that was acknowledged is answered {answer.status} {answer.body[:200]}")
            return None
        journey = answer.json
        known = {attempt["session_id"] for attempt in journey["attempts"]}
        if attempts - known:
            self.problem(f"acknowledged, not of the journey: {attempts - known}")
        if journey["step"] in STEPS and STEPS.index(journey["step"]) < at_least:
            self.problem(f"a journey at {journey['step']} was told to be further")
        return journey

    def lead(self, number):
        """One person from signing up to a baseline."""
        person = Person(self.bench, f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}")
        answer, _ = self.persevere("sign up", lambda: person.ask("POST", "/v1/people"))
        if answer.status != 201:
            return self.problem(f"sign up: {answer.status} {answer.body[:200]}")
        attempts, has_agreed, at_least, take, began = set(), False, 0, None, time.monotonic()
        while time.monotonic() - max(began, self.last_kill) < self.options.patience:
            journey = self.look(person, at_least, attempts)
            if journey is None:
                return
            at_least = max(at_least, STEPS.index(journey["step"]) if journey["step"] in STEPS else 0)
            may = journey["may"]
            if journey["step"] == "completed" and not journey["waits"]:
                with self.lock:
                    self.arrived.append((number, journey["phase"], attempts,
                                         [attempt["session_id"] for attempt in journey["attempts"]]))
                return
            if journey["waits"]:
                time.sleep(0.05)
            elif "explainer_read" in may:
                self.tell(person, "explainer_read")
            elif "profile" in may:
                for path, body in (("consent", CONSENT), ("profile", PROFILE)):
                    if path == "consent" and has_agreed:
                        continue
                    answer, _ = self.persevere(path, lambda: person.ask("PUT", f"/v1/me/{path}", body))
                    has_agreed = has_agreed or path == "consent" and answer.status == 200
                    self.judge(path, answer)
            elif journey["step"] == "reading_prompt":
                self.tell(person, "skipped")
            elif "recording" in may:
                take = take or self.bench.vowel(next(self.numbers))
                self.sent.add(sha256(take))
                answer, _ = self.persevere("recording", lambda: person.send(take))
                if answer.status in (200, 201):
                    session = answer.headers["Location"].rsplit("/", 1)[1]
                    attempts.add(session)
                    if answer.json["recording"]["sha256"] != sha256(take):
                        self.problem("a recording was answered with the document of another one")
                    with self.lock:
                        self.acknowledged[sha256(take)] = session
                    take = None
                elif answer.status == 412:
                    # A former take was durable, and stands for this one, which is not kept.
                    self.stood_in += 1
                    take = None
                else:
                    self.judge("recording", answer)
            elif "microphone" in may:
                self.tell(person, "microphone", answer="granted")
            elif "retried" in may:
                self.problem(f"refused: {journey['error']}")
                self.tell(person, "retried")
            else:
                self.problem(f"nothing may be said at {journey['step']} {journey['phase']} {may}")
                time.sleep(0.2)
        self.problem(f"a journey did not arrive within {self.options.patience} s: {journey['step']} {journey['phase']}")

    def tell(self, person, event, **more):
        answer, _ = self.persevere(event, lambda: person.told(event, **more))
        self.judge(event, answer)

    def judge(self, what, answer):
        # 409: it was done, and only the answer was lost; 503: in a moment.
        if answer.status in (500, 503):
            self.deaf += 1
            time.sleep(0.05)
        elif answer.status not in (200, 409):
            self.problem(f"{what}: {answer.status} {answer.body[:300]}")

    def people(self, first):
        for number in itertools.count(first, self.options.people):
            if self.closing.is_set() and number >= self.options.people:
                return
            self.lead(number)

    def run(self):
        bench, options, generator = self.bench, self.options, random.Random(self.options.seed)
        for number in range(6):
            bench.vowel(number)
        bench.start()
        threads, faults = at_once(options.people, self.people)
        beginnings, at_work = 0, 0
        for kill in range(options.kills):
            if generator.random() < 0.1:
                beginnings += 1
                time.sleep(generator.uniform(0, 0.1))
            else:
                bench.wait_until_ready()
                time.sleep(generator.uniform(0.05, 1.0))
            bench.kill()
            self.last_kill = time.monotonic()
            at_work += any((Path(str(bench.store) + ".server") / "spool").rglob("*.wav"))
            bench.start(is_waited_for=False)
        bench.wait_until_ready()
        self.closing.set()
        began = time.monotonic()
        for thread in threads:
            thread.join(options.patience + 5)
        stuck = sum(thread.is_alive() for thread in threads)
        bench.quiet()
        bench.stop()
        self.report(beginnings, at_work, stuck, faults)

    def report(self, beginnings, at_work, stuck, faults):
        bench = self.bench
        bench.note("kills", f"{self.options.kills}, of them {beginnings} while it began")
        bench.note("kills with recordings in the spool", at_work)
        bench.note("requests that were broken off", f"{sum(self.broken_off.values())}: " + ", ".join(
            f"{what} {count}" for what, count in self.broken_off.most_common()))
        bench.note("answers 500 or 503", self.deaf)
        bench.note("takes refused because a former one had come", self.stood_in)
        for fault in faults:
            self.problems.append(repr(fault))
        bench.expect("threads of people that did not end", stuck, stuck == 0)
        bench.expect("what should not be", "; ".join(self.problems[:5]) or "nothing", not self.problems)
        held = [phase for _, phase, *_ in self.arrived if phase == "baseline_held"]
        bench.expect("people who arrived, and hold a baseline", f"{len(self.arrived)}, {len(held)}",
                     len(held) == len(self.arrived) >= self.options.people)
        foreign = sum(bool(mine - set(theirs)) for _, _, mine, theirs in self.arrived)
        bench.same("journeys that lack a recording that was acknowledged", foreign, 0)
        bench.same("journeys with more or less than three recordings",
                   sum(len(theirs) != 3 for *_, theirs in self.arrived), 0)
        stored = bench.sessions()
        bench.note("recordings that were acknowledged", len(self.acknowledged))
        bench.same("of them not stored, or under another session", sum(
            stored.get(session, (None, None))[1] != digest for digest, session in self.acknowledged.items()), 0)
        bench.same("of them not filed",
                   sum(stored.get(session, (None,))[0] != "filed" for session in self.acknowledged.values()), 0)
        times = collections.Counter(digest for _, digest in stored.values())
        bench.same("recordings in two sessions", sum(count > 1 for count in times.values()), 0)
        bench.same("sessions of recordings that nobody sent", len(set(times) - self.sent), 0)
        left = list((Path(str(bench.store) + ".server") / "spool").rglob("*.wav"))
        bench.same("left in the spool", len(left), 0)
        bench.note("complaints of the server", len(bench.complaints()))
        bench.verify()


def main():
    options = parser(__doc__)
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--people", type=int, default=20, help="at a time")
    options.add_argument("--patience", type=int, default=180, help="seconds that a journey may take without kills")
    options = options.parse_args()
    bench = Bench(options)
    Trial(bench, options).run()
    bench.end("kill", "A server killed while people onboard",
              f"`Benchmarks/server_kill.py`: {options.people} people at a time are led over HTTP from signing up to a baseline, "
              f"each with three recordings of 2.5 s; {options.kills} × kill -9.")


if __name__ == "__main__":
    main()
