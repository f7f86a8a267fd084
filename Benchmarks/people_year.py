#!/usr/bin/env python3
"""A year of simulated people through the watched folder, held against what is true of them.

Every person is a synthetic voice whose F0, jitter, shimmer and harmonicity vary between sessions and between
the vowels of one as `WithinPersonVariation` says. Six sessions of three vowels in three weeks make the
baseline, six more follow a month apart. In half of the people jitter becomes three times what it was with the
third of those. Nothing but WAV files and sidecars goes in; the sound is deleted.

Exits with 1 if a bar is missed, and writes Records/DATE-people-year.md with --record.
"""
import argparse, collections, concurrent.futures, datetime, json, math, os, random, sys, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from people import Bench
from trials import ROOT

# Sources/BaselineService/Change/WithinPersonVariation.swift: of the session and of the recording.
VARIATION = {"f0": (0.049, 0), "jitter": (0.154, 0.367), "shimmer": (0.2, 0.371), "hnr": (1.37, 2.29)}
MEASURES = {"f0": "f0.mean_hz", "jitter": "jitter.ppq5_percent", "shimmer": "shimmer.apq3_percent",
            "hnr": "hnr.mean_db"}
DAYS = [0, 4, 8, 12, 16, 20, 50, 80, 110, 140, 170, 200]
LARGER = "larger_than_usual_variation"
MADE_OF, CHANGES_FROM, FACTOR, VOWELS = 6, 8, 3, 3

# Benchmarks/Records/2026-11-23-baselines-by-themselves.md, rows "alike": percent, the greater of the two.
RECORDED = {"stopped": 1.9, "two_sessions": 0.9, "two_families": 3.1, "one": 94.4, "both": 88.4}


class Simulated:
    """What is true of a person."""

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


def deliver(bench, person, session):
    day = datetime.date(2026, 1, 5) + datetime.timedelta(DAYS[session])
    profile = {"user_id": person.id}
    if session == 0:
        profile |= {"age": 20 + person.number % 40,
                    "sex_assigned_at_birth": "female" if person.mean["f0"] > math.log(165) else "male"}
    for take, voice in enumerate(person.session(session)):
        stem = f"p{person.number}-s{session}-{take}"
        path = bench.folder / f"{stem}.wav"
        made = bench.run("synth", "--f0", voice["f0"], "--jitter", voice["jitter"], "--shimmer", voice["shimmer"],
                         "--hnr", voice["hnr"], "--seconds", 2.5, "--vowel", "a",
                         "--seed", 1000 * person.number + 10 * session + take + 1, path)
        assert made.returncode == 0, made.stderr
        path.with_suffix(".json").unlink()
        (bench.inbox / f"{stem}.json").write_text(json.dumps({
            "profile": profile, "session_id": f"S{session:02}", "recorded_at": f"{day}T09:3{take}:00Z"}))
        path.rename(bench.inbox / path.name)


def percent(count, of):
    return 100 * count / max(1, of)


def bound(recorded, of, sign):
    """What was recorded, and three standard errors of a share of so many."""
    return recorded + sign * 3 * math.sqrt(recorded * (100 - recorded) / max(1, of))


def larger(session, family):
    return any(value["measure"] == MEASURES[family] and value["classification"] == LARGER for value in session["measures"])


def truth(people, histories, bench):
    """Whether the means of the baselines lie where they should, in standard errors.

    F0 is held against what the voices were made with. The other measures are no settings of a voice (noise adds to
    jitter, jitter to noise): they are held against the same person's six later sessions, of people who did not change,
    by the variation that those sessions show.
    """
    spread = VARIATION["f0"][0] / math.sqrt(MADE_OF)
    errors = []
    for person in people:
        usual = usual_of(histories[person.id]["sessions"][MADE_OF], "f0")
        errors.append((usual - person.mean["f0"]) / spread)
    inside = percent(sum(abs(error) <= 1.96 for error in errors), len(errors))
    bench.expect("baselines within 1.96 standard errors of the voice's own F0", f"{inside:.1f} % of {len(errors)}",
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
        bench.expect(f"baselines within 1.96 standard errors of {key} of six later sessions",
                     f"{inside:.1f} % of {len(pairs)}", inside >= bound(95, len(pairs), -1))
        supposed = math.sqrt(VARIATION[key][0] ** 2 + VARIATION[key][1] ** 2 / VOWELS)
        bench.found.append((f"{key}: standard deviation of a person's sessions as found, as the voices were made",
                            f"{math.sqrt(squares / max(1, degrees)):.3f}, {supposed:.3f}"))


def usual_of(row, key):
    return value_of(row, key, lambda value: (value["usual"] or {}).get("mean"))


def value_of(row, key, part):
    """Part of a measure of a session, on the scale on which it varies; None without one."""
    found = next(part(value) for value in row["measures"] if value["measure"] == MEASURES[key])
    return found if found is None or key == "hnr" else math.log(found)


def record(people, bench):
    """Everybody's sessions, one after the other."""
    for session in range(len(DAYS)):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda person: deliver(bench, person, session), people))
        began = time.monotonic()
        status = bench.run("watch", bench.inbox, "--store", bench.store, "--once", "--audio", "delete",
                           "--settle", "0.1", "--quiet").returncode
        print(f"session {session}: status {status}, {time.monotonic() - began:.0f} s", flush=True)
        assert status == 0


