#!/usr/bin/env python3
"""False alert rates and delays of the change alert, from 40 000 simulated people per cell.

    Benchmarks/change_alerts.py            # simulates with the limits below; about one minute
    Benchmarks/change_alerts.py --design   # prints the limits again
    Benchmarks/change_alerts.py --record   # writes Records/ChangeAlerts.md and Fixtures/baselines/change-alerts.json

Exit status 1 if a false alert rate exceeds 5 % over 12 follow-ups, or the fixture differs from this script.
Constants: Sources/BaselineService/Change/{WithinPersonVariation,ChangeAlert}.swift. A test compares them by the fixture.
"""
import argparse, datetime, json, math, sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "Benchmarks/Records/ChangeAlerts.md"
FIXTURE = ROOT / "Fixtures/baselines/change-alerts.json"

FAMILIES = ["f0", "jitter", "shimmer", "hnr", "cpps"]
# Standard deviations of the session and of the recording; natural logarithms, or decibels.
SESSION = [0.081, 0.154, 0.2, 1.37, 0.93]
RECORDING = [0.049, 0.367, 0.371, 2.29, 1.3]
CORRELATION = np.array([
    [1, 0, 0, 0, 0],
    [0, 1, 0.65, -0.69, -0.44],
    [0, 0.65, 1, -0.69, -0.51],
    [0, -0.69, -0.69, 1, 0.55],
    [0, -0.44, -0.51, 0.55, 1]])
SMOOTHING = 0.2
PRIOR = 5
FOLLOW_UPS, VOWELS, PEOPLE, LIMIT_PERCENT = 12, 3, 40_000, 5.0
# Families of irregular and regular voices, by their number.
SUBSETS = {1: ["cpps"], 2: ["f0", "cpps"], 3: ["f0", "hnr", "cpps"], 4: ["jitter", "shimmer", "hnr", "cpps"], 5: FAMILIES}
BASELINES = [1, 2, 3, 4, 5, 6]
# Limits of the statistic: rows of 1 to 6 baseline sessions, columns of 1 to 5 families.
LIMITS = np.array([
    [12, 19, 25.5, 31.5, 36.5],
    [11.5, 18, 24, 30, 34.5],
    [11.5, 17, 22.5, 27.5, 32.5],
    [10.5, 16, 21, 26, 30],
    [10.5, 15.5, 20, 25, 28.5],
    [10.5, 15, 19.5, 23.5, 27]])


def variance(family, vowels):
    return SESSION[family] ** 2 + RECORDING[family] ** 2 / vowels


def statistic(baseline, sessions):
    """The statistic after the last session; sessions are {family: (mean, vowels)}."""
    parts = []
    for family, name in enumerate(FAMILIES):
        usual = [session[name] for session in baseline if name in session]
        if not usual or name not in sessions[-1]:
            continue
        n = len(usual)
        mean = sum(value for value, _ in usual) / n
        population = sum(variance(family, vowels) for _, vowels in usual) / n
        own = sum((value - mean) ** 2 for value, _ in usual)
        scale = math.sqrt((PRIOR * population + own) / (PRIOR + n - 1) / population)
        weights, smoothed, sd = {}, 0.0, {}
        for index, session in enumerate(sessions):
            if name not in session:
                continue
            value, vowels = session[name]
            weights = {key: weight * (1 - SMOOTHING) for key, weight in weights.items()} | {index: SMOOTHING}
            smoothed = (1 - SMOOTHING) * smoothed + SMOOTHING * (value - mean) / scale
            sd[index] = math.sqrt(variance(family, vowels))
        parts.append((family, smoothed, {key: weight * sd[key] for key, weight in weights.items()},
                      sum(weights.values()) * math.sqrt(population / n), n))
    covariance = np.array([[CORRELATION[a[0], b[0]] * (sum(share * b[2].get(key, 0) for key, share in a[2].items()) + a[3] * b[3])
                            for b in parts] for a in parts])
    smoothed = np.array([part[1] for part in parts])
    return float(smoothed @ np.linalg.solve(covariance, smoothed)), min(part[4] for part in parts), len(parts)


