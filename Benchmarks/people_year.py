#!/usr/bin/env python3
"""A year of simulated people through the watched folder: baselines and alerts against the true voices.

    Benchmarks/people_year.py --people 20            # minutes; the full run of 500 people takes an hour

Every person is a synthetic voice whose F0, jitter, shimmer and HNR vary between sessions and between the vowels of a
session as `WithinPersonVariation` states. Six sessions of three vowels in three weeks make the baseline; six more follow a
month apart. For half of the people jitter is three times as high from the ninth session on. The audio is deleted.

Exit status 1 if a bar is missed. --record writes Records/DATE-faults-people-year.md.
"""
import argparse, collections, concurrent.futures, datetime, json, math, os, random, sys, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "faults"))
from trial import ROOT, FolderTrial

# Standard deviations of the session and of the recording: Sources/BaselineService/Change/WithinPersonVariation.swift.
VARIATION = {"f0": (0.049, 0), "jitter": (0.154, 0.367), "shimmer": (0.2, 0.371), "hnr": (1.37, 2.29)}
MEASURES = {"f0": "f0.mean_hz", "jitter": "jitter.ppq5_percent", "shimmer": "shimmer.apq3_percent",
            "hnr": "hnr.mean_db"}
DAYS = [0, 4, 8, 12, 16, 20, 50, 80, 110, 140, 170, 200]
LARGER = "larger_than_usual_variation"
MADE_OF, CHANGES_FROM, FACTOR, VOWELS = 6, 8, 3, 3

# Benchmarks/Records/BaselinesAndLimits.md, rows "alike": the greater of both, in percent.
RECORDED = {"stopped": 1.9, "two_sessions": 0.9, "two_families": 3.1, "one": 94.4, "both": 88.4}


class Simulated:
    """A person's true voice."""

    def __init__(self, number, seed, is_changed):
        self.number, self.is_changed = number, is_changed
        self.draws = random.Random(f"{seed} {number}")
        self.mean = {"f0": math.log(self.draws.uniform(100, 240)), "jitter": math.log(self.draws.uniform(0.2, 0.5)),
                     "shimmer": math.log(self.draws.uniform(1.2, 2.6)), "hnr": self.draws.uniform(22, 28)}
        self.id = f"person-{number}"

    def session(self, number):
        """The settings of its vowels."""
        means = {key: mean + self.draws.gauss(0, VARIATION[key][0]) for key, mean in self.mean.items()}
        if self.is_changed and number >= CHANGES_FROM:
            means["jitter"] += math.log(FACTOR)
        for _ in range(VOWELS):
            drawn = {key: mean + self.draws.gauss(0, VARIATION[key][1]) for key, mean in means.items()}
            yield {key: value if key == "hnr" else math.exp(value) for key, value in drawn.items()}


def deliver(trial, person, session):
    day = datetime.date(2026, 1, 5) + datetime.timedelta(DAYS[session])
    profile = {"user_id": person.id}
    if session == 0:
        profile |= {"age": 20 + person.number % 40,
                    "sex_assigned_at_birth": "female" if person.mean["f0"] > math.log(165) else "male"}
    for take, voice in enumerate(person.session(session)):
        stem = f"p{person.number}-s{session}-{take}"
        path = trial.folder / f"{stem}.wav"
        made = trial.run(trial.programs.tool, "synth", "--f0", voice["f0"], "--jitter", voice["jitter"], "--shimmer",
                         voice["shimmer"], "--hnr", voice["hnr"], "--seconds", 2.5, "--vowel", "a",
                         "--seed", 1000 * person.number + 10 * session + take + 1, path)
        assert made.returncode == 0, made.stderr
        path.with_suffix(".json").unlink()
        (trial.inbox / f"{stem}.json").write_text(json.dumps({
            "profile": profile, "session_id": f"S{session:02}", "recorded_at": f"{day}T09:3{take}:00Z"}))
        path.rename(trial.inbox / path.name)


def percent(count, of):
    return 100 * count / max(1, of)


def bound(recorded, of, sign):
    """A recorded percentage plus or minus three standard errors for `of` people."""
    return recorded + sign * 3 * math.sqrt(recorded * (100 - recorded) / max(1, of))


def larger(session, family):
    return any(value["measure"] == MEASURES[family] and value["classification"] == LARGER for value in session["measures"])


def check_means(people, histories, trial):
    """Compares the means of the baselines with the true ones, in standard errors.

    F0 is compared with the setting of the voice. Noise adds to jitter and jitter to noise, so the other measures are
    compared with the six later sessions of the same person, for unchanged people, by the variation of those sessions.
    """
    spread = VARIATION["f0"][0] / math.sqrt(MADE_OF)
    errors = []
    for person in people:
        usual = usual_of(histories[person.id]["sessions"][MADE_OF], "f0")
        errors.append((usual - person.mean["f0"]) / spread)
    inside = percent(sum(abs(error) <= 1.96 for error in errors), len(errors))
    trial.expect("baselines within 1.96 standard errors of the true F0", f"{inside:.1f} % of {len(errors)}",
                 inside >= bound(95, len(errors), -1))
    for key in ("jitter", "shimmer", "hnr"):
        pairs, squares, degrees = [], 0.0, 0
        for person in people:
            after = histories[person.id]["sessions"][MADE_OF:]
            later = [value for row in after if (value := value_of(row, key, lambda v: v["value"])) is not None]
            usual = usual_of(after[0], key)
            if person.is_changed or len(later) < MADE_OF or usual is None:
                continue
            mean = sum(later) / len(later)
            squares += sum((value - mean) ** 2 for value in later)
            degrees += len(later) - 1
            pairs.append(usual - mean)
        error = math.sqrt(squares / max(1, degrees) * 2 / MADE_OF)
        inside = percent(sum(abs(pair) <= 1.96 * error for pair in pairs), len(pairs))
        trial.expect(f"baselines within 1.96 standard errors of {key} of six later sessions",
                     f"{inside:.1f} % of {len(pairs)}", inside >= bound(95, len(pairs), -1))
        supposed = math.sqrt(VARIATION[key][0] ** 2 + VARIATION[key][1] ** 2 / VOWELS)
        trial.note(f"{key}: standard deviation of a person's sessions measured, set",
                   f"{math.sqrt(squares / max(1, degrees)):.3f}, {supposed:.3f}")