def year(bench, options):
    people = [Simulated(number, options.seed, number % 2 == 1) for number in range(options.people)]
    recordings = len(people) * len(DAYS) * VOWELS
    if options.kept:
        bench.store = Path(options.kept) / "store"
    else:
        record(people, bench)
    bench.expect("sound left in the store", sum(1 for _ in bench.store.rglob("audio.wav")),
                 not list(bench.store.rglob("audio.wav")))

    histories, established = {}, set()
    for person in people:
        history = json.loads(bench.run("records", "history", "--store", bench.store, "--user", person.id).stdout)
        if sum(row["in_baseline"] for row in history["sessions"]) == MADE_OF:
            established.add(person.id)
        histories[person.id] = history
    whole = sum(len(history["sessions"]) == len(DAYS) for history in histories.values())
    bench.expect("people with 12 sessions", whole, whole == len(people))
    usable = sum(row["usable_vowels"] for history in histories.values() for row in history["sessions"])
    bench.found.append(("vowels that were usable", f"{percent(usable, recordings):.2f} %"))
    whole = [person for person in people
             if all(row["usable_vowels"] >= VOWELS for row in histories[person.id]["sessions"][:MADE_OF])]
    bench.found.append(("people with three usable vowels in each of the first six sessions", len(whole)))
    stopped = sum(any(alert["rule"] == "two_sessions" for row in histories[person.id]["sessions"][:MADE_OF + 1]
                      for alert in row["alerts"]) for person in whole if person.id not in established)
    bench.expect("of those, whose baseline stopped, as a change was told", f"{percent(stopped, len(whole)):.1f} %",
                 percent(stopped, len(whole)) <= bound(RECORDED["stopped"], len(whole), 1))
    made = sum(person.id in established for person in whole)
    bench.found.append(("with an established baseline of the six", f"{percent(made, len(whole)):.1f} %"))
    bench.found.append(("whose last session still waits, as none follows within the month of a baseline",
                        f"{percent(len(whole) - made - stopped, len(whole)):.1f} %"))
    truth([person for person in people if person.id in established], histories, bench)

    rules, compared, families = collections.Counter(), 0, collections.Counter()
    same = [p for p in people if p.id in established and not p.is_changed]
    for person in same:
        after = histories[person.id]["sessions"][MADE_OF:]
        families.update(family for family in VARIATION if family != "f0" and larger(after[0], family))
        compared += sum(row["baseline_id"] is not None for row in after)
        for row in after[:2]:
            rules.update({alert["rule"] for alert in row["alerts"]})
    bench.found.append(("unchanged people, and their sessions after the baseline", f"{len(same)}, {compared}"))
    for family, count in sorted(families.items()):
        bench.found.append((f"first session larger than usual in {family}", f"{percent(count, len(same)):.1f} %"))
    for rule in ("two_sessions", "two_families"):
        share = percent(rules[rule], len(same))
        bench.expect(f"unchanged people with an alert after two sessions, {rule}", f"{share:.1f} %",
                     share <= bound(RECORDED[rule], len(same), 1))
    told = sum(any(row["alerts"] for row in histories[p.id]["sessions"][MADE_OF:]) for p in same)
    bench.found.append(("unchanged people with any alert in six sessions", f"{percent(told, len(same)):.1f} %"))

    changed = [p for p in people if p.id in established and p.is_changed]
    one = sum(larger(histories[p.id]["sessions"][CHANGES_FROM], "jitter") for p in changed)
    both = sum(any(a["rule"] == "two_sessions" and "jitter" in a["families"]
                   for a in histories[p.id]["sessions"][CHANGES_FROM + 1]["alerts"]) for p in changed)
    bench.expect("three times the jitter found in the first session", f"{percent(one, len(changed)):.1f} % of {len(changed)}",
                 percent(one, len(changed)) >= bound(RECORDED["one"], len(changed), -1))
    bench.expect("and told after the second", f"{percent(both, len(changed)):.1f} %",
                 percent(both, len(changed)) >= bound(RECORDED["both"], len(changed), -1))
    bench.verify()
    return bench.end(options, "year", "A year of simulated people through the watched folder",
                     f"`Benchmarks/people_year.py --people {options.people} --seed {options.seed}`: 12 sessions of three "
                     "vowels of 2.5 s each, `--audio delete`; half of the people have three times the jitter from the ninth on. "
                     "Bars: the rows *alike* of `2026-11-23-baselines-by-themselves.md`, and three standard errors.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", default=None, help="where store and inbox are made")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave store and inbox where they are")
    parser.add_argument("--kept", help="look again at what an earlier run left in this folder")
    options = parser.parse_args()
    sys.exit(year(Bench(options), options))


if __name__ == "__main__":
    main()