def simulate(draws, chosen, n, differ, shift=None, truth=CORRELATION):
    """The statistic of each person after each follow-up. Sessions of three vowels: unit variance by family."""
    index = [FAMILIES.index(name) for name in chosen]
    correlation = CORRELATION[np.ix_(index, index)]
    root = np.linalg.cholesky(truth[np.ix_(index, index)])
    spread = np.sqrt(PRIOR / draws.chisquare(PRIOR, PEOPLE))[:, None] if differ else 1.0
    baseline = [spread * (draws.standard_normal((PEOPLE, len(index))) @ root.T) for _ in range(n)]
    mean = sum(baseline) / n
    scale = np.sqrt((PRIOR + sum((session - mean) ** 2 for session in baseline)) / (PRIOR + n - 1))
    inverse = np.linalg.inv(correlation)
    smoothed, squares, total = np.zeros_like(mean), 0.0, 0.0
    found = np.empty((PEOPLE, FOLLOW_UPS))
    for session in range(FOLLOW_UPS):
        new = spread * (draws.standard_normal(mean.shape) @ root.T)
        if shift is not None:
            new = new + shift
        smoothed = (1 - SMOOTHING) * smoothed + SMOOTHING * (new - mean) / scale
        squares = (1 - SMOOTHING) ** 2 * squares + SMOOTHING ** 2
        total = (1 - SMOOTHING) * total + SMOOTHING
        found[:, session] = np.einsum("ij,jk,ik->i", smoothed, inverse, smoothed) / (squares + total ** 2 / n)
    return found


def design(draws):
    """Limits that 5 % of people exceed within 12 follow-ups if people differ in their variances."""
    return np.array([[np.quantile(simulate(draws, SUBSETS[p], n, True).max(axis=1), 1 - LIMIT_PERCENT / 100) for p in SUBSETS]
                     for n in BASELINES])


def percent(found):
    return f"{100 * found.mean():.1f}"


def alerted(found, n, p):
    """Whether each person has an alert by each follow-up."""
    return np.maximum.accumulate(found, axis=1) > LIMITS[BASELINES.index(n), p - 1]


def false_alerts(draws):
    rows, worst = [], 0.0
    for n in (1, 3, 6):
        for p in SUBSETS:
            for differ in (False, True):
                by = alerted(simulate(draws, SUBSETS[p], n, differ), n, p).mean(axis=0) * 100
                worst = max(worst, by[-1])
                rows.append(f"| {n} | {', '.join(SUBSETS[p])} | {'differ' if differ else 'equal'} | "
                            + " | ".join(f"{share:.1f}" for share in by) + " |")
    return rows, worst


def delays(draws):
    rows = []
    for n in (1, 3, 6):
        # Student's t with ν₀ + n − 1 degrees of freedom, as in a comparison of one session.
        detectable = T975_ALL[PRIOR + n - 1] * math.sqrt(1 + 1 / n)
        for name, direction in SHIFTS.items():
            for times in (1, 2, 3):
                cells = []
                for differ in (False, True):
                    by = alerted(simulate(draws, FAMILIES, n, differ, times * detectable * direction), n, 5)
                    first = np.where(by.any(axis=1), by.argmax(axis=1) + 1, 99)
                    middle = int(np.median(first))
                    cells += ["> 12" if middle > FOLLOW_UPS else str(middle)] + [percent(by[:, k - 1]) for k in (1, 2, 3, 6, 12)]
                rows.append(f"| {n} | {name} | {times} | " + " | ".join(cells) + " |")
    return rows


def other_correlations(draws):
    """False alerts if the true correlations differ from those of the rule."""
    return [f"| {name} | {n} | " + " | ".join(
        percent(alerted(simulate(draws, FAMILIES, n, differ, truth=truth), n, 5)[:, -1]) for differ in (False, True)) + " |"
        for name, truth in TRUTHS.items() for n in (1, 3, 6)]