def usual_of(row, key):
    return value_of(row, key, lambda value: (value["usual"] or {}).get("mean"))


def value_of(row, key, part):
    """Part of a measure of a session, on the scale on which it varies; None without one."""
    found = next(part(value) for value in row["measures"] if value["measure"] == MEASURES[key])
    return found if found is None or key == "hnr" else math.log(found)


def record(people, trial):
    """Delivers and analyses the sessions of all people, one session after the other."""
    for session in range(len(DAYS)):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda person: deliver(trial, person, session), people))
        began = time.monotonic()
        status, _ = trial.drain("--audio", "delete", "--quiet", seconds=3600)
        print(f"session {session}: status {status}, {time.monotonic() - began:.0f} s", flush=True)
        assert status == 0


def year(trial, options):
    people = [Simulated(number, options.seed, number % 2 == 1) for number in range(options.people)]
    recordings = len(people) * len(DAYS) * VOWELS
    record(people, trial)
    trial.same("audio files in the store", sum(1 for _ in trial.store.rglob("audio.wav")), 0)

    histories, established = {}, set()
    for person in people:
        history = json.loads(trial.records("history", "--user", person.id).stdout)
        if sum(row["in_baseline"] for row in history["sessions"]) == MADE_OF:
            established.add(person.id)
        histories[person.id] = history
    whole = sum(len(history["sessions"]) == len(DAYS) for history in histories.values())
    trial.expect("people with 12 sessions", whole, whole == len(people))
    usable = sum(row["usable_vowels"] for history in histories.values() for row in history["sessions"])
    trial.note("usable vowels", f"{percent(usable, recordings):.2f} %")
    whole = [person for person in people
             if all(row["usable_vowels"] >= VOWELS for row in histories[person.id]["sessions"][:MADE_OF])]
    trial.note("people with three usable vowels in each of the first six sessions", len(whole))
    stopped = sum(any(alert["rule"] == "two_sessions" for row in histories[person.id]["sessions"][:MADE_OF + 1]
                      for alert in row["alerts"]) for person in whole if person.id not in established)
    trial.expect("of them with a false alert that stopped their baseline", f"{percent(stopped, len(whole)):.1f} %",
                 percent(stopped, len(whole)) <= bound(RECORDED["stopped"], len(whole), 1))
    made = sum(person.id in established for person in whole)
    trial.note("of them with an established baseline", f"{percent(made, len(whole)):.1f} %")
    trial.note("of them with a sixth session that is still deferred",
               f"{percent(len(whole) - made - stopped, len(whole)):.1f} %")
    check_means([person for person in people if person.id in established], histories, trial)

    rules, compared, families = collections.Counter(), 0, collections.Counter()
    same = [p for p in people if p.id in established and not p.is_changed]
    for person in same:
        after = histories[person.id]["sessions"][MADE_OF:]
        families.update(family for family in VARIATION if family != "f0" and larger(after[0], family))
        compared += sum(row["baseline_id"] is not None for row in after)
        for row in after[:2]:
            rules.update({alert["rule"] for alert in row["alerts"]})
    trial.note("unchanged people, and their sessions after the baseline", f"{len(same)}, {compared}")
    for family, count in sorted(families.items()):
        trial.note(f"first session larger than usual in {family}", f"{percent(count, len(same)):.1f} %")
    for rule in ("two_sessions", "two_families"):
        share = percent(rules[rule], len(same))
        trial.expect(f"unchanged people with an alert after two sessions, {rule}", f"{share:.1f} %",
                     share <= bound(RECORDED[rule], len(same), 1))
    alerted = sum(any(row["alerts"] for row in histories[p.id]["sessions"][MADE_OF:]) for p in same)
    trial.note("unchanged people with any alert in six sessions", f"{percent(alerted, len(same)):.1f} %")

    changed = [p for p in people if p.id in established and p.is_changed]
    one = sum(larger(histories[p.id]["sessions"][CHANGES_FROM], "jitter") for p in changed)
    both = sum(any(a["rule"] == "two_sessions" and "jitter" in a["families"]
                   for a in histories[p.id]["sessions"][CHANGES_FROM + 1]["alerts"]) for p in changed)
    trial.expect("change found in its first session", f"{percent(one, len(changed)):.1f} % of {len(changed)}",
                 percent(one, len(changed)) >= bound(RECORDED["one"], len(changed), -1))
    trial.expect("alert after the second", f"{percent(both, len(changed)):.1f} %",
                 percent(both, len(changed)) >= bound(RECORDED["both"], len(changed), -1))
    trial.verify()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", default=ROOT / ".build/release", help="the folder of sagevoice and sagevoice-server")
    parser.add_argument("--folder", help="where the trial makes its folder")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write a record")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    trial = FolderTrial("people-year", options)
    try:
        year(trial, options)
    finally:
        trial.end(f"{options.people} simulated people with 12 sessions of three vowels of 2.5 s each, `--audio delete`; for half of "
                  "them jitter is three times as high from the ninth session on. Bars: the rows *alike* of "
                  "`BaselinesAndLimits.md` with three standard errors.")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())
