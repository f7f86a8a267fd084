#!/usr/bin/env python3
"""Predicts perceptual ratings from the measures of sagevoice, and compares the agreement with published numbers.

    Benchmarks/perceptual.py FOLDER RATINGS.csv [--sagevoice PATH] [--speaker COLUMN] [--columns NAME=COLUMN,...]
                             [--present 10] [--folds 10] [--draws 2000]

FOLDER has the recordings, such as those of PVQD (Mendeley Data 9dz247gnyb, CC BY 4.0) or HUPA (Zenodo 17704572). Save
their rating table as CSV: a row per recording, with the file name or its start in the first column. Needs numpy.

For each rating, a ridge regression on the ranks of all measures predicts the rank of the rating. Cross-validation is
nested and by speaker: no speaker is in a training set and its test set, and inner folds choose the penalty. The table
has Spearman's r of rating and prediction, and the area under the ROC curve (AUC) for ratings of at least --present.
Intervals are 95 % percentiles of a bootstrap over speakers.

The result describes one data set. Coefficients are not stored, and sagevoice shows no perceptual rating.
"""
import argparse, csv, io, pathlib, re, subprocess, sys

import numpy as np

# Spearman's r and AUC of ABI parts on the [a] of PVQD: J. C. Lucero, pvqd-qr-analysis (2026).
PUBLISHED = {"severity": (0.77, 0.870), "breathiness": (0.73, 0.865), "roughness": (0.71, 0.830), "strain": (0.66, 0.790)}
PENALTIES = np.logspace(-1, 4, 11)
INNER_FOLDS = 5
LEAST_PRESENT = 0.8     # share of recordings with a value, for a measure to be used
LEAST_RECORDINGS = 20
SEED = 20261129


def identifier(text):
    """The name of a recording without folder, extension and separators, in capitals."""
    return re.sub(r"[^0-9A-Z]", "", pathlib.PurePath(text).name.upper().removesuffix(".WAV"))