def growth(draws, differ, changes_from=None):
    """Percent of people whose automatic baseline is established, and is stopped, within 12 sessions; and of comparisons
    that defer a session. Jitter is tripled from session `changes_from` on."""
    root = np.linalg.cholesky(CORRELATION)
    inverse = np.linalg.inv(CORRELATION)
    spread = np.sqrt(PRIOR / draws.chisquare(PRIOR, PEOPLE))[:, None] if differ else np.ones((PEOPLE, 1))
    count = np.zeros(PEOPLE, int)
    total, squares = np.zeros((2, PEOPLE, 5))
    waiting, stopped = np.zeros((2, PEOPLE), bool)
    held, named, compared = np.zeros((PEOPLE, 5)), np.zeros((PEOPLE, 5)), [0, 0]

    def scores(values):
        n = np.maximum(count, 1)[:, None]
        own = np.maximum(squares - total ** 2 / n, 0)
        return (values - total / n) / np.sqrt((PRIOR + own) / (PRIOR + n - 1) * (1 + 1 / n))

    def add(values, chosen):
        count[chosen] += 1
        total[chosen] += values[chosen]
        squares[chosen] += values[chosen] ** 2

    for session in range(FOLLOW_UPS):
        values = spread * (draws.standard_normal((PEOPLE, 5)) @ root.T)
        if changes_from is not None and session + 1 >= changes_from:
            values[:, 1] += math.log(3) / math.sqrt(variance(1, VOWELS))
        score = scores(values)
        open_ = ~stopped & (count < 6)
        larger = np.sign(score) * (np.abs(score) >= T975_ALL[np.clip(count, 1, 6) + PRIOR - 1][:, None])
        confirmed = open_ & waiting & ((named * larger) > 0).any(axis=1)
        stopped |= confirmed
        add(held, open_ & waiting & ~confirmed)
        waiting &= confirmed
        open_ &= ~stopped & (count < 6)
        score = scores(values)
        joint = np.einsum("ij,jk,ik->i", score, inverse, score) > LIMITS[np.clip(count, 1, 6) - 1, 4]
        beyond = (np.abs(score) >= T975_ALL[np.clip(count, 1, 6) + PRIOR - 1][:, None]).sum(axis=1) > 1
        away = open_ & (joint | beyond) & (count > 0)
        compared[0] += int((open_ & (count > 0)).sum())
        compared[1] += int(away.sum())
        add(values, open_ & ~away)
        waiting |= away
        held[away] = values[away]
        largest = np.abs(score).max(axis=1, keepdims=True)
        named[away] = (np.sign(score) * (np.abs(score) >= np.minimum(1.96, largest)))[away]
    return [percent(count >= 6), percent(stopped), f"{100 * compared[1] / compared[0]:.2f}"]


def growths(draws):
    rows = []
    for differ in (False, True):
        unchanged = growth(draws, differ)
        rows.append(f"| {'differ' if differ else 'equal'} | " + " | ".join(
            unchanged + [growth(draws, differ, session)[1] for session in (2, 4, 6)]) + " |")
    return rows


# Residuals of person and vowel of 49 recordings of ten people with a diagnosis (34 degrees of freedom).
DIAGNOSED = np.array([
    [1, 0.01, -0.06, 0.05, -0.04],
    [0.01, 1, 0.73, -0.61, -0.64],
    [-0.06, 0.73, 1, -0.87, -0.75],
    [0.05, -0.61, -0.87, 1, 0.76],
    [-0.04, -0.64, -0.75, 0.76, 1]])
TRUTHS = {"none": np.eye(5), "half": (np.eye(5) + CORRELATION) / 2, "ten people with a diagnosis": DIAGNOSED}
T975_ALL = np.array([0, 0, 0, 0, 0, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281])
SHIFTS = {"F0": np.array([1, 0, 0, 0, 0]), "jitter": np.array([0, 1, 0, 0, 0]), "CPPS": np.array([0, 0, 0, 0, 1]),
          "all but F0": np.array([0, 1, 1, -1, -1])}


def fixture():
    """Sequences of sessions with the statistic after each, including missing values and different numbers of vowels."""
    draws, cases = np.random.default_rng(7), []
    mean = [math.log(180), math.log(0.25), math.log(1.2), 22, 16]
    for n, follow_ups, missing in ((1, 3, 0), (3, 6, 0.25), (8, 5, 0.15)):
        sessions = []
        for _ in range(n + follow_ups):
            vowels = int(draws.integers(1, 5))
            sessions.append({name: (round(mean[i] + math.sqrt(variance(i, vowels)) * draws.standard_normal(), 6), vowels)
                             for i, name in enumerate(FAMILIES) if draws.random() >= missing})
        baseline, new = sessions[:n], sessions[n:]
        cases.append({"baseline": baseline, "sessions": new,
                      "statistics": [statistic(baseline, new[:end + 1])[0] for end in range(follow_ups)]})
    return {"smoothing": SMOOTHING, "correlations": CORRELATION.tolist(), "limits": LIMITS.tolist(),
            "components": {name: [SESSION[i], RECORDING[i]] for i, name in enumerate(FAMILIES)}, "cases": cases}