def read_ratings(path, columns, speaker):
    """Returns (identifier, speaker, ratings) of each row; a missing rating is NaN."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file)
        names = {name.strip().lower(): name for name in reader.fieldnames or []}
        found = {rating: names.get(column.lower()) for rating, column in columns.items()}
        missing = [columns[rating] for rating, name in found.items() if name is None]
        if speaker and speaker.lower() not in names:
            missing.append(speaker)
        if missing:
            sys.exit(f"{path} has no column {', '.join(missing)}; its columns: {', '.join(names)}")
        first = (reader.fieldnames or [""])[0]
        rows = []
        for row in reader:
            name = identifier(row[first])
            person = row[names[speaker.lower()]].strip() if speaker else name
            rows.append((name, person, [number(row[column]) for column in found.values()]))
    return rows


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return float("nan")


def measure(sagevoice, folder):
    """Returns the names of the measures, and a vector of values by identifier; a missing value is NaN."""
    run = subprocess.run(
        [sagevoice, "analyze", "--recursive", str(folder), "--format", "csv", "--gates", "flag", "--quiet"],
        capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"sagevoice ended with status {run.returncode}: {run.stderr.strip()}")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    names = [name for name in rows[0] if re.fullmatch(r"[a-z0-9_]+\.[a-z0-9_]+", name)]
    return names, {identifier(row["path"]): np.array([number(row[name]) for name in names]) for row in rows}


def join(rows, values):
    """Returns the rated recordings. A rating belongs to the recording of the same or the only longer name."""
    joined, missing = [], []
    for name, speaker, ratings in rows:
        matches = [other for other in values if other == name] or [other for other in values if other.startswith(name)]
        if len(matches) == 1:
            joined.append((speaker, ratings, values[matches[0]]))
        else:
            missing.append(name)
    return joined, missing


def ranks(column):
    """Ranks from 0 to 1; equal values have their mean rank."""
    values, inverse, counts = np.unique(column, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return ((ends - (counts - 1) / 2 - 0.5) / len(column))[inverse]


def ranked_by(training, column):
    """Ranks of new values among the training values; a missing value has the middle rank."""
    known = np.sort(training[~np.isnan(training)])
    position = (np.searchsorted(known, column, "left") + np.searchsorted(known, column, "right")) / 2
    return np.where(np.isnan(column), 0.5, position / max(len(known), 1))


def transform(training, data):
    return np.column_stack([ranked_by(training[:, k], data[:, k]) for k in range(data.shape[1])]) - 0.5


def ridge(features, target, penalty):
    gram = features.T @ features + penalty * np.eye(features.shape[1])
    return np.linalg.solve(gram, features.T @ (target - target.mean())), target.mean()


def folds(speakers, count, random):
    """Assigns each speaker to one of `count` folds; returns the fold of each recording."""
    people = np.array(sorted(set(speakers)))
    place = dict(zip(random.permutation(people), np.arange(len(people)) % count))
    return np.array([place[speaker] for speaker in speakers])


def predict(features, target, training, test, penalty):
    """Returns the predictions for the rows `test` of a model of the rows `training`."""
    weights, mean = ridge(transform(features[training], features[training]), ranks(target[training]), penalty)
    return transform(features[training], features[test]) @ weights + mean


def cross_validated(features, target, speakers, count, random):
    """Returns a prediction for each recording by models of other speakers."""
    outer = folds(speakers, count, random)
    prediction = np.empty(len(target))
    for fold in range(count):
        training, test = np.flatnonzero(outer != fold), np.flatnonzero(outer == fold)
        inner = folds([speakers[k] for k in training], INNER_FOLDS, random)
        errors = np.zeros(len(PENALTIES))
        for part in range(INNER_FOLDS):
            fitted, held = training[inner != part], training[inner == part]
            true = ranked_by(target[fitted], target[held])
            for k, penalty in enumerate(PENALTIES):
                errors[k] += np.sum((predict(features, target, fitted, held, penalty) - true) ** 2)
        prediction[test] = predict(features, target, training, test, PENALTIES[np.argmin(errors)])
    return prediction


def spearman(one, other):
    return np.corrcoef(ranks(one), ranks(other))[0, 1]


def area(prediction, present):
    """Area under the ROC curve: the probability that a recording with the rating has the higher prediction."""
    positives = int(present.sum())
    if positives in (0, len(present)):
        return float("nan")
    order = ranks(prediction) * len(present) + 0.5
    return (order[present].sum() - positives * (positives + 1) / 2) / (positives * (len(present) - positives))


def interval(statistic, speakers, draws, random):
    """95 % percentile interval of a bootstrap over speakers."""
    groups = [np.flatnonzero(speakers == speaker) for speaker in np.unique(speakers)]
    drawn = []
    for _ in range(draws):
        rows = np.concatenate([groups[k] for k in random.integers(0, len(groups), len(groups))])
        value = statistic(rows)
        if not np.isnan(value):
            drawn.append(value)
    return np.percentile(drawn, [2.5, 97.5]) if drawn else [float("nan")] * 2


def report(name, target, features, speakers, options):
    """Prints one row of the table."""
    known = ~np.isnan(target)
    target, features, speakers = target[known], features[known], speakers[known]
    if len(target) < LEAST_RECORDINGS or len(np.unique(speakers)) < options.folds:
        print(f"| {name} | {len(target)} | too few recordings or speakers | | | |")
        return
    random = np.random.default_rng(SEED)
    prediction = cross_validated(features, target, speakers.tolist(), options.folds, random)
    present = target >= options.present
    cells = []
    for statistic in (lambda rows: spearman(prediction[rows], target[rows]),
                      lambda rows: area(prediction[rows], present[rows])):
        low, high = interval(statistic, speakers, options.draws, random)
        value = statistic(np.arange(len(target)))
        cells.append("–" if np.isnan(value) else f"{value:.2f} ({low:.2f} to {high:.2f})")
    r, auc = PUBLISHED.get(name, ("–", "–"))
    print(f"| {name} | {len(target)} | {cells[0]} | {r} | {cells[1]} | {auc} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("ratings", type=pathlib.Path)
    parser.add_argument("--sagevoice", default="sagevoice")
    parser.add_argument("--speaker", help="column of the speaker; default: each row is a speaker")
    parser.add_argument("--columns",
                        default=",".join(f"{name}={name}" for name in PUBLISHED), metavar="NAME=COLUMN,...")
    parser.add_argument("--present", type=float, default=10, help="rating from which a quality counts as present")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--draws", type=int, default=2000)
    options = parser.parse_args()
    columns = dict(pair.split("=", 1) for pair in options.columns.split(","))
    rows = read_ratings(options.ratings, columns, options.speaker)
    names, values = measure(options.sagevoice, options.folder)
    joined, missing = join(rows, values)
    if not joined:
        sys.exit("no row of the table names a recording of the folder")
    speakers = np.array([speaker for speaker, _, _ in joined])
    targets = np.array([ratings for _, ratings, _ in joined])
    features = np.array([vector for _, _, vector in joined])
    used = (~np.isnan(features)).mean(axis=0) >= LEAST_PRESENT
    if not options.speaker:
        print("Without --speaker, recordings of one person count as different people.", file=sys.stderr)
    version = subprocess.run([options.sagevoice, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"sagevoice {version}: {len(joined)} recordings of {len(set(speakers))} speakers, {used.sum()} of {len(names)}"
          f" measures, {len(missing)} rows without a recording.\n")
    print("| rating | n | r (95 %) | published r | AUC (95 %) | published AUC |\n| --- | --- | --- | --- | --- | --- |")
    for k, name in enumerate(columns):
        report(name, targets[:, k], features[:, used], speakers, options)


if __name__ == "__main__":
    main()