def is_same(new, old):
    """Whether two JSON values are equal; numbers up to the rounding of the linear algebra."""
    if isinstance(new, dict):
        return new.keys() == old.keys() and all(is_same(new[key], old[key]) for key in new)
    if isinstance(new, list):
        return len(new) == len(old) and all(map(is_same, new, old))
    return math.isclose(new, old, rel_tol=1e-9) if isinstance(new, float) else new == old


def agrees(draws):
    """Whether the vectorised simulation computes the statistic of the fixture."""
    global PEOPLE
    people, PEOPLE = PEOPLE, 1
    state = draws.bit_generator.state
    found = simulate(draws, FAMILIES, 3, False)[0, -1]
    draws.bit_generator.state = state
    root = np.linalg.cholesky(CORRELATION)
    session = lambda: {name: (value * math.sqrt(variance(i, VOWELS)), VOWELS)
                       for i, (name, value) in enumerate(zip(FAMILIES, (draws.standard_normal((1, 5)) @ root.T)[0]))}
    baseline = [session() for _ in range(3)]
    PEOPLE = people
    return math.isclose(found, statistic(baseline, [session() for _ in range(FOLLOW_UPS)])[0], rel_tol=1e-9)


def record(alerts, others, delayed, grown, worst):
    head = " | ".join(str(k) for k in range(1, FOLLOW_UPS + 1))
    return f"""# Change alerts

{datetime.date.today()}. Command: `Benchmarks/change_alerts.py --record`. {PEOPLE} simulated people per row, three vowels in every
session, correlations and components of `Sources/BaselineService/Change`. *equal*: all people have these variances
(homoscedastic). *differ*: the variances of a person are 5/χ² with 5 degrees of freedom times these (heteroscedastic).
The baseline is estimated from its sessions.

## False alerts

Percent of people with an alert by each of 12 follow-ups without a change. The highest is {worst:.1f}.

| baseline sessions | families | variances | {head} |
|{' --- |' * (FOLLOW_UPS + 3)}
{chr(10).join(alerts)}

With other true correlations, percent of people with an alert within 12 follow-ups (five families):

| true correlations | baseline sessions | equal | differ |
|{' --- |' * 4}
{chr(10).join(others)}

## Delay

A change from the first follow-up on, in smallest detectable changes of one comparison (SDC: t·s·√(1 + 1/n), the MDC95 of a
session of three vowels). All five families are measured. Median number of sessions until the alert, and percent of people with an
alert by the 1st, 2nd, 3rd, 6th and 12th session.

| baseline sessions | changed measure | SDC | equal: median | 1 | 2 | 3 | 6 | 12 | differ: median | 1 | 2 | 3 | 6 | 12 |
|{' --- |' * 15}
{chr(10).join(delayed)}

## Automatic baselines

Up to 12 sessions until six are in the baseline, percent: people with an established baseline, with a baseline stopped by a false
alert, comparisons before the sixth session that defer a session; people with a baseline that stopped after jitter tripled from that session on.

| variances | established | stopped | deferred comparisons | × 3 from the 2nd session | from the 4th | from the 6th |
|{' --- |' * 7}
{chr(10).join(grown)}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--design", action="store_true", help="print limits that 5 %% of people exceed")
    parser.add_argument("--record", action="store_true", help="write the record and the fixture")
    options = parser.parse_args()
    draws = np.random.default_rng(20261128)
    if options.design:
        print(np.round(design(draws), 1))
        return 0
    assert agrees(draws), "the simulation and the statistic differ"
    alerts, worst = false_alerts(draws)
    text = record(alerts, other_correlations(draws), delays(draws), growths(draws), worst)
    new = json.dumps(fixture(), indent=1) + "\n"
    if options.record:
        RECORD.write_text(text)
        FIXTURE.write_text(new)
    else:
        print(text)
    same = is_same(json.loads(new), json.loads(FIXTURE.read_text()))
    print(f"false alerts: {worst:.1f} % at most; fixture {'agrees' if same else 'differs'}")
    return 0 if worst <= LIMIT_PERCENT and same else 1


if __name__ == "__main__":
    sys.exit(main())
